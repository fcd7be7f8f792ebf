#include <graft/dialect/aten/linear_algebra.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("linear_algebra: the sizes of products of matrices") {
    graph g;
    value const a = tensor(g, {2, 3}), b = tensor(g, {3, 5}), c = tensor(g, {5});
    CHECK(ops_giving("f32[2, 5]", {aten::addmm(c, a, b), aten::mm(a, b), aten::matmul(a, b),
                                   aten::linear(a, tensor(g, {5, 3}), c)}) == "addmm mm matmul linear");
    CHECK(ops_giving("f32[4, 2, 5]", {aten::bmm(tensor(g, {4, 2, 3}), tensor(g, {4, 3, 5}))}) == "bmm");
    CHECK(inferred(aten::linear(tensor(g, {7, 2, 3}), tensor(g, {5, 3}))) == "f32[7, 2, 5]");
    CHECK(graft_test::raised([&] { inferred(aten::mm(b, a)); }).find("aten::mm") != std::string::npos);
}

TEST_CASE("linear_algebra: matmul of vectors and of batches") {
    graph g;
    value const v = tensor(g, {3}), m = tensor(g, {3, 5});
    CHECK(inferred(aten::matmul(v, v)) == "f32[]");
    CHECK(inferred(aten::matmul(v, m)) == "f32[5]");
    CHECK(inferred(aten::matmul(tensor(g, {4, 2, 3}), v)) == "f32[4, 2]");
    CHECK(inferred(aten::matmul(tensor(g, {4, 1, 2, 3}), tensor(g, {6, 3, 5}))) == "f32[4, 6, 2, 5]");
}

TEST_CASE("linear_algebra: attention has the rows of the query and the columns of the value") {
    graph g;
    value const q = tensor(g, {1, 4, 8, 16}), k = tensor(g, {1, 4, 10, 16}), v = tensor(g, {1, 4, 10, 32});
    CHECK(ops_giving("f32[1, 4, 8, 32]", {aten::scaled_dot_product_attention(q, k, v)}) ==
          "scaled_dot_product_attention");
}

static_assert(has(aten::scaled_dot_product_attention_default::info().tags, op_tags::random));
static_assert(has(aten::mm_default::info().tags, op_tags::core));
static_assert(!aten::mm_default::info().commutative);

} // namespace
