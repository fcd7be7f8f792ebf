#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

namespace graft::detail {

/// Puts in what PyTorch casts where autocast is on and in calls of `out_dtype`, before regions are inlined.
GRAFT_INLINE void prepare_regions(graph_module& module);

} // namespace graft::detail

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/transform/detail/autocast.hpp>
#    include <graft/transform/detail/out_dtype.hpp>

namespace graft::detail {

GRAFT_INLINE void prepare_regions(graph_module& module) {
    insert_autocasts(module);
    replace_out_dtypes(module);
}

} // namespace graft::detail
#endif
