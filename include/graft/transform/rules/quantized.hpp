#pragma once

#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/transform/rules/common.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

namespace detail {

// `x` as real numbers, and real numbers as integers, both by the one scale, zero point, range and dtype of a rule.
template <class X>
constexpr auto dequantized(X const& x) {
    return quantized_decomposed::dequantize_per_tensor(x, var<"scale">, var<"zero_point">, var<"least">,
                                                       var<"most">, var<"dtype">);
}
template <class X>
constexpr auto quantized(X const& x) {
    return quantized_decomposed::quantize_per_tensor(x, var<"scale">, var<"zero_point">, var<"least">,
                                                     var<"most">, var<"dtype">);
}
template <class X, class Axis>
constexpr auto dequantized_per_channel(X const& x, Axis axis) {
    return quantized_decomposed::dequantize_per_channel(x, var<"scales">, var<"zero_points">, axis, var<"least">,
                                                        var<"most">, var<"dtype">);
}
template <class X, class Axis>
constexpr auto quantized_per_channel(X const& x, Axis axis) {
    return quantized_decomposed::quantize_per_channel(x, var<"scales">, var<"zero_points">, axis, var<"least">,
                                                      var<"most">, var<"dtype">);
}

//=== when an integer survives being dequantized and quantized ===//

struct integer_range {
    std::int64_t least = 0, most = 0;
};

// Of a dtype whose integers f32 has room for.
constexpr std::optional<integer_range> short_range(dtype d) {
    if (!is_integral(d, false) || element_size(d) > 2)
        return std::nullopt;
    auto const bits = element_size(d) * 8 - (is_signed(d) ? 1 : 0);
    std::int64_t const most = (std::int64_t{1} << bits) - 1;
    return integer_range{is_signed(d) ? -most - 1 : 0, most};
}

// True when a value is what the rule's range bounds: all of its dtype, or quantized to that range.
constexpr bool is_within(match const& m, operand value, integer_range const& all) {
    if (m["least"].kind() != arg_kind::integer || m["most"].kind() != arg_kind::integer)
        return false;
    if (m["least"].integer() <= all.least && m["most"].integer() >= all.most)
        return true;
    graph const& g = *m.owner;
    std::string_view const op = value.is_node() ? g.target(value.id()).name : std::string_view{};
    int const first = op == "quantized_decomposed::quantize_per_tensor"    ? 3
                      : op == "quantized_decomposed::quantize_per_channel" ? 4
                                                                           : 0;
    if (first == 0 || g.arg_count(value.id()) < static_cast<std::size_t>(first) + 2)
        return false;
    auto const at = static_cast<std::size_t>(first);
    return g.operand_at(value.id(), at) == m["least"].value() &&
           g.operand_at(value.id(), at + 1) == m["most"].value();
}

constexpr std::optional<integer_range> range_of_dtype(match const& m) {
    return m["dtype"].kind() == arg_kind::dtype ? short_range(m["dtype"].dtype()) : std::nullopt;
}
constexpr bool x_is_within(match const& m) {
    auto const all = range_of_dtype(m);
    return all && is_within(m, m["x"].value(), *all);
}
constexpr bool items_are_within(match const& m) {
    auto const all = range_of_dtype(m);
    for (operand const item : m.items("r"))
        if (!all || !is_within(m, item, *all))
            return false;
    return true;
}

// Neither the scale nor its reciprocal is out of range, and the zero point is a value.
constexpr bool scale_is_normal(match const& m) {
    auto const all = range_of_dtype(m);
    if (!all || m["scale"].kind() != arg_kind::real || m["zero_point"].kind() != arg_kind::integer)
        return false;
    double const scale = m["scale"].real();
    std::int64_t const zero_point = m["zero_point"].integer();
    return scale >= 1e-30 && scale <= 1e30 && zero_point >= all->least && zero_point <= all->most;
}
constexpr bool zero_point_is_within(match const& m) { return m["zero_point"].integer() <= m["most"].integer(); }

// The permutation takes the axis of the one to that of the other.
constexpr bool axis_is_permuted(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    auto const order = integers_in(m["order"]);
    if (x == nullptr || !order || order->size() != x->dim() || m["axis"].kind() != arg_kind::integer ||
        m["new_axis"].kind() != arg_kind::integer)
        return false;
    auto const rank = static_cast<std::int64_t>(x->dim());
    auto const wrapped = [rank](std::int64_t dim) { return dim < 0 ? dim + rank : dim; };
    std::int64_t const to = wrapped(m["new_axis"].integer());
    return to >= 0 && to < rank && wrapped((*order)[static_cast<std::size_t>(to)]) == wrapped(m["axis"].integer());
}

constexpr auto scale_is_sound() { return where(that<"scale and zero_point are sound">(&scale_is_normal)); }
constexpr auto x_survives() { return where(that<"all of x is in the range">(&x_is_within)); }
constexpr auto survives() { return x_survives() && scale_is_sound(); }

} // namespace detail

