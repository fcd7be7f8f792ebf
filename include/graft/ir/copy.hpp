#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>

#include <concepts>
#include <cstddef>
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

namespace graft::detail {

// Copies many nodes of one graph to another, as `node_copy` does, but looks up each target, literal and metadata there
// once. What it knows of one pair of graphs it forgets in O(1), so that it serves many small graphs in turn.
class node_copier {
public:
    // Both graphs must outlive the copying, and `from` must not change.
    GRAFT_CONSTEXPR void start(graph const& from, graph& to);

    // A copy of `n` at the insertion point of the other graph. `value(input)` is the operand there that stands for a
    // node which `n` takes; it stays nobody's where it is an aggregate.
    template <class F>
    constexpr node_id copy(node_id n, F const& value, std::string_view name, naming how = naming::fresh) {
        return copy(n, target(raw(*from_).target_id(n)), value, name, how);
    }
    // A copy of `n` at the insertion point of the other graph that has this target there. `value(input)` is the operand
    // there that stands for a node which `n` takes.
    template <class F>
    constexpr node_id copy(node_id n, std::uint32_t target, F const& value, std::string_view name,
                           naming how = naming::fresh) {
        operands_.clear();
        for (std::size_t i = 0; i < raw(*from_).operand_count(n); ++i)
            operands_.push_back(copied(raw(*from_).operand_at(n, i), value));
        node_id const made =
            to_->create_node(raw(*from_).op(n), target, operands_, name, raw(*from_).kwarg_count(n), how);
        copy_facts(*from_, n, *to_, made);
        if (arg_ref const meta = raw(*from_).meta(n); !meta.is_none())
            to_->set_meta(made, literal(meta.value()));
        return made;
    }

    // An argument of the one graph as an operand of the other, which no node has taken yet.
    template <class F>
    constexpr operand copied(operand a, F const& value) {
        if (a.is_literal())
            return literal(a);
        if (a.is_node())
            return to_->duplicate(value(a.id()));
        return copied_items(a, value);
    }

private:
    // The id in the other graph, if it was looked up in this round.
    struct known {
        std::uint32_t round = 0, id = 0;
    };

    template <class F>
    constexpr operand copied_items(operand a, F const& value) {
        auto const& items = from_->store().aggregates[a.id()];
        vec<operand> made;
        made.reserve(items.count);
        for (std::uint32_t i = 0; i < items.count; ++i)
            made.push_back(copied(from_->store().slots[items.begin + i].value, value));
        return to_->encode(items.kind, made);
    }

    GRAFT_CONSTEXPR_INLINE operand literal(operand a) {
        known& k = literals_[a.id()];
        if (k.round != round_)
            k = {round_, to_->encode(to_arg(from_->view(a))).id()};
        return operand::literal(k.id);
    }

    GRAFT_CONSTEXPR std::uint32_t target(std::uint32_t id);

    graph const* from_ = nullptr;
    graph* to_ = nullptr;
    std::uint32_t round_ = 0;
    vec<known> targets_, literals_; // by target and by literal of the graph that is copied
    vec<operand> operands_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/early_use.hpp>

#    include <algorithm>

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

namespace graft::detail {

GRAFT_CONSTEXPR void node_copier::start(graph const& from, graph& to) {
    from_ = &from;
    to_ = &to;
    ++round_;
    targets_.resize(std::max(targets_.size(), from.target_count()), known{});
    literals_.resize(std::max(literals_.size(), from.store().literals.size()), known{});
}

GRAFT_CONSTEXPR std::uint32_t node_copier::target(std::uint32_t id) {
    known& k = targets_[id];
    if (k.round != round_) {
        target_info const target = from_->target_at(id);
        k = {round_, to_->intern_target(target.name, target.op, target.dialect)};
    }
    return k.id;
}

} // namespace graft::detail
#endif
