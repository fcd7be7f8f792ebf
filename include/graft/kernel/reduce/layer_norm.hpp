#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/reduce/moments.hpp>
#include <graft/kernel/reduce/reduce.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The sum of the squares of what lies between a row and a number.
template <class T>
[[nodiscard]] T squared_distance(std::int64_t n, T const* in, T from) {
    constexpr std::int64_t lanes = 32;
    std::array<T, lanes> sums{};
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (std::int64_t j = 0; j < lanes; ++j)
            sums[static_cast<std::size_t>(j)] += (in[i + j] - from) * (in[i + j] - from);
    for (; i < n; ++i)
        sums[0] += (in[i] - from) * (in[i] - from);
    return reduce_row<sum_reducer>(lanes, sums.data());
}

/// The mean of a row, unless it counts as 0, and one over the deviation from it.
template <class T>
struct row_statistics {
    T mean{}, scale{};

    /// Of elements that were of the dtype, as PyTorch finds them where squares leave the range of `T`.
    row_statistics(dtype of, std::int64_t n, T const* in, double eps, bool centered) {
        auto const size = static_cast<T>(n);
        if (centered)
            mean = reduce_row<sum_reducer>(n, in) / size;
        T squares = squared_distance(n, in, mean);
        if (centered && !stays_in_range(mean, squares)) {
            auto const steps = moments_in_lanes(n, in, 32 / static_cast<std::int64_t>(element_size(of)));
            mean = steps.mean;
            squares = steps.squares;
        }
        scale = 1 / std::sqrt(squares / size + static_cast<T>(eps));
    }
};

/// Weights of a normalization as `T`: one for each element or channel, or none.
template <class T>
class norm_weights {
public:
    norm_weights(tensor const* weight, tensor const* bias)
        : weight_(weight == nullptr ? tensor() : as_dense(*weight, dtype_of<T>)),
          bias_(bias == nullptr ? tensor() : as_dense(*bias, dtype_of<T>)) {}

    [[nodiscard]] T const* weight() const { return weight_.defined() ? weight_.template data<T>() : nullptr; }
    [[nodiscard]] T const* bias() const { return bias_.defined() ? bias_.template data<T>() : nullptr; }

private:
    tensor weight_, bias_;
};

/// `out[i] = (in[i] - mean) * scale * weight[i] + bias[i]`.
template <class T>
void affine_row(std::int64_t n, T* out, T const* in, T mean, T scale, T const* weight, T const* bias) {
    element_loop([mean, scale](T x) { return (x - mean) * scale; }, n, out, in);
    if (weight != nullptr)
        update_loop([](T x, T w) { return x * w; }, n, out, weight);
    if (bias != nullptr)
        update_loop([](T x, T b) { return x + b; }, n, out, bias);
}

/// Writes a number of each row to a result that may be absent.
template <class T>
class row_numbers {
public:
    row_numbers(tensor* out, std::int64_t rows) : out_(out), numbers_(tensor::empty({rows}, dtype_of<T>)) {}

    [[nodiscard]] T& operator[](std::int64_t i) { return numbers_.template data<T>()[i]; }
    void finish() {
        if (out_ != nullptr)
            kernel::copy(numbers_.view(out_->sizes()), *out_);
    }

private:
    tensor* out_;
    tensor numbers_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Layer normalisation of rows of `n` neighbouring elements: `(x - mean) / sqrt(var + eps) *
/// weight + bias`; weight, bias and the statistics (mean, 1 / sqrt(var + eps)) may be null.
///
/// Where the root mean square is asked for, the mean is not subtracted.
inline constexpr struct layer_norm_t {
    enum class centered : bool { no, yes };

    template <auto const& Dtypes = floating>
    void operator()(tensor const& input, std::int64_t n, tensor const* weight, tensor const* bias, double eps,
                    tensor& out, tensor* saved_mean = nullptr, tensor* saved_rstd = nullptr,
                    centered center = centered::yes) const {
        dispatch_compute<Dtypes>(out.dtype(), "layer_norm", [&]<class T>() {
            std::int64_t const rows = n != 0 ? input.numel() / n : saved_mean != nullptr ? saved_mean->numel() : 0;
            detail::norm_weights<T> const weights(weight, bias);
            detail::dense_argument<T> const from(input);
            detail::dense_result<T> to(out);
            detail::row_numbers<T> means(saved_mean, rows), scales(saved_rstd, rows);
            for (std::int64_t i = 0; i < rows; ++i) {
                T const* const in = from.data() + i * n;
                if (n == 0) { // as PyTorch has it of rows without elements
                    means[i] = 0;
                    scales[i] = std::numeric_limits<T>::quiet_NaN();
                    continue;
                }
                detail::row_statistics<T> const row(input.dtype(), n, in, eps, center == centered::yes);
                means[i] = row.mean;
                scales[i] = row.scale;
                detail::affine_row(n, to.data() + i * n, in, row.mean, row.scale, weights.weight(), weights.bias());
            }
            to.finish();
            means.finish();
            scales.finish();
        });
    }
} layer_norm{};

/// Normalisation of groups of neighbouring channels, dimension 1, of each of the batch; weight
/// and bias have one element for each channel.
inline constexpr struct group_norm_t {
    template <auto const& Dtypes = floating>
    void operator()(tensor const& input, std::int64_t groups, tensor const* weight, tensor const* bias, double eps,
                    tensor& out, tensor* saved_mean = nullptr, tensor* saved_rstd = nullptr) const {
        dispatch_compute<Dtypes>(out.dtype(), "group_norm", [&]<class T>() {
            std::int64_t const batch = input.size(0), channels = input.size(1);
            std::int64_t const rows = batch * groups, each = channels / groups;
            std::int64_t const n = input.numel() == 0 ? 0 : input.numel() / rows;
            std::int64_t const plane = each == 0 ? 0 : n / each;
            detail::norm_weights<T> const weights(weight, bias);
            detail::dense_argument<T> const from(input);
            detail::dense_result<T> to(out);
            detail::row_numbers<T> means(saved_mean, rows), scales(saved_rstd, rows);
            for (std::int64_t i = 0; i < rows; ++i) {
                T const* const in = from.data() + i * n;
                detail::row_statistics<T> const row(input.dtype(), n, in, eps, true);
                means[i] = row.mean;
                scales[i] = row.scale;
                if (weight == nullptr && bias == nullptr) {
                    detail::affine_row<T>(n, to.data() + i * n, in, row.mean, row.scale, nullptr, nullptr);
                    continue;
                }
                for (std::int64_t k = 0; plane != 0 && k < each; ++k) {
                    std::int64_t const channel = i % groups * each + k;
                    T const w = weights.weight() != nullptr ? weights.weight()[channel] : T{1};
                    T const b = weights.bias() != nullptr ? weights.bias()[channel] : T{0};
                    T const scale = row.scale * w, shift = b - row.mean * scale;
                    detail::element_loop([scale, shift](T x) { return x * scale + shift; }, plane,
                                         to.data() + i * n + k * plane, in + k * plane);
                }
            }
            to.finish();
            means.finish();
            scales.finish();
        });
    }
} group_norm{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
