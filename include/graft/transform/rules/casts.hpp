#pragma once

#include <graft/config.hpp>
#include <graft/dialect/dim_order_ops.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

// How many bits the integers have that a dtype holds without gaps, the sign not counted.
constexpr int integer_bits(dtype d) {
    switch (d) {
    case dtype::f64: return 53;
    case dtype::f32: return 24;
    case dtype::f16: return 11;
    case dtype::bf16: return 8;
    case dtype::f8e4m3fn: return 4;
    case dtype::f8e5m2: return 3;
    case dtype::f8e8m0fnu: return 0; // which has no 0
    default: return static_cast<int>(element_size(d)) * 8 - (is_signed(d) ? 1 : 0);
    }
}

// True when every value of `narrow` is one of `wide`.
constexpr bool holds_all_of(dtype wide, dtype narrow) {
    if (wide == narrow || narrow == dtype::boolean)
        return !is_complex(wide);
    if (wide == dtype::boolean || is_complex(wide) || is_complex(narrow))
        return false;
    if (is_floating_point(narrow))
        return wide == dtype::f64 || (wide == dtype::f32 && narrow != dtype::f64);
    return integer_bits(wide) >= integer_bits(narrow) && (is_signed(wide) || !is_signed(narrow));
}

// True when the cast between holds all values of `x`, and lies as `x` does, and the root is a cast to a dtype.
GRAFT_CONSTEXPR_INLINE bool cast_between_is_wide(match const& m) {
    auto const inner = m.owner->schema_arg(m.root, 0);
    if (!inner || !inner->is_node() || m["y"].kind() != arg_kind::dtype)
        return false;
    tensor_spec const *const x = tensor_of(m.val("x")), *const wide = tensor_of(m.owner->val(inner->node()));
    return x != nullptr && wide != nullptr && lie_alike(*x, *wide) && holds_all_of(wide->dtype, x->dtype);
}

} // namespace detail

namespace rule_sets {

/// Of a cast to `y` of a cast of `x`: the inner one could as well not be there.
inline constexpr auto inner_is_wide =
    where(that<"y is a dtype, the first cast loses nothing and lies as x">(&detail::cast_between_is_wide));

/// Rule 14: a cast to the same dtype is none, and one that loses nothing can be left out before another.
template <class Use = void, auto x = x, auto y = y, auto z = z>
inline constexpr auto casts = rules<"casts">(
    rule<"cast-nothing">(
        aten::_to_copy(x, "dtype"_a = any, "layout"_a = any, "device"_a = any, "memory_format"_a = any) >> x,
        where(like_replaced)),
    rule<"cast-nothing-dim-order">(dim_order_ops::_to_dim_order_copy(x, "dtype"_a = any, "layout"_a = any,
                                                                     "device"_a = any, "dim_order"_a = any) >>
                                       x,
                                   where(like_replaced)),
    rule<"cast-cast">(aten::_to_copy(aten::_to_copy(x, "dtype"_a = any, "memory_format"_a = any), "dtype"_a = y) >>
                          aten::_to_copy(x, "dtype"_a = y),
                      where(inner_is_wide)),
    rule<"cast-cast-dim-order">(
        dim_order_ops::_to_dim_order_copy(dim_order_ops::_to_dim_order_copy(x, "dtype"_a = any, "dim_order"_a = any),
                                          "dtype"_a = y, "dim_order"_a = z) >>
            dim_order_ops::_to_dim_order_copy(x, "dtype"_a = y, "dim_order"_a = z),
        where(inner_is_wide)));

/// Rules 13 and 15: a copy in the same layout, and dropout that drops nothing, are what they are given. Where
/// something is written, or an output would become an input, the driver leaves them.
template <class Use = void, auto x = x>
inline constexpr auto copies = rules<"copies">(
    rule<"copy">(one_of(ops(aten::alias, aten::alias_copy, aten::detach, aten::detach_copy, aten::lift_fresh_copy)(x),
                        aten::clone(x, "memory_format"_a = any)) >>
                     x,
                 where(like_replaced)),
    rule<"copy-dim-order">(any_attributes(dim_order_ops::_clone_dim_order(x)) >> x, where(like_replaced)),
    rule<"dropout">(one_of(aten::dropout(x, any, false), aten::dropout(x, splat(0), any),
                           out<0>(aten::native_dropout(x, any, false)),
                           out<0>(aten::native_dropout(x, splat(0), any))) >>
                        x,
                    where(like_replaced, x.in(real_dtypes))));

} // namespace rule_sets
} // namespace graft
