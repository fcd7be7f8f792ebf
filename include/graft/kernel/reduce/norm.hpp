#pragma once

#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

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

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
