#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The tensors that a normalization's gradient is computed from; a weight may be null.
struct norm_gradient_inputs {
    tensor const& grad;
    tensor const& input;
    tensor const& mean;
    tensor const& rstd;
    tensor const* weight;
};

/// The gradients of input, weight and bias, each of which may be null, of a normalization of rows of `n` neighbouring
/// elements, `groups` of them with weights of their own: one for each `plane` elements of a row.
inline void norm_gradient(norm_gradient_inputs const& given, std::int64_t n, std::int64_t groups, std::int64_t plane,
                          tensor* input_gradient, tensor* weight_gradient, tensor* bias_gradient) {
    using detail::as_dense;
    tensor const grad = as_dense(given.grad, dtype::f64), input = as_dense(given.input, dtype::f64);
    tensor const middles = as_dense(given.mean, dtype::f64), rstd = as_dense(given.rstd, dtype::f64);
    tensor const weight = given.weight == nullptr ? tensor() : as_dense(*given.weight, dtype::f64);
    std::int64_t const rows = n == 0 ? 0 : input.numel() / n, each = plane == 0 ? 0 : n / plane;
    tensor inputs = tensor::zeros(input.sizes(), dtype::f64);
    tensor weights = tensor::zeros({groups * each}, dtype::f64), biases = tensor::zeros({groups * each}, dtype::f64);
    scratch_vector<double> normal(rows == 0 ? 0 : static_cast<std::size_t>(n)), slope(normal);
    for (std::int64_t row = 0; row < rows; ++row) {
        double const* const dy = grad.data<double>() + row * n;
        double const* const x = input.data<double>() + row * n;
        double const middle = middles.data<double>()[row], scale = rstd.data<double>()[row];
        double total = 0, along = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            std::int64_t const channel = row % groups * each + i / plane;
            auto const k = static_cast<std::size_t>(i);
            normal[k] = (x[i] - middle) * scale;
            slope[k] = dy[i] * (weight.defined() ? weight.data<double>()[channel] : 1);
            total += slope[k];
            along += slope[k] * normal[k];
            weights.data<double>()[channel] += dy[i] * normal[k];
            biases.data<double>()[channel] += dy[i];
        }
        double* const to = inputs.data<double>() + row * n;
        auto const count = static_cast<double>(n);
        for (std::size_t k = 0; k < normal.size(); ++k)
            to[k] = scale * (slope[k] - (total + normal[k] * along) / count);
    }
    auto const give = [](tensor const& numbers, tensor* out) {
        if (out != nullptr)
            copy(numbers.view(out->sizes()), *out);
    };
    give(inputs, input_gradient);
    give(weights, weight_gradient);
    give(biases, bias_gradient);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
