#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/gradient.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstdint>

/// Gradients of rows that are looked up in bags, and of the weights of those.
namespace graft::detail {

/// The bag of each index, which is not noted where rows were summed up at once.
template <class V>
[[nodiscard]] constexpr V bag_of_indices(composing<V> const& k) {
    V const &noted = k->tensor("offset2bag"), &offsets = k->tensor("offsets");
    if (known_eq(k.size(noted, 0), 0) != true)
        return noted;
    sym_int const count = k.size(k->tensor("indices"), 0);
    V const begins = k(aten::index_add, k(aten::new_zeros, offsets, vec<sym_int>{count + 1}), 0, offsets,
                       k(aten::ones_like, offsets));
    return k(aten::sub.Scalar, k(aten::cumsum, k(aten::narrow, begins, 0, 0, count), 0), 1);
}

/// The gradient of the rows that are summed up, or of which means or maxima are taken.
template <class V>
[[nodiscard]] constexpr V bags_gradient(composing<V> const& k, V const& bag_of) {
    k.require_floating("grad");
    gradient_terms<V> const g(k, "grad");
    V const &sizes = k->tensor("bag_size"), grad = g["grad"];
    std::int64_t const mode = k.number_of(k->integer("mode"));
    k.require(mode >= 0 && mode <= 2, "'mode' must be 0, 1 or 2, not ", mode);
    k.require(k.rank(grad) == 2, "'grad' must have 2 dimensions, not ", k.rank(grad));
    k.require(mode == 0 || !k->has("per_sample_weights"), "'per_sample_weights' goes with sums only");
    if (mode == 2) {
        V const empty = k(aten::eq.Scalar, g.sized(sizes, vec<sym_int>{k.size(grad, 0)}), 0);
        V const given = g.zero_where(k(aten::unsqueeze, empty, -1), grad);
        V const table = k(aten::new_zeros, grad, vec<sym_int>{k->integer("num_weights"), k.size(grad, 1)});
        V const rows = k(aten::to.dtype, g.sized(k->tensor("maximum_indices"), k.sizes(grad)), dtype::i64);
        return g.as_given(k(aten::scatter_add, table, 0, rows, given));
    }
    V rows = k(aten::index_select, grad, 0, bag_of);
    if (mode == 1)
        rows = g.over(V(rows), k(aten::unsqueeze, k(aten::index_select, sizes, 0, bag_of), -1));
    if (k->has("per_sample_weights"))
        rows = g.times(V(rows), k(aten::unsqueeze, g.sized(g["per_sample_weights"], {k.size(rows, 0)}), -1));
    return g.as_given(k(aten::embedding_dense_backward, rows, k->tensor("indices"), k["num_weights"], k["padding_idx"],
                        k["scale_grad_by_freq"]));
}

} // namespace graft::detail

namespace graft::aten {

struct _embedding_bag_dense_backward_default : composite_op<_embedding_bag_dense_backward_default> {
    static constexpr schema_text text{
        "aten::_embedding_bag_dense_backward(Tensor grad, Tensor indices, Tensor offset2bag, Tensor bag_size, Tensor "
        "maximum_indices, SymInt num_weights, bool scale_grad_by_freq, int mode, Tensor? per_sample_weights, int "
        "padding_idx=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::bags_gradient(k, k->tensor("offset2bag")); }
};
inline constexpr single_overload<_embedding_bag_dense_backward_default> _embedding_bag_dense_backward{};

struct _embedding_bag_backward_default : composite_op<_embedding_bag_backward_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_embedding_bag_backward(Tensor grad, Tensor indices, Tensor offsets, Tensor offset2bag, Tensor "
        "bag_size, Tensor maximum_indices, SymInt num_weights, bool scale_grad_by_freq, int mode, bool sparse, Tensor? "
        "per_sample_weights, int padding_idx=-1) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require(!k->boolean("sparse"), "'sparse' must be false");
        return detail::bags_gradient(k, detail::bag_of_indices(k));
    }
};
inline constexpr single_overload<_embedding_bag_backward_default> _embedding_bag_backward{};

struct _embedding_bag_per_sample_weights_backward_default
    : composite_op<_embedding_bag_per_sample_weights_backward_default> {
    static constexpr schema_text text{
        "aten::_embedding_bag_per_sample_weights_backward(Tensor grad, Tensor weight, Tensor indices, Tensor offsets, "
        "Tensor offset2bag, int mode, int padding_idx=-1) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require_floating("grad");
        k.require_one_dtype("weight", "grad");
        k.require(k->integer("mode") == 0, "'mode' must be 0");
        detail::gradient_terms<V> const g(k, "grad");
        V const& indices = k->tensor("indices");
        V const rows = k(index_select, g["weight"], 0, indices);
        V const grads = g.sized(k(index_select, g["grad"], 0, detail::bag_of_indices(k)), k.sizes(rows));
        V const found = k(sum.dim_IntList, g.times(grads, rows), vec<sym_int>(1, 1), false);
        return g.as_given(g.zero_where(k(eq.Scalar, indices, k->integer("padding_idx")), found));
    }
};
inline constexpr single_overload<_embedding_bag_per_sample_weights_backward_default>
    _embedding_bag_per_sample_weights_backward{};

/// Every op of this header.
using lookup_gradients_ops =
    overloads_of<_embedding_bag_dense_backward, _embedding_bag_backward, _embedding_bag_per_sample_weights_backward>;

} // namespace graft::aten
