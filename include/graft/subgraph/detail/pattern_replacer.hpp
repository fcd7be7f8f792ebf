#pragma once

#include <graft/config.hpp>
#include <graft/ir/copy.hpp>
#include <graft/ir/detail/order_list.hpp>
#include <graft/ir/early_use.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/meta/vec.hpp>
#include <graft/subgraph/internal_match.hpp>
#include <graft/subgraph/replaced_patterns.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft::detail {

// A graph of which copies go into another. The graph must outlive it, and all copies go into one graph.
class replacement_source {
public:
    constexpr explicit replacement_source(graph const& replacement) : source(replacement) {
        for (node_id const n : replacement.nodes())
            if (replacement.op(n) == opcode::placeholder)
                inputs.push_back(n);
    }

    graph const& source;
    vec<node_id> inputs; // its placeholders

    // A copy of `n` at the insertion point of `to`; `values`, by node, stand for the nodes that it takes, and stay
    // nobody's where they are aggregates.
    GRAFT_CONSTEXPR_INLINE node_id copy(node_id n, graph& to, vec<operand> const& values) {
        if (!is_started_)
            copier_.start(source, to);
        is_started_ = true;
        return copier_.copy(
            n, [&](node_id input) { return values[input]; }, raw(source).name(n));
    }

private:
    node_copier copier_;
    bool is_started_ = false;
};

// Replaces the matches in a graph one by one, in a copy of it: the graph itself and what the matches refer to stay.
class replace_pattern_edit {
public:
    // `more` nodes are expected to come.
    GRAFT_CONSTEXPR replace_pattern_edit(graph const& original, graph const& pattern, std::size_t more = 0);
    replace_pattern_edit(replace_pattern_edit const&) = delete;
    replace_pattern_edit& operator=(replace_pattern_edit const&) = delete;

    GRAFT_CONSTEXPR replaced_patterns replace(internal_match const& m, replacement_source& replacement);

    // The graph; its nodes are sorted where a replacement uses what is computed behind it.
    GRAFT_CONSTEXPR_INLINE graph take() {
        if (was_topological_ && !is_topological(result_))
            sort();
        return std::move(result_);
    }

private:
    static constexpr graph copy_with_room(graph const& original, std::size_t more) {
        graph copy;
        copy.reserve(original.capacity() + more);
        copy = original;
        return copy;
    }

    GRAFT_CONSTEXPR void sort();

    // What stands for a node of the original graph now. FX looks once; what it then finds may be gone as well.
    [[nodiscard]] GRAFT_CONSTEXPR operand current(node_id n) const;

    [[nodiscard]] constexpr bool was_replaced(node_id n) const {
        return n < is_replaced_.size() && is_replaced_[n] != 0;
    }

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE operand current(arg_ref a) {
        if (a.is_node())
            return current(a.node());
        return result_.encode(map_arg(a, [this](node_id n) { return to_arg(result_.view(current(n))); }));
    }

    // Whether `a` stands before `b` in the result; the first question orders all its nodes.
    [[nodiscard]] GRAFT_CONSTEXPR bool before(node_id a, node_id b);

    constexpr void add_to_order(node_id n) {
        if (!is_ordered_)
            return;
        if (node_id const previous = raw(result_).prev(n); previous == no_node)
            order_.push_front(n);
        else
            order_.insert_after(n, previous);
    }

    // Before the first user of a returned node, or behind the last returned node when none is used.
    [[nodiscard]] GRAFT_CONSTEXPR insertion_point insertion_of(internal_match const& m);

    // Copies the replacement; `outputs_` is what it returns.
    GRAFT_CONSTEXPR void copy(internal_match const& m, replacement_source& replacement, vec<node_id>& made);

    GRAFT_CONSTEXPR void set_outputs(arg_ref returned, std::size_t wanted);

    GRAFT_CONSTEXPR operand output_value(arg_ref returned);

    GRAFT_CONSTEXPR void record(internal_match const& m, vec<mapped_value>& map);

    // New nodes have the metadata that the replacement gives them, else that of the anchor; a node that takes the
    // place of another its value; and the matched nodes as their origin.
    GRAFT_CONSTEXPR void keep_facts(internal_match const& m, vec<node_id> const& made);

    [[nodiscard]] constexpr bool is_computed(node_id p) const {
        return raw(pattern_).op(p) != opcode::placeholder && raw(pattern_).op(p) != opcode::output;
    }

    static constexpr bool is_new(operand value, vec<node_id> const& made) {
        return value.is_node() && !made.empty() && value.id() >= made.front();
    }

    // All uses of a returned node become uses of `value`, but for those that would make it wait for itself: where the
    // pattern returns its own placeholder, `value` and the new nodes before it still use that.
    GRAFT_CONSTEXPR void redirect(arg_ref returned, operand value, vec<node_id> const& made);

