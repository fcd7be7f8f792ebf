#pragma once

#include <graft/core/error.hpp>
#include <graft/ir/at_node.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft::detail {

// The format has no getitem nodes: their names are those of the items of the value that they take.
class pt2_item_names {
public:
    explicit pt2_item_names(graph const& g) : graph_(g), items_(g.capacity()), stands_for_(g.capacity(), no_node) {
        for (node_id const n : g.nodes())
            if (is_item(n))
                at_node(g, n, [&] { add(n); });
    }

    [[nodiscard]] bool is_item(node_id n) const {
        return graph_.op(n) == opcode::call_function && graph_.target(n).name == "operator.getitem";
    }

    // The name of the value of a node; of several getitem nodes for one item that of the first.
    [[nodiscard]] std::string_view name(node_id n) const {
        return graph_.name(stands_for_[n] == no_node ? n : stands_for_[n]);
    }

    // The getitem node that takes item `i`, or `no_node`.
    [[nodiscard]] node_id item_node(node_id n, std::size_t i) const {
        return i < items_[n].size() ? items_[n][i] : no_node;
    }

    // The name of item `i` of a list, which one that nothing takes has, too.
    [[nodiscard]] std::string item(node_id n, std::size_t i) const {
        if (node_id const taken = item_node(n, i); taken != no_node)
            return std::string(graph_.name(taken));
        std::string name = join({graph_.name(n), "_unused_", i});
        if (graph_.find(name))
            raise(errc::invalid_argument, "pt2: item ", i, " that nothing uses is to be called '", name,
                  "', as another node is");
        return name;
    }

private:
    void add(node_id n) {
        if (graph_.arg_count(n) != 2 || !graph_.arg(n, 0).is_node() || graph_.arg(n, 1).kind() != arg_kind::integer)
            raise(errc::unsupported, "pt2: only an item of a node at a known index can be written");
        node_id const from = graph_.arg(n, 0).node();
        std::int64_t const index = graph_.arg(n, 1).integer();
        value_spec const* const val = graph_.val(from);
        if (val == nullptr || !val->is_list() || index < 0 || index >= static_cast<std::int64_t>(val->items.size()))
            raise(errc::invalid_argument, "pt2: the value '", graph_.name(from), "' is not known to have an item ",
                  index);
        vec<node_id>& items = items_[from];
        items.resize(val->items.size(), no_node);
        node_id& first = items[static_cast<std::size_t>(index)];
        if (first == no_node)
            first = n;
        else
            stands_for_[n] = first;
    }

    graph const& graph_;
    vec<vec<node_id>> items_; // by node
    vec<node_id> stands_for_; // by node: of a second getitem the first
};

} // namespace graft::detail
