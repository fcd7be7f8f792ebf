#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pattern/detail/pattern_side.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/rulecheck/rule_case.hpp>
#include <graft/rulecheck/side_difference.hpp>
#include <graft/runtime/interpreter.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace graft {

/// What is wrong with the right side of a rule in a case.
enum class side_fault : std::uint8_t {
    none,     ///< both sides agree
    dtype,    ///< it has another dtype than the left side
    sizes,    ///< it has other sizes
    values,   ///< its values are further off than the promise allows
    rejected, ///< its ops do not take these arguments
    raised,   ///< running or building it is an error
};

/// What became of a case: whether the rule matched it, and how its sides compare.
struct side_outcome {
    bool matched = false;                ///< the rule matched
    std::string reason;                  ///< why it did not match, or what the right side raised
    side_fault fault = side_fault::none; ///< what is wrong, or `none`
    side_difference difference;          ///< of all results
    /// The first results that differ, or else the last.
    /// @{
    tensor left, right;
    /// @}
    /// What the left and the right side are.
    /// @{
    graft::graph before, after;
    /// @}

    /// True when the rule matched and its right side is wrong.
    [[nodiscard]] bool failed() const { return fault != side_fault::none; }
};

namespace detail {

// A set of one rule, whose right side stands within `graft::right_side`.
class marked_rule {
public:
    explicit marked_rule(rule_view const& rule);

    static constexpr std::size_t most_nodes = 512, most = 64;
    using set_type = rule_set<1, most_nodes, most, most>;
    [[nodiscard]] set_type const& set() const { return set_; }

private:
    static void mark(pattern_side from, op_info const& op, int slot, vec<pattern_node>& to);
    static void mark_each(pattern_side from, vec<pattern_node>& to);

    set_type set_;
};

// Rewrites cases by one rule and compares what they compute before and after.
class side_runner {
public:
    side_runner(rule_view const& rule, kernel_library const& library)
        : promise_(rule.options.promise), marked_(rule), library_(library) {}

    [[nodiscard]] side_outcome run(case_graph const& made) const;

private:
    [[nodiscard]] static side_outcome failed(side_outcome outcome, side_fault fault, std::string reason) {
        outcome.fault = fault;
        outcome.reason = std::move(reason);
        return outcome;
    }

    [[nodiscard]] static side_outcome unmatched(side_outcome outcome, rewrite_result const& result);

    [[nodiscard]] side_outcome compare(case_graph const& made, graft::graph after, side_outcome outcome) const;

    [[nodiscard]] bool is_excused(case_graph const& made, run_values const& left, run_values const& right,
                                  side_outcome const& outcome) const {
        return (promise_.atol > 0 || promise_.rtol > 0) &&
               (is_rounding(made, left, right, outcome) || (promise_.finite_only && overflows(made, outcome)));
    }

    // An approximation is no better than what its operands are known to: where the left side changes by as much as the
    // right side is off when they are rounded differently, the right side is as good.
    [[nodiscard]] bool is_rounding(case_graph const& made, run_values const& left, run_values const& right,
                                   side_outcome const& outcome) const;

    // True when a number on the way is infinite or nan on either side, where all operands are numbers.
    [[nodiscard]] bool overflows(case_graph const& made, side_outcome const& outcome) const;

    // In the order in which they were made, which is that of the rule.
    [[nodiscard]] static vec<node_id> right_sides(graft::graph const& g);

    void compare(run_value const& left, run_value const& right, side_outcome& outcome) const;
    void compare_values(side_outcome& outcome) const;

    // The results, or nothing and why there are none.
    [[nodiscard]] std::optional<run_values> run(graft::graph g, run_values inputs, std::string& reason) const;
    [[nodiscard]] std::optional<run_values> run(case_graph const& made, graft::graph g, std::string& reason) const {
        run_values inputs = made.inputs_of(g);
        return run(std::move(g), std::move(inputs), reason);
    }

    contract promise_;
    marked_rule marked_;
    kernel_library library_;
};

} // namespace detail
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/runtime/random_tensor.hpp>
#    include <graft/schema/op.hpp>

#    include <algorithm>
#    include <string_view>

