#pragma once

#include <graft/config.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/transform/rules/common.hpp>

#include <cstdint>

namespace graft {

namespace detail {

// `x` as real numbers, and real numbers as integers, both by the one scale, zero point, range and dtype of a rule.
template <class X>
constexpr auto dequantized(X const& x) {
    return quantized_decomposed::dequantize_per_tensor(x, var<"scale">, var<"zero_point">, var<"least">, var<"most">,
                                                       var<"dtype">);
}
template <class X>
constexpr auto quantized(X const& x) {
    return quantized_decomposed::quantize_per_tensor(x, var<"scale">, var<"zero_point">, var<"least">, var<"most">,
                                                     var<"dtype">);
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

GRAFT_CONSTEXPR bool x_is_within(match const& m);
GRAFT_CONSTEXPR bool items_are_within(match const& m);

// Neither the scale nor its reciprocal is out of range, and the zero point is a value.
GRAFT_CONSTEXPR bool scale_is_normal(match const& m);
constexpr bool zero_point_is_within(match const& m) { return m["zero_point"].integer() <= m["most"].integer(); }

// The permutation takes the axis of the one to that of the other.
GRAFT_CONSTEXPR bool axis_is_permuted(match const& m);

// The view leaves the axis what it is: as many indices, after as many elements.
GRAFT_CONSTEXPR bool axis_is_viewed(match const& m);

// True when all items are this number; one that stands for all of them may be given instead.
GRAFT_CONSTEXPR bool all_are(arg_ref list, std::int64_t number);

// A window of padding alone gives minus infinity, which is quantized to what the range begins with. A padding is no
// more than half of a window, so that a window without holes has elements.
GRAFT_CONSTEXPR_INLINE bool windows_have_elements(match const& m) {
    return all_are(m["padding"], 0) || all_are(m["dilation"], 1);
}

constexpr auto scale_is_sound() { return where(that<"scale and zero_point are sound">(&scale_is_normal)); }
constexpr auto x_survives() {
    return where(var<"x">.in(dtype::i8, dtype::u8, dtype::i16, dtype::u16),
                 that<"all of x is in the range">(&x_is_within));
}
// Zero points are integers, and in the range, and scales positive, as their ops ask of what tensors hold; of a narrow
// scale the reciprocal is too coarse.
constexpr auto channels_survive() {
    return x_survives() && where(var<"scales">.in(rule_sets::single_or_double), var<"zero_points">.in(integral_dtypes));
}
constexpr auto survives() { return x_survives() && scale_is_sound(); }
constexpr auto windows_count() { return where(that<"no window is of padding alone">(&windows_have_elements)); }

} // namespace detail

namespace rule_sets {

/// Phase quant: what only moves elements, or compares them, does so with the integers. Scale, zero point, range and
/// dtype are the same before and after, so the numbers in between are the integers' own; never is a value taken for
/// what it was before it was quantized. A dequantized value that others use as well stays for them.
template <class Use = void, auto x = x>
inline constexpr auto quant = rules<"quant">(
    rule<"quantize-dequantized">(detail::quantized(detail::dequantized(x)) >> x, detail::survives()),
    rule<"quantized-move">(detail::quantized(one_use(ops<"f">(aten::permute_copy, aten::view_copy, aten::expand_copy)(
                               detail::dequantized(x), var<"sizes">))) >>
                               ops<"f">(aten::permute_copy, aten::view_copy, aten::expand_copy)(x, var<"sizes">),
                           detail::survives()),
    rule<"quantized-slice">(detail::quantized(one_use(aten::slice_copy.Tensor(
                                detail::dequantized(x), var<"dim">, var<"start">, var<"end">, var<"step">))) >>
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
        detail::quantized(one_use(aten::max_pool2d(detail::dequantized(x), var<"kernel">, var<"stride">, var<"padding">,
                                                   var<"dilation">, var<"ceil_mode">))) >>
            aten::max_pool2d(x, var<"kernel">, var<"stride">, var<"padding">, var<"dilation">, var<"ceil_mode">),
        detail::survives() && detail::windows_count()),
    rule<"quantized-max_pool2d_with_indices">(
        detail::quantized(one_use(
            out<0>(one_use(aten::max_pool2d_with_indices(detail::dequantized(x), var<"kernel">, var<"stride">,
                                                         var<"padding">, var<"dilation">, var<"ceil_mode">))))) >>
            out<0>(aten::max_pool2d_with_indices(x, var<"kernel">, var<"stride">, var<"padding">, var<"dilation">,
                                                 var<"ceil_mode">)),
        detail::survives() && detail::windows_count()),
    rule<"quantized-relu">(
        detail::quantized(one_use(aten::relu(detail::dequantized(x)))) >> aten::clamp(x, var<"zero_point">),
        detail::survives() && where(that<"zero_point is in the range">(&detail::zero_point_is_within))),
    rule<"quantize-dequantized-per-channel">(
        detail::quantized_per_channel(detail::dequantized_per_channel(x, var<"axis">), var<"axis">) >> x,
        detail::channels_survive()),
    rule<"quantized-permute-per-channel">(
        detail::quantized_per_channel(
            one_use(aten::permute_copy(detail::dequantized_per_channel(x, var<"axis">), var<"order">)),
            var<"new_axis">) >>
            aten::permute_copy(x, var<"order">),
        detail::channels_survive() && where(that<"the axis is permuted to new_axis">(&detail::axis_is_permuted))),
    rule<"quantized-view-per-channel">(
        detail::quantized_per_channel(
            one_use(aten::view_copy(detail::dequantized_per_channel(x, var<"axis">), var<"sizes">)), var<"new_axis">) >>
            aten::view_copy(x, var<"sizes">),
        detail::channels_survive() && where(that<"the view leaves the axis as new_axis">(&detail::axis_is_viewed))));

/// Sums of what is dequantized, quantized again, in one op. In no phase: for targets that have these ops.
template <class Use = void, auto x = x, auto y = y, auto c = c>
inline constexpr auto quantized_arithmetic = [] {
    using quantized_decomposed::dequantize_per_tensor;
    constexpr auto a_scale = var<"a_scale">;
    constexpr auto a_zero = var<"a_zero_point">;
    constexpr auto a_min = var<"a_quant_min">;
    constexpr auto a_max = var<"a_quant_max">;
    constexpr auto a_dtype = var<"a_dtype">;
    constexpr auto b_scale = var<"b_scale">;
    constexpr auto b_zero = var<"b_zero_point">;
    constexpr auto b_min = var<"b_quant_min">;
    constexpr auto b_max = var<"b_quant_max">;
    constexpr auto out_scale = var<"out_scale">;
    constexpr auto out_zero = var<"out_zero_point">;
    constexpr auto out_min = var<"out_quant_min">;
    constexpr auto out_max = var<"out_quant_max">;
    constexpr auto out_dtype = var<"out_dtype">;
    constexpr auto real_x = dequantize_per_tensor(x, a_scale, a_zero, a_min, a_max, a_dtype);
    constexpr auto real_y = dequantize_per_tensor(y, b_scale, b_zero, b_min, b_max, var<"b_dtype">);
    constexpr auto sum = aten::add.Tensor(real_x, real_y);
    constexpr auto quantized = [=](auto const& real) {
        return quantized_decomposed::quantize_per_tensor(one_use(real), out_scale, out_zero, out_min, out_max,
                                                         out_dtype);
    };
    constexpr auto bytes = where(x.in(dtype::i8, dtype::u8, dtype::i16), same_dtype(x, y), same_dtype(x, replaced));
    return rules<"quantized_arithmetic">(
        rule<"quantized-add-relu">(quantized(aten::relu(one_use(sum))) >>
                                       quantized_decomposed::add_relu(x, a_scale, a_zero, a_min, a_max, y, b_scale,
                                                                      b_zero, b_min, b_max, out_scale, out_zero,
                                                                      out_min, out_max),
                                   bytes),
        rule<"quantized-add">(quantized(sum) >> quantized_decomposed::add(x, a_scale, a_zero, a_min, a_max, y, b_scale,
                                                                          b_zero, b_min, b_max, out_scale, out_zero,
                                                                          out_min, out_max),
                              bytes),
        rule<"quantized-add-number">(quantized(ops(aten::add.Tensor, aten::add.Scalar)(real_x, number(c))) >>
                                         quantized_decomposed::add.scalar(x, a_scale, a_zero, a_min, a_max, a_dtype, c,
                                                                          out_scale, out_zero, out_min, out_max,
                                                                          out_dtype),
                                     where(x.in(dtype::i8, dtype::u8, dtype::i16), same_shape(x, replaced))));
}();

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <cstddef>
#    include <optional>
#    include <string_view>

namespace graft::detail {

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
    return g.operand_at(value.id(), at) == m["least"].value() && g.operand_at(value.id(), at + 1) == m["most"].value();
}

constexpr std::optional<integer_range> range_of_dtype(match const& m) {
    return m["dtype"].kind() == arg_kind::dtype ? short_range(m["dtype"].dtype()) : std::nullopt;
}

GRAFT_CONSTEXPR bool x_is_within(match const& m) {
    auto const all = range_of_dtype(m);
    return all && is_within(m, m["x"].value(), *all);
}

GRAFT_CONSTEXPR bool items_are_within(match const& m) {
    auto const all = range_of_dtype(m);
    for (operand const item : m.items("r"))
        if (!all || !is_within(m, item, *all))
            return false;
    return true;
}

GRAFT_CONSTEXPR bool scale_is_normal(match const& m) {
    auto const all = range_of_dtype(m);
    if (!all || m["scale"].kind() != arg_kind::real || m["zero_point"].kind() != arg_kind::integer)
        return false;
    double const scale = m["scale"].real();
    std::int64_t const zero_point = m["zero_point"].integer();
    return scale >= 1e-30 && scale <= 1e30 && zero_point >= all->least && zero_point <= all->most;
}

// The dimension that has a scale for each index before a move, and after it; nothing where there is none.
struct axis_move {
    std::size_t from = 0, to = 0;
};

constexpr std::optional<axis_move> moved_axis(match const& m) {
    tensor_spec const *const x = tensor_of(m.val("x")), *const root = tensor_of(m.val());
    if (x == nullptr || root == nullptr || m["axis"].kind() != arg_kind::integer ||
        m["new_axis"].kind() != arg_kind::integer)
        return std::nullopt;
    auto const wrapped = [](std::int64_t dim, tensor_spec const& t) {
        return dim < 0 ? dim + static_cast<std::int64_t>(t.dim()) : dim;
    };
    std::int64_t const from = wrapped(m["axis"].integer(), *x), to = wrapped(m["new_axis"].integer(), *root);
    if (from < 0 || from >= static_cast<std::int64_t>(x->dim()) || to < 0 ||
        to >= static_cast<std::int64_t>(root->dim()))
        return std::nullopt;
    return axis_move{static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
}

GRAFT_CONSTEXPR bool axis_is_permuted(match const& m) {
    auto const axis = moved_axis(m);
    auto const order = integers_in(m["order"]);
    if (!axis || !order || order->size() != m.val("x")->tensor.dim())
        return false;
    std::int64_t const from = (*order)[axis->to], rank = static_cast<std::int64_t>(order->size());
    return static_cast<std::size_t>(from < 0 ? from + rank : from) == axis->from;
}

GRAFT_CONSTEXPR bool axis_is_viewed(match const& m) {
    auto const axis = moved_axis(m);
    if (!axis)
        return false;
    auto const elements_before = [](tensor_spec const& t, std::size_t dim) {
        sym_int count = 1;
        for (std::size_t d = 0; d < dim; ++d)
            count = count * t.sizes[d];
        return count;
    };
    tensor_spec const &x = m.val("x")->tensor, &root = m.val()->tensor;
    return surely_equal(x.sizes[axis->from], root.sizes[axis->to]) &&
           surely_equal(elements_before(x, axis->from), elements_before(root, axis->to));
}

GRAFT_CONSTEXPR bool all_are(arg_ref list, std::int64_t number) {
    if (list.kind() == arg_kind::integer)
        return list.integer() == number;
    auto const items = integers_in(list);
    if (!items)
        return false;
    for (std::int64_t const item : *items)
        if (item != number)
            return false;
    return true;
}

} // namespace graft::detail
#endif
