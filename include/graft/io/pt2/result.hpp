#pragma once

#include <graft/config.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/value.hpp>
#include <graft/ir/graph.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

namespace graft::detail {

// The name by which an argument refers to a value, or nothing where it is a constant or a list.
GRAFT_INLINE std::optional<json_value> pt2_value_name(std::string_view kind, json_value content);

// What the JSON of one graph says of its values, by name.
class pt2_value_table {
public:
    pt2_value_table(json_value graph, pt2_value_reader& reader);

    [[nodiscard]] value_spec const& at(json_value name) const;

private:
    std::map<std::string_view, value_spec> values_;
};

// Gives a node the name that `where` states, whether or not FX would have chosen it.
inline void rename_as(graph& g, node_id n, std::string_view name, json_value where) {
    if (name.empty())
        where.fail("a node needs a name");
    if (g.name(n) != name)
        where.guard([&] { g.rename(n, name); });
}

// Gives nodes the values of their outputs, and makes the getitem nodes that the JSON leaves
// out.
class pt2_result_reader {
public:
    pt2_result_reader(graph& g, pt2_value_table const& values) : graph_(g), values_(values) {}

    // The output that names the node itself, if it has one; else each output is an item of it.
    static std::optional<json_value> only_name(json_value outputs) {
        if (outputs.size() != 1)
            return std::nullopt;
        auto const [kind, content] = (*outputs.items().begin()).only_member();
        return pt2_value_name(kind, content);
    }

    // A node of one value that has a name.
    void read_value(node_id n, json_value name) { graph_.set_val(n, values_.at(name)); }

    // A node of several values, in a tuple or in the one list that it returns.
    void read_items(node_id n, json_value outputs);

    // Drops the items that got a name only because the format wants one.
    void erase_unused() {
        for (node_id const n : unused_)
            if (graph_.use_count(n) == 0)
                graph_.erase_node(n);
    }

private:
    value_spec list_or_none(node_id n, std::string_view kind, json_value content);

    // The value of item `index` of node `n`, for which a node is made.
    value_spec item(node_id n, std::size_t index, std::string_view kind, json_value content);

    // What an item of a list is called that nothing takes, nor its items: by the names of all that it is an item of.
    [[nodiscard]] std::string unused_name(node_id n) const {
        if (graph_.op(n) != opcode::call_function || graph_.target(n).name != "operator.getitem")
            return std::string(graph_.name(n));
        return join({unused_name(graph_.arg(n, 0).node()), "_unused_", graph_.arg(n, 1).integer()});
    }

    graph& graph_;
    pt2_value_table const& values_;
    vec<node_id> unused_;
};

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/pt2/argument.hpp>

#    include <cstdint>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE std::optional<json_value> pt2_value_name(std::string_view kind, json_value content) {
    if (kind == "as_tensor" || kind == "as_custom_obj")
        return content.at("name");
    if (kind == "as_sym_int" || kind == "as_sym_bool" || kind == "as_sym_float")
        return content.find("as_name");
    return std::nullopt;
}

GRAFT_INLINE pt2_value_table::pt2_value_table(json_value graph, pt2_value_reader& reader) {
    for (auto const& [name, meta] : graph.at("tensor_values").members())
        values_.emplace(name, reader.tensor(meta));
    for (auto const& [name, number] : graph.at("sym_int_values").members())
        values_.emplace(name, value_spec::of_integer(reader.number(number, "as_int")));
    for (auto const& [name, truth] : graph.at("sym_bool_values").members())
        values_.emplace(name, value_spec::of_boolean(reader.number(truth, "as_bool")));
    if (auto const reals = graph.find("sym_float_values"))
        for (auto const& [name, real] : reals->members())
            values_.emplace(name, value_spec::of_real(reader.real(real)));
    if (auto const objects = graph.find("custom_obj_values"))
        for (auto const& [name, object] : objects->members())
            values_.emplace(name, value_spec());
}

GRAFT_INLINE value_spec const& pt2_value_table::at(json_value name) const {
    auto const found = values_.find(name.as_string());
    if (found == values_.end())
        name.fail(join({"the graph says nothing of the value '", name.as_string(), "'"}));
    return found->second;
}

GRAFT_INLINE void pt2_result_reader::read_items(node_id n, json_value outputs) {
    if (outputs.size() == 0)
        return;
    if (outputs.size() == 1) {
        auto const [kind, content] = (*outputs.items().begin()).only_member();
        if (!pt2_value_name(kind, content)) {
            graph_.set_val(n, list_or_none(n, kind, content));
            return;
        }
    }
    vec<value_spec> items;
    for (json_value const output : outputs.items()) {
        auto const [kind, content] = output.only_member();
        items.push_back(item(n, items.size(), kind, content));
    }
    graph_.set_val(n, value_spec::of_list(std::move(items)));
}

GRAFT_INLINE value_spec pt2_result_reader::list_or_none(node_id n, std::string_view kind, json_value content) {
    if (kind == "as_none")
        return {};
    std::string_view const item_kind = pt2_item_kind(kind);
    if (item_kind.empty())
        content.fail(join({"outputs of the kind '", kind, "' are not supported"}), errc::unsupported);
    vec<value_spec> items;
    for (json_value const entry : content.items())
        items.push_back(item(n, items.size(), item_kind, entry));
    return value_spec::of_list(std::move(items));
}

GRAFT_INLINE value_spec pt2_result_reader::item(node_id n, std::size_t index, std::string_view kind,
                                                json_value content) {
    if (kind == "as_none")
        return {};
    auto const name = pt2_value_name(kind, content);
    node_id const made = graph_.call_function("operator.getitem", {arg::node(n), static_cast<std::int64_t>(index)}, {},
                                              name ? name->as_string() : std::string_view());
    graph_.copy_meta(n, made);
    value_spec value;
    if (name) {
        rename_as(graph_, made, name->as_string(), *name);
        if (name->as_string() == join({graph_.name(n), "_unused_", index}) || name->as_string() == unused_name(made))
            unused_.push_back(made);
        value = values_.at(*name);
    } else {
        std::size_t const before = unused_.size();
        value = list_or_none(made, kind, content);
        if (!value.items.empty() && unused_.size() - before >= value.items.size())
            unused_.push_back(made); // behind its items, so that these are dropped first
    }
    graph_.set_val(made, value);
    return value;
}

} // namespace graft::detail
#endif
