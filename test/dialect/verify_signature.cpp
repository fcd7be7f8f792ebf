#include <graft/dialect/verify_signature.hpp>

#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

using namespace graft;

input_spec input(input_kind kind, std::string name, std::string target) {
    input_spec made;
    made.kind = kind;
    made.name = std::move(name);
    made.target = std::move(target);
    return made;
}

output_spec output(output_kind kind, std::string name, std::string target) {
    output_spec made;
    made.kind = kind;
    made.name = std::move(name);
    made.target = std::move(target);
    return made;
}

// A parameter, a buffer that is written to, a constant and an input.
exported_program program() {
    exported_program p;
    p.module.graph =
        parse("graph():\n"
              "    %p_w : f32[2] = placeholder[target=p_w]\n"
              "    %b_n : i64[] = placeholder[target=b_n]\n"
              "    %c_k : f32[2] = placeholder[target=c_k]\n"
              "    %x : f32[2] = placeholder[target=x]\n"
              "    %next : i64[] = call_function[target=torch.ops.aten.add.Tensor](args = (%b_n, 1), kwargs = {})\n"
              "    return (%next, %x, 3)\n");
    p.signature.inputs = {input(input_kind::parameter, "p_w", "w"), input(input_kind::buffer, "b_n", "n"),
                          input(input_kind::constant_tensor, "c_k", "k"), input(input_kind::user_input, "x", "")};
    p.signature.outputs = {output(output_kind::buffer_mutation, "next", "n"), output(output_kind::user_output, "x", ""),
                           output(output_kind::user_output, "", "")};
    p.state_dict["w"] = tensor::empty({2}, dtype::f32);
    p.state_dict["n"] = tensor::empty({}, dtype::i64);
    p.constants["k"] = tensor::empty({2}, dtype::f32);
    return p;
}

std::string violations_of(exported_program const& p) {
    std::string text;
    for (violation const& v : verify_signature(p))
        text += graft::text(v) + "\n";
    return text;
}

} // namespace

TEST_CASE("verify_signature: a signature that fits has no violations") { CHECK(violations_of(program()) == ""); }

TEST_CASE("verify_signature: inputs are the placeholders, in order") {
    exported_program p = program();
    std::swap(p.signature.inputs[0], p.signature.inputs[3]);
    CHECK(violations_of(p) == "input 0 of the signature is 'x', but the placeholder is 'p_w' [at %p_w]\n"
                              "input 3 of the signature is 'p_w', but the placeholder is 'x' [at %x]\n");
    p = program();
    p.signature.inputs.pop_back();
    CHECK(violations_of(p) == "the signature has 3 inputs, but the graph 4 placeholders\n");
}

TEST_CASE("verify_signature: parameters, buffers and constants are in the state") {
    exported_program p = program();
    p.state_dict.clear();
    p.constants.clear();
    CHECK(violations_of(p) == "the PARAMETER 'w' of the input 'p_w' is not in the state dict\n"
                              "the BUFFER 'n' of the input 'b_n' is not in the state dict\n"
                              "the CONSTANT_TENSOR 'k' of the input 'c_k' is not in the constants\n");
    p = program();
    p.signature.inputs[0].target.clear();
    p.signature.inputs[1].persistent = false;
    CHECK(violations_of(p) == "the PARAMETER input 'p_w' has no target\n"
                              "the BUFFER 'n' of the input 'b_n' is not in the constants\n"
                              "the buffer 'n' is not persistent, but in the state dict\n"
                              "the tensor 'n' of the state dict belongs to no input\n"
                              "the tensor 'w' of the state dict belongs to no input\n");
}

TEST_CASE("verify_signature: outputs are what the graph returns, mutations first") {
    exported_program p = program();
    std::swap(p.signature.outputs[0], p.signature.outputs[1]);
    CHECK(violations_of(p) == "output 0 of the signature is 'x', but the graph returns 'next' [at %output]\n"
                              "output 1 of the signature is 'next', but the graph returns 'x' [at %output]\n"
                              "the mutation of 'n' stands behind a user output\n");
    p = program();
    p.signature.outputs.pop_back();
    CHECK(violations_of(p) == "the signature has 2 outputs, but the graph returns 3 [at %output]\n");
}

TEST_CASE("verify_signature: a mutation changes something that the program has") {
    exported_program p = program();
    p.signature.outputs[0].target = "m";
    CHECK(violations_of(p) == "output 0 is the new value of 'm', which is no buffer of the program\n");
    p.signature.outputs[0].kind = output_kind::parameter_mutation;
    CHECK(violations_of(p) == "output 0 is the new value of 'm', which is no parameter of the program\n");
    p.signature.outputs[0].kind = output_kind::user_input_mutation;
    CHECK(violations_of(p) == "output 0 is the new value of 'm', which is no user input of the program\n");
    p.signature.outputs[0].target = "x";
    CHECK(violations_of(p) == "");
}
