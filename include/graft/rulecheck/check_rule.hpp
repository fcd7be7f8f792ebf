#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/vec.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/rulecheck/check_result.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/rulecheck/side_runner.hpp>
#include <graft/runtime/library.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace graft {

/// How a rule is checked.
struct check_options {
    kernel_library library;    ///< what both sides run on
    std::size_t cases = 200;   ///< in which the rule is to match
    std::uint64_t seed = 1;    ///< of the random inputs: equal seeds give equal ones
    std::size_t attempts = 40; ///< per case, until the rule counts as one that hardly ever matches
    bool explain = true;       ///< false: end at the first failure, and say no more of it
};

/// Checks that both sides of a rule compute the same, up to what its contract allows, on inputs made for its left
/// side: of every dtype, of ranks 0 to 4, broadcast, with special values. Where that holds of real numbers, a quarter
/// as many cases of complex ones follow, which are not counted among those that match. The rule is matched and built
/// as in any graph, both programs run on the kernels of the library. Where an approximation is promised, the right side
/// may also be as far off as the left side moves when its operands are rounded differently: no sum that cancels is
/// better known. Where it is promised for finite numbers only, none on the way may be infinite, or nan, unless an
/// operand is.
[[nodiscard]] GRAFT_INLINE rule_check check_rule(rule_view const& rule, check_options const& options);

/// Checks a rule by itself.
template <class Rule>
[[nodiscard]] rule_check check_rule(Rule const& rule, check_options const& options) {
    auto const set = detail::to_rule_set(rule);
    static_assert(decltype(set)::rule_count == 1, "graft: check_rule takes one rule; check_rules takes a set");
    return check_rule(rule_view{set[0]}, options);
}

/// Checks every rule of a set.
template <class Set>
[[nodiscard]] vec<rule_check> check_rules(Set const& set, check_options const& options) {
    vec<rule_check> results;
    auto const& all = detail::to_rule_set(set);
    for (std::size_t i = 0; i < all.size(); ++i)
        results.push_back(check_rule(rule_view{all[i]}, options));
    return results;
}

namespace detail {

// The tensor and its first elements: `f32[2]: 0 -0`.
[[nodiscard]] GRAFT_INLINE std::string elements_text(tensor const& t);

// A case for a reader: the inputs, both sides and what they give.
[[nodiscard]] GRAFT_INLINE std::string case_text(rule_case const& c, side_outcome const& outcome);

} // namespace detail
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/argument.hpp>
#    include <graft/ir/text/print.hpp>
#    include <graft/ir/text/print_value.hpp>
#    include <graft/meta/view.hpp>
#    include <graft/rulecheck/detail/case_builder.hpp>
#    include <graft/rulecheck/detail/case_limits.hpp>
#    include <graft/rulecheck/detail/rule_repair.hpp>
#    include <graft/rulecheck/shrink_case.hpp>
#    include <graft/runtime/random_tensor.hpp>
#    include <graft/symbolic/spec_of.hpp>

#    include <algorithm>
#    include <array>
#    include <concepts>
#    include <cstdio>
#    include <limits>
#    include <optional>
#    include <string_view>
#    include <utility>

namespace graft {
namespace detail {

// With as many digits as tell the numbers of a type apart, and no zeros at the end.
inline void append_rounded(std::string& out, double number, int digits) {
    if (number != number) { // nan has a sign, which no contract knows
        out += "nan";
        return;
    }
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, number);
    out += buffer;
}

GRAFT_INLINE std::string elements_text(tensor const& t) {
    constexpr std::int64_t most = 8;
    std::string out = text(spec_of(t)) + ':';
    tensor const dense = real_parts(t);
    auto const append = [&](std::int64_t i) {
        visit_dtype(dense.dtype(), [&]<class T>() {
            if constexpr (std::same_as<T, bool>)
                out += dense.data<T>()[i] ? "True" : "False";
            else if constexpr (std::integral<T>)
                out += std::to_string(dense.data<T>()[i]);
            else if constexpr (real_element<T>)
                append_rounded(out, static_cast<double>(dense.data<T>()[i]), std::numeric_limits<T>::max_digits10);
        });
    };
    for (std::int64_t i = 0; i < std::min(t.numel(), most); ++i) {
        out += ' ';
        if (!is_complex(t.dtype())) {
            append(i);
            continue;
        }
        out += '(';
        append(2 * i);
        out += ", ";
        append(2 * i + 1);
        out += ')';
    }
    return out + (t.numel() > most ? " ..." : "");
}

// The calls of a graph, each with what is known of its value.
inline void append_calls(std::string& out, std::string_view title, graph const& g) {
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function)
            continue;
        out += "  " + std::string{title} + "%" + std::string{g.name(n)} + " = " + std::string{g.target(n).name} + '(';
        title = "         ";
        for (std::size_t i = 0; i < g.arg_count(n); ++i)
            out += (i == 0 ? "" : ", ") + fx_text(g, g.arg(n, i));
        for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
            out += (i + g.arg_count(n) == 0 ? "" : ", ") + std::string{g.kwarg_key(n, i)} + "=" +
                   fx_text(g, g.kwarg(n, i));
        out += g.val(n) == nullptr ? ")\n" : ") : " + text(*g.val(n)) + '\n';
    }
}

