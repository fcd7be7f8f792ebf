#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <optional>
#include <string_view>

namespace graft {

namespace detail {

[[nodiscard]] GRAFT_INLINE bool has_regions(graph_module const& module);

GRAFT_INLINE void inline_regions_in(graph_module& module);

// The module with its regions inlined; nothing where it has none.
[[nodiscard]] GRAFT_INLINE std::optional<graph_module> without_regions(graph_module const& module);

} // namespace detail

/// Puts the graphs of regions in the place of the calls that run them: what `torch.no_grad()`, `torch.autocast`,
/// `torch.utils.checkpoint` and `nested_compile_region` leave in a program. The casts that autocast on the CPU makes
/// become calls of `to`; the others say nothing of the results. Returns whether there was any. Raises, with the program
/// as it was, where a call does not fit its graph. O(nodes) a level of regions in regions.
struct inline_regions_pass {
    static constexpr std::string_view name = "inline_regions"; ///< by which constraints name it
    bool operator()(exported_program& program) const;          ///< runs it
};
inline constexpr inline_regions_pass inline_regions{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/dtype.hpp>
#    include <graft/ir/detail/region.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/meta/view.hpp>
#    include <graft/partition/inline_submodule.hpp>
#    include <graft/transform/detail/autocast.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <functional>
#    include <map>
#    include <string>
#    include <utility>

namespace graft {
namespace detail {

GRAFT_INLINE bool has_regions(graph_module const& module) {
    for (node_id const n : module.graph.nodes())
        if (find_region(module.graph, n) != nullptr)
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

// Puts casts into the graphs of regions where autocast is on. A graph that other nodes name is copied for that.
inline void autocast_regions(graph_module& module, view<node_id const> regions) {
    graph& g = module.graph;
    auto const casts = [&](node_id n) { return autocast_of(g, n).value_or(dtype::undefined) != dtype::undefined; };
    if (std::none_of(regions.begin(), regions.end(), casts))
        return;
    std::map<std::string, std::size_t, std::less<>> uses; // by name
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::get_attr)
            uses[std::string(g.target(n).name)] += g.use_count(n);
    std::map<std::string, std::size_t, std::less<>> places;
    for (submodule const& inner : module.submodules)
        places.emplace(inner.name, places.size());
    for (node_id const n : regions) {
        if (!casts(n))
            continue;
        std::size_t const body = find_region(g, n)->body;
        std::string name(g.target(g.arg(n, body).node()).name);
        auto const place = places.find(name);
        if (place == places.end())
            continue; // which the inliner refuses
        std::size_t at = place->second;
        if (std::size_t& count = uses[name]; count > 1) {
            --count;
            std::string own = name;
            for (std::size_t i = 0; places.contains(own); ++i)
                own = name + "_" + std::to_string(i);
            module.submodules.push_back({own, module.submodules[at].module});
            at = module.submodules.size() - 1;
            places.emplace(own, at);
            auto const scope = inserting_before(g, n);
            node_id const before = g.arg(n, body).node();
            g.set_arg(n, body, arg::node(g.get_attr(own)));
            if (g.use_count(before) == 0)
                g.erase_node(before);
        }
        autocast_module(module.submodules[at].module, *autocast_of(g, n));
    }
}

GRAFT_INLINE void inline_regions_in(graph_module& module) {
    graph& g = module.graph;
    for (bool found = true; found;) {
        vec<node_id> regions;
        for (node_id const n : g.nodes())
            if (find_region(g, n) != nullptr)
                regions.push_back(n);
        autocast_regions(module, regions);
        for (node_id& n : regions)
            n = call_of_region(g, n);
        inline_submodules(module, regions); // whose graphs may have regions of their own
        found = !regions.empty();
    }
    for (submodule& inner : module.submodules)
        inline_regions_in(inner.module);
}

GRAFT_INLINE std::optional<graph_module> without_regions(graph_module const& module) {
    if (!has_regions(module))
        return std::nullopt;
    std::optional<graph_module> inlined = module;
    inline_regions_in(*inlined);
    return inlined;
}

} // namespace detail

GRAFT_INLINE bool inline_regions_pass::operator()(exported_program& program) const {
    if (!detail::has_regions(program.module))
        return false;
    exported_program attempt = program;
    detail::inline_regions_in(attempt.module);
    update_output_names(attempt);
    program = std::move(attempt);
    return true;
}

} // namespace graft
#endif