    // An aggregate with nodes belongs to one use only, so that every user is given its own.
    GRAFT_CONSTEXPR void redirect_each(node_id n, arg const& value);

    GRAFT_CONSTEXPR void erase(internal_match const& m);

    graph const& pattern_;
    graph result_;
    order_list order_; // of the nodes of the result, once it is asked for
    bool is_ordered_ = false;
    bool was_topological_;
    vec<operand> becomes_; // by node of the original: what its uses became
    vec<std::uint8_t> is_replaced_;
    std::uint32_t rule_;
    vec<std::size_t> input_of_; // by node of the pattern: which placeholder it is
    vec<node_id> computed_;     // of the pattern, in its order
    vec<node_id> stands_for_;   // by node of the pattern: a node of the match at hand
    // Of the match at hand: what its placeholders stand for, what became of the nodes of the replacement, what the
    // replacement returns, and the nodes that it replaces.
    vec<operand> inputs_, values_, outputs_;
    vec<node_id> matched_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/topological_sort.hpp>

namespace graft::detail {

GRAFT_CONSTEXPR replace_pattern_edit::replace_pattern_edit(graph const& original, graph const& pattern,
                                                           std::size_t more)
    : pattern_(pattern), result_(copy_with_room(original, more)), was_topological_(is_topological(original)),
      becomes_(original.capacity()), is_replaced_(original.capacity(), 0),
      rule_(result_.intern_string("replace_pattern")), input_of_(pattern.capacity(), 0),
      stands_for_(pattern.capacity(), no_node) {
    std::size_t inputs = 0;
    for (node_id const p : pattern.nodes()) {
        if (pattern.op(p) == opcode::placeholder)
            input_of_[p] = inputs++;
        else if (pattern.op(p) != opcode::output)
            computed_.push_back(p);
    }
}

GRAFT_CONSTEXPR replaced_patterns replace_pattern_edit::replace(internal_match const& m,
                                                                replacement_source& replacement) {
    if (replacement.inputs.size() != m.placeholder_nodes.size())
        raise(errc::invalid_argument, "replace_pattern: the pattern has ", m.placeholder_nodes.size(),
              " placeholders and the replacement ", replacement.inputs.size());
    inputs_.clear();
    for (arg_ref const value : m.placeholder_nodes)
        inputs_.push_back(current(value));
    replaced_patterns done;
    done.anchor = m.anchors.front();
    copy(m, replacement, done.replacements);
    record(m, done.nodes_map);
    keep_facts(m, done.replacements);
    for (std::size_t i = 0; i < outputs_.size(); ++i)
        redirect(m.returning_nodes[i], outputs_[i], done.replacements);
    erase(m);
    return done;
}

GRAFT_CONSTEXPR void replace_pattern_edit::sort() {
    try {
        stable_topological_sort(result_);
    } catch (error const&) {
        raise(errc::unsupported, "replace_pattern: replacements would wait for each other's results");
    }
}

GRAFT_CONSTEXPR operand replace_pattern_edit::current(node_id n) const {
    operand value = operand::node(n);
    while (value.is_node() && was_replaced(value.id())) {
        value = becomes_[value.id()];
        if (value.is_node() && result_.contains(value.id()))
            break;
    }
    return value;
}

GRAFT_CONSTEXPR bool replace_pattern_edit::before(node_id a, node_id b) {
    for (node_id n = is_ordered_ ? no_node : result_.back(); n != no_node; n = raw(result_).prev(n))
        order_.push_front(n);
    is_ordered_ = true;
    return order_.before(a, b);
}

GRAFT_CONSTEXPR insertion_point replace_pattern_edit::insertion_of(internal_match const& m) {
    node_id first_user = no_node, last = no_node;
    for (arg_ref const value : m.returning_nodes) {
        if (!value.is_node())
            raise(errc::unsupported, "replace_pattern: the pattern returns a placeholder that "
                                     "stands for no node");
        node_id const n = value.node();
        if (!result_.contains(n))
            continue;
        if (last == no_node || before(last, n))
            last = n;
        raw(result_).for_each_use(n, [&](node_id user) {
            if (first_user == no_node || before(user, first_user))
                first_user = user;
        });
    }
    if (first_user != no_node)
        return {first_user, false};
    if (last == no_node)
        raise(errc::unsupported, "replace_pattern: all that the pattern returns is replaced already");
    return {raw(result_).next(last) == no_node ? 0 : raw(result_).next(last), false};
}

GRAFT_CONSTEXPR void replace_pattern_edit::copy(internal_match const& m, replacement_source& replacement,
                                                vec<node_id>& made) {
    graph const& from = replacement.source;
    values_.resize(from.capacity());
    for (std::size_t i = 0; i < inputs_.size(); ++i)
        values_[replacement.inputs[i]] = inputs_[i];
    insertion_scope const scope(result_, insertion_of(m));
    for (node_id const n : from.nodes()) {
        if (raw(from).op(n) == opcode::placeholder)
            continue;
        if (raw(from).op(n) == opcode::output)
            return set_outputs(raw(from).arg(n, 0), m.returning_nodes.size());
        node_id const copied = replacement.copy(n, result_, values_);
        add_to_order(copied);
        made.push_back(copied);
        values_[n] = operand::node(copied);
    }
    raise(errc::invalid_argument, "replace_pattern: the replacement has no output");
}

GRAFT_CONSTEXPR void replace_pattern_edit::set_outputs(arg_ref returned, std::size_t wanted) {
    bool const several = returned.kind() == arg_kind::list || returned.kind() == arg_kind::tuple;
    outputs_.clear();
    for (std::size_t i = 0; several && i < returned.size(); ++i)
        outputs_.push_back(output_value(returned[i]));
    if (!several)
        outputs_.push_back(output_value(returned));
    if (!several && !outputs_[0].is_node())
        raise(errc::unsupported, "replace_pattern: a replacement returns a node, or a list or "
                                 "tuple of what stands for what the pattern returns");
    if (outputs_.size() != wanted)
        raise(errc::invalid_argument, "replace_pattern: the pattern returns ", wanted, " nodes and the replacement ",
              outputs_.size());
}

GRAFT_CONSTEXPR operand replace_pattern_edit::output_value(arg_ref returned) {
    if (returned.is_node())
        return values_[returned.node()];
    return result_.encode(map_arg(returned, [this](node_id n) { return to_arg(result_.view(values_[n])); }));
}

GRAFT_CONSTEXPR void replace_pattern_edit::record(internal_match const& m, vec<mapped_value>& map) {
    map.reserve(m.nodes_map.size());
    for (matched_value const& bound : m.nodes_map) {
        bool const is_input = raw(pattern_).op(bound.pattern_node) == opcode::placeholder;
        map.push_back({bound.pattern_node, is_input ? inputs_[input_of_[bound.pattern_node]] : bound.value.value()});
    }
}

GRAFT_CONSTEXPR void replace_pattern_edit::keep_facts(internal_match const& m, vec<node_id> const& made) {
    matched_.clear();
    for (matched_value const& bound : m.nodes_map)
        if (is_computed(bound.pattern_node))
            matched_.push_back(bound.value.node());
    for (node_id const n : made) {
        if (raw(result_).meta(n).is_none() && !matched_.empty())
            result_.copy_meta(matched_.front(), n);
        result_.add_origins(n, rule_, matched_);
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i)
        if (is_new(outputs_[i], made) && raw(result_).val(outputs_[i].id()) == nullptr)
            result_.copy_val(m.returning_nodes[i].node(), outputs_[i].id());
}

GRAFT_CONSTEXPR void replace_pattern_edit::redirect(arg_ref returned, operand value, vec<node_id> const& made) {
    node_id const n = returned.node();
    if (result_.contains(n) && value != operand::node(n)) {
        node_id const first = is_new(value, made) ? made.front() : no_node;
        auto const moves = [&](node_id user) { return user < first || user > value.id(); };
        if (value.is_aggregate())
            redirect_each(n, to_arg(result_.view(value)));
        else if (first == no_node)
            result_.replace_all_uses_with(n, value, [](node_id) { return true; });
        else
            result_.replace_all_uses_with(n, value, moves);
    }
    becomes_[n] = value;
    is_replaced_[n] = 1;
}

GRAFT_CONSTEXPR void replace_pattern_edit::redirect_each(node_id n, arg const& value) {
    for (node_id const user : result_.users(n)) {
        call_arguments const changed =
            map_arguments(result_, user, [&](node_id input) { return input == n ? value : arg::node(input); });
        result_.set_args(user, changed.args, changed.kwargs);
    }
}

GRAFT_CONSTEXPR void replace_pattern_edit::erase(internal_match const& m) {
    for (matched_value const& bound : m.nodes_map)
        stands_for_[bound.pattern_node] = bound.value.is_node() ? bound.value.node() : no_node;
    for (std::size_t i = computed_.size(); i-- > 0;) {
        node_id const n = std::exchange(stands_for_[computed_[i]], no_node);
        if (n == no_node)
            raise(errc::unsupported, "replace_pattern: the pattern's node '", pattern_.name(computed_[i]),
                  "' stands for nothing in a match");
        if (raw(result_).use_count(n) != 0)
            raise(errc::unsupported, "replace_pattern: '", result_.name(n), "' is replaced but still used");
        result_.erase_node(n);
    }
}

} // namespace graft::detail
#endif
