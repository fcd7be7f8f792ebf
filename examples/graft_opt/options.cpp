#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

double parse_tolerance(std::string const& text) {
    double value = 0;
    auto const end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || !(value >= 0))
        throw usage_error{"--tolerance takes a number that is not negative, not '" + text + "'"};
    return value;
}

/// A number above 0, of what is said.
std::uint64_t parse_count(std::string const& option, std::string const& text, char const* of) {
    std::uint64_t value = 0;
    auto const end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || value == 0)
        throw usage_error{option + " takes a number of " + of + ", not '" + text + "'"};
    return value;
}

/// A byte, as a number in decimal or behind 0x in hexadecimal form.
std::byte parse_byte(std::string const& option, std::string const& text) {
    bool const hexadecimal = text.starts_with("0x");
    std::uint8_t value = 0;
    char const* const last = text.data() + text.size();
    auto const end = std::from_chars(text.data() + (hexadecimal ? 2 : 0), last, value, hexadecimal ? 16 : 10);
    if (end.ec != std::errc{} || end.ptr != last)
        throw usage_error{option + " takes a byte such as 165 or 0xA5, not '" + text + "'"};
    return std::byte{value};
}

/// What is planned beside the values that a program computes and uses up.
graft::lifetime_options parse_planned(std::string const& list) {
    graft::lifetime_options planned{.inputs = false, .outputs = false};
    for (std::size_t begin = 0; begin < list.size();) {
        std::size_t const end = std::min(list.find(',', begin), list.size());
        std::string const what = list.substr(begin, end - begin);
        if (what == "inputs")
            planned.inputs = true;
        else if (what == "outputs")
            planned.outputs = true;
        else if (what == "buffers")
            planned.mutable_buffers = true;
        else
            throw usage_error{"--plan-for takes inputs, outputs and buffers, not '" + what + "'"};
        begin = end + 1;
    }
    return planned;
}

/// Goes through the arguments; an option's value is the next one, or stands behind a `=`.
class reader {
public:
    explicit reader(std::vector<std::string> const& arguments) : arguments_(arguments) {}

    options read() {
        for (; at_ < arguments_.size(); ++at_)
            one(arguments_[at_]);
        if (result_.model.empty())
            throw usage_error{"no model is given"};
        for (stage const& s : result_.stages)
            if (s.what == stage::run && result_.inputs.empty() && !result_.expect.empty())
                throw usage_error{"--expect needs --inputs"};
            else if (s.what == stage::explain && s.second.empty())
                throw usage_error{"--explain needs --at and the name of a node"};
        if (!result_.debug_map.empty() && !result_.writes_pte())
            throw usage_error{"--debug-map needs -o FILE.pte"};
        return result_;
    }

private:
    void one(std::string const& argument) {
        std::size_t const equals = argument.find('=');
        std::string const name = argument.substr(0, equals);
        value_ =
            equals == std::string::npos ? std::optional<std::string>{} : std::optional{argument.substr(equals + 1)};
        if (name == "--to-edge")
            add(stage::to_edge);
        else if (name == "--to-backend")
            add(stage::to_backend);
        else if (name == "--passes")
            add(stage::passes, required(name));
        else if (name == "--rules")
            add(stage::rules, optional("all"));
        else if (name == "--rule-stats")
            result_.rule_stats = true;
        else if (name == "--explain")
            add(stage::explain, required(name));
        else if (name == "--at")
            explained() = required(name);
        else if (name == "--verify")
            add(stage::verify);
        else if (name == "--partition")
            add(stage::partition, required(name));
        else if (name == "--source-partitions")
            add(stage::source_partitions, required(name));
        else if (name == "--match")
            add(stage::match, required(name));
        else if (name == "--replace") {
            add(stage::replace, required(name));
            result_.stages.back().second = required(name);
        } else if (name == "--print-ir")
            add(stage::print_ir, form(name));
        else if (name == "--print-ir-before-all")
            result_.print_before_all = true;
        else if (name == "--print-ir-after-all")
            result_.print_after_all = true;
        else if (name == "--print-pass-order")
            result_.print_pass_order = true;
        else if (name == "--print-diff")
            result_.print_diff = true;
        else if (name == "--time-passes")
            result_.time_passes = true;
        else if (name == "--dot")
            add(stage::dot, required(name));
        else if (name == "--plan")
            add(stage::plan, optional(""));
        else if (name == "--plan-for")
            result_.planned = parse_planned(required(name));
        else if (name == "--plan-alignment")
            result_.plan_alignment = parse_count(name, required(name), "bytes");
        else if (name == "--strict")
            result_.strict = true;
        else if (name == "--plan-in-place")
            result_.plan_in_place = true;
        else if (name == "--check")
            add(stage::check, required(name));
        else if (name == "--run")
            add(stage::run);
        else if (name == "--inputs")
            result_.inputs = required(name);
        else if (name == "--expect")
            result_.expect = required(name);
        else if (name == "--threads")
            result_.threads = parse_count(name, required(name), "threads");
        else if (name == "--fill-memory")
            result_.fresh_memory = parse_byte(name, required(name));
        else if (name == "--profile")
            result_.profile = true;
        else if (name == "--trace")
            result_.trace = required(name);
        else if (name == "--tolerance")
            result_.tolerance = parse_tolerance(required(name));
        else if (name == "--diff")
            add(stage::diff, required(name));
        else if (name == "--debug-map")
            result_.debug_map = required(name);
        else if (name == "-o")
            add(stage::write_text, required(name));
        else if (argument.starts_with("-"))
            throw usage_error{"there is no option '" + argument + "'"};
        else if (!result_.model.empty())
            throw usage_error{"two models are given: '" + result_.model + "' and '" + argument + "'"};
        else
            result_.model = argument;
        if (value_)
            throw usage_error{"'" + name + "' takes no value"};
    }

