#pragma once

#include <graft/config.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/ir/graph.hpp>

#include <deque>
#include <string>
#include <string_view>

namespace graft::detail {

// The kind of the items of a list kind, empty for any other kind.
GRAFT_CONSTEXPR std::string_view pt2_item_kind(std::string_view kind);

// Reads arguments of the nodes of one graph; they view the document and this reader.
class pt2_argument_reader {
public:
    explicit pt2_argument_reader(graph const& g) : graph_(g) {}

    arg read(json_value argument) {
        auto const [kind, content] = argument.only_member();
        return read(kind, content);
    }

    // The node of this name, which must exist by now.
    [[nodiscard]] node_id node(json_value name) const;

private:
    arg read(std::string_view kind, json_value content);

    arg list(std::string_view item_kind, json_value content);

    arg dict(json_value content);

    graph const& graph_;
    std::deque<std::string> texts_;
};

} // namespace graft::detail

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/pt2/value.hpp>
#    include <graft/meta/vec.hpp>

#    include <array>
#    include <utility>

namespace graft::detail {

// The kinds of argument that are lists, and the kind of their items.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 12> pt2_list_kinds{{
    {"as_tensors", "as_tensor"},
    {"as_ints", "as_int"},
    {"as_floats", "as_float"},
    {"as_bools", "as_bool"},
    {"as_strings", "as_string"},
    {"as_sym_ints", "as_sym_int"},
    {"as_sym_bools", "as_sym_bool"},
    {"as_sym_floats", "as_sym_float"},
    {"as_optional_tensors", "as_optional_tensor"},
    {"as_nested_tensors", "as_tensors"},
    {"as_int_lists", "as_ints"},
    {"as_float_lists", "as_floats"},
}};

GRAFT_CONSTEXPR std::string_view pt2_item_kind(std::string_view kind) {
    for (auto const& [list, item] : pt2_list_kinds)
        if (list == kind)
            return item;
    return {};
}

GRAFT_INLINE node_id pt2_argument_reader::node(json_value name) const {
    auto const found = graph_.find(name.as_string());
    if (!found)
        name.fail(join({"the value '", name.as_string(), "' is used before its definition"}));
    return *found;
}

GRAFT_INLINE arg pt2_argument_reader::read(std::string_view kind, json_value content) {
    if (kind == "as_tensor" || kind == "as_custom_obj")
        return arg::node(node(content.at("name")));
    if (kind == "as_name")
        return arg::node(node(content));
    if (kind == "as_int")
        return content.as_int();
    if (kind == "as_float")
        return read_pt2_real(content);
    if (kind == "as_bool")
        return content.as_bool();
    if (kind == "as_string")
        return content.as_string();
    if (kind == "as_operator")
        return content.as_string();
    if (kind == "as_complex")
        return arg::complex(read_pt2_real(content.at("real")), read_pt2_real(content.at("imag")));
    if (kind == "as_none")
        return nullptr;
    if (std::string_view const item = pt2_item_kind(kind); !item.empty())
        return list(item, content);
    if (kind == "as_sym_int" || kind == "as_sym_bool" || kind == "as_sym_float" || kind == "as_optional_tensor")
        return read(content);
    if (kind == "as_scalar_type")
        return read_pt2_dtype(content);
    if (kind == "as_layout")
        return read_pt2_layout(content);
    if (kind == "as_memory_format")
        return read_pt2_memory_format(content);
    if (kind == "as_device")
        return arg::device(texts_.emplace_back(text(read_pt2_device(content))));
    if (kind == "as_string_to_argument")
        return dict(content);
    content.fail(join({"arguments of the kind '", kind, "' are not supported"}), errc::unsupported);
}

GRAFT_INLINE arg pt2_argument_reader::list(std::string_view item_kind, json_value content) {
    vec<arg> items;
    items.reserve(content.size());
    for (json_value const item : content.items())
        items.push_back(read(item_kind, item));
    return arg::list(std::move(items));
}

GRAFT_INLINE arg pt2_argument_reader::dict(json_value content) {
    arg result(arg_kind::dict, {});
    for (auto const& [key, value] : content.members()) {
        result.keys.push_back(key);
        result.items.push_back(read(value));
    }
    return result;
}

} // namespace graft::detail
#endif
