#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <limits>

/// Gradients of what distances are measured between.
namespace graft::detail {

/// The gradient of the rows `from`, of which each has a distance, and its gradient, to each of the rows `to`.
template <class V>
[[nodiscard]] constexpr V distance_gradient(composing<V> const& k, gradient_terms<V> const& g, V const& from,
                                            V const& to, V const& grad, V const& distances) {
    double const p = k->real("p");
    k.require(p >= 0, "'p' cannot be negative");
    vec<sym_int> rows = k.sizes(from);
    rows[rows.size() - 2] = k.size(to, -2);
    V const apart = k(aten::sub.Tensor, k(aten::unsqueeze, from, -2), k(aten::unsqueeze, g.sized(to, rows), -3));
    vec<sym_int> pairs = k.sizes(apart);
    pairs.pop_back();
    V const by = k(aten::unsqueeze, g.sized(grad, pairs), -1);
    V const length = k(aten::unsqueeze, g.sized(distances, pairs), -1);
    V const side = k(aten::sign, apart), far = k(aten::abs, apart);
    V slope = side;
    if (p == 0)
        slope = k(aten::zeros_like, apart);
    else if (p == std::numeric_limits<double>::infinity())
        slope = g.times(side, k(aten::eq.Tensor, far, length));
    else if (p == 2)
        slope = g.over(apart, length);
    else if (p != 1)
        slope = g.times(side, k(aten::pow.Tensor_Scalar, g.over(far, length), p - 1));
    // Where rows are one, or elements are with less than a slope, it is none.
    V const sloped = p < 1 ? far : length;
    V const none = k(aten::eq.Scalar, sloped, 0);
    return g.as_given(k(aten::sum.dim_IntList, g.zero_where(none, g.times(by, slope)), vec<sym_int>(1, -2), false));
}

} // namespace graft::detail

namespace graft::aten {

struct _cdist_backward_default : composite_op<_cdist_backward_default> {
    static constexpr schema_text text{
        "aten::_cdist_backward(Tensor grad_output, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require_floating("x1");
        for (char const* const other : {"grad_output", "x2", "cdist"})
            k.require_one_dtype(other, "x1");
        for (char const* const rows : {"x1", "x2"})
            k.require(k.rank(k->tensor(rows)) > 1, "'", rows, "' must have at least 2 dimensions, not ",
                      k.rank(k->tensor(rows)));
        detail::gradient_terms<V> const g(k, "x1");
        return detail::distance_gradient(k, g, g["x1"], g["x2"], g["grad_output"], g["cdist"]);
    }
};
inline constexpr single_overload<_cdist_backward_default> _cdist_backward{};

struct _pdist_backward_default : composite_op<_pdist_backward_default> {
    static constexpr schema_text text{
        "aten::_pdist_backward(Tensor grad_output, Tensor self, float p, Tensor pdist) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require_floating("self");
        V const& self = k->tensor("self");
        k.require(k.rank(self) == 2, "'self' must have 2 dimensions, not ", k.rank(self));
        detail::gradient_terms<V> const g(k);
        // Those of the pairs in order are above the diagonal, row by row.
        vec<sym_int> const all_pairs(2, k.size(self, 0));
        V const above = k(triu, k(new_ones, self, all_pairs, dtype::boolean), 1);
        auto const of_both = [&](char const* of_pairs) {
            k.require_one_dtype(of_pairs, "self");
            V const half = k(masked_scatter, k(new_zeros, g["self"], all_pairs), above, g[of_pairs]);
            return g.plus(half, k(transpose.int_, half, 0, 1));
        };
        return detail::distance_gradient(k, g, g["self"], g["self"], of_both("grad_output"), of_both("pdist"));
    }
};
inline constexpr single_overload<_pdist_backward_default> _pdist_backward{};

/// Every op of this header.
using distance_gradients_ops = overloads_of<_cdist_backward, _pdist_backward>;

} // namespace graft::aten
