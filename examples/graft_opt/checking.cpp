// Run: test/data/models/digits_cnn/model.pt2 --to-backend --check test/data/models/digits_cnn/model.pt2
// Run: test/data/models/dynamic_mlp/model.pt2 --rules --check test/data/models/dynamic_mlp/model.pt2 --to-edge --check test/data/models/dynamic_mlp/model.pt2
#include "checking.hpp"

#include "cases.hpp"
#include "library.hpp"
#include "lowering.hpp"
#include "matching.hpp"
#include "rewriting.hpp"
#include "run.hpp"
#include "steps.hpp"

#include <graft/debug/bisect_values.hpp>
#include <graft/runtime/random_inputs.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using named_tensors = std::map<std::string, tensor>;

std::optional<tolerance> tolerance_of(options const& o) {
    return o.tolerance ? std::optional{tolerance{*o.tolerance, *o.tolerance}} : std::nullopt;
}

/// How far a program is from a reference on the same inputs.
class comparison {
public:
    comparison(exported_program const& reference, std::vector<tensor> inputs, options const& o)
        : inputs_(std::move(inputs)), allowed_(tolerance_of(o)), expected_(run_named(reference, inputs_)) {
        for (std::size_t i = 0; i < inputs_.size(); ++i) // those that the reference does not change
            if (auto const found = expected_.find("mutated_input_" + std::to_string(i));
                found != expected_.end() && compare(inputs_[i], found->second, tolerance{}).agrees())
                expected_.erase(found);
    }

    /// A line for each output, or just whether all agree.
    bool operator()(exported_program const& program, std::ostream* out) const {
        named_tensors const got = run_named(program, inputs_);
        bool good = true;
        for (auto const& [name, value] : expected_) {
            auto const found = got.find(name);
            if (found == got.end())
                raise(errc::invalid_argument, "the program returns no '", name, "'");
            output_difference const d = measure(value, found->second, allowed_);
            good = good && d.values.agrees();
            if (out != nullptr)
                *out << "  " << name << ": " << text(d) << (d.values.agrees() ? "\n" : ", out of tolerance\n");
        }
        return good;
    }

    [[nodiscard]] std::vector<tensor> const& inputs() const { return inputs_; }

private:
    std::vector<tensor> inputs_;
    std::optional<tolerance> allowed_;
    named_tensors expected_;
};

/// The case that is given, or three random ones which the reference takes: its assertions may refuse some.
std::vector<std::pair<std::string, comparison>> cases_of(exported_program const& reference, options const& o) {
    std::vector<std::pair<std::string, comparison>> cases;
    if (!o.inputs.empty()) {
        cases.emplace_back(o.inputs, comparison(reference, read_cases(reference, o.inputs, "").inputs.at(0), o));
        return cases;
    }
    for (std::uint64_t seed = 0; cases.size() < 3; ++seed)
        try {
            comparison compare(reference, random_inputs(reference, seed), o);
            cases.emplace_back("random inputs " + std::to_string(seed), std::move(compare));
        } catch (error const&) {
            if (seed == 15) // nothing random will do
                throw;
        }
    return cases;
}

/// What a stage did, pass by pass; `at` is the dialect before and after it.
std::vector<checked_step> steps_of(stage const& s, level& at) {
    switch (s.what) {
    case stage::to_edge:
    case stage::to_backend:
    case stage::passes: return lowering_steps(s, at);
    case stage::rules: return rewriting_steps(s.argument);
    case stage::replace: {
        auto const replace = [s](exported_program& p) { static_cast<void>(replace_in(p, s.argument, s.second)); };
        return {{make_pass("replace", replace), {}}};
    }
    default: return {};
    }
}

std::string number_text(char const* label, double number) {
    std::ostringstream out;
    out << label << number;
    return out.str();
}

/// The first node of which two programs have different values, as text.
std::string node_text(exported_program const& before, exported_program const& after, comparison const& compare,
                      options const& o) {
    try {
        same_outputs const test(before, compare.inputs(), graft_opt_library(), tolerance_of(o));
        auto const node = find_differing_node(before, after, test);
        if (!node)
            return "  no node that both programs have has different values\n";
        return "  first node that differs: %" + node->name +
               (node->reason.empty() ? number_text(", max abs ", node->values.max_abs) : ": " + node->reason) + '\n';
    } catch (std::exception const& e) {
        return "  the values of nodes cannot be compared: " + std::string{e.what()} + '\n';
    }
}

/// Which pass, rewrite and node made the program wrong.
std::string blame(exported_program const& original, level at, std::span<stage const> stages, comparison const& compare,
                  options const& o) {
    program_test const is_right = [&](exported_program const& p) { return compare(p, nullptr); };
    std::vector<any_pass> passes;
    std::vector<std::optional<limited_rewrite>> rewrites;
    for (stage const& s : stages)
        for (checked_step& step : steps_of(s, at)) {
            passes.push_back(std::move(step.pass));
            rewrites.push_back(std::move(step.rewrites));
        }
    auto const pass = find_failing_pass(original, passes, is_right);
    if (!pass)
        return "  no pass alone makes the difference\n";
    std::string report = "  first wrong pass: " + pass->name + (pass->reason.empty() ? "" : ": " + pass->reason) + '\n';
    if (auto const& limited = rewrites[pass->index])
        if (auto const rewrite = find_failing_rewrite(pass->before, *limited, is_right))
            return report + "  first wrong rewrite: " + text(*rewrite) +
                   node_text(rewrite->before, rewrite->after, compare, o);
    return report + node_text(pass->before, pass->after, compare, o);
}

} // namespace

bool check_program(exported_program const& reference, exported_program const& original, exported_program const& current,
                   std::span<stage const> stages, options const& o, std::ostream& out) {
    bool good = true;
    for (auto const& [name, compare] : cases_of(reference, o)) {
        out << "check: " << name << '\n';
        if (compare(current, &out))
            continue;
        good = false;
        if (!compare(original, nullptr))
            out << "  the program differs from the reference before it is transformed\n"
                << node_text(reference, original, compare, o);
        else
            out << blame(original, level_of(original), stages, compare, o);
        break;
    }
    return good;
}
