#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/rule_instance.hpp>
#include <graft/runtime/interpreter.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Which pattern of a rule.
enum class rule_side : std::uint8_t { left, right };

/// What a variable of a rule stands for when a side is evaluated: a tensor, several for a `rest`, or a literal.
struct tensor_binding {
    std::string_view name; ///< of the variable
    vec<tensor> tensors;   ///< of a variable that is no `rest`, one
    arg literal{};         ///< where there are no tensors
    bool is_rest = false;  ///< the variable is a `rest`
};

/// The bindings with what is known of their tensors in the place of these.
[[nodiscard]] GRAFT_INLINE vec<side_binding> specs_of(view<tensor_binding const> bindings);

/// The values of the roots of one side of an instance of a rule, computed from these tensors, op by op.
[[nodiscard]] GRAFT_INLINE run_values evaluate_side(rule_instance const& instance, rule_side side,
                                                    view<tensor_binding const> bindings, kernel_library const& library);

/// The values of the roots of one side of a rule, computed from these tensors, op by op:
/// `evaluate_side(rule, rule_side::left, bindings, library)`. Of several alternatives, `choices` says which are taken,
/// as for `rule_instance`.
[[nodiscard]] inline run_values evaluate_side(rule_view const& rule, rule_side side,
                                              view<tensor_binding const> bindings, kernel_library const& library,
                                              view<std::size_t const> choices = {}) {
    return evaluate_side(rule_instance{rule, specs_of(bindings), choices}, side, bindings, library);
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/eliminate_dead_code.hpp>
#    include <graft/ir/map_arg.hpp>

#    include <utility>

namespace graft {

GRAFT_INLINE vec<side_binding> specs_of(view<tensor_binding const> bindings) {
    vec<side_binding> specs;
    for (tensor_binding const& b : bindings) {
        specs.push_back({b.name, {}, b.literal, b.is_rest});
        for (tensor const& t : b.tensors)
            specs.back().tensors.emplace_back(spec_of(t));
    }
    return specs;
}

GRAFT_INLINE run_values evaluate_side(rule_instance const& instance, rule_side side,
                                      view<tensor_binding const> bindings, kernel_library const& library) {
    graph_module m{instance.both_sides(), {}};
    vec<arg> results;
    std::size_t const left = instance.lhs().size();
    node_id const output = m.graph.back();
    arg_ref const all = m.graph.arg(output, 0);
    for (std::size_t i = side == rule_side::left ? 0 : left; i < (side == rule_side::left ? left : all.size()); ++i)
        results.push_back(to_arg(all[i]));
    m.graph.set_arg(output, 0, arg::tuple(std::move(results)));
    eliminate_dead_code(m.graph);
    run_values inputs;
    for (tensor_binding const& b : bindings)
        inputs.insert(inputs.end(), b.tensors.begin(), b.tensors.end());
    return plain_interpreter{library}.run(m, std::move(inputs)).items();
}

} // namespace graft
#endif
