#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>
#include <graft/core/layout.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/view.hpp>
#include <graft/schema/default_argument.hpp>
#include <graft/schema/op_info.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// A literal in a pattern: a plain structural value that becomes an operand of a graph.
struct constant {
    static constexpr std::size_t max_items = literal::max_items; ///< items of the longest list

    arg_kind kind = arg_kind::none;              ///< what it is
    arg_kind item_kind = arg_kind::integer;      ///< of a list
    std::uint8_t count = 0;                      ///< of a list
    std::int64_t bits = 0;                       ///< the number, or its bits
    std::string_view text;                       ///< of a string or identifier
    std::array<std::int64_t, max_items> items{}; ///< of a list

    constexpr bool operator==(constant const&) const = default;
};

namespace detail {

constexpr constant leaf(arg_kind kind, std::int64_t bits) {
    constant c;
    c.kind = kind;
    c.bits = bits;
    return c;
}

} // namespace detail

/// A list of integers, such as a permutation or a size.
template <std::integral... T>
    requires(sizeof...(T) <= constant::max_items)
[[nodiscard]] constexpr constant ints(T... values) {
    constant c;
    c.kind = arg_kind::list;
    c.count = sizeof...(T);
    c.items = {static_cast<std::int64_t>(values)...};
    return c;
}

/// What can stand for a literal in a pattern.
[[nodiscard]] constexpr constant to_constant(constant const& c) { return c; }
/// The literal that a value of C++ stands for.
/// @{
[[nodiscard]] constexpr constant to_constant(std::nullptr_t) { return {}; }
[[nodiscard]] constexpr constant to_constant(std::same_as<bool> auto value) {
    return detail::leaf(arg_kind::boolean, value);
}
template <std::integral T>
    requires(!std::same_as<T, bool>)
[[nodiscard]] constexpr constant to_constant(T value) {
    return detail::leaf(arg_kind::integer, static_cast<std::int64_t>(value));
}
[[nodiscard]] constexpr constant to_constant(double value) {
    return detail::leaf(arg_kind::real, std::bit_cast<std::int64_t>(value));
}
[[nodiscard]] constexpr constant to_constant(dtype value) {
    return detail::leaf(arg_kind::dtype, static_cast<std::int64_t>(value));
}
[[nodiscard]] constexpr constant to_constant(layout value) {
    return detail::leaf(arg_kind::layout, static_cast<std::int64_t>(value));
}
[[nodiscard]] constexpr constant to_constant(memory_format value) {
    return detail::leaf(arg_kind::memory_format, static_cast<std::int64_t>(value));
}
[[nodiscard]] constexpr constant to_constant(std::string_view text) {
    constant c;
    c.kind = arg_kind::string;
    c.text = text;
    return c;
}
[[nodiscard]] constexpr constant to_constant(char const* text) { return to_constant(std::string_view{text}); }
/// Of a list between braces, of 8 items at most: `permute(x, {1, 0})`.
template <std::integral T>
    requires(!std::same_as<T, bool>)
[[nodiscard]] constexpr constant to_constant(view<T const> items) {
    constant c;
    c.kind = arg_kind::list;
    if (items.size() > constant::max_items)
        raise(errc::invalid_argument, "a list in a pattern has ", items.size(), " items; ", constant::max_items,
              " is the most");
    for (T const item : items)
        c.items[c.count++] = static_cast<std::int64_t>(item);
    return c;
}
/// @}

namespace detail {

// A default that is written as a name: `contiguous_format`, `long`, `Mean`.
constexpr constant named_constant(schema_argument const& argument) {
    auto const value = default_argument<tensor_spec>(argument);
    switch (value.kind) {
    case argument_kind::dtype: return to_constant(value.dtype);
    case argument_kind::layout: return to_constant(value.layout);
    case argument_kind::memory_format: return to_constant(value.memory_format);
    default: return to_constant(argument.default_value.integer);
    }
}

} // namespace detail

/// The default of a schema's argument as torch fills it in: `int[2] padding=0` is `[0, 0]`.
[[nodiscard]] constexpr constant default_constant(schema_argument const& argument) {
    literal const& value = argument.default_value;
    switch (value.kind) {
    case literal_kind::boolean: return to_constant(value.integer != 0);
    case literal_kind::integer:
        return argument.type == type_kind::real ? to_constant(static_cast<double>(value.integer))
                                                : to_constant(value.integer);
    case literal_kind::real: return to_constant(value.real);
    case literal_kind::string: return to_constant(value.text);
    case literal_kind::identifier: return detail::named_constant(argument);
    case literal_kind::booleans:
    case literal_kind::integers:
    case literal_kind::reals: {
        constant c;
        c.kind = arg_kind::list;
        c.item_kind = value.kind == literal_kind::booleans ? arg_kind::boolean
                      : value.kind == literal_kind::reals  ? arg_kind::real
                                                           : arg_kind::integer;
        c.count = value.count;
        c.items = value.items;
        return c;
    }
    case literal_kind::empty_list: return ints();
    case literal_kind::none: break;
    }
    return {};
}

/// The constant as an argument to be stored; its text is not copied.
[[nodiscard]] constexpr arg to_arg(constant const& c) {
    arg a;
    a.kind = c.kind;
    a.bits = c.bits;
    a.text = c.text;
    for (std::size_t i = 0; i < c.count; ++i) {
        arg item;
        item.kind = c.item_kind;
        item.bits = c.items[i];
        a.items.push_back(item);
    }
    return a;
}

/// The constant as an operand of `g`, interned.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE operand to_operand(graph& g, constant const& c) { return g.encode(to_arg(c)); }

} // namespace graft
