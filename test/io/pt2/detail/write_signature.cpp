#include <graft/io/pt2/detail/write_signature.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

namespace {

using namespace graft;
using namespace graft::detail;
using graft_test::sentence;

TEST_CASE("pt2_write_signature: every kind of spec is read as it was") {
    graph_signature signature;
    signature.inputs = {{input_kind::parameter, "p_w", "w", true, false, {}},
                        {input_kind::buffer, "b_a", "a", true, false, {}},
                        {input_kind::buffer, "b_c", "c", false, false, {}},
                        {input_kind::constant_tensor, "c_t", "t", true, false, {}},
                        {input_kind::user_input, "x", "", true, false, {}},
                        {input_kind::user_input, "k", "", true, true, std::int64_t{2}}};
    signature.outputs = {
        {output_kind::buffer_mutation, "add", "a", {}},     {output_kind::parameter_mutation, "sub", "w", {}},
        {output_kind::user_input_mutation, "mul", "x", {}}, {output_kind::gradient_to_user_input, "div", "x", {}},
        {output_kind::loss_output, "sum", "", {}},          {output_kind::user_output, "", "", std::string("text")}};
    pt2_json graph = {{"inputs", pt2_json::array()}, {"outputs", pt2_json::array()}};
    for (input_spec const& spec : signature.inputs)
        graph["inputs"].push_back(spec.is_constant_input ? write_pt2_constant(spec.value)
                                                         : write_pt2_reference(value_spec::kind::tensor, spec.name));
    for (output_spec const& spec : signature.outputs)
        graph["outputs"].push_back(spec.name.empty() ? write_pt2_constant(spec.value)
                                                     : write_pt2_reference(value_spec::kind::tensor, spec.name));
    std::string const text = write_pt2_signature(signature, graph).dump();
    json_document const document = json_document::parse(text);
    CHECK(read_pt2_signature(document.root()) == signature);
}

TEST_CASE("pt2_write_signature: an object and a token cannot be written") {
    CHECK(sentence([] {
              write_pt2_input_spec({input_kind::token, "t", "", true, false, {}}, {});
          }) == "pt2: the input 't' is a TOKEN, which cannot be written");
    CHECK(sentence([] {
              write_pt2_input_spec({input_kind::custom_obj, "o", "", true, false, {}}, {});
          }) == "pt2: the input 'o' is a CUSTOM_OBJ, which cannot be written");
}

} // namespace
