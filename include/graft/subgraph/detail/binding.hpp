#pragma once

#include <graft/meta/vec.hpp>
#include <graft/pattern/python_equal.hpp>
#include <graft/subgraph/detail/index.hpp>
#include <graft/subgraph/detail/pattern.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft::detail {

// What the nodes of a pattern stand for while they are matched, and the matching of one anchor and all below it.
class subgraph_binding {
public:
    constexpr subgraph_binding(graph const& g, subgraph_pattern const& pattern, subgraph_index const& index,
                               bool ignore_literals)
        : g_(g), pattern_(pattern), index_(index), ignore_literals_(ignore_literals), values_(pattern.g.capacity()),
          states_(pattern.g.capacity(), state::unbound), owners_(g.capacity(), no_node) {}

    // The bound nodes of the pattern, oldest first.
    [[nodiscard]] constexpr vec<node_id> const& bound() const { return bound_; }
    [[nodiscard]] constexpr bool is_bound(node_id p) const { return states_[p] != state::unbound; }
    // What a bound node of the pattern stands for.
    [[nodiscard]] constexpr arg_ref value(node_id p) const {
        return (is_default(p) ? pattern_.g : g_).view(values_[p]);
    }
    // What a bound node of the pattern stands for, as an operand of the graph, or of the pattern where it is a default
    // of the pattern's op.
    [[nodiscard]] constexpr operand operand_of(node_id p) const { return values_[p]; }
    [[nodiscard]] constexpr bool is_default(node_id p) const { return states_[p] == state::by_default; }
    // The node of the graph that `p` stands for, or `no_node`.
    [[nodiscard]] constexpr node_id node(node_id p) const {
        return states_[p] == state::given && values_[p].is_node() ? values_[p].id() : no_node;
    }
    // How often a node of the pattern was held against one of the graph: what a search costs.
    [[nodiscard]] constexpr std::size_t steps() const { return steps_; }
    // The node of the pattern that stands for `n`, or `no_node`.
    [[nodiscard]] constexpr node_id owner(node_id n) const { return owners_[n]; }
    // True when a computed node of the pattern stands for `n`.
    [[nodiscard]] constexpr bool is_computed(node_id n) const {
        return owners_[n] != no_node && pattern_.is_compute(owners_[n]);
    }

    // Binds an anchor and what it is computed from; what a failure has bound is there until `undo`.
    // Computed nodes that `taken` marks are not bound. Iterative, as patterns can be deep.
    [[nodiscard]] constexpr bool bind(node_id anchor, node_id n, std::string_view name_match,
                                      vec<std::uint8_t> const& taken) {
        pairs_.clear();
        if (!bind_node(anchor, n, name_match, taken))
            return false;
        while (!pairs_.empty()) {
            pair const next = pairs_.back();
            pairs_.pop_back();
            if (!match_argument(next, taken))
                return false;
        }
        return true;
    }

    // Unbinds all but the oldest `count`.
    constexpr void undo(std::size_t count) {
        while (bound_.size() > count) {
            node_id const p = bound_.back();
            if (node_id const n = node(p); n != no_node)
                owners_[n] = no_node;
            states_[p] = state::unbound;
            bound_.pop_back();
        }
    }

private:
    enum class state : std::uint8_t { unbound, given, by_default };

    // An argument of the pattern and what must match it; a default is a literal of the pattern's graph.
    struct pair {
        operand wanted, given;
        bool given_by_default = false;
    };

    [[nodiscard]] constexpr arg_ref given(pair const& p) const {
        return p.given_by_default ? pattern_.g.view(p.given) : g_.view(p.given);
    }

    constexpr bool bind_node(node_id p, node_id n, std::string_view name_match, vec<std::uint8_t> const& taken) {
        ++steps_;
        if (is_bound(p))
            return node(p) == n;
        if (owners_[n] != no_node)
            return false;
        bool const named = !name_match.empty() && subgraph_index::holds(g_.name(n), name_match);
        if (!index_.equal(p, n) && !named)
            return false;
        if (!taken.empty() && taken[n] != 0 && pattern_.is_compute(p))
            return false;
        owners_[n] = p;
        set(p, operand::node(n), state::given);
        return raw(pattern_.g).op(p) == opcode::placeholder || push_arguments(p, n);
    }

