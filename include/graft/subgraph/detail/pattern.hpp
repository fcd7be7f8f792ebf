#pragma once

#include <graft/config.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pattern/constant.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail {

// A pattern graph and what the matcher needs to know of it whatever the graph: what it returns, its anchors, and the
// defaults of its ops.
class subgraph_pattern {
public:
    struct output_name {
        std::string_view name;
        node_id node = no_node;
    };

    GRAFT_CONSTEXPR_INLINE subgraph_pattern(graph pattern, bool match_output, bool named_outputs)
        : g(std::move(pattern)) {
        check();
        if (named_outputs)
            split_names();
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::placeholder)
                placeholders.push_back(n);
        is_returned_.resize(g.capacity(), 0);
        g.for_each_input(g.back(), [this](node_id n) {
            if (is_returned_[n] == 0)
                returning.push_back(n);
            is_returned_[n] = 1;
        });
        if (match_output)
            anchors.push_back(g.back());
        else
            for (node_id const n : returning)
                if (g.has_one_user(n))
                    anchors.push_back(n);
        fill_defaults();
    }

    graph g;
    vec<node_id> placeholders, returning, anchors;
    vec<output_name> names;

    [[nodiscard]] constexpr bool is_returned(node_id n) const { return is_returned_[n] != 0; }
    // True for what a match computes: neither a placeholder nor the output.
    [[nodiscard]] constexpr bool is_compute(node_id n) const {
        return raw(g).op(n) != opcode::placeholder && raw(g).op(n) != opcode::output;
    }
    // The schema that completes the arguments of a call; null where FX compares them as they are given.
    [[nodiscard]] constexpr op_info const* schema(node_id n) const {
        target_info const target = raw(g).target(n);
        return raw(g).op(n) == opcode::call_function && target.dialect == dialect_tag::aten ? target.op : nullptr;
    }
    // The default in a slot of the schema of `n`; None where it has none.
    [[nodiscard]] constexpr arg_ref default_of(node_id n, std::size_t slot) const {
        return g.view(defaults_[raw(g).target_id(n)][slot]);
    }

private:
    GRAFT_CONSTEXPR_INLINE void check() const {
        if (g.size() == 0)
            raise(errc::invalid_argument, "the pattern graph is empty");
        if (g.op(g.back()) != opcode::output)
            raise(errc::invalid_argument, "the pattern graph does not end with an output");
        for (node_id const n : g.nodes())
            if (g.use_count(n) == 0 && !is_impure(g, n))
                raise(errc::invalid_argument, "the pattern graph holds dead code: nothing uses '", g.name(n), "'");
    }

    // The last output, a dict of names, is no part of the pattern.
    GRAFT_CONSTEXPR_INLINE void split_names() {
        node_id const output = g.back();
        arg_ref const result = g.arg(output, 0);
        if (result.kind() != arg_kind::tuple || result.size() < 2)
            raise(errc::invalid_argument, "a pattern with named outputs returns a tuple of at least two");
        arg_ref const dict = result[result.size() - 1];
        if (dict.kind() != arg_kind::dict)
            raise(errc::invalid_argument, "the last of a pattern's named outputs is a dict of names");
        for (std::size_t i = 0; i < dict.size(); ++i) {
            if (!dict[i].is_node())
                raise(errc::invalid_argument, "the pattern's output '", dict.key(i), "' is not a node");
            names.push_back({dict.key(i), dict[i].node()});
        }
        vec<operand> items;
        for (std::size_t i = 0; i + 1 < result.size(); ++i)
            items.push_back(g.duplicate(result[i].value()));
        operand const rest = g.encode(arg_kind::tuple, items);
        g.set_operands(output, {&rest, 1});
        for (output_name const& named : names)
            if (g.use_count(named.node) == 0 && g.op(named.node) != opcode::placeholder)
                raise(errc::invalid_argument, "the pattern graph holds dead code: only its name uses '",
                      g.name(named.node), "'");
    }

    GRAFT_CONSTEXPR_INLINE void fill_defaults() {
        defaults_.resize(g.target_count());
        for (node_id const n : g.nodes())
            if (op_info const* const op = schema(n); op != nullptr && defaults_[g.target_id(n)].empty())
                for (schema_argument const& argument : op->arguments)
                    defaults_[g.target_id(n)].push_back(argument.has_default ? to_operand(g, default_constant(argument))
                                                                             : operand{});
    }

    vec<std::uint8_t> is_returned_; // by node
    vec<vec<operand>> defaults_;    // by target, then by slot
};

} // namespace graft::detail
