#include <graft/transform/contiguous_state.hpp>

#include <graft/dialect/verify.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

// x + w, where w is every second element of a row.
exported_program with_window(bool mutates) {
    tensor const row = tensor::full({8}, dtype::f32, scalar(1.5)).as_strided({3}, {2}, 1);
    call_builder b;
    arg const w = b.input("b_w", spec_of(row)), x = b.input("x", make_spec(dtype::f32, {3}));
    exported_program program = b.output({b.call("aten::add.Tensor", {w, x})});
    program.signature.inputs[0] = {input_kind::buffer, "b_w", "w", true, false, {}};
    program.state_dict["w"] = row;
    if (mutates) {
        program.signature.outputs[0].kind = output_kind::buffer_mutation;
        program.signature.outputs[0].target = "w";
    }
    return program;
}

TEST_CASE("contiguous_state: a window on other elements becomes a tensor of its own") {
    exported_program program = with_window(false);
    exported_program const before = program;
    CHECK(contiguous_state(program) == 1);
    CHECK(program.state_dict["w"].storage_bytes() == 12);
    CHECK(is_contiguous(program.graph().val(program.graph().at("b_w"))->tensor));
    CHECK(verify(program).empty());
    graft_test::check_same_outputs(before, program);
    CHECK(contiguous_state(program) == 0);
}

TEST_CASE("contiguous_state: what an output mutates stays where it is") {
    exported_program program = with_window(true);
    CHECK(contiguous_state(program) == 0);
    CHECK(program.state_dict["w"].storage_bytes() == 32);
}

} // namespace
