#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/index/index.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The gradient of the rows of an embedding's weight: the sum of those of the places where each was taken, but for
/// one row; divided by their number if asked for.
inline void embedding_gradient(tensor const& grad, tensor const& indices, std::int64_t padding, bool by_frequency,
                               tensor& out) {
    tensor const rows = detail::as_indices("embedding_dense_backward", indices);
    tensor const from = detail::as_dense(grad, dtype::f64);
    tensor sums = tensor::zeros(out.sizes(), dtype::f64);
    std::int64_t const width = out.size(1), *const at = rows.data<std::int64_t>();
    for (std::int64_t i = 0; i < rows.numel(); ++i)
        if (at[i] != padding && width != 0)
            detail::require_index("embedding_dense_backward", at[i], out.size(0));
    if (out.numel() == 0) // of however many rows
        return;
    scratch_vector<std::int64_t> count(static_cast<std::size_t>(out.size(0)), 0);
    for (std::int64_t i = 0; i < rows.numel(); ++i)
        if (at[i] != padding)
            ++count[static_cast<std::size_t>(at[i])];
    for (std::int64_t i = 0; i < rows.numel(); ++i) {
        if (at[i] == padding)
            continue;
        double const share = by_frequency ? 1 / static_cast<double>(count[static_cast<std::size_t>(at[i])]) : 1;
        for (std::int64_t k = 0; k < width; ++k)
            sums.data<double>()[at[i] * width + k] += share * from.data<double>()[i * width + k];
    }
    copy(sums, out);
}

/// How the rows of a bag become one.
enum class bag_mode : std::uint8_t { total, average, largest };

/// Where the bags of `embedding_bag` begin among the indices, and what the rows in them count.
struct bag_inputs {
    tensor const& weight;
    tensor const& indices;
    tensor const& offsets;
    tensor const* row_weights = nullptr; // of a sum, one for each index
    std::int64_t padding = -1;           // the index that is passed over, none if negative
    std::int64_t bags = 0, end = 0;      // where the last of the bags ends
};

/// The sums, means or maxima of rows of a weight. `bag_of`, the bag of each index, may be empty; `sizes` are the
/// numbers of rows in the bags, 0 for sums, `maxima` where a maximum is found, else those numbers.
inline void embedding_bag(bag_inputs const& given, bag_mode mode, tensor& out, tensor& bag_of, tensor& sizes,
                          tensor& maxima) {
    char const* const op = "embedding_bag";
    tensor const table = detail::as_dense(given.weight, dtype::f64);
    tensor const indices = detail::as_indices(op, given.indices), offsets = detail::as_indices(op, given.offsets);
    tensor const shares = given.row_weights == nullptr ? tensor() : detail::as_dense(*given.row_weights, dtype::f64);
    std::int64_t const n = indices.numel(), width = given.weight.size(1), rows = given.weight.size(0);
    std::int64_t const *const index = indices.data<std::int64_t>(), *const offset = offsets.data<std::int64_t>();
    tensor result = tensor::zeros(out.sizes(), dtype::f64), found = tensor::zeros({given.bags, width}, dtype::i64);
    tensor counts = tensor::zeros({given.bags}, dtype::i64), bag = tensor::zeros({n}, dtype::i64);
    for (std::int64_t b = 0; b < given.bags; ++b) {
        std::int64_t const end = b + 1 < given.bags ? offset[b + 1] : given.end;
        if ((b == 0 && offset[0] != 0) || offset[b] > end || end > n)
            raise(errc::invalid_argument, op, ": 'offsets' must rise from 0 to at most ", n);
        double* const to = result.data<double>() + b * width;
        std::int64_t count = 0;
        for (std::int64_t i = offset[b]; i < end; ++i) {
            bag.data<std::int64_t>()[i] = b;
            detail::require_index(op, index[i], rows);
            if (index[i] == given.padding)
                continue;
            double const share = shares.defined() ? shares.data<double>()[i] : 1;
            double const* const row = table.data<double>() + index[i] * width;
            for (std::int64_t k = 0; k < width; ++k)
                if (mode != bag_mode::largest) {
                    to[k] += share * row[k];
                } else if (count == 0 || row[k] > to[k]) {
                    to[k] = row[k];
                    found.data<std::int64_t>()[b * width + k] = index[i];
                }
            ++count;
        }
        for (std::int64_t k = 0; k < width && mode == bag_mode::average && count > 0; ++k)
            to[k] /= static_cast<double>(count);
        // Of a sum nobody asks for the numbers.
        counts.data<std::int64_t>()[b] = mode == bag_mode::total ? 0 : count;
    }
    copy(result, out);
    copy(counts, sizes);
    copy(mode == bag_mode::largest ? found : counts, maxima);
    if (bag_of.numel() != 0)
        copy(bag, bag_of);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
