#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/variance.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Mean and variance of each channel, dimension 1, of a batch.
struct batch_statistics {
    tensor mean, variance;
    std::int64_t count; // of elements in a channel

    explicit batch_statistics(tensor const& input)
        : mean(tensor::empty({input.size(1)}, dtype::f64)), variance(tensor::empty({input.size(1)}, dtype::f64)),
          count(input.numel() / input.size(1)) {
        dim_vector dims{0};
        for (std::size_t d = 2; d < input.dim(); ++d)
            dims.push_back(static_cast<std::int64_t>(d));
        kernel::variance("batch_norm", input, dims, 0, false, variance, &mean);
    }

    /// Moves running statistics towards these; the variance counts as that of a sample.
    void update(double momentum, tensor running_mean, tensor running_variance) const {
        auto const n = static_cast<double>(count);
        blend(momentum, mean, 1, running_mean);
        blend(momentum, variance, n / (n - 1), running_variance);
    }

private:
    static void blend(double momentum, tensor const& statistic, double scale, tensor& running) {
        tensor moved = tensor::empty(statistic.sizes(), dtype::f64);
        copy(running, moved);
        for (std::int64_t i = 0; i < moved.numel(); ++i)
            moved.data<double>()[i] =
                (1 - momentum) * moved.data<double>()[i] + momentum * scale * statistic.data<double>()[i];
        copy(moved, running);
    }
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
