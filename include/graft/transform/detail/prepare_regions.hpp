#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

namespace graft::detail {

struct autocast_composites;

/// Puts in what PyTorch casts where autocast is on and in calls of `out_dtype`, before regions are inlined; a template,
/// so that only who inlines them pays for what the ops are made of that autocast casts within.
template <class Composites = autocast_composites>
void prepare_regions(graph_module& module);

} // namespace graft::detail

#if defined(GRAFT_SEPARATE_COMPILATION)
extern template void graft::detail::prepare_regions<>(graft::graph_module&);
#endif

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/transform/detail/autocast.hpp>
#    include <graft/transform/detail/out_dtype.hpp>

namespace graft::detail {

template <class Composites>
void prepare_regions(graph_module& module) {
    insert_autocasts(module, compositions_of<op_tags::none>(ops_of<Composites>{}));
    replace_out_dtypes(module);
}

} // namespace graft::detail
#endif
