#pragma once

#include <graft/core/error.hpp>
#include <graft/io/file/json_value.hpp>
#include <graft/io/pt2/value.hpp>
#include <graft/ir/signature.hpp>

#include <array>
#include <string>
#include <string_view>
#include <variant>

namespace graft::detail {

// One kind of input or output spec: its JSON key, and the member that names its target, if any.
template <class Kind>
struct pt2_spec_kind {
    std::string_view key;
    Kind kind;
    std::string_view target;
};

inline constexpr std::array<pt2_spec_kind<input_kind>, 6> pt2_input_kinds{{
    {"user_input", input_kind::user_input, ""},
    {"parameter", input_kind::parameter, "parameter_name"},
    {"buffer", input_kind::buffer, "buffer_name"},
    {"tensor_constant", input_kind::constant_tensor, "tensor_constant_name"},
    {"custom_obj", input_kind::custom_obj, "custom_obj_name"},
    {"token", input_kind::token, ""},
}};

inline constexpr std::array<pt2_spec_kind<output_kind>, 8> pt2_output_kinds{{
    {"user_output", output_kind::user_output, ""},
    {"loss_output", output_kind::loss_output, ""},
    {"buffer_mutation", output_kind::buffer_mutation, "buffer_name"},
    {"parameter_mutation", output_kind::parameter_mutation, "parameter_name"},
    {"gradient_to_parameter", output_kind::gradient_to_parameter, "parameter_name"},
    {"gradient_to_user_input", output_kind::gradient_to_user_input, "user_input_name"},
    {"user_input_mutation", output_kind::user_input_mutation, "user_input_name"},
    {"token", output_kind::token, ""},
}};

template <class Kinds>
auto find_pt2_spec_kind(json_value spec, Kinds const& kinds) {
    auto const [key, content] = spec.only_member();
    for (auto const& known : kinds)
        if (known.key == key)
            return known;
    spec.fail(join({"unknown kind of spec '", key, "'"}), errc::unsupported);
}

// The value of a Python constant; an argument that names a value is none.
inline constant_value read_pt2_constant(json_value constant) {
    auto const [kind, content] = constant.only_member();
    if (kind == "as_none")
        return std::monostate{};
    if (kind == "as_bool")
        return content.as_bool();
    if (kind == "as_int")
        return content.as_int();
    if (kind == "as_float")
        return read_pt2_real(content);
    if (kind == "as_string")
        return std::string(content.as_string());
    constant.fail(join({"'", kind, "' is not a constant"}), errc::unsupported);
}

// Fills the name that the argument of a user's spec stands for, or else the constant it is.
template <class Spec>
void read_pt2_spec_argument(json_value argument, Spec& spec) {
    auto const [kind, content] = argument.only_member();
    if (kind == "as_tensor" || kind == "as_custom_obj")
        spec.name = content.at("name").as_string();
    else if (kind.starts_with("as_sym_") && content.only_member().key == "as_name")
        spec.name = content.at("as_name").as_string();
    else if (kind.starts_with("as_sym_"))
        spec.value = read_pt2_constant(content);
    else
        spec.value = read_pt2_constant(argument);
}

template <class Spec, class Kinds>
Spec read_pt2_spec(json_value json, Kinds const& kinds) {
    auto const known = find_pt2_spec_kind(json, kinds);
    json_value const content = json.at(known.key);
    Spec spec;
    spec.kind = known.kind;
    if (known.key == "user_input" || known.key == "user_output")
        read_pt2_spec_argument(content.at("arg"), spec);
    else
        spec.name = content.at("arg").at("name").as_string();
    if (!known.target.empty())
        spec.target = content.at(known.target).as_string();
    return spec;
}

inline input_spec read_pt2_input_spec(json_value json) {
    auto const [key, content] = json.only_member();
    if (key != "constant_input") {
        auto spec = read_pt2_spec<input_spec>(json, pt2_input_kinds);
        if (spec.name.empty())
            json.fail("an input without a name");
        if (spec.kind == input_kind::buffer)
            spec.persistent = content.at("persistent").as_bool();
        return spec;
    }
    input_spec spec;
    spec.name = content.at("name").as_string();
    spec.is_constant_input = true;
    spec.value = read_pt2_constant(content.at("value"));
    return spec;
}

inline graph_signature read_pt2_signature(json_value json) {
    graph_signature signature;
    for (json_value const spec : json.at("input_specs").items())
        signature.inputs.push_back(read_pt2_input_spec(spec));
    for (json_value const spec : json.at("output_specs").items())
        signature.outputs.push_back(read_pt2_spec<output_spec>(spec, pt2_output_kinds));
    return signature;
}

} // namespace graft::detail
