// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/reduction.hpp>

#include <graft/dialect/aten/reduction.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

static_assert([] { return aten::sum(i64({2, 3})) == i64({}); }());
static_assert([] { return aten::sum.dim_IntList(f32({2, s0(), 4}), std::vector{0, -1}) == f32({s0()}); }());
static_assert([] { return aten::mean.dim(f32({2, s0(), 4}), std::vector{1}, true) == f32({2, 1, 4}); }());
static_assert([] { return aten::argmax(f32({2, 3}), 1) == i64({2}); }());
static_assert([] { return aten::cumsum(make_spec(dtype::i8, {2, 3}), 1) == i64({2, 3}); }());

} // namespace

TEST_CASE("reduction: no dimensions named are all dimensions") {
    CHECK(aten::sum.dim_IntList(f32({2, 3}), std::vector<int>{}) == f32({}));
    CHECK(aten::sum.dim_IntList(f32({2, 3}), nullptr, true) == f32({1, 1}));
    CHECK(aten::any.dims(f32({2, 3}), nullptr) == make_spec(dtype::boolean, {}));
    CHECK(aten::any.dims(f32({2, 3}), std::vector<int>{}) == make_spec(dtype::boolean, {2, 3})); // but these
    CHECK(aten::amax(strided(f32({2, 3, 4}), {1, 2, 6}), std::vector{0}) == f32({3, 4}));
}

TEST_CASE("reduction: the dtype is the one asked for, else by the kind of the elements") {
    tensor_spec const flags = make_spec(dtype::boolean, {2}), bytes = make_spec(dtype::u8, {2});
    CHECK(aten::sum(flags) == i64({}));
    CHECK(aten::sum(f32({2}), "dtype"_a = dtype::i64) == i64({}));
    CHECK(aten::any(f32({2})).tensor.dtype == dtype::boolean);
    CHECK(aten::any(bytes).tensor.dtype == dtype::u8);
    CHECK(aten::mean(i64({2}), "dtype"_a = dtype::f32) == f32({}));
    CHECK(aten::var.correction(make_spec(dtype::c64, {2})) == f32({}));
    CHECK(aten::linalg_vector_norm(make_spec(dtype::c64, {2, 3}), 2, std::vector{1}) == f32({2}));
}

TEST_CASE("reduction: extrema come with their indices") {
    CHECK(aten::max.dim(f32({2, 3}), 0, true) == value_spec::of_list({f32({1, 3}), i64({1, 3})}));
    CHECK(aten::amax(f32({0, 3}), std::vector{1}) == f32({0}));
    CHECK_THROWS_WITH(static_cast<void>(aten::max.dim(f32({0, 3}), 0)),
                      "graft: aten::max.dim: 'self' has no elements to reduce in dimension 0");
}

TEST_CASE("reduction: integers without a mean and wrong dimensions are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::mean(i64({2}))),
                      "graft: aten::mean: 'self' must be floating-point or complex, not "
                      "torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(aten::sum.dim_IntList(f32({2, 3}), std::vector{1, -1})),
                      "graft: aten::sum.dim_IntList: 'dim' names dimension -1 twice");
    CHECK_THROWS_WITH(static_cast<void>(aten::argmin(f32({2, 3}), 2)),
                      "graft: aten::argmin: 'dim' is 2, which is not in [-2, 1]");
}