    void add(stage::kind what, std::string argument = {}) { result_.stages.push_back({what, std::move(argument), {}}); }

    std::string required(std::string const& name) {
        if (value_) {
            std::string value = *value_;
            value_.reset();
            return value;
        }
        if (at_ + 1 == arguments_.size())
            throw usage_error{"'" + name + "' needs a value"};
        return arguments_[++at_];
    }

    std::string optional(std::string const& otherwise) {
        std::string const value = value_.value_or(otherwise);
        value_.reset();
        return value;
    }

    // The node of the rule that is to be explained.
    std::string& explained() {
        if (result_.stages.empty() || result_.stages.back().what != stage::explain)
            throw usage_error{"--at stands behind --explain"};
        return result_.stages.back().second;
    }

    std::string form(std::string const& name) {
        std::string const value = optional("fx");
        if (value != "fx" && value != "lossless")
            throw usage_error{"'" + name + "' takes fx or lossless"};
        return value;
    }

    std::vector<std::string> const& arguments_;
    std::size_t at_ = 0;
    std::optional<std::string> value_;
    options result_;
};

} // namespace

bool options::writes_pte() const {
    return !model.ends_with(".pte") && std::ranges::any_of(stages, [](stage const& s) {
        return s.what == stage::write_text && s.argument.ends_with(".pte");
    });
}

options parse_options(std::vector<std::string> const& arguments) { return reader{arguments}.read(); }

std::string usage() {
    return R"(usage: graft-opt MODEL.pt2 [option...]
       graft-opt PROGRAM.pte [--print-ir] [--run ...] [--diff OTHER.pte] [-o FILE.pte]
       graft-opt --table DIR     print a table of the models DIR/*/model.pt2: errors, nodes, planned bytes, times
       graft-opt --list-rules    print every rule: both sides, conditions, contract
Stages, applied in the order written:
  --to-edge            lower to the Edge dialect
  --to-backend         lower to the Backend dialect (through Edge when need be)
  --passes=a,b,c       run these passes
  --rules[=SET]        apply rules until none matches: canonical, fold, recompose, quant, all of these, or those of a file
  --explain RULE --at NODE   print why a rule does not match at a node
  --verify             check the program as it stands against its dialect; notes tell of ops that nothing is known of,
                       and of those that are no Edge ops and stay as they are, and are no failure
  --strict             an op that is no Edge op fails --verify, also where nothing makes others of it
  --partition=OPS      print the largest partitions of calls of these ops or packets (aten.add,aten.mul.Tensor),
                       and why other calls are in none
  --source-partitions=MODULES   print what came from these modules or functions (Linear,relu)
  --match FILE         print where the graph computes what the graph in FILE does, which may be in FX's form or lossless
  --replace PATTERN REPLACEMENT   put the graph of one file in the place of that of the other
  --print-ir[=fx|lossless]   print the graphs, in FX's text or in the form that reads back
  --dot FILE           write the graph for Graphviz
  --plan[=FILE.svg]    plan memory, print planned bytes, their sum, the lower bound and the gap, and draw the plan
  --check REF          run the .pt2 REF and the program as it is on the same inputs, those of --inputs or random ones,
                       and print MSE, max abs, ulp and SNR of each output; where they differ, the first pass, rewrite
                       and node that made the difference
  --run                run before and after the stages so far, and compare
  -o FILE              write the program: a .pt2, a .pte for ExecuTorch, or else its graph in the lossless form
  --debug-map FILE     with -o FILE.pte, write which call each instruction comes from: handles, names, stack traces
  --diff FILE          of a .pte: print how another one differs in what it does
For --rules:
  --rule-stats         print how often each rule was tried, matched, applied and undone
For --plan:
  --plan-for=LIST      which of inputs, outputs and buffers that are written to are planned; inputs,outputs otherwise
  --plan-alignment=N   every value begins at a multiple of so many bytes; 16 otherwise
  --plan-in-place      element-wise calls write over an operand that nothing needs any more, in --run too
For --run:
  --inputs FILE        safetensors: input_0, input_1, ...; or a test set of data, labels and logits; without it
                       three cases of random inputs are run, of sizes that the range constraints admit
  --expect FILE        safetensors: output_0, ... with the gradients last, mutated_input_0, mutated_buffer.NAME
  --tolerance T        accept |got - expected| <= T + T * |expected|
  --threads N          divide the work of kernels over N threads; 1 otherwise
  --fill-memory=BYTE   all memory begins as this byte (165, 0xA5), and each call runs twice, on results that begin as
                       the byte and as its inverse: one whose results differ, as it leaves bytes unwritten, is an error
  --profile            run the lowered program again and again, and print what each op and the slowest nodes take
  --trace FILE         with --profile, write every call of every run for Chrome's trace viewer
For every stage:
  --print-ir-before-all, --print-ir-after-all   print the graph around each pass
  --print-diff         print what each pass added, removed, changed and moved
  --print-pass-order   print the passes as they run, each with what constraints put before it
  --time-passes        print what each pass took
Exit code: 0, 1 for a program that cannot be lowered, verified or run or that is out of tolerance, 2 for bad usage.
)";
}
