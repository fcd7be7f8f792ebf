#pragma once

#include <graft/meta/fixed_string.hpp>
#include <graft/meta/never.hpp>
#include <graft/rewrite/rule.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

//=== diagnostics: instantiated only to report, the arguments are the facts ===//

/// Reversed, the rule would have a variable that stands for nothing.
template <fixed_string RULE, fixed_string VARIABLE>
struct reversed_variable_unbound {
    static_assert(never<RULE, VARIABLE>, "graft: RULE cannot be reversed: its right side has no VARIABLE, or only a "
                                         "function of it without an inverse; write the other rule out. [E-REV-1]");
};

/// Reversed, the rule would have a right side that no graph can hold.
template <fixed_string RULE>
struct reversed_side_unbuildable {
    static_assert(never<RULE>, "graft: RULE cannot be reversed: its left side has a part that no right side can "
                               "build, such as a wildcard, not_, maybe, through or an untagged one_of; "
                               "write the other rule out. [E-REV-2]");
};

/// Reversed, the rule would have a left side that matches no call.
template <fixed_string RULE>
struct reversed_side_unmatchable {
    static_assert(never<RULE>, "graft: RULE cannot be reversed: its right side is no call of an op, or has a part "
                               "that only a right side can have; write the other rule out. [E-REV-3]");
};

namespace detail {

template <std::size_t N>
constexpr bool has_variable(std::array<pattern_node, N> const& side, std::string_view name, bool computed) {
    return std::any_of(side.begin(), side.end(), [&](pattern_node const& n) {
        return n.name == name && (n.kind == pattern_kind::computed) == computed;
    });
}

// The number of the first variable that the reversed rule would not bind; as many as there are when it binds all.
template <class Rule>
constexpr std::size_t first_unbound_reversed(Rule const& r) {
    for (std::size_t i = 0; i < r.variables.size(); ++i) {
        bool const plain = has_variable(r.rhs, r.variables[i], false);
        bool const mapped = has_variable(r.rhs, r.variables[i], true);
        bool const invertible = std::all_of(r.rhs.begin(), r.rhs.end(), [&](pattern_node const& n) {
            return n.kind != pattern_kind::computed || n.name != r.variables[i] || n.inverse != nullptr;
        });
        if (plain == mapped || !invertible)
            return i;
    }
    return r.variables.size();
}

template <class Rule>
constexpr bool is_buildable_reversed(Rule const& r) {
    return std::none_of(r.lhs.begin(), r.lhs.end(), [](pattern_node const& n) {
        return n.kind == pattern_kind::any || n.kind == pattern_kind::negation || n.kind == pattern_kind::chain ||
               n.kind == pattern_kind::all_outs || n.any_attributes ||
               (n.kind == pattern_kind::one_of && n.name.empty());
    });
}

template <class Rule>
constexpr bool is_matchable_reversed(Rule const& r) {
    pattern_kind const root = r.rhs[0].kind;
    return (root == pattern_kind::call || root == pattern_kind::item || root == pattern_kind::flat ||
            root == pattern_kind::one_of || root == pattern_kind::roots) &&
           std::none_of(r.rhs.begin(), r.rhs.end(), [](pattern_node const& n) {
               return n.kind == pattern_kind::built || (n.kind == pattern_kind::computed && n.map == nullptr);
           });
}

template <auto const& Rule>
inline constexpr auto reversed_name = fixed_slice<Rule.name.size()>(Rule.name);

// Exchanges the sides; a function on the right becomes its variable there, and the variable its inverse.
template <class Rule>
constexpr auto exchange_sides(Rule const& r) {
    rule_value<Rule::rhs_size, Rule::lhs_size, Rule::constraint_count, Rule::variable_count> back{
        r.name, r.rhs, r.lhs, r.conditions, r.variables, r.options};
    for (pattern_node& n : back.rhs) {
        n.one_use = n.one_user = n.internal = false;
        for (pattern_node const& f : r.rhs)
            if (f.kind == pattern_kind::computed && n.kind == pattern_kind::variable && n.name == f.name) {
                n.kind = pattern_kind::computed;
                n.value.text = f.value.text;
                n.map = f.inverse;
                n.inverse = f.map;
                break;
            }
    }
    for (pattern_node& n : back.lhs)
        if (n.kind == pattern_kind::computed) {
            n.kind = pattern_kind::variable;
            n.value = {};
            n.map = n.inverse = nullptr;
        }
    back.options.terminates_because = {};
    return back;
}

// Numbers the variables in the order in which the left side has them.
template <class Rule>
constexpr void number_variables(Rule& r) {
    std::size_t count = 0;
    for (pattern_node const& n : r.lhs)
        if (n.variable >= 0 && std::find(r.variables.begin(), r.variables.begin() + static_cast<std::ptrdiff_t>(count),
                                         n.name) == r.variables.begin() + static_cast<std::ptrdiff_t>(count))
            r.variables[count++] = n.name;
    auto const renumber = [&](std::string_view name, std::int16_t& variable) {
        if (variable >= 0)
            variable = variable_numbers{r.variables.data(), r.variables.size()}.of(name);
    };
    for (pattern_node& n : r.lhs)
        renumber(n.name, n.variable);
    for (pattern_node& n : r.rhs)
        renumber(n.name, n.variable);
    for (constraint& c : r.conditions) {
        renumber(c.of.name, c.of.variable);
        renumber(c.other.name, c.other.variable);
    }
}

template <auto const& Rule>
consteval auto reverse_rule() {
    constexpr std::size_t unbound = first_unbound_reversed(Rule);
    if constexpr (!is_buildable_reversed(Rule))
        static_cast<void>(requires { sizeof(reversed_side_unbuildable<reversed_name<Rule>>); });
    else if constexpr (!is_matchable_reversed(Rule))
        static_cast<void>(requires { sizeof(reversed_side_unmatchable<reversed_name<Rule>>); });
    else if constexpr (unbound < Rule.variables.size())
        static_cast<void>(requires {
            sizeof(reversed_variable_unbound<reversed_name<Rule>,
                                             fixed_slice<Rule.variables[unbound].size()>(Rule.variables[unbound])>);
        });
    auto back = exchange_sides(Rule);
    if constexpr (unbound == Rule.variables.size())
        number_variables(back);
    return back;
}

} // namespace detail

/// The rule the other way round, under the same name: `reversed_rule<rule>`, of a rule that is a constant of a
/// namespace or class. It exists when the right side uses all variables, each as it is or by one function with an
/// inverse.
template <auto const& Rule>
inline constexpr auto reversed_rule = detail::reverse_rule<Rule>();

} // namespace graft
