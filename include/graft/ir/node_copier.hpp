#pragma once

#include <graft/config.hpp>
#include <graft/ir/copy.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

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
#    include <algorithm>

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
