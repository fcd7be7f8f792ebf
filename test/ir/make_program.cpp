#include <graft/ir/make_program.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/parse.hpp>

#include "../io/raises.hpp"

namespace {

using namespace graft;

TEST_CASE("make_program: placeholders are the user's inputs, what is returned are the user's outputs") {
    exported_program const program = make_program(parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %y : f32[2] = placeholder[target=y]
    %sum : f32[2] = call_function[target=aten.add.Tensor](args = (%x, %y), kwargs = {})
    return (%sum, %x, 3)
)"));
    REQUIRE(program.signature.inputs.size() == 2);
    CHECK(program.signature.inputs[0].name == "x");
    CHECK(program.signature.inputs[1].name == "y");
    CHECK(program.signature.inputs[1].kind == input_kind::user_input);
    REQUIRE(program.signature.outputs.size() == 3);
    CHECK(program.signature.outputs[0].name == "sum");
    CHECK(program.signature.outputs[1].name == "x");
    CHECK(program.signature.outputs[2].name == "");
    CHECK(program.signature.outputs[2].value == constant_value{std::int64_t{3}});
    CHECK(program.verifiers == vec<std::string>{"ATEN"});
}

TEST_CASE("make_program: one value alone") {
    exported_program const program = make_program(parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    return %x
)"));
    REQUIRE(program.signature.outputs.size() == 1);
    CHECK(program.signature.outputs[0].name == "x");
}

TEST_CASE("make_program: a graph without output is refused") {
    graph g;
    g.placeholder("x");
    CHECK(graft_test::raised([&] { static_cast<void>(make_program(g)); }) ==
          "graft: the graph has no output node at its end: call g.output(...)");
    CHECK(graft_test::raised([] { static_cast<void>(make_program({})); }) ==
          "graft: the graph has no output node at its end: call g.output(...)");
}

} // namespace
