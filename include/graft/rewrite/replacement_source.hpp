#pragma once

#include <graft/ir/copy.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace graft::detail {

// A graph of which copies go into another, with its targets and literals looked up there once. The graph must outlive
// it, and all copies go into one graph.
class replacement_source {
public:
    constexpr explicit replacement_source(graph const& replacement)
        : source(replacement), targets_(replacement.target_count()),
          literals_(replacement.store().literals.size()) {
        for (node_id const n : replacement.nodes())
            if (replacement.op(n) == opcode::placeholder)
                inputs.push_back(n);
    }

    graph const& source;
    std::vector<node_id> inputs;  // its placeholders

    // A copy of `n` at the insertion point of `to`; `values`, by node, stand for the nodes that it takes, and stay
    // nobody's where they are aggregates.
    constexpr node_id copy(node_id n, graph& to, std::vector<operand> const& values) {
        operands_.clear();
        for (std::size_t i = 0; i < source.operand_count(n); ++i)
            operands_.push_back(copied(source.operand_at(n, i), to, values));
        node_id const made = to.create_node(source.op(n), target(source.target_id(n), to), operands_,
                                            source.name(n), source.kwarg_count(n));
        if (!source.type(n).empty())
            to.set_type(made, source.type(n));
        copy_metadata(source, n, to, made);
        return made;
    }

private:
    constexpr operand copied(operand value, graph& to, std::vector<operand> const& values) {
        if (value.is_node())
            return to.duplicate(values[value.id()]);
        if (value.is_aggregate())
            return to.encode(map_arg(source.view(value),
                                     [&](node_id n) { return to_arg(to.view(values[n])); }));
        std::optional<operand>& literal = literals_[value.id()];
        if (!literal)
            literal = to.encode(to_arg(source.view(value)));
        return *literal;
    }

    constexpr std::uint32_t target(std::uint32_t id, graph& to) {
        if (!targets_[id]) {
            target_info const target = source.target_at(id);
            targets_[id] = to.intern_target(target.name, target.op, target.dialect);
        }
        return *targets_[id];
    }

    std::vector<std::optional<std::uint32_t>> targets_;  // by target of the source
    std::vector<std::optional<operand>> literals_;        // by literal of the source
    std::vector<operand> operands_;
};

} // namespace graft::detail
