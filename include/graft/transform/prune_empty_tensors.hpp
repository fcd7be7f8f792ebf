#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Takes tensors without elements out of the lists that `cat` joins, as long as one stays and the result has the dtype
/// and sizes that it had; returns how many were taken out.
struct prune_empty_tensors_pass {
    static constexpr std::string_view name = "prune_empty_tensors"; ///< by which constraints name it
    GRAFT_CONSTEXPR std::size_t operator()(graph& g) const;         ///< runs it
};
inline constexpr prune_empty_tensors_pass prune_empty_tensors{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/rearrange.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/ir/map_arg.hpp>
#    include <graft/meta/vec.hpp>

#    include <utility>

namespace graft {
namespace detail {

[[nodiscard]] constexpr bool is_empty_tensor(graph const& g, arg const& a) {
    tensor_spec const* const known =
        a.kind == arg_kind::node ? tensor_of(g.val(static_cast<node_id>(a.bits))) : nullptr;
    return known != nullptr && known->numel() == 0;
}

} // namespace detail

GRAFT_CONSTEXPR std::size_t prune_empty_tensors_pass::operator()(graph& g) const {
    std::size_t count = 0;
    for (node_id const n : g.nodes()) {
        if (g.target(n) != aten::cat || g.arg_count(n) == 0 || g.val(n) == nullptr || !is_aggregate(g.arg(n, 0).kind()))
            continue;
        arg const before = to_arg(g.arg(n, 0));
        vec<arg> kept;
        for (arg const& item : before.items)
            if (!detail::is_empty_tensor(g, item))
                kept.push_back(item);
        if (kept.empty() || kept.size() == before.items.size())
            continue;
        std::size_t const dropped = before.items.size() - kept.size();
        value_spec const val = *g.val(n);
        g.set_arg(n, 0, arg::list(std::move(kept)));
        infer(g, n);
        if (g.val(n)->tensor.dtype == val.tensor.dtype && g.val(n)->tensor.sizes == val.tensor.sizes) {
            count += dropped;
            continue;
        }
        g.set_arg(n, 0, before);
        g.set_val(n, val);
    }
    return count;
}

} // namespace graft
#endif
