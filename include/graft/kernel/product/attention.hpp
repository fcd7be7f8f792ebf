#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/compare.hpp>
#include <graft/kernel/elementwise/random.hpp>
#include <graft/kernel/elementwise/select.hpp>
#include <graft/kernel/index/rearrange.hpp>
#include <graft/kernel/product/gemm.hpp>
#include <graft/kernel/product/matmul.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/softmax.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// What is added to the scores of a head, or, of booleans, which of them count; strides are in elements, null is none.
struct attention_mask {
    std::byte const* data = nullptr;
    bool is_boolean = false;
    std::int64_t row_stride = 0, column_stride = 0;

    /// Applies a row of the mask to scores.
    void apply(std::int64_t row, std::int64_t n, float* scores) const {
        if (is_boolean) {
            auto const* const visible = reinterpret_cast<bool const*>(data) + row * row_stride;
            for (std::int64_t i = 0; i < n; ++i)
                scores[i] = visible[i * column_stride] ? scores[i] : -std::numeric_limits<float>::infinity();
        } else if (data != nullptr) {
            auto const* const added = reinterpret_cast<float const*>(data) + row * row_stride;
            for (std::int64_t i = 0; i < n; ++i)
                scores[i] += added[i * column_stride];
        }
    }
};

/// A head of attention: rows of queries and of results are dense.
struct attention_head {
    matrix_view<float const> query, key, value;
    matrix_view<float> out;
    attention_mask mask;
};

/// Attention of f32 heads, one after the other, with memory that is used again: keys and values are packed, and the
/// scores of so many queries that they stay in the cache become weights and then results.
class blocked_attention {
public:
    /// softmax(query * key^T * scale + mask) * value; of causal attention a query sees no key behind its own index, and
    /// one that sees none gets zeros. Keys and values of the head before that are the same are not packed again.
    void run(attention_head const& head, float scale, bool causal) {
        auto const& [query, key, value, out, mask] = head;
        std::int64_t const most = cached_elements / std::max<std::int64_t>(1, key.rows) / tile_rows * tile_rows;
        std::int64_t const at_once = std::clamp(most, tile_rows, 8 * tile_rows);
        bool const packs = query.rows >= tile_rows / 2;
        scores_.resize(static_cast<std::size_t>(at_once * key.rows));
        weights_.resize(scores_.size());
        if (packs && !(packed_ && key.data == key_ && value.data == value_))
            pack(key, value, scale);
        for (std::int64_t first = 0; first < query.rows; first += at_once) {
            std::int64_t const rows = std::min(at_once, query.rows - first);
            float const* const from = query.data + first * query.row_stride;
            float* const to = out.data + first * out.row_stride;
            matrix_view<float> const scores{scores_.data(), rows, key.rows, key.rows, 1};
            matrix_view<float> const weights{weights_.data(), rows, key.rows, key.rows, 1};
            if (packs) {
                multiply_packed(from, query.row_stride, rows, keys_, {scores.data, key.rows});
            } else {
                std::fill_n(scores.data, rows * key.rows, 0.0f);
                multiply_matrices<float>(scores, {from, rows, query.columns, query.row_stride, 1},
                                         {key.data, key.columns, key.rows, key.column_stride, key.row_stride}, scale);
            }
            for (std::int64_t r = 0; r < rows; ++r)
                weigh(mask, first + r, causal ? std::min(key.rows, first + r + 1) : key.rows, key.rows, r * key.rows);
            if (packs) {
                multiply_packed(weights.data, key.rows, rows, values_, {to, out.row_stride});
            } else {
                for (std::int64_t r = 0; r < rows; ++r)
                    std::fill_n(to + r * out.row_stride, out.columns, 0.0f);
                multiply_matrices<float>({to, rows, out.columns, out.row_stride, 1}, weights, value);
            }
        }
    }

    /// The next head's keys and values are packed, wherever they lie.
    void forget() { packed_ = false; }

private:
    static constexpr std::int64_t cached_elements = 32 * 1024;

    void pack(matrix_view<float const> const& key, matrix_view<float const> const& value, float scale) {
        pack_times(scale, {key.data, key.columns, key.rows, key.column_stride, key.row_stride}, keys_);
        pack_times(1, value, values_);
        key_ = key.data;
        value_ = value.data;
        packed_ = true;
    }

