#include <graft/transform/reinplace.hpp>

#include <graft/dialect/derived_op.hpp>
#include <graft/transform/functionalize.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

#include <set>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

std::set<std::string_view> const ops{"aten::relu", "aten::add.Tensor"};
tensor_spec const vector = make_spec(dtype::f32, {3});

TEST_CASE("reinplace: a value that is used for the last time is written to") {
    call_builder b;
    arg const x = b.input("x", vector);
    arg const y = b.call("aten::neg", {x});
    arg const z = b.call("aten::mul.Tensor", {y, x});
    exported_program program = b.output({b.call("aten::relu", {y}), z});
    exported_program const before = program;
    CHECK(reinplace(program, ops) == 1);
    CHECK(program.graph().target(program.graph().at("relu_default")).name == "aten::relu_");
    graft_test::check_same_outputs(before, program);
}

TEST_CASE("reinplace: nothing is written to that is an input, is used later, twice or through a view") {
    call_builder b;
    arg const x = b.input("x", vector);
    arg const later = b.call("aten::neg", {x}), viewed = b.call("aten::abs", {x}), twice = b.call("aten::sin", {x});
    arg const view = b.call("aten::unsqueeze", {viewed, 0});
    std::vector<arg> const results{b.call("aten::relu", {x}),      b.call("aten::relu", {later}),
                                   b.call("aten::relu", {viewed}), b.call("aten::add.Tensor", {twice, twice}),
                                   b.call("aten::cos", {later}),   view};
    exported_program program = b.output(results);
    CHECK(reinplace(program, ops) == 0);
}

TEST_CASE("reinplace: a buffer is written to by the call that gives its new value") {
    for (bool const read_later : {false, true}) {
        call_builder b;
        arg const cache = b.input("cache", vector), x = b.input("x", vector);
        arg const next = b.call("aten::add.Tensor", {cache, x});
        exported_program program = b.output({next, b.call("aten::mul.Tensor", {read_later ? cache : next, x})});
        program.signature.inputs[0] = {input_kind::buffer, "cache", "cache", true, false, {}};
        program.signature.outputs[0].kind = output_kind::buffer_mutation;
        program.signature.outputs[0].target = "cache";
        program.state_dict["cache"] = tensor::zeros({3}, dtype::f32);
        CHECK(reinplace(program, ops) == (read_later ? 0 : 1));
    }
}

// An op of a user's own, and the op in place that follows from it.
struct shifted : described_op<shifted, op_tags::none, meta_unary<>> {
    static constexpr schema_text text{"own::shifted(Tensor self, int by) -> Tensor"};
};

TEST_CASE("reinplace: an op of one's own that is written in place is made functional, and written in place again") {
    op_info const& in_place = inplace<shifted>::info();
    CHECK(in_place.name == "own::shifted_");
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2, 3})), y = b.call("aten::neg", {x});
    node_id const n = b.g().call_function(in_place, {y, 1});
    infer(b.g(), n);
    exported_program program = b.output({arg::node(n)});
    CHECK(functionalize(program));
    CHECK(program.graph().target(n).name == "own::shifted");
    CHECK(reinplace(program, {"own::shifted"}) == 0);
    CHECK(reinplace(program, {"own::shifted"}, vec{&in_place}) == 1);
    CHECK(program.graph().target(n).name == "own::shifted_");
}

} // namespace
