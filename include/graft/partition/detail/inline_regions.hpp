#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

namespace graft::detail {

// Whether there are regions, or calls of `out_dtype`, in the module.
[[nodiscard]] GRAFT_INLINE bool has_regions(graph_module const& module);

// Puts the graphs of regions in the place of the calls that run them. Those in which autocast casts stay, unless what is
// done before, which may be null, puts in the casts and turns that off.
GRAFT_INLINE void inline_regions_in(graph_module& module, void (*before)(graph_module&));

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/detail/region.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/partition/inline_submodule.hpp>

#    include <cstddef>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE bool has_regions(graph_module const& module) {
    for (node_id const n : module.graph.nodes())
        if (find_region(module.graph, n) != nullptr || is_out_dtype(module.graph, n))
            return true;
    for (submodule const& inner : module.submodules)
        if (has_regions(inner.module))
            return true;
    return false;
}

// Puts a `call_module` of the graph of a region in the place of the call that runs it, and returns it.
inline node_id call_of_region(graph& g, node_id region) {
    region_operator const& how = *find_region(g, region);
    node_id const body = g.arg(region, how.body).node();
    vec<arg> given;
    if (how.in_list)
        for (std::size_t i = 0; i < g.arg(region, how.operands).size(); ++i)
            given.push_back(to_arg(g.arg(region, how.operands)[i]));
    else
        for (std::size_t i = how.operands; i < g.arg_count(region); ++i)
            given.push_back(to_arg(g.arg(region, i)));
    auto const scope = inserting_before(g, region);
    node_id const call = g.create_node(opcode::call_module, g.intern_target(g.target(body).name), given);
    g.replace_all_uses_with(region, call);
    g.erase_node(region);
    if (g.use_count(body) == 0)
        g.erase_node(body);
    return call;
}

inline void inline_prepared(graph_module& module) {
    graph& g = module.graph;
    for (bool found = true; found;) {
        vec<node_id> regions;
        for (node_id const n : g.nodes())
            if (find_region(g, n) != nullptr && !casts(g, n))
                regions.push_back(n);
        for (node_id& n : regions)
            n = call_of_region(g, n);
        inline_submodules(module, regions); // whose graphs may have regions of their own
        found = !regions.empty();
    }
    for (submodule& inner : module.submodules)
        inline_prepared(inner.module);
}

GRAFT_INLINE void inline_regions_in(graph_module& module, void (*before)(graph_module&)) {
    if (before != nullptr)
        before(module);
    inline_prepared(module);
}

} // namespace graft::detail
#endif