    // The weights of the first `seen` keys for a query, whose scores begin at `at`.
    void weigh(attention_mask const& mask, std::int64_t query, std::int64_t seen, std::int64_t keys, std::int64_t at) {
        float *const scores = scores_.data() + at, *const weights = weights_.data() + at;
        mask.apply(query, seen, scores);
        float const top = reduce_row<max_reducer>(seen, scores);
        if (top == -std::numeric_limits<float>::infinity()) {
            std::fill_n(weights, keys, 0.0f);
            return;
        }
        float const sum = exp_row(seen, weights, scores, top);
        update_loop([scale = 1 / sum](float x) { return x * scale; }, seen, weights);
        std::fill(weights + seen, weights + keys, 0.0f);
    }

    packed_matrix keys_, values_;
    float const *key_ = nullptr, *value_ = nullptr;
    bool packed_ = false;
    scratch_vector<float> scores_, weights_;
};

/// Scores and weights of attention are computed in f32 or wider.
[[nodiscard]] inline dtype attention_dtype(dtype d) { return element_size(d) < 4 ? dtype::f32 : d; }

/// The heads, dimension -3, each as often as makes `heads` of them.
[[nodiscard]] inline tensor grouped_heads(tensor const& t, std::int64_t heads) {
    if (t.size(-3) == heads)
        return t;
    if (t.size(-3) == 0 || heads % t.size(-3) != 0)
        raise(errc::invalid_argument, "scaled_dot_product_attention: ", heads, " heads of queries cannot share ",
              t.size(-3), " heads of keys");
    scratch_vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < heads; ++i)
        indices.push_back(i * t.size(-3) / heads);
    return kernel::taken(t, t.dim() - 3, indices);
}

