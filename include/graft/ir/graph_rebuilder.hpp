#pragma once

#include <graft/config.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/map_arg.hpp>
#include <graft/ir/name_scope.hpp>
#include <graft/ir/string_table.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft {

/// A node of a graph with its metadata: what the nodes made in its place inherit.
struct node_metadata {
    graph const* owner = nullptr; ///< the graph of the node
    node_id node = no_node;       ///< its id there

    /// The text under a key such as `stack_trace`, empty when there is none.
    [[nodiscard]] constexpr std::string_view operator[](std::string_view key) const { return owner->meta(node, key); }
    /// What is recorded of the node's value, or null.
    [[nodiscard]] constexpr value_spec const* val() const { return owner->val(node); }
    /// The users of the node, each once, in the order in which they came to use it.
    [[nodiscard]] constexpr vec<node_id> users() const { return owner->users(node); }
    [[nodiscard]] constexpr std::size_t num_users() const { return owner->num_users(node); } ///< How many users it has.
};

/// Builds a new graph out of the nodes of another, one after the other: what becomes of each is an argument.
class graph_rebuilder {
public:
    /// The source must outlive the rebuilder.
    constexpr explicit graph_rebuilder(graph const& source)
        : source_(&source), becomes_(source.capacity()), is_set_(source.capacity(), 0),
          previous_source_(source.capacity(), no_node) {}

    graph result; ///< The new graph.

    [[nodiscard]] constexpr graph const& source() const { return *source_; } ///< The graph it is built from.

    /// Goes on to node `n` of the source: what is created from now on is made in its place.
    constexpr void visit(node_id n) {
        visited_ = n;
        name_is_free_ = true;
    }
    /// The node of the source in whose place nodes are made.
    [[nodiscard]] constexpr node_id visited() const { return visited_; }
    /// What a node made now inherits.
    [[nodiscard]] constexpr node_metadata metadata() const { return {source_, visited_}; }

    /// Records what became of the visited node.
    GRAFT_CONSTEXPR void set(arg value);
    /// What became of a node.
    [[nodiscard]] GRAFT_CONSTEXPR arg const& operator[](node_id n) const;
    /// The visited nodes that became this node of the result, in the order in which they were visited.
    [[nodiscard]] GRAFT_CONSTEXPR vec<node_id> sources(node_id made) const;
    /// The nodes of the source that use one of those, but are none of them, each once.
    [[nodiscard]] GRAFT_CONSTEXPR vec<node_id> source_users(node_id made) const;

    /// The arguments of the visited node in the new graph.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE call_arguments arguments() const {
        return map_arguments(*source_, visited_, [this](node_id n) { return (*this)[n]; });
    }

    /// True when a node of this opcode and target would stand for the visited one as it is.
    [[nodiscard]] GRAFT_CONSTEXPR bool is_same(opcode op, call_target const& target) const;

    /// A new node with the metadata of `from`. The first that is like the visited node keeps its name and the value
    /// recorded for it; any other gets the name that FX makes of the target, but none that the source has.
    GRAFT_CONSTEXPR node_id create(opcode op, call_target const& target, vec<arg> const& args, vec<kwarg> const& kwargs,
                                   node_metadata const& from);
    /// A new node with the metadata of the visited one.
    GRAFT_CONSTEXPR_INLINE node_id create(opcode op, call_target const& target, vec<arg> const& args,
                                          vec<kwarg> const& kwargs = {}) {
        return create(op, target, args, kwargs, metadata());
    }

private:
    // `n` stands for the visited node.
    GRAFT_CONSTEXPR void keep(node_id n);

    // Interned where the names of the source are taken, which it costs to find out only when a name is made.
    GRAFT_CONSTEXPR std::string_view fresh_name(opcode op, std::uint32_t target);

    GRAFT_CONSTEXPR void copy_metadata(node_metadata const& from, node_id to);

    struct names {
        string_table strings;
        name_scope scope;
    };

    graph const* source_;
    vec<arg> becomes_; // by node of the source
    vec<std::uint8_t> is_set_;
    vec<node_id> last_source_;     // by node of the result: the last one that became it
    vec<node_id> previous_source_; // by node of the source: the one before it that became the same node
    node_id visited_ = no_node;
    bool name_is_free_ = false; // no node has taken the name of the visited one
    std::optional<names> taken_;
    vec<node_id> holder_of_meta_; // by literal of the source: a node of the result with that metadata
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/target_name.hpp>

