#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/rewrite/rule_instance.hpp>

#include <cstddef>

namespace graft {

/// What the meta functions of the ops give for the roots of the left side with these bindings.
[[nodiscard]] GRAFT_CONSTEXPR vec<value_spec> infer_left_side(rule_view rule, view<side_binding const> bindings,
                                                              view<std::size_t const> choices = {});

/// What the meta functions of the ops give for the roots of the right side with these bindings; arguments may be
/// computed from what the left side gives. A root that is a literal, or of which nothing is known, has no value.
[[nodiscard]] GRAFT_CONSTEXPR vec<value_spec> infer_right_side(rule_view const& rule, view<side_binding const> bindings,
                                                               view<std::size_t const> choices = {});

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_CONSTEXPR vec<value_spec> infer_left_side(rule_view rule, view<side_binding const> bindings,
                                                view<std::size_t const> choices) {
    rule.rhs = rule.lhs; // the other side is not asked, and need not be possible
    rule_instance const instance{rule, bindings, choices};
    vec<value_spec> specs;
    for (operand const root : instance.lhs())
        specs.push_back(instance.val(root) == nullptr ? value_spec{} : *instance.val(root));
    return specs;
}

GRAFT_CONSTEXPR vec<value_spec> infer_right_side(rule_view const& rule, view<side_binding const> bindings,
                                                 view<std::size_t const> choices) {
    rule_instance const instance{rule, bindings, choices};
    vec<value_spec> specs;
    for (operand const root : instance.rhs())
        specs.push_back(instance.val(root) == nullptr ? value_spec{} : *instance.val(root));
    return specs;
}

} // namespace graft
#endif
