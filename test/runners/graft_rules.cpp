// Applies every phase of the rules to the exported programs below a folder until no rule matches, interpreted and
// compiled, and compares what they return with what torch returned: `graft_rules FOLDER`. Prints, for each program, its
// calls before and after, and how often each rule was applied.

#include <graft/compiled_rules/compiled_rules.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor_compare.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/transform/constant_numbers.hpp>
#include <graft/transform/rules/all.hpp>
#include <graft/transform/to_edge.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

// How often each rule was applied, in the order of the phases.
class rule_counts {
public:
    void add(std::string_view rule, std::size_t times) {
        auto const [at, is_new] = index_.try_emplace(std::string{rule}, counts_.size());
        if (is_new)
            counts_.push_back({std::string{rule}, 0});
        counts_[at->second].second += times;
    }
    void add(rule_counts const& other) {
        for (auto const& [rule, times] : other.counts_)
            add(rule, times);
    }
    [[nodiscard]] friend std::string text(rule_counts const& counts) {
        std::string out;
        for (auto const& [rule, times] : counts.counts_)
            out += (out.empty() ? "" : ", ") + rule + " " + std::to_string(times);
        return out.empty() ? "-" : out;
    }

private:
    std::vector<std::pair<std::string, std::size_t>> counts_;
    std::map<std::string, std::size_t> index_;
};

struct outcome {
    std::size_t before = 0, after = 0;
    rule_counts counts;
    std::string outputs; // whether they agree, or why that is not known
    std::string wrong;   // empty when all is well
};

std::size_t count_calls(graft::graph_module const& module) {
    std::size_t calls = 0;
    for (graft::node_id const n : module.graph.nodes())
        calls += module.graph.op(n) == graft::opcode::call_function;
    for (graft::submodule const& inner : module.submodules)
        calls += count_calls(inner.module);
    return calls;
}

template <auto const& Phase>
inline constexpr auto rules_in = Phase.rules;

// Applies a phase by the code that its rules compile to.
graft::rewrite_result rewrite_by_code(std::string_view phase, graft::graph& g, graft::rewrite_options const& options) {
    using namespace graft::rule_sets;
    if (phase == canonical<>.name)
        return graft::rewrite(g, graft::compiled<rules_in<canonical<>>>, options);
    if (phase == folding<>.name)
        return graft::rewrite(g, graft::compiled<rules_in<folding<>>>, options);
    if (phase == recomposing<>.name)
        return graft::rewrite(g, graft::compiled<rules_in<recomposing<>>>, options);
    return graft::rewrite(g, graft::compiled<rules_in<quantizing<>>>, options);
}

// Applies a phase to the program and what it calls, once interpreted and once compiled, which has to come to the same.
template <class Phase>
void apply(Phase const& p, graft::graph_module& module, std::span<graft::known_number const> numbers, outcome& o) {
    graft::rewrite_options const options{.numbers = numbers, .order = p.order};
    graft::graph compiled = module.graph;
    graft::rewrite_result const by_code = rewrite_by_code(p.name, compiled, options);
    graft::rewrite_result const result = graft::rewrite(module.graph, p.rules, options);
    if (by_code.per_rule != result.per_rule || !(compiled == module.graph))
        o.wrong += "phase " + std::string{p.name} + ": compiled rules come to something else; ";
    for (std::size_t i = 0; i < p.rules.size(); ++i)
        if (result.per_rule[i] != 0)
            o.counts.add(p.rules[i].name, result.per_rule[i]);
    if (!result.converged || result.unsound != 0)
        o.wrong += "phase " + std::string{p.name} + ": " + graft::text(module.graph, result) + ", " +
                   std::to_string(result.unsound) + " rewrites were unsound; ";
    if (graft::rewrite(module.graph, p.rules, options).rewrites != 0)
        o.wrong += "phase " + std::string{p.name} + ": a rule matches at the end; ";
    for (graft::lint_finding const& finding : graft::lint(module.graph))
        o.wrong += "phase " + std::string{p.name} + ": " + graft::text(module.graph, finding) + "; ";
    for (graft::submodule& inner : module.submodules)
        apply(p, inner.module, {}, o);
}

// True when the program takes a tensor of these sizes; a symbolic one is any.
bool takes(graft::value_spec const* input, graft::tensor const& given) {
    if (input == nullptr || !input->is_tensor() || input->tensor.dim() != given.sizes().size())
        return false;
    for (std::size_t d = 0; d < given.sizes().size(); ++d)
        if (input->tensor.sizes[d].maybe_value().value_or(given.sizes()[d]) != given.sizes()[d])
            return false;
    return true;
}

