#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/sym_known.hpp>
#include <graft/io/pt2/detail/enum.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/repr.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

// JSON whose objects keep the order in which their members were added.
using pt2_json = nlohmann::ordered_json;

// Adds a member that the object does not have yet, without looking for it.
inline void append_member(pt2_json& object, std::string_view key, pt2_json value) {
    object.get_ref<pt2_json::object_t&>().push_back({std::string(key), std::move(value)});
}

struct pt2_member {
    std::string_view key;
    mutable pt2_json value; // a list of initializers is constant, and nothing is to be copied
};

// An object of these members. A list of initializers of nlohmann's own is compiled for every length of its keys.
inline pt2_json pt2_object(std::initializer_list<pt2_member> members) {
    pt2_json object = pt2_json::object();
    for (pt2_member const& member : members)
        append_member(object, member.key, std::move(member.value));
    return object;
}

// The object of one member that stands for one case of a union.
inline pt2_json pt2_union(std::string_view kind, pt2_json content) { return pt2_object({{kind, std::move(content)}}); }

inline pt2_json pt2_name(std::string_view name) { return pt2_object({{"name", name}}); }

template <class Numbers, class Enum>
pt2_json write_pt2_enum(Numbers const& numbers, Enum value, std::string_view what) {
    auto const number = to_pt2(numbers, value);
    if (!number)
        raise(errc::unsupported, "pt2: the format has no number for this ", what);
    return *number;
}

inline pt2_json write_pt2_dtype(dtype d) { return write_pt2_enum(pt2_dtypes, d, "dtype"); }

// The numbers that JSON lacks are texts.
inline pt2_json write_pt2_real(double value) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

inline pt2_json write_pt2_device(device d) {
    return pt2_object({{"type", torch_name(d.kind)}, {"index", d.index < 0 ? pt2_json() : pt2_json(d.index)}});
}

// A symbolic number; `constant` is the member of a plain one.
inline pt2_json write_pt2_number(sym_int const& number, std::string_view constant = "as_int") {
    if (!number.is_symbolic())
        return pt2_union(constant, constant == "as_bool" ? pt2_json(number.value() != 0) : pt2_json(number.value()));
    std::string text;
    append_srepr(text, number);
    return pt2_union("as_expr", pt2_object({{"expr_str", text}, {"hint", nullptr}}));
}

inline pt2_json write_pt2_symbolic_real(value_spec const& value) {
    std::optional<double> const known = known_real(value);
    return known ? pt2_union("as_float", write_pt2_real(*known)) : write_pt2_number(value.integer);
}

inline pt2_json write_pt2_numbers(vec<sym_int> const& numbers) {
    pt2_json list = pt2_json::array();
    for (sym_int const& number : numbers)
        list.push_back(write_pt2_number(number));
    return list;
}

inline pt2_json write_pt2_tensor(tensor_spec const& spec) {
    return pt2_object({{"dtype", write_pt2_dtype(spec.dtype)},
                       {"sizes", write_pt2_numbers(spec.sizes)},
                       {"requires_grad", spec.requires_grad},
                       {"device", write_pt2_device(spec.dev)},
                       {"strides", write_pt2_numbers(spec.strides)},
                       {"storage_offset", write_pt2_number(spec.storage_offset)},
                       {"layout", write_pt2_enum(pt2_layouts, spec.layout, "layout")}});
}

// The member by which an argument refers to a value of this kind that has a name.
inline pt2_json write_pt2_reference(value_spec::kind kind, std::string_view name) {
    using k = value_spec::kind;
    switch (kind) {
    case k::tensor: return pt2_union("as_tensor", pt2_name(name));
    case k::sym_int: return pt2_union("as_sym_int", pt2_object({{"as_name", name}}));
    case k::sym_bool: return pt2_union("as_sym_bool", pt2_object({{"as_name", name}}));
    case k::sym_float: return pt2_union("as_sym_float", pt2_object({{"as_name", name}}));
    default: break;
    }
    raise(errc::unsupported, "pt2: the value '", name, "' is none that the format has a name for");
}

// What the JSON of one graph says of its values, by name.
class pt2_value_writer {
public:
    void add(std::string_view name, value_spec const& value) {
        using k = value_spec::kind;
        if (value.k == k::tensor)
            append_member(tensors_, name, write_pt2_tensor(value.tensor));
        else if (value.k == k::sym_int)
            append_member(integers_, name, write_pt2_number(value.integer));
        else if (value.k == k::sym_bool)
            append_member(booleans_, name, write_pt2_number(value.integer, "as_bool"));
        else if (value.k == k::sym_float)
            append_member(reals_, name, write_pt2_symbolic_real(value));
    }

    void move_to(pt2_json& graph) && {
        append_member(graph, "tensor_values", std::move(tensors_));
        append_member(graph, "sym_int_values", std::move(integers_));
        append_member(graph, "sym_bool_values", std::move(booleans_));
        append_member(graph, "sym_float_values", std::move(reals_));
        append_member(graph, "custom_obj_values", pt2_json::object());
    }

private:
    pt2_json tensors_ = pt2_json::object(), integers_ = pt2_json::object(), booleans_ = pt2_json::object(),
             reals_ = pt2_json::object();
};

} // namespace graft::detail
