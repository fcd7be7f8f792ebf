#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/binary.hpp>
#include <graft/kernel/compare.hpp>
#include <graft/kernel/copy.hpp>
#include <graft/kernel/dense.hpp>
#include <graft/kernel/matmul.hpp>
#include <graft/kernel/random.hpp>
#include <graft/kernel/rearrange.hpp>
#include <graft/kernel/reduce.hpp>
#include <graft/kernel/select.hpp>
#include <graft/kernel/softmax.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace graft::detail {

/// Scores and weights of attention are computed in f32 or wider.
[[nodiscard]] inline dtype attention_dtype(dtype d) {
    return element_size(d) < 4 ? dtype::f32 : d;
}

/// The heads, dimension -3, each as often as makes `heads` of them.
[[nodiscard]] inline tensor grouped_heads(tensor const& t, std::int64_t heads) {
    if (t.size(-3) == heads)
        return t;
    if (t.size(-3) == 0 || heads % t.size(-3) != 0)
        raise(errc::invalid_argument, "scaled_dot_product_attention: ", heads,
              " heads of queries cannot share ", t.size(-3), " heads of keys");
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < heads; ++i)
        indices.push_back(i * t.size(-3) / heads);
    return kernel::taken(t, t.dim() - 3, indices);
}

/// Minus infinity where a boolean mask is false, or the mask itself added to the scores.
inline void add_mask(tensor const& mask, tensor& scores) {
    if (mask.dtype() == dtype::boolean)
        kernel::where(mask, scores, scalar(-std::numeric_limits<double>::infinity()), scores,
                      scores.dtype());
    else
        kernel::add(scores, mask, 1, scores, scores.dtype());
}

/// True where a key is not behind the query, of as many rows and columns as the scores.
[[nodiscard]] inline tensor causal_mask(tensor const& scores) {
    tensor ones = tensor::full({scores.size(-2), scores.size(-1)}, dtype::boolean, true);
    tensor mask = tensor::empty(ones.sizes(), dtype::boolean);
    kernel::triangle(ones, 0, false, mask);
    return mask;
}

/// Softmax over the last dimension; a row of minus infinities becomes zeros.
inline void safe_softmax(tensor& scores) {
    tensor top = tensor::empty(
        [&] {
            std::vector<std::int64_t> sizes = scores.sizes();
            sizes.back() = 1;
            return sizes;
        }(),
        scores.dtype());
    if (scores.numel() == 0)
        return;
    kernel::amax(scores, std::vector<std::int64_t>{-1}, top);
    tensor masked = tensor::empty(top.sizes(), dtype::boolean);
    kernel::eq(top, scalar(-std::numeric_limits<double>::infinity()), masked);
    tensor weights = tensor::empty(scores.sizes(), scores.dtype());
    kernel::softmax(scores, -1, weights);
    kernel::where(masked, 0, weights, scores, scores.dtype());
}

} // namespace graft::detail

namespace graft::kernel {

/// softmax(query * key^T * scale + mask) * value; the mask may be null, the scale is one over
/// the root of the size of a query by default. Of the weights a share is
/// dropped, as in training.
inline void scaled_dot_product_attention(tensor const& query, tensor const& key,
                                         tensor const& value, tensor const* mask, bool causal,
                                         std::optional<double> scale, bool grouped,
                                         tensor& out, double dropped = 0) {
    dtype const d = detail::attention_dtype(query.dtype());
    tensor k = detail::as_dense(key, d), v = detail::as_dense(value, d);
    if (grouped) {
        k = detail::grouped_heads(k, query.size(-3));
        v = detail::grouped_heads(v, query.size(-3));
    }
    tensor q = tensor::empty(query.sizes(), d);
    double const factor = scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1))));
    mul(query, factor, q, d);
    std::vector<std::int64_t> sizes(out.sizes().begin(), out.sizes().end() - 1);
    sizes.push_back(key.size(-2));
    tensor scores = tensor::empty(std::move(sizes), d);
    matmul(q, transpose(k, -2, -1), scores);
    if (causal)
        detail::add_mask(detail::causal_mask(scores), scores);
    if (mask != nullptr)
        detail::add_mask(*mask, scores);
    detail::safe_softmax(scores);
    if (dropped != 0) {
        tensor kept = tensor::empty(scores.sizes(), dtype::boolean);
        dropout(scores, dropped, scores, kept);
    }
    matmul(scores, v, out);
}

} // namespace graft::kernel