// The user's inputs of a case, or none where it has one that is no tensor, or is for a program of other sizes.
std::vector<graft::tensor> user_inputs(graft::exported_program const& program, graft::safetensors const& file) {
    std::vector<graft::tensor> inputs;
    for (graft::input_spec const* const spec : program.signature.inputs_of(graft::input_kind::user_input)) {
        auto const given = file.tensors.find("input_" + std::to_string(inputs.size()));
        if (given == file.tensors.end() || !takes(program.graph().val(program.graph().at(spec->name)), given->second))
            return {};
        inputs.push_back(given->second.clone());
    }
    return inputs;
}

// A copy of the program with memory of its own for what calls may write to.
graft::exported_program with_own_state(graft::exported_program program) {
    for (auto* const state : {&program.state_dict, &program.constants})
        for (auto& [name, value] : *state)
            value = value.clone();
    return program;
}

// Compares what the program returns with what torch returned, on every case of its folder.
void check_outputs(graft::exported_program const& program, fs::path const& folder, outcome& o) {
    std::size_t cases = 0;
    double worst = 0;
    for (int k = 0;; ++k) {
        std::string const name = k == 0 ? ".safetensors" : ".case" + std::to_string(k) + ".safetensors";
        if (!fs::exists(folder / ("inputs" + name)))
            break;
        auto const inputs = user_inputs(program, graft::read_safetensors((folder / ("inputs" + name)).string()));
        auto const expected = graft::read_safetensors((folder / ("outputs" + name)).string());
        if (inputs.empty())
            continue;
        graft::exported_program const own = with_own_state(program);
        auto const got = graft::plain_interpreter(graft::cpu_library()).run(own, inputs);
        ++cases;
        std::size_t next = 0;
        for (std::size_t i = 0; i < got.size(); ++i) {
            if (!program.signature.outputs[i].is_result())
                continue;
            std::string const output = "output_" + std::to_string(next++);
            auto const wanted = expected.tensors.find(output);
            if (wanted == expected.tensors.end() || !got[i].is_tensor())
                continue;
            graft::difference const d = graft::compare(wanted->second, got[i].tensor());
            worst = std::max(worst, d.max_abs);
            if (!d.agrees())
                o.wrong += output + " of case " + std::to_string(k) + " is " + std::to_string(d.max_abs) + " off; ";
        }
    }
    std::ostringstream text;
    text << cases << (cases == 1 ? " case agrees to " : " cases agree to ") << std::setprecision(1) << worst;
    o.outputs = cases == 0 ? "no case" : text.str();
}

outcome run(fs::path const& path) {
    outcome o;
    graft::exported_program program = graft::read_pt2(path.string(), {.find_op = graft::find_known_op<>, .model = {}});
    static_cast<void>(graft::to_edge(program));
    o.before = count_calls(program.module);
    auto const phase = [&](auto const& p) {
        std::vector<graft::known_number> const numbers = graft::constant_numbers(program);
        apply(p, program.module, numbers, o);
    };
    auto const evaluate = [&] { graft::constant_prop(program, graft::cpu_library()); };
    graft::rule_sets::for_each_phase(phase);
    evaluate();
    phase(graft::rule_sets::folding<>); // into the weights that are constants now
    evaluate();
    phase(graft::rule_sets::canonical<>);
    graft::update_output_names(program);
    o.after = count_calls(program.module);
    try {
        check_outputs(program, path.parent_path(), o);
    } catch (graft::error const& e) {
        if (e.code() != graft::errc::unsupported)
            throw;
        o.outputs = "not run: " + e.sentence();
    }
    return o;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: graft_rules FOLDER\n";
        return 2;
    }
    std::vector<fs::path> programs;
    for (auto const& entry : fs::recursive_directory_iterator(argv[1]))
        if (entry.path().extension() == ".pt2")
            programs.push_back(entry.path());
    std::sort(programs.begin(), programs.end());

    std::size_t failed = 0, before = 0, after = 0;
    rule_counts all;
    for (fs::path const& path : programs) {
        outcome o;
        try {
            o = run(path);
        } catch (std::exception const& failure) {
            o.wrong = failure.what();
        }
        std::cout << std::left << std::setw(44) << fs::relative(path, argv[1]).string() << std::right << std::setw(5)
                  << o.before << std::setw(5) << o.after << "  " << o.outputs << "; " << text(o.counts) << '\n';
        if (!o.wrong.empty())
            std::cout << "    wrong: " << o.wrong << '\n';
        failed += !o.wrong.empty();
        before += o.before;
        after += o.after;
        all.add(o.counts);
    }
    std::cout << "calls: " << before << " before, " << after << " after; " << text(all) << '\n'
              << programs.size() - failed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
