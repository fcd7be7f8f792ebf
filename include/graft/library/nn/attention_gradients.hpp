#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/neural.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/meta/vec.hpp>

/// Gradients of what attention takes.
namespace graft::aten {

struct _scaled_dot_product_flash_attention_for_cpu_backward_default
    : composite_op<_scaled_dot_product_flash_attention_for_cpu_backward_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, Tensor "
        "value, Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? attn_mask=None, float? "
        "scale=None) -> (Tensor grad_query, Tensor grad_key, Tensor grad_value)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require(k->real("dropout_p") == 0, "'dropout_p' must be 0");
        detail::gradient_terms<V> const g(k, "query");
        V const query = g["query"], key = g["key"], value = g["value"], grad = g["grad_out"];
        auto const product = [&](V const& a, V const& b) { return k(matmul, a, b); };
        // Where elements are narrow, so are those of the products.
        auto const rounded = [&](V const& a) { return k(to.dtype, g.as_given(a), k.dtype(query)); };
        auto const turned = [&](V const& a) { return k(transpose.int_, a, -2, -1); };
        V scores = detail::scaled(k, product(query, turned(key)));
        if (k->has("attn_mask"))
            scores = g.plus(V(scores), g["attn_mask"]);
        V weights = k(exp, k(sub.Tensor, scores, k(unsqueeze, k->tensor("logsumexp"), -1)));
        if (k->boolean("is_causal"))
            weights = k(tril, V(weights));
        V const of_row = k(sum.dim_IntList, g.times(grad, g["out"]), vec<sym_int>(1, -1), true);
        V const of_scores =
            rounded(detail::scaled(k, g.times(weights, k(sub.Tensor, product(grad, turned(value)), of_row))));
        // The heads of a step lie side by side.
        auto const result = [&](V const& found) {
            V const steps = k(transpose.int_, g.as_given(found), 1, 2);
            return k(transpose.int_, k(clone, steps, memory_format::contiguous), 1, 2);
        };
        return vec<V>{result(product(of_scores, key)), result(product(turned(of_scores), query)),
                      result(product(turned(rounded(weights)), grad))};
    }
};
inline constexpr single_overload<_scaled_dot_product_flash_attention_for_cpu_backward_default>
    _scaled_dot_product_flash_attention_for_cpu_backward{};

/// Every op of this header.
using attention_gradients_ops = overloads_of<_scaled_dot_product_flash_attention_for_cpu_backward>;

} // namespace graft::aten
