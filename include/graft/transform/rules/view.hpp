#pragma once

#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

constexpr bool x_is_contiguous(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    return x != nullptr && is_contiguous(*x);
}

} // namespace detail

namespace rule_sets {

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