    constexpr void set(node_id p, operand value, state how) {
        values_[p] = value;
        states_[p] = how;
        bound_.push_back(p);
    }

    constexpr bool match_argument(pair const& p, vec<std::uint8_t> const& taken) {
        arg_ref const wanted = pattern_.g.view(p.wanted), value = given(p);
        if (wanted.is_node() && value.is_node())
            return bind_node(wanted.node(), value.node(), {}, taken);
        if (is_sequence(wanted.kind()) && is_sequence(value.kind())) {
            if (wanted.size() != value.size())
                return false;
            for (std::size_t i = wanted.size(); i-- > 0;)
                pairs_.push_back({wanted[i].value(), value[i].value(), p.given_by_default});
            return true;
        }
        return match_literal(p, wanted, value) || ignore_literals_;
    }

    static constexpr bool is_sequence(arg_kind kind) { return kind == arg_kind::list || kind == arg_kind::tuple; }

    constexpr bool match_literal(pair const& p, arg_ref wanted, arg_ref value) {
        if (!wanted.is_node())
            return same_literal(wanted, value);
        node_id const placeholder = wanted.node();
        if (raw(pattern_.g).op(placeholder) != opcode::placeholder)
            return false;
        if (is_bound(placeholder))
            return python_equal(this->value(placeholder), value, true);
        set(placeholder, p.given, p.given_by_default ? state::by_default : state::given);
        return true;
    }

    // The arguments of both nodes in pairs, the first on top; false when they do not pair up.
    constexpr bool push_arguments(node_id p, node_id n) {
        if (same_shape(p, n)) {
            for (std::size_t i = raw(g_).kwarg_count(n); i-- > 0;)
                pairs_.push_back({raw(pattern_.g).kwarg(p, i).value(), raw(g_).kwarg(n, i).value()});
            for (std::size_t i = raw(g_).arg_count(n); i-- > 0;)
                pairs_.push_back({raw(pattern_.g).arg(p, i).value(), raw(g_).arg(n, i).value()});
            return true;
        }
        op_info const* const op = pattern_.schema(p);
        if (op == nullptr)
            return false;
        for (std::size_t slot = op->arguments.size(); slot-- > 0;) {
            schema_argument const& argument = op->arguments[slot];
            operand const fallback = pattern_.default_of(p, slot).value();
            auto const wanted = argument_of(pattern_.g, p, slot, argument);
            auto const value = argument_of(g_, n, slot, argument);
            pairs_.push_back(
                {wanted ? wanted->value() : fallback, value ? value->value() : fallback, !value.has_value()});
        }
        return true;
    }

    // True when both give as many positional arguments, and keyword arguments of the same names in the same order.
    constexpr bool same_shape(node_id p, node_id n) const {
        if (raw(pattern_.g).arg_count(p) != raw(g_).arg_count(n) ||
            raw(pattern_.g).kwarg_count(p) != raw(g_).kwarg_count(n))
            return false;
        for (std::size_t i = 0; i < raw(g_).kwarg_count(n); ++i)
            if (raw(pattern_.g).kwarg_key(p, i) != raw(g_).kwarg_key(n, i))
                return false;
        return true;
    }

    static constexpr std::optional<arg_ref> argument_of(graph const& g, node_id n, std::size_t slot,
                                                        schema_argument const& argument) {
        if (auto const keyword = g.find_kwarg(n, argument.name))
            return keyword;
        if (!argument.kwarg_only && slot < raw(g).arg_count(n))
            return raw(g).arg(n, slot);
        return std::nullopt;
    }

    graph const& g_;
    subgraph_pattern const& pattern_;
    subgraph_index const& index_;
    bool ignore_literals_;
    vec<operand> values_; // by node of the pattern
    vec<state> states_;
    vec<node_id> owners_; // by node of the graph
    vec<node_id> bound_;
    vec<pair> pairs_; // still to match, the next on top
    std::size_t steps_ = 0;
};

} // namespace graft::detail
