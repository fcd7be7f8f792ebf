#pragma once

#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

// `w` with its two dimensions exchanged.
template <class W>
constexpr auto transposed(W const& w) {
    return ops(aten::permute, aten::permute_copy)(w, ints(1, 0));
}

template <class X>
constexpr auto viewed(X const& x) {
    return ops(aten::view, aten::view_copy)(x, any);
}

// True when `x` and what is replaced have the same sizes but for the last, which is that of the rows and columns of
// `w`: all that the views around the product do is to take the leading dimensions for one, and apart again.
constexpr bool views_merge_rows(match const& m) {
    tensor_spec const *const x = tensor_of(m.val("x")), *const w = tensor_of(m.val("w")),
                             *const root = tensor_of(m.val());
    if (x == nullptr || w == nullptr || root == nullptr || x->dim() == 0 || x->dim() != root->dim() || w->dim() != 2)
        return false;
    for (std::size_t d = 0; d + 1 < x->dim(); ++d)
        if (!surely_equal(x->sizes[d], root->sizes[d]))
            return false;
    return surely_equal(x->sizes.back(), w->sizes[1]) && surely_equal(root->sizes.back(), w->sizes[0]);
}

} // namespace detail

namespace rule_sets {

/// Only the rows are merged: the last dimension stays.
inline constexpr auto views_merge_rows =
    where(that<"the views merge the leading dimensions">(&detail::views_merge_rows));

/// Products with a transposed weight, for a backward sweep; the bias is one number per row of the weight.
/// Other layers with the same weight keep its transpose.
template <class Use = void, auto x = x, auto w = w, auto b = b>
inline constexpr auto linear = rules<"linear">(
    rule<"linear-batched">(detail::viewed(internal(aten::addmm(b, detail::viewed(x), detail::transposed(w)))) >>
                               aten::linear(x, w, b),
                           where(x.in(numeric_dtypes), rank(b) == 1, dim(b, 0) == dim(w, 0), views_merge_rows))
        .approx(1e-5, 1e-5)
        .may_duplicate()
        .prio(44),
    rule<"linear-batched-without-bias">(detail::viewed(internal(aten::mm(detail::viewed(x), detail::transposed(w)))) >>
                                            aten::linear(x, w),
                                        where(x.in(numeric_dtypes), views_merge_rows))
        .approx(1e-5, 1e-5)
        .may_duplicate()
        .prio(43),
    rule<"linear">(aten::addmm(b, x, detail::transposed(w)) >> aten::linear(x, w, b),
                   where(x.in(numeric_dtypes), rank(b) == 1, dim(b, 0) == dim(w, 0)))
        .approx(1e-5, 1e-5)
        .may_duplicate()
        .prio(42),
    rule<"linear-without-bias">(aten::mm(x, detail::transposed(w)) >> aten::linear(x, w), where(x.in(numeric_dtypes)))
        .approx(1e-5, 1e-5)
        .may_duplicate()
        .prio(41),
    rule<"addmm">(aten::add.Tensor(one_use(aten::mm(x, w)), b) >> aten::addmm(b, x, w),
                  where(x.in(numeric_dtypes), same_dtype(b, x), rank(b) == 1, dim(b, 0) == dim(w, 1)))
        .ulp(4)
        .approx(1e-5, 1e-5)
        .prio(40));

} // namespace rule_sets
} // namespace graft
