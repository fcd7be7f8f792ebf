#pragma once

#include <graft/dialect/aten/fourier.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/linalg/fourier.hpp>
#include <graft/runtime/kernels/adapter.hpp>

namespace graft {

template <>
struct kernel_of<aten::_conj_physical_default> {
    static void run(call<tensor> const& c, auto results) { kernel::conj(c.tensor("self"), results[0]); }
};

template <>
struct kernel_of<aten::_fft_r2c_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::fft_r2c(c.tensor("self"), detail::integers_of(c, "dim"), detail::integer_of(c, "normalization"),
                        results[0]);
    }
};

template <>
struct kernel_of<aten::_fft_c2c_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::fft_c2c(c.tensor("self"), detail::integers_of(c, "dim"), detail::integer_of(c, "normalization"),
                        c.boolean("forward"), results[0]);
    }
};

template <>
struct kernel_of<aten::_fft_c2r_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::fft_c2r(c.tensor("self"), detail::integers_of(c, "dim"), detail::integer_of(c, "normalization"),
                        results[0]);
    }
};

} // namespace graft
