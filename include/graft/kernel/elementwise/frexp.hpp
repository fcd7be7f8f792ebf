#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <cmath>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Numbers as mantissas, of a magnitude in [0.5, 1), times powers of two; of 0, NaN and infinities the exponent
/// is 0.
inline void frexp(tensor const& self, tensor& mantissas, tensor& exponents) {
    tensor values = tensor::empty(self.sizes(), dtype::f64);
    copy(self, values);
    detail::dense_result<std::int32_t> exponent(exponents);
    for (std::int64_t i = 0; i < values.numel(); ++i) {
        int power = 0;
        double& value = values.data<double>()[i];
        if (std::isfinite(value))
            value = std::frexp(value, &power);
        exponent.data()[i] = power;
    }
    copy(values, mantissas);
    exponent.finish();
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
