#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/product/gemm.hpp>
#include <graft/kernel/product/packed_matrix.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/softmax.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
