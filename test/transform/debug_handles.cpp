#include <graft/transform/debug_handles.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"

namespace {

using namespace graft;
using graft_test::call_builder;

TEST_CASE("debug_handles: every call has a number of its own, and keeps it") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {2}));
    arg const first = b.call("aten::relu", {x});
    arg note(arg_kind::dict, {arg("line 3"), arg("40")});
    note.keys = {"stack_trace", "debug_handle"};
    b.g().set_meta(static_cast<node_id>(first.bits), note);
    exported_program program = b.output({b.call("aten::neg", {first})});
    call_builder inner;
    program.module.submodules.push_back(
        {"body", inner.output({inner.call("aten::neg", {inner.input("y", make_spec(dtype::f32, {2}))})}).module});
    CHECK(number_debug_handles(program) == 2);
    graph const& g = program.graph();
    CHECK(g.meta(g.at("relu_default"), "debug_handle") == "40");
    CHECK(g.meta(g.at("relu_default"), "stack_trace") == "line 3");
    CHECK(g.meta(g.at("neg_default"), "debug_handle") == "41");
    graph const& body = program.module.submodules[0].module.graph;
    CHECK(body.meta(body.at("neg_default"), "debug_handle") == "42");
    CHECK(number_debug_handles(program) == 0);
}

} // namespace
