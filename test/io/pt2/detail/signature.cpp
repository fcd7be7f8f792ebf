#include <graft/io/pt2/detail/signature.hpp>

#include <graft/io/file/json.hpp>

#include <doctest/doctest.h>

#include "../../raises.hpp"

namespace {

using namespace graft;

graph_signature read(std::string const& inputs, std::string const& outputs) {
    json_document const document =
        json_document::parse(R"({"input_specs":[)" + inputs + R"(],"output_specs":[)" + outputs + "]}");
    return detail::read_pt2_signature(document.root());
}

std::string refused(std::string const& inputs, std::string const& outputs = {}) {
    return graft_test::raised([&] { (void)read(inputs, outputs); });
}

TEST_CASE("pt2_signature: inputs of every kind") {
    graph_signature const signature = read(R"({"parameter":{"arg":{"name":"p_w"},"parameter_name":"a.w"}},
                {"buffer":{"arg":{"name":"b_n"},"buffer_name":"n","persistent":false}},
                {"tensor_constant":{"arg":{"name":"c_t"},"tensor_constant_name":"t"}},
                {"custom_obj":{"arg":{"name":"obj","class_fqn":"c"},"custom_obj_name":"o"}},
                {"token":{"arg":{"name":"token"}}},
                {"user_input":{"arg":{"as_tensor":{"name":"x"}}}},
                {"user_input":{"arg":{"as_sym_int":{"as_name":"n"}}}},
                {"constant_input":{"name":"power","value":{"as_int":2}}})",
                                           "");
    CHECK(text(signature) == R"(
# inputs
p_w: PARAMETER target='a.w'
b_n: BUFFER target='n' persistent=False
c_t: CONSTANT_TENSOR target='t'
obj: CUSTOM_OBJ target='o'
token: TOKEN
x: USER_INPUT
n: USER_INPUT
power: USER_INPUT

# outputs
)");
    CHECK(!signature.inputs[6].is_constant_input);
    CHECK(signature.inputs[7].is_constant_input);
    CHECK(signature.inputs[7].value == constant_value(std::int64_t{2}));
}

TEST_CASE("pt2_signature: outputs of every kind") {
    graph_signature const signature = read("", R"({"user_output":{"arg":{"as_tensor":{"name":"y"}}}},
                    {"user_output":{"arg":{"as_int":7}}},
                    {"user_output":{"arg":{"as_none":true}}},
                    {"user_output":{"arg":{"as_sym_int":{"as_int":5}}}},
                    {"loss_output":{"arg":{"name":"loss"}}},
                    {"buffer_mutation":{"arg":{"name":"add"},"buffer_name":"n"}},
                    {"parameter_mutation":{"arg":{"name":"add_1"},"parameter_name":"w"}},
                    {"gradient_to_parameter":{"arg":{"name":"g"},"parameter_name":"w"}},
                    {"gradient_to_user_input":{"arg":{"name":"h"},"user_input_name":"x"}},
                    {"user_input_mutation":{"arg":{"name":"c"},"user_input_name":"x"}},
                    {"token":{"arg":{"name":"token"}}})");
    CHECK(text(signature) == R"(
# inputs

# outputs
y: USER_OUTPUT
: USER_OUTPUT
: USER_OUTPUT
: USER_OUTPUT
loss: LOSS_OUTPUT
add: BUFFER_MUTATION target='n'
add_1: PARAMETER_MUTATION target='w'
g: GRADIENT_TO_PARAMETER target='w'
h: GRADIENT_TO_USER_INPUT target='x'
c: USER_INPUT_MUTATION target='x'
token: TOKEN
)");
    CHECK(signature.outputs[1].value == constant_value(std::int64_t{7}));
    CHECK(signature.outputs[2].value == constant_value());
    CHECK(signature.outputs[3].value == constant_value(std::int64_t{5}));
}

TEST_CASE("pt2_signature: specs that are none are refused with their path") {
    CHECK(refused(R"({"wish":{}})") == "graft: unknown kind of spec 'wish' [at $.input_specs[0]]");
    CHECK(refused(R"({"buffer":{"arg":{"name":"b"},"buffer_name":"n"}})") ==
          "graft: the member 'persistent' is missing [at $.input_specs[0].buffer]");
    CHECK(refused(R"({"user_input":{"arg":{"as_int":1}}})") == "graft: an input without a name [at $.input_specs[0]]");
    CHECK(refused("", R"({"user_output":{"arg":{"as_ints":[1]}}})") ==
          "graft: 'as_ints' is not a constant [at $.output_specs[0].user_output.arg]");
    CHECK(refused(R"({"constant_input":{"name":"n","value":{"as_int":"2"}}})") ==
          "graft: expected an integer, found a string "
          "[at $.input_specs[0].constant_input.value.as_int]");
}

} // namespace
