#include <graft/dialect/aten/reduction.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("reduction: over everything there is one element left") {
    graph g;
    value const x = tensor(g, {2, 3, 4});
    CHECK(ops_giving("f32[]", {aten::max(x), aten::min(x), aten::mean(x), aten::prod(x), aten::sum(x), aten::amax(x),
                               aten::amin(x), aten::linalg_vector_norm(x), aten::var.correction(x)}) ==
          "max min mean prod sum amax amin linalg_vector_norm var.correction");
    CHECK(ops_giving("b8[]", {aten::all(x), aten::any(x), aten::any.dims(x)}) == "all any any.dims");
    CHECK(ops_giving("i64[]", {aten::argmax(x), aten::argmin(x)}) == "argmax argmin");
}

TEST_CASE("reduction: over some dimensions these go or become 1") {
    graph g;
    value const x = tensor(g, {2, 3, 4});
    CHECK(
        ops_giving("f32[2, 4]",
                   {aten::amax(x, ints{1}), aten::amin(x, ints{-2}), aten::linalg_vector_norm(x, 1, ints{1}),
                    aten::mean.dim(x, ints{1}), aten::prod.dim_int(x, 1), aten::std.dim(x, ints{1}),
                    aten::sum.dim_IntList(x, ints{1}), aten::var.correction(x, ints{1}), aten::var.dim(x, ints{1})}) ==
        "amax amin linalg_vector_norm mean.dim prod.dim_int std.dim sum.dim_IntList "
        "var.correction var.dim");
    CHECK(inferred(aten::sum.dim_IntList(x, ints{0, -1}, true)) == "f32[1, 3, 1]");
    CHECK(ops_giving("b8[2, 4]", {aten::all.dim(x, 1), aten::any.dim(x, 1), aten::any.dims(x, ints{1})}) ==
          "all.dim any.dim any.dims");
    CHECK(inferred(aten::argmax(x, 1, true)) == "i64[2, 1, 4]");
    CHECK(ops_giving("(f32[2, 4], i64[2, 4])", {aten::max.dim(x, 1), aten::min.dim(x, 1)}) == "max.dim min.dim");
    CHECK(graft_test::raised([&] { inferred(aten::amax(x, ints{3})); }).find("aten::amax") != std::string::npos);
}

TEST_CASE("reduction: sums of integers are i64, means are real") {
    graph g;
    value const i = tensor(g, {2, 3}, dtype::i32);
    CHECK(ops_giving("i64[]", {aten::sum(i), aten::prod(i)}) == "sum prod");
    CHECK(ops_giving("i64[2, 3]", {aten::cumsum(i, 0)}) == "cumsum");
    CHECK(inferred(aten::cumsum(i, 0, "dtype"_a = dtype::f32)) == "f32[2, 3]");
    CHECK(inferred(aten::mean(i, "dtype"_a = dtype::f64)) == "f64[]");
    CHECK(graft_test::raised([&] { inferred(aten::mean(i)); }).find("aten::mean") != std::string::npos);
}

static_assert(has(aten::sum_dim_intlist::info().tags, op_tags::core));
static_assert(!has(aten::sum_default::info().tags, op_tags::core));

} // namespace
