#pragma once

#include <graft/core/tensor.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// All of a tensor but its elements.
[[nodiscard]] inline tensor_spec spec_of(tensor const& value) {
    tensor_spec result;
    result.dtype = value.dtype();
    result.sizes.assign(value.sizes().begin(), value.sizes().end());
    result.strides.assign(value.strides().begin(), value.strides().end());
    result.storage_offset = value.storage_offset();
    return result;
}

} // namespace graft
