#include <graft/ir/signature.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

using namespace graft;

input_spec input(input_kind kind, std::string name, std::string target = {}) {
    input_spec spec;
    spec.kind = kind;
    spec.name = std::move(name);
    spec.target = std::move(target);
    return spec;
}

output_spec output(output_kind kind, std::string name, std::string target = {}) {
    output_spec spec;
    spec.kind = kind;
    spec.name = std::move(name);
    spec.target = std::move(target);
    return spec;
}

graph_signature sample() {
    graph_signature s;
    s.inputs = {input(input_kind::parameter, "p_w", "w"), input(input_kind::buffer, "b_cnt", "cnt"),
                input(input_kind::buffer, "b_tmp", "tmp"), input(input_kind::constant_tensor, "c_one", "one"),
                input(input_kind::user_input, "x")};
    s.inputs[2].persistent = false;
    s.outputs = {output(output_kind::buffer_mutation, "add", "cnt"), output(output_kind::user_output, "relu")};
    return s;
}

TEST_CASE("signature: it prints as torch prints it") {
    CHECK(text(sample()) == R"(
# inputs
p_w: PARAMETER target='w'
b_cnt: BUFFER target='cnt' persistent=True
b_tmp: BUFFER target='tmp' persistent=False
c_one: CONSTANT_TENSOR target='one'
x: USER_INPUT

# outputs
add: BUFFER_MUTATION target='cnt'
relu: USER_OUTPUT
)");
    CHECK(text(graph_signature{}) == "\n# inputs\n\n# outputs\n");
}

TEST_CASE("signature: every kind has torch's name") {
    CHECK(name(input_kind::custom_obj) == "CUSTOM_OBJ");
    CHECK(name(input_kind::token) == "TOKEN");
    CHECK(name(output_kind::loss_output) == "LOSS_OUTPUT");
    CHECK(name(output_kind::parameter_mutation) == "PARAMETER_MUTATION");
    CHECK(name(output_kind::gradient_to_parameter) == "GRADIENT_TO_PARAMETER");
    CHECK(name(output_kind::gradient_to_user_input) == "GRADIENT_TO_USER_INPUT");
    CHECK(name(output_kind::user_input_mutation) == "USER_INPUT_MUTATION");
    CHECK(name(output_kind::token) == "TOKEN");
}

TEST_CASE("signature: inputs of a kind come in order") {
    graph_signature const s = sample();
    auto const buffers = s.inputs_of(input_kind::buffer);
    REQUIRE(buffers.size() == 2);
    CHECK(buffers[0]->name == "b_cnt");
    CHECK(buffers[1]->name == "b_tmp");
    CHECK(s.inputs_of(input_kind::token).empty());
}

TEST_CASE("signature: a renamed node is followed in inputs and outputs, targets stay") {
    graph_signature s = sample();
    s.outputs.push_back(output(output_kind::user_output, "x"));
    s.replace_all_uses("x", "y");
    s.replace_all_uses("w", "v");
    CHECK(s.inputs[4].name == "y");
    CHECK(s.outputs[2].name == "y");
    CHECK(s.inputs[0].target == "w");
}

TEST_CASE("signature: signatures are equal when every fact is") {
    CHECK(sample() == sample());
    graph_signature other = sample();
    other.inputs[1].persistent = false;
    CHECK_FALSE(other == sample());
    other = sample();
    other.outputs[1].value = std::int64_t{3};
    CHECK_FALSE(other == sample());
}

} // namespace
