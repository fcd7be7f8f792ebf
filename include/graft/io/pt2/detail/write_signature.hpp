#pragma once

#include <graft/core/error.hpp>
#include <graft/io/pt2/detail/signature.hpp>
#include <graft/io/pt2/detail/write_graph.hpp>
#include <graft/io/pt2/detail/write_value.hpp>
#include <graft/ir/signature.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace graft::detail {

template <class Kinds, class Kind>
auto pt2_kind_of(Kinds const& kinds, Kind kind) {
    for (auto const& known : kinds)
        if (known.kind == kind)
            return known;
    raise(errc::internal, "pt2: a kind of spec without a name");
}

// `argument` is what the graph has in its place.
inline pt2_json write_pt2_input_spec(input_spec const& spec, pt2_json const& argument) {
    if (spec.kind == input_kind::custom_obj || spec.kind == input_kind::token)
        raise(errc::unsupported, "pt2: the input '", spec.name, "' is a ", name(spec.kind),
              ", which cannot be written");
    if (spec.is_constant_input)
        return pt2_union("constant_input", pt2_object({{"name", spec.name}, {"value", argument}}));
    if (spec.kind == input_kind::user_input)
        return pt2_union("user_input", pt2_object({{"arg", argument}}));
    auto const known = pt2_kind_of(pt2_input_kinds, spec.kind);
    pt2_json content = pt2_object({{"arg", pt2_name(spec.name)}, {known.target, spec.target}});
    if (spec.kind == input_kind::buffer)
        append_member(content, "persistent", spec.persistent);
    return pt2_union(known.key, std::move(content));
}

inline pt2_json write_pt2_output_spec(output_spec const& spec, pt2_json const& argument) {
    if (spec.kind == output_kind::user_output)
        return pt2_union("user_output", pt2_object({{"arg", argument}}));
    auto const known = pt2_kind_of(pt2_output_kinds, spec.kind);
    pt2_json content = pt2_object({{"arg", pt2_name(spec.name)}});
    if (!known.target.empty())
        append_member(content, known.target, spec.target);
    return pt2_union(known.key, std::move(content));
}

// The signature of the program that has this graph; the specs are as many as the graph's inputs and outputs.
inline pt2_json write_pt2_signature(graph_signature const& signature, pt2_json const& graph) {
    pt2_json inputs = pt2_json::array(), outputs = pt2_json::array();
    for (std::size_t i = 0; i < signature.inputs.size(); ++i)
        inputs.push_back(write_pt2_input_spec(signature.inputs[i], graph["inputs"][i]));
    for (std::size_t i = 0; i < signature.outputs.size(); ++i)
        outputs.push_back(write_pt2_output_spec(signature.outputs[i], graph["outputs"][i]));
    return pt2_object({{"input_specs", std::move(inputs)}, {"output_specs", std::move(outputs)}});
}

} // namespace graft::detail
