#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

namespace graft {

/// What the result of a call has to do with the storage of its first argument.
enum class view_relation {
    none, ///< elements of its own
    same, ///< the same tensor, as of `detach`
    view, ///< another view of the elements
};

/// How the result of a call of a functional op is related to its first argument; that it is a copy where it may be
/// one depends on dtypes and strides, which have to be known.
[[nodiscard]] GRAFT_INLINE view_relation relation_to_first(graph const& g, node_id n);

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/dialect/infer.hpp>
#    include <graft/dialect/meta/reshape.hpp>
#    include <graft/symbolic/tensor_spec.hpp>

#    include <cstddef>

namespace graft {

GRAFT_INLINE view_relation relation_to_first(graph const& g, node_id n) {
    target_info const target = g.target(n);
    if (target.name == "operator.getitem")
        return view_relation::view;
    if (target.op == nullptr || !target.op->returns_alias() || g.arg_count(n) == 0 || !g.arg(n, 0).is_node())
        return view_relation::none;
    bool const same = has(target.op->tags, op_tags::same_tensor);
    if (!has(target.op->tags, op_tags::may_copy))
        return same ? view_relation::same : view_relation::view;
    tensor_spec const& from = detail::recorded_tensor(g, g.arg(n, 0).node());
    tensor_spec const& to = detail::recorded_tensor(g, n);
    if (!same)
        return detail::view_strides(from, to.sizes) ? view_relation::view : view_relation::none;
    int const copy = target.op->find_argument("copy");
    bool const copies = copy >= 0 && g.schema_arg(n, static_cast<std::size_t>(copy)) &&
                        g.schema_arg(n, static_cast<std::size_t>(copy))->kind() == arg_kind::boolean &&
                        g.schema_arg(n, static_cast<std::size_t>(copy))->boolean();
    bool const unchanged = from.dtype == to.dtype && from.dev == to.dev && from.strides == to.strides;
    return unchanged && !copies ? view_relation::same : view_relation::none;
}

} // namespace graft
#endif