GRAFT_INLINE std::string case_text(rule_case const& c, side_outcome const& outcome) {
    std::string out;
    for (case_decision const& d : c)
        if (d.what == case_decision::kind::tensor)
            out += "    " + std::string{d.name.empty() ? "a tensor" : d.name} + " is " + elements_text(d.data) + '\n';
    append_calls(out, "  left:  ", outcome.before);
    append_calls(out, "  right: ", outcome.after);
    if (outcome.left.defined())
        out += "    left gives  " + elements_text(outcome.left) + '\n';
    if (outcome.right.defined())
        out += "    right gives " + elements_text(outcome.right) + '\n';
    else if (outcome.failed())
        out += "    right: " + outcome.reason + '\n';
    return out;
}

// Tries one rule on many cases.
class rule_tester {
public:
    rule_tester(rule_view const& rule, check_options const& options)
        : rule_(rule), options_(options), runner_(rule, options.library),
          mains_(case_limits::main_dtypes(rule.conditions)) {
        result_.rule = rule.name;
        result_.promise = rule.options.promise;
    }

    [[nodiscard]] rule_check run() {
        find_missing_kernels(rule_.lhs);
        find_missing_kernels(rule_.rhs);
        if (!result_.without_kernel.empty())
            return std::move(result_);
        random_source seeds(options_.seed);
        std::size_t const most = options_.cases * options_.attempts, hopeless = 50 * options_.attempts;
        while (result_.matched < options_.cases && result_.attempts < most &&
               (result_.matched != 0 || result_.attempts < hopeless) && (options_.explain || result_.failed == 0)) {
            ++result_.attempts;
            random_source random = next_source(seeds);
            result_.matched += try_case(random, mains_[result_.attempts % mains_.size()]);
        }
        if (result_.matched != 0 && case_limits::all_admit(rule_.conditions, dtype::c64))
            try_complex_cases(seeds);
        for (bool const by_values : {false, true})
            if (options_.explain && !failing_[by_values].empty())
                explain(failing_[by_values], by_values);
        return std::move(result_);
    }

private:
    // The choices of one case.
    [[nodiscard]] static random_source next_source(random_source& seeds) {
        return random_source(static_cast<std::uint64_t>(seeds.between(0, std::int64_t{1} << 62)));
    }

    // What holds for real numbers may not for complex ones, which few rules are about.
    void try_complex_cases(random_source& seeds) {
        std::size_t left = (options_.cases + 3) / 4;
        for (std::size_t i = 4 * left; i > 0 && left > 0 && result_.failed == 0; --i) {
            random_source random = next_source(seeds);
            left -= try_case(random, dtype::c64);
        }
    }

    void find_missing_kernels(view<pattern_node const> side) {
        for (pattern_node const& n : side) {
            bool const runs = n.kind == pattern_kind::call || n.kind == pattern_kind::flat;
            if (!runs || n.op == nullptr || options_.library.supports(*n.op))
                continue;
            auto& missing = result_.without_kernel;
            if (std::find(missing.begin(), missing.end(), n.op->name) == missing.end())
                missing.emplace_back(n.op->name);
        }
    }

    // A case that matched, and the dtype of most of its tensors.
    struct matched_case {
        dtype main;
        rule_case decisions;
    };

