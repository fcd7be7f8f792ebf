#include <graft/transform/remove_unused_state.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/text/print.hpp>

#include "../runtime/tensors.hpp"
#include "check_rewrite.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

std::string inputs_of(exported_program const& p) {
    std::string names;
    for (input_spec const& spec : p.signature.inputs)
        names += (names.empty() ? "" : " ") + spec.name;
    return names;
}
std::string state_of(exported_program const& p) {
    std::string names;
    for (auto const& [name, t] : p.state_dict)
        names += name + " ";
    names += "|";
    for (auto const& [name, t] : p.constants)
        names += " " + name;
    return names;
}

TEST_CASE("remove_unused_state: placeholder, signature entry and tensor go together, the others keep their order") {
    program_builder b;
    value const w = b.parameter("w", f32({1}, {1}));
    b.parameter("unused", f32({1}, {2}));
    b.buffer("unused_buffer", f32({1}, {3}));
    value const cache = b.buffer("cache", f32({1}, {4}), false);
    b.buffer("unused_cache", f32({1}, {5}), false);
    b.constant("unused_constant", f32({1}, {6}));
    value const c = b.constant("c", f32({1}, {7}));
    value const x = b.input("x", f32_spec({1}));
    b.input("unused_input", f32_spec({1}));
    exported_program p = b.finish({aten::add.Tensor(aten::add.Tensor(x, w), aten::mul.Tensor(cache, c))});
    exported_program const before = p;
    CHECK(remove_unused_state(p) == 4);
    CHECK(inputs_of(p) == "p_w b_cache c_c x unused_input");
    CHECK(state_of(p) == "w | c cache");
    CHECK(p.graph().size() == 9);
    check_sound(p);
    check_same_outputs(before, p);
    CHECK(remove_unused_state(p) == 0);
}

TEST_CASE("remove_unused_state: a buffer that is only written to stays") {
    program_builder b;
    b.buffer("last", f32({1}, {1}));
    value const x = b.input("x", f32_spec({1}));
    b.mutate("last", aten::neg(x));
    exported_program p = b.finish({x});
    CHECK(remove_unused_state(p) == 0);
    CHECK(inputs_of(p) == "b_last x");
    check_sound(p);
}

TEST_CASE("remove_unused_state: a parameter that is used for nothing but a gradient stays") {
    program_builder b;
    b.parameter("bias", f32({1}, {1}));
    value const x = b.input("x", f32_spec({1}));
    exported_program p = b.finish({aten::neg(x)});
    p.signature.outputs[0].kind = output_kind::gradient_to_parameter;
    p.signature.outputs[0].target = "bias";
    CHECK(remove_unused_state(p) == 0);
    CHECK(inputs_of(p) == "p_bias x");
    check_sound(p);
}

TEST_CASE("remove_unused_state: a tensor stays while another input stands for it") {
    program_builder b;
    tensor const shared = f32({1}, {1});
    value const w = b.parameter("w", shared);
    b.parameter("tied", shared);
    value const x = b.input("x", f32_spec({1}));
    exported_program p = b.finish({aten::add.Tensor(x, w)});
    p.signature.inputs[1].target = "w";
    p.state_dict.erase("tied");
    CHECK(remove_unused_state(p) == 1);
    CHECK(state_of(p) == "w |");
    check_sound(p);
}

TEST_CASE("remove_unused_state: a program without state is left as it is") {
    program_builder b;
    b.input("x", f32_spec({1}));
    exported_program p = b.finish({});
    CHECK(remove_unused_state(p) == 0);
    CHECK(inputs_of(p) == "x");
}

} // namespace
