#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/complex_parts.hpp>

#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A convolution of complex tensors by four of their real and imaginary parts: `convolve(input, weight, bias, out)` is
/// one of real tensors, whose bias may be null.
template <class Convolve>
void complex_convolution(tensor const& input, tensor const& weight, tensor const* bias, tensor& out,
                         Convolve const& convolve) {
    auto const of_dtype = [&](tensor const& t) {
        tensor copied = tensor::empty(t.sizes(), out.dtype());
        copy(t, copied);
        return copied;
    };
    tensor const a = of_dtype(input), b = of_dtype(weight), start = bias == nullptr ? tensor() : of_dtype(*bias);
    dtype const real = real_part(out.dtype());
    tensor first = tensor::empty(out.sizes(), real), second = tensor::empty(out.sizes(), real);
    for (std::int64_t const part : {0, 1}) {
        tensor const bias_part = bias == nullptr ? tensor() : detail::complex_part(start, part);
        convolve(detail::complex_part(a, 0), detail::complex_part(b, part), bias == nullptr ? nullptr : &bias_part,
                 first);
        convolve(detail::complex_part(a, 1), detail::complex_part(b, 1 - part), nullptr, second);
        tensor to = detail::complex_part(out, part);
        add(first, second, part == 0 ? -1 : 1, to);
    }
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
