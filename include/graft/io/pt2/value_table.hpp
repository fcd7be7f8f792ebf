#pragma once

#include <graft/config.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/value.hpp>
#include <graft/symbolic/value_spec.hpp>

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

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

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

} // namespace graft::detail
#endif
