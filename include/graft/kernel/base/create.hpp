#pragma once

#include <graft/core/scalar.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>

#include <algorithm>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// start + i * step for each element of a vector, computed in i64 or f64.
inline void arange(scalar start, scalar step, tensor& out) {
    bool const whole = is_integral(out.dtype(), true);
    tensor numbers = tensor::empty(out.sizes(), whole ? dtype::i64 : dtype::f64);
    for (std::int64_t i = 0; i < out.numel(); ++i)
        if (whole)
            numbers.data<std::int64_t>()[i] =
                detail::sum_of(start.to<std::int64_t>(), detail::product_of(i, step.to<std::int64_t>()));
        else
            numbers.data<double>()[i] = start.to<double>() + static_cast<double>(i) * step.to<double>();
    copy(numbers, out);
}

/// Ones on the diagonal of a matrix, zeros elsewhere.
inline void eye(tensor& out) {
    fill(out, 0);
    for (std::int64_t i = 0; i < std::min(out.size(0), out.size(1)); ++i) {
        tensor element = select(select(out, 0, i), 0, i);
        fill(element, 1);
    }
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
