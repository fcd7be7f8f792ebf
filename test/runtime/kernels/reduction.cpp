#include <graft/runtime/kernels/reduction.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("reduction: without dims, or with none in the list, everything is reduced") {
    tensor const x = f32({2, 3}, {1, 2, 3, 4, 5, 9});
    CHECK(show(aten::sum(x)) == "f32[]: 24");
    CHECK(show(aten::mean(x)) == "f32[]: 4");
    CHECK(show(aten::amax(x)) == "f32[]: 9");
    CHECK(show(aten::sum.dim_IntList(x, nullptr)) == "f32[]: 24");
    CHECK(show(aten::mean.dim(x, nullptr, true)) == "f32[1, 1]: 4");
}

TEST_CASE("reduction: dims may be one value, a list, or count from the end") {
    tensor const x = f32({2, 3}, {1, 2, 3, 4, 5, 9});
    CHECK(show(aten::sum.dim_IntList(x, 0)) == "f32[3]: 5 7 12");
    CHECK(show(aten::sum.dim_IntList(x, std::array{0, 1})) == "f32[]: 24");
    CHECK(show(aten::mean.dim(x, -1)) == "f32[2]: 2 6");
    CHECK(show(aten::mean.dim(x, -1, "keepdim"_a = true)) == "f32[2, 1]: 2 6");
    CHECK(show(aten::amax(x, 1)) == "f32[2]: 3 9");
    CHECK(show(aten::amax(x, std::array{-2}, true)) == "f32[1, 3]: 4 5 9");
}

TEST_CASE("reduction: the dtype asked for is that of the result") {
    tensor const x = i64({2}, {3, 4});
    CHECK(show(aten::sum(x)) == "i64[]: 7");
    CHECK(show(aten::sum(x, "dtype"_a = dtype::f64)) == "f64[]: 7");
    CHECK(show(aten::mean(x, "dtype"_a = dtype::f32)) == "f32[]: 3.5");
    CHECK(show(aten::sum(b8({3}, {true, true, false}))) == "i64[]: 2");
}

} // namespace
