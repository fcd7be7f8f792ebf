#pragma once

#include <graft/config.hpp>
#include <graft/ir/program.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Says how many boxes `torchvision::nms` leaves at most: as many as there are. Exported programs do not say it, and
/// memory is planned, and a `.pte` file written, for sizes that have a largest value. Returns how many symbols have
/// received one; where the number of boxes has none there is nothing to say.
struct bound_boxes_pass {
    static constexpr std::string_view name = "bound_boxes";  ///< by which constraints name it
    std::size_t operator()(exported_program& program) const; ///< runs it, on all graphs
};
inline constexpr bound_boxes_pass bound_boxes{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LIBRARY_BODIES)
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/graph.hpp>
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/range.hpp>
#    include <graft/symbolic/sym_int.hpp>

#    include <algorithm>
#    include <cstdint>

namespace graft {
namespace detail {

// Confines a symbol to values up to `most`; true if nothing has done it.
inline bool confine(vec<symbol_range>& ranges, symbol const& name, std::int64_t most) {
    auto const known =
        std::find_if(ranges.begin(), ranges.end(), [&](symbol_range const& r) { return r.name == name; });
    if (known == ranges.end()) {
        ranges.push_back({name, {0, most}});
        return true;
    }
    if (known->range.max)
        return false;
    known->range.max = most;
    return true;
}

inline std::size_t bound_boxes_of(graph_module& module, vec<symbol_range>& ranges) {
    graph const& g = module.graph;
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function || g.target(n).name != "torchvision::nms" || g.val(n) == nullptr)
            continue;
        sym_int const left = recorded_tensor(g, n).sizes[0];
        for (symbol const& s : left.symbols())
            if (left == sym_int(s))
                if (auto const most = bounds(recorded_tensor(g, g.arg(n, 0).node()).sizes[0], ranges).max)
                    count += confine(ranges, s, *most) ? 1 : 0;
    }
    for (submodule& inner : module.submodules)
        count += bound_boxes_of(inner.module, ranges);
    return count;
}

} // namespace detail

GRAFT_INLINE std::size_t bound_boxes_pass::operator()(exported_program& program) const {
    return detail::bound_boxes_of(program.module, program.range_constraints);
}

} // namespace graft
#endif
