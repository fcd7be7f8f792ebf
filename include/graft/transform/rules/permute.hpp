#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

// The order of dimensions that a variable stands for, counted from the front; nothing where it is none of `x`.
GRAFT_CONSTEXPR std::optional<vec<std::size_t>> order_of(match const& m, std::string_view name);

constexpr arg order_argument(vec<std::size_t> const& order) {
    vec<arg> dims;
    for (std::size_t const d : order)
        dims.push_back(static_cast<std::int64_t>(d));
    return arg::list(dims);
}

GRAFT_CONSTEXPR bool has_orders(match const& m);
GRAFT_CONSTEXPR arg composed_order(match const& m);

GRAFT_CONSTEXPR bool has_exchanged_order(match const& m);
GRAFT_CONSTEXPR arg exchanged_dims(match const& m);

GRAFT_CONSTEXPR bool p_moves_nothing(match const& m);

// True when the dimensions of `x` keep their order but for those that are known to have one element.
GRAFT_CONSTEXPR bool p_moves_only_ones(match const& m);

constexpr bool x_is_contiguous(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    return x != nullptr && is_contiguous(*x);
}

} // namespace detail

namespace rule_sets {

/// A variable of the rules below.
/// @{
inline constexpr auto p = var<"p">;
inline constexpr auto q = var<"q">;
/// @}

/// Rules 8 and 9: `t` and `transpose` are permutations, two permutations are one, and one that moves nothing is none.
template <class Use = void, auto x = x, auto p = p, auto q = q>
inline constexpr auto permute = rules<"permute">(
    rule<"t">(ops<"f">(aten::t, aten::t_copy)(x) >> ops<"f">(aten::permute, aten::permute_copy)(x, ints(1, 0)),
              where(rank(x) == 2))
        .terminates_because("no rule makes a t"),
    rule<"transpose">(
        ops<"f">(aten::transpose.int_, aten::transpose_copy.int_)(x, var<"dim0">, var<"dim1">) >>
            ops<"f">(aten::permute, aten::permute_copy)(x, compute<"exchanged_dims">(&detail::exchanged_dims)),
        where(that<"dim0 and dim1 are dimensions of x">(&detail::has_exchanged_order)))
        .terminates_because("no rule makes a transpose"),
    rule<"permute-permute">(
        ops<"f">(aten::permute, aten::permute_copy)(ops<"f">(aten::permute, aten::permute_copy)(x, p), q) >>
            ops<"f">(aten::permute, aten::permute_copy)(x, compute<"composed_order">(&detail::composed_order)),
        where(that<"p and q are orders of dimensions">(&detail::has_orders))),
    rule<"permute-nothing">(ops(aten::permute, aten::permute_copy)(x, p) >> x,
                            where(like_replaced, that<"p moves nothing">(&detail::p_moves_nothing))),
    rule<"permute-ones">(
        ops<"f">(aten::permute, aten::permute_copy)(x, p) >>
            ops<"f">(aten::view, aten::view_copy)(x, compute<"sizes">(&detail::output_sizes)),
        where(has_view_sizes, that<"x is contiguous, and p moves dimensions of size 1">(&detail::p_moves_only_ones)))
        .terminates_because("no rule makes a permutation of a view"));

/// Rules 10 and 11: what changes sizes only is a `view_copy`, the last of several counts, and none is needed
/// where nothing changes.
template <class Use = void, auto x = x, auto y = y>
inline constexpr auto view =
    rules<"view">(rule<"view-nothing">(ops(aten::view_copy, aten::view, aten::reshape, aten::_unsafe_view)(x, any) >> x,
                                       where(like_replaced)),
                  rule<"expand-nothing">(ops(aten::expand_copy, aten::expand)(x, any) >> x, where(like_replaced)),
                  rule<"slice-nothing">(ops(aten::slice_copy.Tensor, aten::slice.Tensor)(x, any, any, any) >> x,
                                        where(like_replaced)),
                  rule<"repeat-nothing">(aten::repeat(x, any) >> x, where(like_replaced)),
                  rule<"view-of-copy">(ops(aten::reshape, aten::_unsafe_view, aten::squeeze_copy.dims,
                                           aten::squeeze_copy.dim, aten::unsqueeze_copy)(x, any) >>
                                           aten::view_copy(x, compute<"sizes">(&detail::output_sizes)),
                                       where(has_view_sizes))
                      .terminates_because("no rule makes the op that it replaces"),
                  rule<"view-copy-view-copy">(aten::view_copy(aten::view_copy(x, any), y) >> aten::view_copy(x, y)),
                  rule<"view-view">(aten::view(aten::view(x, any), y) >> aten::view(x, y),
                                    where(that<"x is contiguous">(&detail::x_is_contiguous))));

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <utility>

namespace graft::detail {

GRAFT_CONSTEXPR std::optional<vec<std::size_t>> order_of(match const& m, std::string_view name) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    auto const given = integers_in(m[name]);
    if (x == nullptr || !given || given->size() != x->dim())
        return std::nullopt;
    auto const rank = static_cast<std::int64_t>(x->dim());
    vec<std::size_t> order;
    vec<std::uint8_t> seen(x->dim(), 0);
    for (std::int64_t d : *given) {
        d += d < 0 ? rank : 0;
        if (d < 0 || d >= rank || seen[static_cast<std::size_t>(d)]++ != 0)
            return std::nullopt;
        order.push_back(static_cast<std::size_t>(d));
    }
    return order;
}

GRAFT_CONSTEXPR bool has_orders(match const& m) { return order_of(m, "p") && order_of(m, "q"); }

GRAFT_CONSTEXPR arg composed_order(match const& m) {
    auto const p = *order_of(m, "p"), q = *order_of(m, "q");
    vec<std::size_t> order;
    for (std::size_t const d : q)
        order.push_back(p[d]);
    return order_argument(order);
}

// The order of dimensions with `dim0` and `dim1` exchanged, or nothing.
constexpr std::optional<vec<std::size_t>> exchanged_order(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    if (x == nullptr || x->dim() == 0)
        return std::nullopt;
    vec<std::size_t> order;
    for (std::size_t d = 0; d < x->dim(); ++d)
        order.push_back(d);
    std::size_t exchanged[] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        arg_ref const given = m[i == 0 ? "dim0" : "dim1"];
        auto const rank = static_cast<std::int64_t>(x->dim());
        if (given.kind() != arg_kind::integer || given.integer() < -rank || given.integer() >= rank)
            return std::nullopt;
        exchanged[i] = static_cast<std::size_t>(given.integer() + (given.integer() < 0 ? rank : 0));
    }
    std::swap(order[exchanged[0]], order[exchanged[1]]);
    return order;
}

GRAFT_CONSTEXPR bool has_exchanged_order(match const& m) { return exchanged_order(m).has_value(); }

GRAFT_CONSTEXPR arg exchanged_dims(match const& m) { return order_argument(*exchanged_order(m)); }

GRAFT_CONSTEXPR bool p_moves_nothing(match const& m) {
    auto const order = order_of(m, "p");
    for (std::size_t d = 0; order && d < order->size(); ++d)
        if ((*order)[d] != d)
            return false;
    return order.has_value();
}

GRAFT_CONSTEXPR bool p_moves_only_ones(match const& m) {
    auto const order = order_of(m, "p");
    if (!order || p_moves_nothing(m))
        return false;
    tensor_spec const& x = *tensor_of(m.val("x"));
    std::size_t next = 0;
    for (std::size_t const d : *order) {
        if (surely_equal(x.sizes[d], 1))
            continue;
        if (d < next)
            return false;
        next = d;
    }
    return is_contiguous(x);
}

} // namespace graft::detail
#endif