/// Minus infinity where a boolean mask is false, or the mask itself added to the scores.
void add_mask(tensor const& mask, kernel::tensor_parameter auto& scores) {
    if (mask.dtype() == dtype::boolean)
        kernel::where(mask, scores, scalar(-std::numeric_limits<double>::infinity()), scores, scores.dtype());
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
void safe_softmax(kernel::tensor_parameter auto& scores) {
    tensor top = tensor::empty(
        [&] {
            dim_vector sizes = scores.sizes();
            sizes.back() = 1;
            return sizes;
        }(),
        scores.dtype());
    if (scores.numel() == 0)
        return;
    kernel::amax(scores, dim_vector{-1}, top);
    tensor masked = tensor::empty(top.sizes(), dtype::boolean);
    kernel::eq(top, scalar(-std::numeric_limits<double>::infinity()), masked);
    tensor weights = tensor::empty(scores.sizes(), scores.dtype());
    kernel::softmax(scores, -1, weights);
    kernel::where(masked, 0, weights, scores, scores.dtype());
}

/// Dimension -3 as two, of which the last has `inner` indices, or 1 if the dimension has only one.
[[nodiscard]] inline tensor split_heads(tensor const& t, std::int64_t inner) {
    dim_vector sizes = t.sizes(), strides = t.strides();
    auto const at = static_cast<std::ptrdiff_t>(t.dim()) - 3;
    std::int64_t const count = t.size(-3), stride = t.stride(-3), each = count == 1 ? 1 : inner;
    sizes[static_cast<std::size_t>(at)] = count / each;
    strides[static_cast<std::size_t>(at)] = stride * each;
    sizes.insert(sizes.begin() + at + 1, each);
    strides.insert(strides.begin() + at + 1, stride);
    return t.as_strided(std::move(sizes), std::move(strides), t.storage_offset());
}

/// The tensor as f32, whose rows are dense; where it lies if it is so already.
[[nodiscard]] inline tensor with_float_rows(tensor const& t) {
    bool const is = t.dtype() == dtype::f32 && (t.stride(-1) == 1 || t.size(-1) == 1);
    return is ? t : as_dense(t, dtype::f32);
}

/// Attention in f32; heads are not yet shared. Masks and dimensions before the last two broadcast.
void attend_in_blocks(tensor const& query, tensor const& key, tensor const& value, tensor const* mask, bool causal,
                      float scale, kernel::tensor_parameter auto& out, blocked_attention& blocks) {
    constexpr std::string_view op = "scaled_dot_product_attention";
    std::int64_t const queries = query.size(-2), keys = key.size(-2);
    if (query.size(-1) != key.size(-1) || keys != value.size(-2) || out.size(-2) != queries ||
        out.size(-1) != value.size(-1))
        raise(errc::invalid_argument, op, ": queries, keys and values of ", queries, " x ", query.size(-1), ", ", keys,
              " x ", key.size(-1), " and ", value.size(-2), " x ", value.size(-1), " do not give ", out.size(-2), " x ",
              out.size(-1));
    tensor seen;
    attention_mask row;
    if (mask != nullptr) {
        seen = mask->dtype() == dtype::boolean ? *mask : with_elements(*mask, dtype::f32);
        while (seen.dim() < 2)
            seen = kernel::unsqueeze(seen, 0);
        row.is_boolean = seen.dtype() == dtype::boolean;
        for (auto const& [dim, size] : {std::pair{-2, queries}, std::pair{-1, keys}})
            if (seen.size(dim) != 1 && seen.size(dim) != size)
                raise(errc::invalid_argument, op, ": a mask of ", seen.size(-2), " x ", seen.size(-1),
                      " does not broadcast to ", queries, " x ", keys);
        row.row_stride = seen.size(-2) == 1 ? 0 : seen.stride(-2);
        row.column_stride = seen.size(-1) == 1 ? 0 : seen.stride(-1);
    }
    auto const batch = [](dim_vector const& v) { return graft::view(v).first(v.size() - 2); };
    loop_nest nest(op, batch(out.sizes()));
    for (tensor const* t : {static_cast<tensor const*>(&out), &query, &key, &value, mask == nullptr ? &key : &seen})
        nest.add(t->data(), t->element_size(), batch(t->sizes()), batch(t->strides()));
    nest.simplify();
    blocks.forget();
    nest.for_each_row([&](std::byte* const* at) {
        for (std::int64_t i = 0; i < nest.row_size(); ++i) {
            auto const item = [&](std::size_t k) { return at[k] + i * nest.row_stride(k); };
            row.data = mask == nullptr ? nullptr : item(4);
            blocks.run({matrix_at<float>(item(1), query), matrix_at<float>(item(2), key),
                        matrix_at<float>(item(3), value), matrix_at<float>(item(0), out), row},
                       scale, causal);
        }
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// softmax(query * key^T * scale + mask) * value; the mask may be null, the scale is one over
/// the root of the size of a query by default. Of the weights a share is
/// dropped, as in training. `blocks` is memory that may be used again.
inline void scaled_dot_product_attention(tensor const& query, tensor const& key, tensor const& value,
                                         tensor const* mask, bool causal, std::optional<double> scale, bool grouped,
                                         tensor& out, double dropped = 0, detail::blocked_attention&& blocks = {}) {
    dtype const d = detail::attention_dtype(query.dtype());
    double const factor = scale.value_or(1 / std::sqrt(static_cast<double>(query.size(-1))));
    if (d == dtype::f32 && dropped == 0) {
        tensor const q = detail::with_float_rows(query);
        tensor k = detail::with_elements(key, dtype::f32), v = detail::with_elements(value, dtype::f32);
        bool const written = out.dtype() == d && (out.stride(-1) == 1 || out.size(-1) == 1);
        tensor result = written ? out : tensor::empty(out.sizes(), d);
        std::int64_t const heads = grouped ? query.size(-3) : 0;
        bool const shares = heads != 0 && key.size(-3) != 0 && key.size(-3) == value.size(-3) &&
                            heads % key.size(-3) == 0 && key.size(-3) != heads;
        if (grouped && !shares) {
            k = detail::grouped_heads(k, heads);
            v = detail::grouped_heads(v, heads);
        }
        if (shares) {
            std::int64_t const each = heads / key.size(-3);
            tensor const own = mask != nullptr && mask->dim() > 2 ? detail::split_heads(*mask, each) : tensor();
            tensor to = detail::split_heads(result, each);
            detail::attend_in_blocks(detail::split_heads(q, each), detail::split_heads(k, 1), detail::split_heads(v, 1),
                                     own.defined() ? &own : mask, causal, static_cast<float>(factor), to, blocks);
        } else {
            detail::attend_in_blocks(q, k, v, mask, causal, static_cast<float>(factor), result, blocks);
        }
        if (!written)
            copy(result, out);
        return;
    }
    tensor k = detail::as_dense(key, d), v = detail::as_dense(value, d);
    if (grouped) {
        k = detail::grouped_heads(k, query.size(-3));
        v = detail::grouped_heads(v, query.size(-3));
    }
    tensor q = tensor::empty(query.sizes(), d);
    mul(query, factor, q, d);
    dim_vector sizes(out.sizes().begin(), out.sizes().end() - 1);
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

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
