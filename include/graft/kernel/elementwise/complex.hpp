#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/unary.hpp>

#include <cmath>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The real parts of complex numbers, or the imaginary ones: a view.
[[nodiscard]] inline tensor complex_part(tensor const& self, std::int64_t part) {
    return kernel::select(self.view_as_real(), -1, part);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The numbers with the sign of their imaginary part changed; of real numbers a copy.
inline void conj(tensor const& self, tensor& out) {
    copy(self, out);
    if (!is_complex(out.dtype()))
        return;
    tensor imaginary = select(out.view_as_real(), -1, 1);
    neg(imaginary, imaginary);
}

/// The numbers with the sign of both parts changed.
inline void complex_neg(tensor const& self, tensor& out) {
    tensor parts = out.view_as_real();
    neg(self.view_as_real(), parts);
}

/// The complex numbers of these lengths and angles, which broadcast.
inline void polar(tensor const& length, tensor const& angle, tensor& out) {
    tensor wide = tensor::empty(out.sizes(), dtype::c128), lengths = tensor::empty(out.sizes(), dtype::f64),
           angles = tensor::empty(out.sizes(), dtype::f64);
    copy(length, lengths);
    copy(angle, angles);
    double* const parts = wide.view_as_real().data<double>();
    for (std::int64_t i = 0; i < out.numel(); ++i) {
        parts[2 * i] = lengths.data<double>()[i] * std::cos(angles.data<double>()[i]);
        parts[2 * i + 1] = lengths.data<double>()[i] * std::sin(angles.data<double>()[i]);
    }
    copy(wide, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
