#pragma once

#include <graft/config.hpp>
#include <graft/ir/call_target.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/never.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace graft {

/// The nodes of this kind and, where one is given, of this target, in execution order: FX's `find_nodes`. A name such
/// as `aten::add.Tensor` finds the op in every dialect; one that no node refers to finds nothing, even where it is no
/// op's at all: a mistake in it is found by `op_named`, or while compiling where an op itself is given. O(nodes of the
/// graph).
[[nodiscard]] GRAFT_CONSTEXPR vec<node_id> find_nodes(graph const& g, opcode op,
                                                      std::optional<std::string_view> target = std::nullopt);

/// The calls of a function, such as `aten::add.Tensor` or `"operator.getitem"`, in execution order and in every dialect.
/// O(nodes of the graph).
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<node_id> find_nodes(graph const& g, call_target const& called) {
    return find_nodes(g, opcode::call_function, called.name());
}

/// The nodes of a graph by target, as they were when it was made: many questions for one walk over the graph.
class node_index {
public:
    /// O(nodes + targets); the graph must outlive the index.
    GRAFT_CONSTEXPR explicit node_index(graph const& g);
    /// A temporary would be gone before it is used, and does not compile.
    template <temporary<graph> Temporary>
    constexpr explicit node_index(Temporary&& gone) : node_index(std::as_const(gone)) {
        static_assert(never_type<Temporary>,
                      "graft: the graph must outlive the index: keep it in a variable and give that [E-USE-1]");
    }

    /// The nodes of this kind and target, in execution order; O(those of the target).
    [[nodiscard]] GRAFT_CONSTEXPR vec<node_id> find(opcode op, std::string_view target) const;
    /// The calls of a function, in execution order; O(their number).
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<node_id> find(call_target const& called) const {
        return find(opcode::call_function, called.name());
    }

private:
    struct entry {
        std::uint32_t position = 0;
        node_id node = no_node;
    };

    graph const* g_;
    vec<std::uint32_t> first_;        // by target, where its nodes begin in nodes_
    vec<entry> nodes_;                // by target, then in execution order
    vec<vec<std::uint32_t>> by_name_; // by string id, the targets of the name
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <algorithm>
#    include <cstddef>

namespace graft {

GRAFT_CONSTEXPR vec<node_id> find_nodes(graph const& g, opcode op, std::optional<std::string_view> target) {
    vec<std::uint8_t> wanted(g.target_count(), !target.has_value());
    for (std::uint32_t id = 0; target && id < g.target_count(); ++id)
        wanted[id] = g.target_at(id).name == *target;
    vec<node_id> found;
    for (node_id const n : g.nodes())
        if (g.op(n) == op && wanted[g.target_id(n)] != 0)
            found.push_back(n);
    return found;
}

GRAFT_CONSTEXPR node_index::node_index(graph const& g) : g_(&g), first_(g.target_count() + 1, 0) {
    for (node_id const n : g.nodes())
        ++first_[g.target_id(n) + 1];
    for (std::size_t id = 1; id < first_.size(); ++id)
        first_[id] += first_[id - 1];
    vec<std::uint32_t> next(first_.begin(), first_.end());
    nodes_.resize(g.size());
    std::uint32_t position = 0;
    for (node_id const n : g.nodes())
        nodes_[next[g.target_id(n)]++] = {position++, n};
    for (std::uint32_t id = 0; id < g.target_count(); ++id) {
        std::uint32_t const name = g.store().strings.find(g.target_at(id).name);
        if (by_name_.size() <= name)
            by_name_.resize(name + 1);
        by_name_[name].push_back(id);
    }
}

GRAFT_CONSTEXPR vec<node_id> node_index::find(opcode op, std::string_view target) const {
    vec<node_id> found;
    std::uint32_t const name = g_->store().strings.find(target);
    if (name >= by_name_.size())
        return found;
    vec<entry> entries;
    for (std::uint32_t const id : by_name_[name])
        entries.insert(entries.end(), nodes_.begin() + first_[id], nodes_.begin() + first_[id + 1]);
    if (by_name_[name].size() > 1)
        std::sort(entries.begin(), entries.end(),
                  [](entry const& a, entry const& b) { return a.position < b.position; });
    for (entry const& e : entries)
        if (g_->contains(e.node) && g_->op(e.node) == op)
            found.push_back(e.node);
    return found;
}

} // namespace graft
#endif
