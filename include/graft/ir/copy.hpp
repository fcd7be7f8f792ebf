#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>

namespace graft {

namespace detail {

// Gives `made` the value that is recorded for a node of another graph, or the same.
GRAFT_CONSTEXPR_INLINE void copy_val(graph const& from, node_id n, graph& to, node_id made) {
    if (value_spec const* const val = raw(from).val(n))
        to.set_val(made, *val);
}

// Gives `made` the metadata beside the value that a node of another graph, or of this one, has.
GRAFT_CONSTEXPR_INLINE void copy_meta(graph const& from, node_id n, graph& to, node_id made) {
    if (arg_ref const meta = raw(from).meta(n); !meta.is_none())
        to.set_meta(made, to_arg(meta));
}

// Gives `made`, a new node, the value, type and origins of another, and whether it is constant: all that is known of it
// but the metadata.
GRAFT_CONSTEXPR void copy_facts(graph const& from, node_id n, graph& to, node_id made);

} // namespace detail

/// A copy of the node `n` of `from` at the insertion point of `to`, another graph or the same: arguments, value,
/// metadata and type, with this target of `to`, named `name` or, where that is taken, like it. `map(input)` is what
/// stands in `to` for each node that `n` takes: a node, or an `arg`.
template <class Map>
constexpr node_id node_copy(graph const& from, node_id n, graph& to, Map&& map, std::uint32_t target,
                            std::string_view name, naming how = naming::fresh) {
    constexpr bool gives_node = std::same_as<std::remove_cvref_t<decltype(map(n))>, node_id>;
    auto const as_arg = [&](node_id input) -> arg {
        if constexpr (gives_node)
            return arg::node(map(input));
        else
            return map(input);
    };
    vec<operand> operands;
    operands.reserve(from.operand_count(n));
    for (std::size_t i = 0; i < from.operand_count(n); ++i)
        operands.push_back(to.encode(map_arg(from.view(from.operand_at(n, i)), as_arg)));
    node_id const made = to.create_node(from.op(n), target, operands, name, from.kwarg_count(n), how);
    detail::copy_facts(from, n, to, made);
    detail::copy_meta(from, n, to, made);
    return made;
}

/// A copy of the node `n` of `from` at the insertion point of `to`, with the target of `n`, named `name` or, where that
/// is taken, like it. `map(input)` is what stands in `to` for each node that `n` takes: a node, or an `arg`.
template <class Map>
constexpr node_id node_copy(graph const& from, node_id n, graph& to, Map&& map, std::string_view name,
                            naming how = naming::fresh) {
    target_info const target = from.target(n);
    return node_copy(from, n, to, map, to.intern_target(target.name, target.op, target.dialect), name, how);
}

/// A copy of the node `n` of `from` at the insertion point of `to`, with the target and the name of `n`, or a name like
/// it where that is taken. `map(input)` is what stands in `to` for each node that `n` takes: a node, or an `arg`.
template <class Map>
constexpr node_id node_copy(graph const& from, node_id n, graph& to, Map&& map, naming how = naming::fresh) {
    return node_copy(from, n, to, map, from.name(n), how);
}

/// Copies the nodes of `from` to the insertion point of `to`, less its output node, and returns what that returns,
/// with the nodes of `to` in it; None when `from` has no output. `twins`, by node of `from`, says which node of `to`
/// stands for each: those given are not copied, those copied are added. O(nodes + arguments).
GRAFT_CONSTEXPR arg graph_copy(graph const& from, graph& to, vec<node_id>& twins);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/early_use.hpp>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR void copy_facts(graph const& from, node_id n, graph& to, node_id made) {
    copy_val(from, n, to, made);
    if (raw(from).is_constant(n))
        to.set_constant(made, true);
    if (std::string_view const type = raw(from).type(n); !type.empty())
        to.set_type(made, type);
    if (raw(from).has_origins(n))
        for (origin const o : from.origins(n))
            to.add_origin(made, o);
}

} // namespace detail

GRAFT_CONSTEXPR arg graph_copy(graph const& from, graph& to, vec<node_id>& twins) {
    if (&from == &to)
        raise(errc::invalid_argument, "graph_copy: a graph is not copied into itself");
    twins.resize(from.capacity(), no_node);
    auto const twin = [&](node_id n) { return twins[n]; };
    if (early_use const found = find_early_use(from, [&](node_id n) { return twin(n) != no_node; });
        found.user != no_node)
        raise(errc::invalid_argument, "graph_copy: '", from.name(found.input), "' is used before it is defined");
    for (node_id const n : from.nodes()) {
        if (twins[n] != no_node)
            continue;
        if (from.op(n) == opcode::output)
            return from.arg_count(n) == 0
                       ? arg{}
                       : map_arg(from.arg(n, 0), [&](node_id input) { return arg::node(twin(input)); });
        twins[n] = node_copy(from, n, to, twin);
    }
    return {};
}

} // namespace graft
#endif
