#include <graft/pass/check_lint.hpp>

#include "test_program.hpp"

#include <doctest/doctest.h>

TEST_CASE("check_lint: a sound program passes") { CHECK_NOTHROW(graft::check_lint(graft_test::make_program())); }

TEST_CASE("check_lint: the error lists the findings of every graph") {
    graft::exported_program program = graft_test::make_program();
    graft::graph& g = program.graph();
    g.move_before(g.at("second"), g.at("first"));
    graft::graph& inner = program.module.submodules[0].module.graph;
    inner.move_before(inner.at("third"), inner.at("y"));
    CHECK_THROWS_WITH_AS(graft::check_lint(program),
                         "graft: the graph is not sound:"
                         "\n  argument 'first' of node 'second' is used before it is defined"
                         "\n  inner: argument 'y' of node 'third' is used before it is defined",
                         graft::error);
}
