#pragma once

#include <graft/pattern/pattern.hpp>

#include <type_traits>

namespace graft {

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
