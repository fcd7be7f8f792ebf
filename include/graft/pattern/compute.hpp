#pragma once

#include <graft/meta/never.hpp>
#include <graft/pattern/pattern.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace graft {

/// `compute` was given a function that cannot be called with a match, or that captures.
template <class... WRONG>
struct computes_no_argument {
    static_assert(never_type<WRONG...>, "graft: compute() takes a function arg(match const&), or a variable and "
                                        "functions arg(arg_ref), that capture nothing. [E-CMP-1]");
};

/// An argument of the right side that `f(match)` computes.
struct computed_argument {
    argument_function f = nullptr; ///< gives the argument
    std::string_view name;         ///< of the function, for the text of a rule; empty when it has none
};

/// Computes an argument of the right side: `compute<"rows">(f)`. Under a name it has a text that can be read back.
template <fixed_string Name = "", std::convertible_to<argument_function> F>
[[nodiscard]] constexpr computed_argument compute(F f) {
    return {f, Name.view()};
}

/// The pattern of an argument that is computed.
[[nodiscard]] constexpr pattern<1, variable_names<>> to_pattern(computed_argument c) {
    pattern<1, variable_names<>> p;
    p.nodes[0].kind = pattern_kind::computed;
    p.nodes[0].compute = c.f;
    p.nodes[0].value.text = c.name;
    return p;
}

/// Computes an argument of the right side from what one variable stands for: `compute<"inverse">(p, f, g)`. With
/// `g`, which gives `p` back from `f(p)`, a rule that uses `p` in no other way can be reversed.
template <fixed_string Name = "", fixed_string Variable, std::convertible_to<attribute_function> F,
          std::convertible_to<attribute_function> G = std::nullptr_t>
[[nodiscard]] constexpr pattern<1, variable_names<Variable>> compute(variable<Variable> v, F f, G inverse = {}) {
    auto p = to_pattern(v);
    p.nodes[0].kind = pattern_kind::computed;
    p.nodes[0].map = f;
    p.nodes[0].inverse = inverse;
    p.nodes[0].value.text = Name.view();
    return p;
}

/// What was given is no function that can be kept in a rule; said in one sentence.
template <fixed_string Name = "", class... Wrong>
[[nodiscard]] constexpr computed_argument compute(Wrong const&...) {
    static_cast<void>(requires { sizeof(computes_no_argument<Wrong...>); });
    return {};
}

/// This number: as a literal of any kind, as a tensor of nothing else that `full` or one of its kin makes or
/// a constant holds, and either through casts that keep it, copies and changes of shape.
template <class T>
    requires std::is_arithmetic_v<T>
[[nodiscard]] constexpr pattern<1, variable_names<>> splat(T value) {
    pattern<1, variable_names<>> p;
    p.nodes[0].kind = pattern_kind::splat;
    p.nodes[0].value = to_constant(value);
    return p;
}

/// A number that is `value` up to this part of it, found where `splat` finds one.
[[nodiscard]] constexpr pattern<1, variable_names<>> near(double value, double tolerance = 1e-4) {
    auto p = splat(value);
    p.nodes[0].tolerance = tolerance;
    return p;
}

/// Any number, found where `splat` finds one; the variable stands for it as a literal.
template <fixed_string Name>
[[nodiscard]] constexpr pattern<1, variable_names<Name>> number(variable<Name> v) {
    auto p = to_pattern(v);
    p.nodes[0].kind = pattern_kind::number;
    return p;
}

} // namespace graft
