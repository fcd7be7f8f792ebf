#include <graft/lower/level.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/unary.hpp>

#include "../runtime/test_program.hpp"

namespace {

using namespace graft;

TEST_CASE("level_of: a program says that it is of Edge, and its calls that they are of the Backend") {
    graft_test::program_builder b;
    value const x = b.input("x", graft_test::f32_spec({4}));
    exported_program p = b.finish({aten::neg(x)});
    CHECK(level_of(p) == level::aten);
    p.verifiers = {"EDGE"};
    CHECK(level_of(p) == level::edge);
    graph& g = p.graph();
    node_id const neg = g.at("neg_default");
    g.set_target(neg, g.intern_target(aten::neg.default_.info(), dialect_tag::backend));
    CHECK(level_of(p) == level::backend);
    p.verifiers = {"EDGE", "MINE"};
    CHECK(level_of(p) == level::aten);
}

} // namespace
