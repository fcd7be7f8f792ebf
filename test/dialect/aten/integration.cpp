#include <graft/dialect/aten/integration.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("integration: a difference is shorter by one each time") {
    CHECK(text(aten::diff(f32({5}), 2)) == "f32[3]");
    CHECK(text(aten::trapezoid.dx(f32({2, 5}))) == "f32[2]");
    CHECK(text(aten::cumulative_trapezoid.x(f32({2, 5}), f32({5}))) == "f32[2, 4]");
    CHECK(text(aten::cumulative_trapezoid.x(f32({1, 2}), f32({5, 1, 3, 2}), "dim"_a = -1)) == "f32[5, 0, 3, 2]");
    // One place without dimensions leaves no distances: nothing lies between two samples, and more of them do not fit.
    CHECK(text(aten::trapezoid.x(f32({2, 3}), f32({}), "dim"_a = 0)) == "f32[3]");
    CHECK(text(aten::cumulative_trapezoid.x(f32({2, 3}), f32({}), "dim"_a = 0)) == "f32[0, 3]");
    CHECK(text(aten::cumulative_trapezoid.x(f32({3, 1}), f32({}))) == "f32[3, 0]");
    CHECK_THROWS_AS(static_cast<void>(aten::trapezoid.x(f32({2, 3}), f32({}))), graft::error);
    CHECK(text(aten::gradient.scalarint(f32({3, 4}))) == "(f32[3, 4], f32[3, 4])");
}

TEST_CASE("integration: what is left of sizes that are symbols is as much shorter") {
    CHECK(text(aten::diff(f32({s0(), 2}), 3, 0)) == "f32[s0 - 3, 2]");
    CHECK(text(aten::diff(f32({s0()}), 6, 0, f32({1}), f32({symbol("s1")}))) == "f32[s0 + s1 - 5]");
    CHECK(text(aten::cumulative_trapezoid.dx(f32({s0() - 4}))) == "f32[s0 - 5]");
    CHECK(text(aten::trapezoid.x(f32({3, s0() - 4}), f32({s0() - 4}))) == "f32[3]");
}

TEST_CASE("integration: without samples there is nothing, in the dtype of the samples") {
    CHECK(text(aten::trapezoid.dx(i64({2, 0}))) == "i64[2]");
    CHECK(text(aten::trapezoid.x(i64({0, 3}), i64({0}), "dim"_a = 0)) == "i64[3]");
    CHECK(text(aten::trapezoid.dx(i64({2, 1}))) == "f32[2]");
    CHECK(text(aten::diff(f32({2, 3}), 4)) == "f32[2, 0]");
    CHECK(text(aten::cumulative_trapezoid.x(f32({2, 0}), f32({0}))) == "f32[2, 0]");
}

TEST_CASE("integration: too few samples are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::gradient.scalarint(f32({1}))),
                      "graft: aten::gradient.scalarint: dimension 0 has too few samples");
    CHECK_THROWS_WITH(static_cast<void>(aten::diff(f32({}))), "graft: aten::diff: 'self' must have dimensions");
}

} // namespace