namespace graft::detail {

// Stands around what a rule puts in place of a value, so that the driver leaves the comparison to us.
struct right_side_t : op<right_side_t> {
    static constexpr schema_text text{"graft::right_side(Tensor value) -> Tensor"};
};

// Stands around each value that a rule of several roots puts in place of one of them; its spec is that of the value.
struct right_root_t : op<right_root_t> {
    static constexpr schema_text text{"graft::right_side.root(Tensor value) -> Tensor"};
    static constexpr value_spec meta(graft::call<tensor_spec> const& c) { return c.tensor("value"); }
};

GRAFT_INLINE marked_rule::marked_rule(rule_view const& rule) {
    rule_view marked = rule;
    vec<pattern_node> rhs;
    if (rule.rhs[0].kind == pattern_kind::roots)
        mark_each(rule.rhs, rhs);
    else
        mark(rule.rhs, right_side_t::info(), 0, rhs);
    marked.rhs = rhs;
    if (rule.lhs.size() + rhs.size() > most_nodes || rule.conditions.size() > most || rule.variables.size() > most)
        raise(errc::unsupported, "rule '", rule.name, "' is too large to be checked");
    set_.append(marked);
}

GRAFT_INLINE void marked_rule::mark(pattern_side from, op_info const& op, int slot, vec<pattern_node>& to) {
    pattern_node around;
    around.kind = pattern_kind::call;
    around.op = &op;
    around.slot = static_cast<std::int16_t>(slot);
    around.size = static_cast<std::int16_t>(from.size() + 1);
    to.push_back(around);
    to.insert(to.end(), from.begin(), from.end());
    to[to.size() - from.size()].slot = 0;
}

GRAFT_INLINE void marked_rule::mark_each(pattern_side from, vec<pattern_node>& to) {
    to.push_back(from[0]);
    int slot = 0;
    for_each_child(from, 0, [&](std::size_t at) { mark(subtree(from, at), right_root_t::info(), slot++, to); });
    to[0].size = static_cast<std::int16_t>(to.size());
}

// Runs a graph, and notes whether all of its calls give numbers.
struct finite_watch : interpreter<finite_watch> {
    using interpreter::interpreter;

    bool finite = true;