namespace rule_sets {

/// Phase quant: what only moves elements, or compares them, does so with the integers. Scale, zero point, range and
/// dtype are the same before and after, so the numbers in between are the integers' own; never is a value taken for
/// what it was before it was quantized. A dequantized value that others use as well stays for them.
inline constexpr auto quant = rules(
    rule<"quantize-dequantized">(detail::quantized(detail::dequantized(x)) >> x, detail::survives()),
    rule<"quantized-move">(
        detail::quantized(one_use(ops<"f">(aten::permute_copy, aten::view_copy, aten::expand_copy)(
            detail::dequantized(x), var<"sizes">))) >>
            ops<"f">(aten::permute_copy, aten::view_copy, aten::expand_copy)(x, var<"sizes">),
        detail::survives()),
    rule<"quantized-slice">(
        detail::quantized(one_use(aten::slice_copy.Tensor(detail::dequantized(x), var<"dim">, var<"start">, var<"end">,
                                                          var<"step">))) >>
            aten::slice_copy.Tensor(x, var<"dim">, var<"start">, var<"end">, var<"step">),
        detail::survives()),
    rule<"quantized-clone">(
        detail::quantized(one_use(aten::clone(detail::dequantized(x), "memory_format"_a = var<"format">))) >>
            aten::clone(x, "memory_format"_a = var<"format">),
        detail::survives()),
    rule<"quantized-cat">(
        detail::quantized(one_use(aten::cat(list(each(detail::dequantized(rest<"r">))), var<"dim">))) >>
            aten::cat(list(rest<"r">), var<"dim">),
        where(that<"all of the items are in the range">(&detail::items_are_within)) && detail::scale_is_sound()),
    rule<"quantized-max_pool2d">(
        detail::quantized(one_use(aten::max_pool2d(detail::dequantized(x), var<"kernel">, var<"stride">,
                                                   var<"padding">, var<"dilation">, var<"ceil_mode">))) >>
            aten::max_pool2d(x, var<"kernel">, var<"stride">, var<"padding">, var<"dilation">, var<"ceil_mode">),
        detail::survives()),
    rule<"quantized-max_pool2d_with_indices">(
        detail::quantized(one_use(out<0>(one_use(aten::max_pool2d_with_indices(
            detail::dequantized(x), var<"kernel">, var<"stride">, var<"padding">, var<"dilation">,
            var<"ceil_mode">))))) >>
            out<0>(aten::max_pool2d_with_indices(x, var<"kernel">, var<"stride">, var<"padding">, var<"dilation">,
                                                 var<"ceil_mode">)),
        detail::survives()),
    rule<"quantized-relu">(detail::quantized(one_use(aten::relu(detail::dequantized(x)))) >>
                               aten::clamp(x, var<"zero_point">),
                           detail::survives() &&
                               where(that<"zero_point is in the range">(&detail::zero_point_is_within))),
    rule<"quantize-dequantized-per-channel">(
        detail::quantized_per_channel(detail::dequantized_per_channel(x, var<"axis">), var<"axis">) >> x,
        detail::x_survives()),
    rule<"quantized-permute-per-channel">(
        detail::quantized_per_channel(
            one_use(aten::permute_copy(detail::dequantized_per_channel(x, var<"axis">), var<"order">)),
            var<"new_axis">) >>
            aten::permute_copy(x, var<"order">),
        detail::x_survives() && where(that<"the axis is permuted to new_axis">(&detail::axis_is_permuted))));

} // namespace rule_sets
} // namespace graft
