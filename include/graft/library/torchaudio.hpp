#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/meta/hana.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>

/// The op of torchaudio's recursive filters: `lfilter`, the biquads, loudness.
namespace graft {

namespace detail {

/// Requires windows [batch, channel, time], coefficients [channel, order] and a waveform [batch, channel, time + order
/// - 1], of one dtype.
GRAFT_CONSTEXPR_INLINE void require_filter(call<tensor_spec> const& c) {
    tensor_spec const &windows = c.tensor("input_signal_windows"), &a = c.tensor("a_coeff_flipped"),
                      &padded = c.tensor("padded_output_waveform");
    if (windows.dtype != dtype::f32 && windows.dtype != dtype::f64)
        reject(c, "it is not defined for ", torch_name(windows.dtype));
    require_one_dtype(c, "a_coeff_flipped", "input_signal_windows");
    require_one_dtype(c, "padded_output_waveform", "input_signal_windows");
    require_rank(c, "input_signal_windows", 3);
    require_rank(c, "a_coeff_flipped", 2);
    require_rank(c, "padded_output_waveform", 3);
    if (certainly_differ(windows.sizes[1], a.sizes[0]) || known_lt(a.sizes[1], 1) == true)
        reject_sizes(c, "input_signal_windows", "a_coeff_flipped");
    if (certainly_differ(windows.sizes[0], padded.sizes[0]) || certainly_differ(windows.sizes[1], padded.sizes[1]) ||
        certainly_differ(windows.sizes[2] + a.sizes[1] - 1, padded.sizes[2]))
        reject_sizes(c, "input_signal_windows", "padded_output_waveform");
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_lfilter_core_loop(call<tensor_spec> const& c) {
    require_filter(c);
    return c.tensor("padded_output_waveform");
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_lfilter_core_loop_functional(call<tensor_spec> const& c) {
    require_filter(c);
    tensor_spec const& padded = c.tensor("padded_output_waveform");
    return new_tensor(padded, padded.dtype, padded.sizes);
}

} // namespace detail

/// Ops of torchaudio.
namespace torchaudio {

/// What `_lfilter_core_loop` writes, as a tensor of its own, for programs without writes. torchaudio has no such op.
struct _lfilter_core_loop_functional_default
    : described_op<_lfilter_core_loop_functional_default, op_tags::none, detail::meta_lfilter_core_loop_functional> {
    static constexpr schema_text text{
        "torchaudio::_lfilter_core_loop_functional(Tensor input_signal_windows, Tensor a_coeff_flipped, Tensor "
        "padded_output_waveform) -> Tensor"};
};
inline constexpr single_overload<_lfilter_core_loop_functional_default> _lfilter_core_loop_functional{};

/// Takes from each number of a channel the `order` numbers of the waveform up to its own place, each times a
/// coefficient, and writes it there: `y[i + order - 1] = x[i] - sum_k y[i + k] * a[k]`. Of f32 or f64.
struct _lfilter_core_loop_default
    : described_op<_lfilter_core_loop_default, op_tags::inplace, detail::meta_lfilter_core_loop> {
    using functional = _lfilter_core_loop_functional_default; ///< what computes that which is written
    static constexpr schema_text text{
        "torchaudio::_lfilter_core_loop(Tensor input_signal_windows, Tensor a_coeff_flipped, Tensor(a!) "
        "padded_output_waveform) -> Tensor(a!)"};
};
inline constexpr single_overload<_lfilter_core_loop_default> _lfilter_core_loop{};

} // namespace torchaudio

/// The ops of this header.
struct torchaudio_ops : dialect<torchaudio_ops> {
    /// the ops
    using members = overloads_of<torchaudio::_lfilter_core_loop, torchaudio::_lfilter_core_loop_functional>;
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Filters a waveform, which is written to, by the two other arguments.
inline void run_filter(call<tensor> const& c, tensor& padded) {
    static constexpr auto dtypes = values<dtype::f32, dtype::f64>;
    tensor const &windows = c.tensor("input_signal_windows"), &a = c.tensor("a_coeff_flipped");
    kernel::dispatch<dtypes>(windows.dtype(), c.op().name, [&]<class T>() {
        dense_argument<T> const input(windows), coefficients(a);
        tensor const waves = as_dense(padded, padded.dtype());
        T* const output = waves.data<T>();
        std::int64_t const channels = a.size(0), order = a.size(1), time = windows.size(2), room = padded.size(2);
        parallel_for(windows.size(0) * channels, 2 * time * order, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                T const* const x = input.data() + row * time;
                T const* const factors = coefficients.data() + row % channels * order;
                T* const y = output + row * room;
                for (std::int64_t i = 0; i < time; ++i) {
                    T sum = x[i];
                    for (std::int64_t k = 0; k < order; ++k)
                        sum -= y[i + k] * factors[k];
                    y[i + order - 1] = sum;
                }
            }
        });
        if (!waves.shares_storage(padded))
            kernel::copy(waves, padded);
    });
}

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<torchaudio::_lfilter_core_loop_functional_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::copy(c.tensor("padded_output_waveform"), results[0]);
        detail::run_filter(c, results[0]);
    }
};

template <>
struct kernel_of<torchaudio::_lfilter_core_loop_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor padded = c.tensor("padded_output_waveform");
        detail::run_filter(c, padded);
        results[0] = padded;
    }
};

} // namespace graft
