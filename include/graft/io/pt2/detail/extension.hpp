#pragma once

#include <graft/core/error.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/detail/write_value.hpp>
#include <graft/io/pt2/opaque.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/lint.hpp>
#include <graft/meta/vec.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// What a graph says of its nodes beyond the format: their dialect, what rules made them from, metadata of nodes that
// the JSON leaves out, and the order of those. It is a member "graft" of the graph, which torch does not look at.

inline constexpr std::array<std::string_view, 3> pt2_dialects{"aten", "edge", "backend"};

// The metadata texts as a dict, none when there are none.
inline arg read_pt2_metadata(json_value metadata) {
    if (metadata.size() == 0)
        return {};
    arg dict(arg_kind::dict, {});
    for (auto const& [key, text] : metadata.members()) {
        dict.keys.push_back(key);
        dict.items.push_back(text.as_string());
    }
    return dict;
}

// Adds a text to such a dict.
inline void add_text(arg& metadata, std::string_view key, std::string_view text) {
    if (metadata.kind == arg_kind::none)
        metadata = arg(arg_kind::dict, {});
    metadata.keys.push_back(key);
    metadata.items.push_back(text);
}

inline pt2_json write_pt2_metadata(arg_ref metadata) {
    pt2_json dict = pt2_json::object();
    for (std::size_t i = 0; i < metadata.size(); ++i) {
        if (!is_textual(metadata[i].kind()))
            raise(errc::unsupported, "pt2: the metadata '", metadata.key(i), "' is no text");
        if (metadata.key(i) == pt2_arguments_key) // follows from the call
            continue;
        append_member(dict, metadata.key(i), metadata[i].text());
    }
    return dict;
}

// Collects what there is to say of the nodes of one graph.
class pt2_extension_writer {
public:
    explicit pt2_extension_writer(graph const& g) : graph_(g) {}

    // `like` has the metadata that a reader gives to `n`; `no_node` stands for none.
    void add(node_id n, node_id like) {
        pt2_json facts = pt2_json::object();
        if (dialect_tag const dialect = graph_.target(n).dialect;
            graph_.op(n) == opcode::call_function && dialect != dialect_tag::aten)
            append_member(facts, "dialect", pt2_dialects[static_cast<std::size_t>(dialect)]);
        if (graph_.has_origins(n)) {
            pt2_json origins = pt2_json::array();
            for (origin const& from : graph_.origins(n))
                origins.push_back({from.rule, from.node});
            append_member(facts, "origins", std::move(origins));
        }
        bool const same =
            like == no_node ? graph_.meta(n).is_none() : graph_.meta(n).value() == graph_.meta(like).value();
        if (!same)
            append_member(facts, "metadata", write_pt2_metadata(graph_.meta(n)));
        if (!facts.empty())
            append_member(nodes_, graph_.name(n), std::move(facts));
        order_.push_back(n);
    }

    // Adds the member, unless there is nothing to say.
    void move_to(pt2_json& object) && {
        pt2_json result = pt2_json::object();
        if (!nodes_.empty())
            append_member(result, "nodes", std::move(nodes_));
        if (differs()) {
            pt2_json names = pt2_json::array();
            for (node_id const n : graph_.nodes())
                names.push_back(graph_.name(n));
            append_member(result, "order", std::move(names));
        }
        if (!result.empty())
            append_member(object, "graft", std::move(result));
    }

private:
    // True when a reader would have the same nodes in another order.
    [[nodiscard]] bool differs() const {
        if (order_.size() != graph_.size())
            return false;
        auto at = order_.begin();
        for (node_id const n : graph_.nodes())
            if (*at++ != n)
                return true;
        return false;
    }

    graph const& graph_;
    pt2_json nodes_ = pt2_json::object();
    vec<node_id> order_; // in which a reader makes them
};

inline node_id find_pt2_node(graph const& g, std::string_view name, json_value where) {
    auto const n = g.find(name);
    if (!n)
        where.fail(join({"the graph has no node '", name, "'"}));
    return *n;
}

inline void read_pt2_facts(json_value facts, graph& g, node_id n) {
    if (auto const dialect = facts.find("dialect")) {
        std::size_t tag = 0;
        while (tag < pt2_dialects.size() && pt2_dialects[tag] != dialect->as_string())
            ++tag;
        if (tag == pt2_dialects.size())
            dialect->fail("unknown dialect");
        target_info const target = g.target(n);
        g.set_target(n, g.intern_target(std::string(target.name), target.op, static_cast<dialect_tag>(tag)));
    }
    if (auto const origins = facts.find("origins"))
        for (json_value const pair : origins->items()) {
            if (pair.size() != 2)
                pair.fail("expected a rule and a node");
            auto text = pair.items().begin();
            std::string_view const rule = (*text).as_string();
            ++text;
            g.add_origin(n, {rule, (*text).as_string()});
        }
    if (auto const metadata = facts.find("metadata"))
        g.set_meta(n, read_pt2_metadata(*metadata));
}

// Reads what `move_to` added to the object of a graph, of which everything else has been read.
inline void read_pt2_extension(json_value source, graph& g) {
    auto const extension = source.find("graft");
    if (!extension)
        return;
    if (auto const nodes = extension->find("nodes"))
        for (auto const& [name, facts] : nodes->members())
            read_pt2_facts(facts, g, find_pt2_node(g, name, facts));
    if (auto const order = extension->find("order")) {
        if (order->size() != g.size())
            order->fail("the order is not one of all nodes");
        for (json_value const name : order->items())
            g.move_before(find_pt2_node(g, name.as_string(), name), no_node);
        for (lint_finding const& fault : lint(g))
            order->fail(text(g, fault));
    }
}

} // namespace graft::detail
