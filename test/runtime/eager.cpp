#include <graft/runtime/eager.hpp>

#include <doctest/doctest.h>

#include <graft/meta/vec.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../io/raises.hpp"
#include "tensors.hpp"
#include "toy.hpp"

#include <type_traits>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("eager: calls nest, and mix tensors with numbers and keywords") {
    tensor const x = f32({2}, {-1, 2}), y = f32({2}, {10, 20});
    CHECK(show(aten::add.Tensor(aten::mul.Tensor(x, y), aten::relu(x), "alpha"_a = 100)) == "f32[2]: -10 240");
    CHECK(show(aten::mul.Tensor("other"_a = 3, "self"_a = x)) == "f32[2]: -3 6");
}

TEST_CASE("eager: lists stand between braces") {
    tensor const x = f32({1, 2}, {-1, 2});
    CHECK(show(aten::permute(x, {1, 0})) == "f32[2, 1]: -1 2");
    CHECK(show(aten::view(x, {2, 1, 1})) == "f32[2, 1, 1]: -1 2");
    CHECK(show(aten::sum.dim_IntList(x, {0, 1}, true)) == "f32[1, 1]: 1");
}

TEST_CASE("eager: an op of the user runs its kernel, and the arguments stay as they were") {
    tensor const x = f32({2}, {-1, 2});
    CHECK(show(toy::twice(toy::twice(x))) == "f32[2]: -4 8");
    CHECK(show(x) == "f32[2]: -1 2");
}

TEST_CASE("eager: one tensor comes back as itself, several and lists as a vector") {
    tensor const x = f32({2}, {-1, 2});
    static_assert(std::is_same_v<decltype(toy::twice(x)), tensor>);
    static_assert(std::is_same_v<decltype(toy::split_sign(x)), vec<tensor>>);
    static_assert(std::is_same_v<decltype(toy::pieces(x)), vec<tensor>>);
    CHECK(show(toy::split_sign(x)) == "f32[2]: 0 2\nf32[2]: -1 0\n");
    CHECK(show(toy::pieces(x)) == "f32[2]: -1 2\n");
}

TEST_CASE("eager: what the meta function refuses never reaches the kernel") {
    CHECK(raised([] {
              static_cast<void>(aten::add.Tensor(f32({2}, {1, 2}), f32({3}, {1, 2, 3})));
          }) == "graft: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0");
}

} // namespace
