#pragma once

#include <graft/lower/backend_rules.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/cpu_ops.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/runtime/kernels/channels_last.hpp>
#include <graft/runtime/kernels/packed_linear.hpp>
#include <graft/runtime/kernels/quantized_layers.hpp>
#include <graft/transform/detail/prepare_regions.hpp>

namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET {

template <class Ops>
kernel_library cpu_library() {
    return {kernels_of<Ops>(), backend_meanings<Ops>, detail::prepare_regions<>};
}

} // namespace graft::inline GRAFT_LIBRARY_INSTRUCTION_SET
