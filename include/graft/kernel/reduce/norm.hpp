#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/reduce/moments.hpp>
#include <graft/kernel/reduce/rows.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Batch normalisation with given statistics: `(x - mean) / sqrt(var + eps) * weight + bias`
/// for each channel, dimension 1; weight and bias may be null. Computed in the type of the
/// result.
inline constexpr struct batch_norm_t {
    template <auto const& Dtypes = floating>
    void operator()(tensor const& input, tensor const* weight, tensor const* bias, tensor const& running_mean,
                    tensor const& running_var, double eps, tensor& out) const {
        if (input.dim() < 2 || input.sizes() != out.sizes())
            raise(errc::invalid_argument, "batch_norm takes an input of at least two "
                                          "dimensions and gives a result of its size");
        std::int64_t const channels = input.size(1);
        for (tensor const* t : {weight, bias, &running_mean, &running_var})
            if (t != nullptr && (t->dim() != 1 || t->numel() != channels))
                raise(errc::invalid_argument, "batch_norm: weight, bias, mean and var need one element for each of ",
                      channels, " channels");
        if (input.numel() == 0)
            return;
        dispatch_compute<Dtypes>(out.dtype(), "batch_norm", [&]<class T>() {
            auto const given = [&](tensor const* t) {
                return t != nullptr ? detail::as_dense(*t, dtype_of<T>) : tensor();
            };
            tensor const w = given(weight), b = given(bias), m = given(&running_mean), v = given(&running_var);
            tensor const from = detail::as_dense(input, dtype_of<T>);
            detail::dense_result<T> to(out);
            std::int64_t const plane = input.numel() / input.size(0) / channels;
            for (std::int64_t i = 0; i < input.size(0) * channels; ++i) {
                std::int64_t const c = i % channels;
                T const scale = (w.defined() ? w.data<T>()[c] : T{1}) / std::sqrt(v.data<T>()[c] + static_cast<T>(eps));
                T const shift = (b.defined() ? b.data<T>()[c] : T{0}) - m.data<T>()[c] * scale;
                detail::element_loop([scale, shift](T x) { return x * scale + shift; }, plane, to.data() + i * plane,
                                     from.data<T>() + i * plane);
            }
            to.finish();
        });
    }
} batch_norm{};

/// Mean and variance of each channel, dimension 1, of a batch. As in PyTorch, sums leave the range of single precision
/// of 16-bit floats, and of f32 whose channels lie side by side.
struct batch_statistics {
    tensor mean, variance;
    std::int64_t count; // of elements in a channel

    explicit batch_statistics(tensor const& input)
        : mean(tensor::empty({input.size(1)}, dtype::f64)), variance(tensor::empty({input.size(1)}, dtype::f64)),
          count(input.numel() / input.size(1)) {
        scratch_vector<bool> marked(input.dim(), true);
        marked[1] = false;
        bool const beside = input.stride(1) == 1 && (!input.is_contiguous() || count == input.size(0));
        bool const single = element_size(input.dtype()) == 2 || (input.dtype() == dtype::f32 && beside);
        dispatch_ordered(input.dtype(), "batch_norm", [&]<class T>() {
            detail::dense_rows<T> const rows(input, marked);
            for (std::int64_t i = 0; i < rows.count(); ++i) {
                detail::moments m = detail::moments_of(rows[i]);
                if (single && !(m.mean * m.mean + m.squares < std::numeric_limits<float>::max() / 8))
                    m = detail::single_moments(rows[i]);
                mean.data<double>()[i] = m.mean;
                variance.data<double>()[i] = m.squares / static_cast<double>(count);
            }
        });
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
