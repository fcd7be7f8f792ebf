#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>

#include <cstdint>
#include <utility>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Complex numbers as their parts, which are a new last dimension of two: a view.
[[nodiscard]] inline tensor view_as_real(tensor const& self) {
    if (!is_complex(self.dtype()))
        raise(errc::invalid_argument, "view_as_real takes complex numbers, not ", fx_name(self.dtype()));
    dim_vector sizes = self.sizes(), strides = self.strides();
    for (std::int64_t& stride : strides)
        stride = checked_mul(stride, 2);
    sizes.push_back(2);
    strides.push_back(1);
    return {self.get_storage(), real_part(self.dtype()), std::move(sizes), std::move(strides),
            self.storage_offset() * 2};
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The real parts of complex numbers, or the imaginary ones: a view.
[[nodiscard]] inline tensor complex_part(tensor const& self, std::int64_t part) {
    return kernel::select(kernel::view_as_real(self), -1, part);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
