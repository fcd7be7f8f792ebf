#pragma once

#include <graft/dialect/dim_order_ops.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft::rule_sets {

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
                    where(like_replaced)));

} // namespace graft::rule_sets
