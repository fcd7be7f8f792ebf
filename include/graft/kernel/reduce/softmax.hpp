#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/kernel/simd/math.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// e^(x - shift), and the sum of them, in lanes.
template <class T>
[[nodiscard]] T exp_row(std::int64_t n, T* __restrict out, T const* __restrict in, T shift) {
    constexpr std::int64_t lanes = 32;
    std::array<T, lanes> sums{};
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        for (std::int64_t j = 0; j < lanes; ++j) {
            T const e = exp_of(in[i + j] - shift);
            out[i + j] = e;
            sums[static_cast<std::size_t>(j)] += e;
        }
    for (; i < n; ++i)
        sums[0] += out[i] = exp_of(in[i] - shift);
    return reduce_row<sum_reducer>(lanes, sums.data());
}

/// Softmax of one dense row, or its logarithm.
template <bool Log, class T>
void softmax_row(std::int64_t n, T* out, T const* in) {
    T const top = reduce_row<max_reducer>(n, in);
    T const sum = exp_row(n, out, in, top);
    if constexpr (Log)
        element_loop([top, shift = std::log(sum)](T x) { return (x - top) - shift; }, n, out, in);
    else
        update_loop([scale = 1 / sum](T x) { return x * scale; }, n, out);
}

/// Softmax down `width` neighbouring columns of `n` elements, `stride` apart, or its logarithm.
template <bool Log, class T>
void softmax_columns(std::int64_t n, std::int64_t stride, std::int64_t width, T* out, T const* in) {
    constexpr std::int64_t most = 256;
    for (; width > 0; width -= most, out += most, in += most) {
        std::int64_t const w = std::min(width, most);
        std::array<T, most> top, sum{};
        top.fill(max_reducer::initial<T>());
        for (std::int64_t i = 0; i < n; ++i)
            update_loop([](T a, T b) { return max_of(a, b); }, w, top.data(), in + i * stride);
        for (std::int64_t i = 0; i < n; ++i) {
            element_loop([](T x, T t) { return exp_of(x - t); }, w, out + i * stride, in + i * stride, top.data());
            update_loop([](T a, T b) { return a + b; }, w, sum.data(), out + i * stride);
        }
        for (T& s : sum)
            s = Log ? std::log(s) : 1 / s;
        for (std::int64_t i = 0; i < n; ++i)
            if constexpr (Log)
                element_loop([](T x, T t, T s) { return (x - t) - s; }, w, out + i * stride, in + i * stride,
                             top.data(), sum.data());
            else
                update_loop([](T x, T s) { return x * s; }, w, out + i * stride, sum.data());
    }
}

/// Softmax over a dimension, or its logarithm, computed in the dtype of the result.
template <class D, bool Log>
struct softmax_kernel {
    template <auto const& Dtypes = kernel::floating>
    void operator()(tensor const& self, std::int64_t dim, tensor& out) const {
        if (self.sizes() != out.sizes())
            raise(errc::invalid_argument, D::name, ": argument and result differ in size");
        std::size_t const d = wrap_dim(dim, self.dim());
        std::int64_t const n = self.dim() == 0 ? 1 : self.sizes()[d];
        if (self.numel() == 0)
            return;
        std::int64_t inner = 1;
        for (std::size_t i = d + 1; i < self.dim(); ++i)
            inner *= self.sizes()[i];
        kernel::dispatch_compute<Dtypes>(out.dtype(), D::name, [&]<class T>() {
            dense_argument<T> const from(self);
            dense_result<T> to(out);
            std::int64_t const plane = n * inner;
            for (std::int64_t at = 0; at < self.numel(); at += plane)
                if (inner == 1)
                    softmax_row<Log>(n, to.data() + at, from.data() + at);
                else
                    softmax_columns<Log>(n, inner, inner, to.data() + at, from.data() + at);
            to.finish();
        });
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// e^x over the sum of e^x along a dimension.
inline constexpr struct softmax_t : detail::softmax_kernel<softmax_t, false> {
    static constexpr std::string_view name = "softmax";
} softmax{};

/// The logarithm of `softmax`, exact where softmax underflows.
inline constexpr struct log_softmax_t : detail::softmax_kernel<log_softmax_t, true> {
    static constexpr std::string_view name = "log_softmax";
} log_softmax{};

/// The logarithm of the sum of e^x over some dims, none for all, without overflow.
void logsumexp(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims,
               tensor_parameter auto& out) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_compute<floating>(out.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        tensor const result = tensor::empty({rows.count()}, dtype_of<T>);
        scratch_vector<T> powers(rows.count() == 0 ? 0 : static_cast<std::size_t>(rows.length()));
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            T const high = detail::reduce_row<detail::max_reducer>(rows.length(), rows[i].data());
            T const shift = std::isinf(high) ? 0 : high;
            T const total = detail::exp_row(rows.length(), powers.data(), rows[i].data(), shift);
            result.data<T>()[i] = std::log(total) + shift;
        }
        copy(result.view(out.sizes()), out);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
