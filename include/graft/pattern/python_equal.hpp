#pragma once

#include <graft/ir/argument_store.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {
namespace detail {

// Exact, as Python compares an int with a float.
constexpr bool equal_numbers(std::int64_t a, double b) {
    constexpr double limit = 9223372036854775808.0; // 2^63
    return b >= -limit && b < limit && static_cast<double>(static_cast<std::int64_t>(b)) == b &&
           static_cast<std::int64_t>(b) == a;
}

constexpr std::int64_t integer_of(arg_ref a) {
    return a.kind() == arg_kind::boolean ? std::int64_t{a.boolean()} : a.integer();
}

constexpr bool equal_numbers(arg_ref a, arg_ref b) {
    bool const real_a = a.kind() == arg_kind::real, real_b = b.kind() == arg_kind::real;
    if (real_a && real_b)
        return a.real() == b.real();
    if (real_a || real_b)
        return real_a ? equal_numbers(integer_of(b), a.real()) : equal_numbers(integer_of(a), b.real());
    return integer_of(a) == integer_of(b);
}

} // namespace detail

/// Python's `a == b`: `1`, `1.0` and `True` are equal, nan is not itself, the order of a dict does not count;
/// nodes are equal when they are the same node of one graph.
[[nodiscard]] constexpr bool python_equal(arg_ref a, arg_ref b, bool one_graph) {
    if (is_number(a.kind()) && is_number(b.kind()))
        return detail::equal_numbers(a, b);
    if (a.kind() == arg_kind::complex && is_number(b.kind()))
        return a[1].real() == 0 && detail::equal_numbers(a[0], b);
    if (a.kind() != b.kind())
        return b.kind() == arg_kind::complex && is_number(a.kind()) && python_equal(b, a, one_graph);
    switch (a.kind()) {
    case arg_kind::node: return one_graph && a.node() == b.node();
    case arg_kind::dtype: return a.dtype() == b.dtype();
    case arg_kind::layout: return a.layout() == b.layout();
    case arg_kind::memory_format: return a.memory_format() == b.memory_format();
    case arg_kind::string:
    case arg_kind::device: return a.text() == b.text();
    default: break;
    }
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto const other = a.kind() == arg_kind::dict ? b.find(a.key(i)) : b[i];
        if (!other || !python_equal(a[i], *other, one_graph))
            return false;
    }
    return true;
}

/// What a literal of a pattern asks of an argument: the same Python type, and equal by `==`.
[[nodiscard]] constexpr bool same_literal(arg_ref pattern, arg_ref given) {
    return pattern.kind() == given.kind() && python_equal(pattern, given, false);
}

} // namespace graft