    // Every other case of a rule that hardly ever matches is one that it has matched, some times over, with other
    // elements, and of each dtype in turn.
    [[nodiscard]] bool is_repeated(random_source& random) const {
        constexpr std::size_t times = 8;
        return result_.matched < (times + 1) * matched_.size() && 4 * result_.matched < result_.attempts &&
               random.chance(50);
    }
    [[nodiscard]] static rule_case with_other_elements(matched_case from, dtype main, random_source& random) {
        constexpr std::array mixes{element_mix::special, element_mix::ordinary, element_mix::special,
                                   element_mix::integers};
        element_mix const mix = random.pick(mixes);
        arg const old = from.main;
        for (case_decision& d : from.decisions)
            if (d.what == case_decision::kind::literal && d.literal.kind == old.kind && d.literal.bits == old.bits) {
                d.literal = main;
            } else if (d.what == case_decision::kind::tensor) {
                dtype const to = d.data.dtype() == from.main ? main : d.data.dtype();
                if (!d.fixed)
                    d.data = random_tensor(d.data.sizes(), to, mix, random);
                else if (to != d.data.dtype())
                    d.data = converted(d.data, to);
            }
        return std::move(from.decisions);
    }

    // Whether the rule matches a case of tensors that are mostly of a dtype.
    bool try_case(random_source& random, dtype main) {
        bool const repeated = is_repeated(random);
        rule_case decisions = repeated ? with_other_elements(random.pick(matched_), main, random) : rule_case{};
        auto const made = case_builder(rule_, decisions, repeated ? nullptr : &random, main).build();
        if (!made) {
            result_.last_reason = "no call can be made of the inputs";
            return false;
        }
        side_outcome const outcome = runner_.run(*made);
        if (!outcome.matched) {
            result_.last_reason = outcome.reason;
            return false;
        }
        if (!repeated)
            matched_.push_back({main, decisions});
        if (!repeated || outcome.failed()) // what a rule allows is not told from the same sizes over and over
            facts_.push_back(facts_of(*made, outcome));
        bool const comparable = outcome.fault == side_fault::none || outcome.fault == side_fault::values;
        if (comparable && outcome.left.defined())
            result_.seen[outcome.left.dtype()].add(outcome.difference);
        if (!outcome.failed())
            return true;
        ++result_.failed;
        rule_case& smallest = failing_[facts_.back().fails_by_values()];
        if (smallest.empty() || size_of(decisions) < size_of(smallest))
            smallest = std::move(decisions);
        return true;
    }
    [[nodiscard]] static case_facts facts_of(case_graph const& made, side_outcome const& outcome) {
        case_facts facts;
        for (node_id const n : made.variables) {
            tensor_spec const* const known = n == no_node ? nullptr : tensor_of(made.graph.val(n));
            facts.variables.push_back(known != nullptr ? std::optional(*known) : std::nullopt);
        }
        if (tensor_spec const* const known = tensor_of(made.graph.val(made.roots[0])))
            facts.replaced = *known;
        facts.fault = outcome.fault;
        return facts;
    }

    // How much a reader has to look at.
    [[nodiscard]] static std::int64_t size_of(rule_case const& decisions) {
        std::int64_t size = 0;
        for (case_decision const& d : decisions)
            size +=
                d.what == case_decision::kind::tensor ? 4 + d.data.numel() : 1 + static_cast<std::int64_t>(d.choice);
        return size;
    }

    [[nodiscard]] side_outcome outcome_of(rule_case decisions) const {
        auto const made = case_builder(rule_, decisions, nullptr).build();
        return made ? runner_.run(*made) : side_outcome{};
    }

    void explain(rule_case const& failing, bool by_values) {
        side_fault const fault = outcome_of(failing).fault;
        rule_case const smallest =
            shrink_case(failing, [&](rule_case const& c) { return outcome_of(c).fault == fault; });
        repair_finder repairs(rule_, facts_, by_values);
        rule_failure failure{fault, 0, repairs.failing_dtypes(), case_text(smallest, outcome_of(smallest)), {}};
        for (case_facts const& f : facts_)
            failure.cases += f.fault != side_fault::none && f.fails_by_values() == by_values;
        if (auto const enough = result_.tightest(); by_values && enough)
            failure.repairs.push_back(text(*enough));
        for (std::string& r : repairs.find())
            failure.repairs.push_back(std::move(r));
        result_.failures.push_back(std::move(failure));
    }

    rule_view const& rule_;
    check_options const& options_;
    side_runner runner_;
    rule_check result_;
    vec<case_facts> facts_;
    vec<dtype> mains_;                 // that its cases are mostly of
    vec<matched_case> matched_;        // without those that repeat one of them
    std::array<rule_case, 2> failing_; // the smallest that fails by what the result is, and by its values
};

} // namespace detail

GRAFT_INLINE rule_check check_rule(rule_view const& rule, check_options const& options) {
    return detail::rule_tester(rule, options).run();
}

} // namespace graft
#endif