    run_value call_function(node_id n) {
        run_value made = interpreter::call_function(n);
        finite = finite && (!made.is_tensor() || is_finite_throughout(made.tensor()));
        return made;
    }
};

GRAFT_INLINE side_outcome side_runner::run(case_graph const& made) const {
    side_outcome outcome;
    outcome.before = made.graph;
    graft::graph after = made.graph;
    try {
        rewrite_options options;
        options.rewrites = 1;
        options.numbers = made.numbers;
        options.order = sweep::backward;
        rewrite_result const result = rewrite(after, marked_.set(), options);
        if (result.rewrites == 0)
            return unmatched(std::move(outcome), result);
    } catch (error const& e) {
        outcome.matched = true;
        return failed(std::move(outcome), side_fault::raised, e.what());
    }
    outcome.matched = true;
    return compare(made, std::move(after), std::move(outcome));
}

GRAFT_INLINE side_outcome side_runner::unmatched(side_outcome outcome, rewrite_result const& result) {
    if (result.unsound == 0) {
        outcome.reason = "the rule does not match";
        return outcome;
    }
    outcome.matched = true;
    return failed(std::move(outcome), side_fault::rejected, "its ops do not take these arguments");
}

GRAFT_INLINE side_outcome side_runner::compare(case_graph const& made, graft::graph after, side_outcome outcome) const {
    vec<arg> left, right;
    bool is_value = true;
    for (node_id const n : right_sides(after)) {
        arg_ref const value = after.arg(n, 0);
        is_value = is_value && value.is_node();
        left.push_back(arg::node(made.graph.contains(n) ? n : made.roots.at(left.size())));
        right.push_back(value.is_node() ? arg::node(value.node()) : arg{});
    }
    if (!is_value || left.empty())
        return failed(std::move(outcome), side_fault::raised, "it is a literal and no tensor");
    outcome.before.output(arg::tuple(left));
    after.output(arg::tuple(right));
    eliminate_dead_code(outcome.before);
    eliminate_dead_code(after);
    outcome.after = after;
    auto const left_values = run(made, outcome.before, outcome.reason);
    if (!left_values) {
        outcome.matched = false;
        return outcome;
    }
    auto const right_values = run(made, std::move(after), outcome.reason);
    if (!right_values)
        return failed(std::move(outcome), side_fault::raised, outcome.reason);
    for (std::size_t i = 0; i < left_values->size() && !outcome.failed(); ++i)
        compare((*left_values)[i], (*right_values)[i], outcome);
    if (outcome.fault == side_fault::values && is_excused(made, *left_values, *right_values, outcome)) {
        outcome.fault = side_fault::none;
        outcome.difference = {};
    }
    return outcome;
}

GRAFT_INLINE bool side_runner::is_rounding(case_graph const& made, run_values const& left, run_values const& right,
                                           side_outcome const& outcome) const {
    if (!is_floating_point(outcome.left.dtype()))
        return false;
    constexpr int times = 6;
    vec<side_rounding> roundings;
    for (run_value const& v : left) {
        if (!v.is_tensor())
            return false;
        roundings.emplace_back(v.tensor());
    }
    random_source random(1);
    for (int i = 0; i < times; ++i) {
        run_values inputs = made.inputs_of(outcome.before);
        for (run_value& input : inputs)
            input = rounded_differently(input.tensor(), random);
        std::string reason;
        auto const values = run(outcome.before, std::move(inputs), reason);
        if (!values)
            return false;
        for (std::size_t k = 0; k < roundings.size(); ++k)
            roundings[k].add((*values)[k].tensor());
    }
    for (std::size_t k = 0; k < roundings.size(); ++k)
        if (left[k].tensor().dtype() != right[k].tensor().dtype() ||
            left[k].tensor().sizes() != right[k].tensor().sizes() || !roundings[k].allows(right[k].tensor(), promise_))
            return false;
    return true;
}

GRAFT_INLINE bool side_runner::overflows(case_graph const& made, side_outcome const& outcome) const {
    for (auto const& [n, data] : made.inputs)
        if (!is_finite_throughout(data))
            return false;
    finite_watch watch(library_);
    for (graft::graph const* const g : {&outcome.before, &outcome.after}) {
        graph_module const module{*g, {}};
        static_cast<void>(watch.run(module, made.inputs_of(*g)));
    }
    return !watch.finite;
}

GRAFT_INLINE vec<node_id> side_runner::right_sides(graft::graph const& g) {
    vec<node_id> found;
    for (node_id const n : g.nodes())
        if (std::string_view const name = g.target(n).name;
            name == right_side_t::info().name || name == right_root_t::info().name)
            found.push_back(n);
    std::sort(found.begin(), found.end());
    return found;
}

GRAFT_INLINE void side_runner::compare(run_value const& left, run_value const& right, side_outcome& outcome) const {
    if (left.is_list() && right.is_list() && left.items().size() == right.items().size()) {
        for (std::size_t i = 0; i < left.items().size() && !outcome.failed(); ++i)
            compare(left.items()[i], right.items()[i], outcome);
        return;
    }
    if (!left.is_tensor() || !right.is_tensor()) {
        outcome.fault = side_fault::raised;
        outcome.reason = "it is not a tensor where the left side is one";
        return;
    }
    outcome.left = left.tensor();
    outcome.right = right.tensor();
    if (outcome.left.dtype() != outcome.right.dtype())
        outcome.fault = side_fault::dtype;
    else if (outcome.left.sizes() != outcome.right.sizes())
        outcome.fault = side_fault::sizes;
    else
        compare_values(outcome);
}

GRAFT_INLINE void side_runner::compare_values(side_outcome& outcome) const {
    side_difference const seen = compare_sides(outcome.left, outcome.right, promise_);
    outcome.difference.add(seen);
    outcome.difference.first = seen.first;
    if (!seen.agrees())
        outcome.fault = side_fault::values;
}

GRAFT_INLINE std::optional<run_values> side_runner::run(graft::graph g, run_values inputs, std::string& reason) const {
    graph_module const module{std::move(g), {}};
    try {
        return plain_interpreter(library_).run(module, std::move(inputs)).items();
    } catch (error const& e) {
        reason = e.sentence();
        return std::nullopt;
    }
}

} // namespace graft::detail
#endif
