#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/product/matmul.hpp>

#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The matrix product of tensors of any rank, as `matmul` of real ones: four real products of the parts.
inline void complex_matmul(tensor const& self, tensor const& other, tensor& out) {
    tensor a = tensor::empty(self.sizes(), out.dtype()), b = tensor::empty(other.sizes(), out.dtype());
    copy(self, a);
    copy(other, b);
    dtype const real = real_part(out.dtype());
    tensor first = tensor::empty(out.sizes(), real), second = tensor::empty(out.sizes(), real);
    auto const multiply = [&](std::int64_t part) {
        matmul(detail::complex_part(a, 0), detail::complex_part(b, part), first);
        matmul(detail::complex_part(a, 1), detail::complex_part(b, 1 - part), second);
        return detail::complex_part(out, part);
    };
    tensor part = multiply(0);
    add(first, second, -1, part);
    part = multiply(1);
    add(first, second, 1, part);
}

/// `beta * self + alpha * left * right`; `self` broadcasts, and is not read if beta is 0.
inline void complex_addmm(tensor const& self, tensor const& left, tensor const& right, scalar beta, scalar alpha,
                          tensor& out) {
    tensor product = tensor::empty(out.sizes(), out.dtype()), start = tensor::empty(out.sizes(), out.dtype());
    complex_matmul(left, right, product);
    if (!beta.to<bool>())
        fill(start, 0);
    else
        complex_mul(self, beta, start);
    complex_add(start, product, alpha, out);
}

/// `input * weight^T + bias`; the bias may be null.
inline void complex_linear(tensor const& input, tensor const& weight, tensor const* bias, tensor& out) {
    tensor const factors = transpose(weight, 0, 1);
    if (bias == nullptr)
        complex_matmul(input, factors, out);
    else
        complex_addmm(*bias, input, factors, 1, 1, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