#    include <algorithm>

namespace graft {

GRAFT_CONSTEXPR void graph_rebuilder::set(arg value) {
    if (value.kind == arg_kind::node) {
        auto const made = static_cast<std::size_t>(value.bits);
        if (last_source_.size() <= made)
            last_source_.resize(made + 1, no_node);
        if (last_source_[made] != visited_)
            previous_source_[visited_] = std::exchange(last_source_[made], visited_);
    }
    becomes_[visited_] = std::move(value);
    is_set_[visited_] = 1;
}

GRAFT_CONSTEXPR vec<node_id> graph_rebuilder::sources(node_id made) const {
    vec<node_id> found;
    for (node_id n = made < last_source_.size() ? last_source_[made] : no_node; n != no_node; n = previous_source_[n])
        found.push_back(n);
    std::reverse(found.begin(), found.end());
    return found;
}

GRAFT_CONSTEXPR vec<node_id> graph_rebuilder::source_users(node_id made) const {
    vec<node_id> const became = sources(made);
    vec<node_id> found;
    for (node_id const n : became)
        for (node_id const user : source_->users(n))
            if (std::find(became.begin(), became.end(), user) == became.end() &&
                std::find(found.begin(), found.end(), user) == found.end())
                found.push_back(user);
    return found;
}

GRAFT_CONSTEXPR arg const& graph_rebuilder::operator[](node_id n) const {
    if (n >= is_set_.size() || is_set_[n] == 0)
        raise(errc::invalid_argument, "the node '", source_->name(n), "' is used before it is defined");
    return becomes_[n];
}

GRAFT_CONSTEXPR bool graph_rebuilder::is_same(opcode op, call_target const& target) const {
    target_info const visited = source_->target(visited_);
    return op == source_->op(visited_) && target.name() == visited.name &&
           target.dialect.value_or(visited.dialect) == visited.dialect;
}

GRAFT_CONSTEXPR node_id graph_rebuilder::create(opcode op, call_target const& target, vec<arg> const& args,
                                                vec<kwarg> const& kwargs, node_metadata const& from) {
    dialect_tag const dialect = target.dialect.value_or(source_->target(visited_).dialect);
    std::uint32_t const id = result.intern_target(target.name(), target.op(), dialect);
    bool const keeps = name_is_free_ && is_same(op, target);
    std::string_view const name = keeps ? source_->name(visited_) : fresh_name(op, id);
    node_id const n = result.create_node(op, id, args, kwargs, name, keeps ? naming::verbatim : naming::fresh);
    copy_metadata(from, n);
    if (keeps)
        keep(n);
    return n;
}

GRAFT_CONSTEXPR void graph_rebuilder::keep(node_id n) {
    name_is_free_ = false;
    if (value_spec const* const val = source_->val(visited_))
        result.set_val(n, *val);
    result.set_constant(n, source_->is_constant(visited_));
    if (!source_->type(visited_).empty())
        result.set_type(n, source_->type(visited_));
}

GRAFT_CONSTEXPR std::string_view graph_rebuilder::fresh_name(opcode op, std::uint32_t target) {
    if (!taken_) {
        taken_.emplace();
        for (node_id const n : source_->nodes())
            taken_->scope.claim(taken_->strings, source_->name(n));
    }
    vec<char> const made = detail::name_from_target(result.target_at(target), op == opcode::call_function);
    return taken_->strings[taken_->scope.create(taken_->strings, {made.data(), made.size()})];
}

GRAFT_CONSTEXPR void graph_rebuilder::copy_metadata(node_metadata const& from, node_id to) {
    if (from.owner->has_origins(from.node))
        for (origin const& o : from.owner->origins(from.node))
            result.add_origin(to, o);
    arg_ref const dict = from.owner->meta(from.node);
    if (dict.is_none())
        return;
    if (from.owner != source_) {
        result.set_meta(to, to_arg(dict));
        return;
    }
    // Nodes that share metadata in the source share it in the result.
    std::uint32_t const literal = dict.value().id();
    if (holder_of_meta_.size() <= literal)
        holder_of_meta_.resize(literal + 1, no_node);
    if (node_id const holder = holder_of_meta_[literal]; holder != no_node) {
        result.copy_meta(holder, to);
    } else {
        result.set_meta(to, to_arg(dict));
        holder_of_meta_[literal] = to;
    }
}

} // namespace graft
#endif
