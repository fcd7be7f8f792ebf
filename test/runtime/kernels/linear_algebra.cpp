#include <graft/runtime/kernels/linear_algebra.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linear algebra: products take their operands in order") {
    tensor const a = f32({2, 2}, {1, 2, 3, 4}), b = f32({2, 2}, {0, 1, 1, 1});
    CHECK(show(aten::mm(a, b)) == "f32[2, 2]: 2 3 4 7");
    CHECK(show(aten::mm(b, a)) == "f32[2, 2]: 3 4 4 6");
    CHECK(show(aten::mm("mat2"_a = b, "self"_a = a)) == "f32[2, 2]: 2 3 4 7");
    CHECK(show(aten::bmm(a.view({2, 1, 2}), b.view({2, 2, 1}))) == "f32[2, 1, 1]: 2 7");
    CHECK(show(aten::matmul(a, f32({2}, {1, 10}))) == "f32[2]: 21 43");
}

TEST_CASE("linear algebra: addmm scales self by beta and the product by alpha, both 1 by default") {
    tensor const a = f32({1, 2}, {1, 2}), b = f32({2, 2}, {1, 0, 0, 1}), c = f32({2}, {100, 200});
    CHECK(show(aten::addmm(c, a, b)) == "f32[1, 2]: 101 202");
    CHECK(show(aten::addmm(c, a, b, "alpha"_a = 3)) == "f32[1, 2]: 103 206");
    CHECK(show(aten::addmm(c, a, b, "beta"_a = 0.5)) == "f32[1, 2]: 51 102");
}

TEST_CASE("linear algebra: linear transposes its weight and does without a bias") {
    tensor const x = f32({1, 2}, {1, 2}), w = f32({3, 2}, {1, 0, 0, 1, 1, 1});
    CHECK(show(aten::linear(x, w)) == "f32[1, 3]: 1 2 3");
    CHECK(show(aten::linear(x, w, nullptr)) == "f32[1, 3]: 1 2 3");
    CHECK(show(aten::linear(x, w, f32({3}, {10, 20, 30}))) == "f32[1, 3]: 11 22 33");
    CHECK(show(aten::linear(x.view({1, 1, 2}), w)) == "f32[1, 1, 3]: 1 2 3");
}

TEST_CASE("linear algebra: a constant weight is packed with a bias of one number for each column, not one for all") {
    tensor const x = f32({1, 2}, {1, 2}), w = f32({3, 2}, {1, 0, 0, 1, 1, 1}), each = f32({3}, {10, 20, 30}),
                 one = f32({1}, {10});
    std::vector<tensor> results{tensor::empty({1, 3}, dtype::f32)};
    constant_arguments constant;
    constant.add(1);
    constant.add(2);
    for (tensor const* const bias : {&each, &one}) {
        call<tensor> c(aten::linear_default::info());
        c.set("input", x).set("weight", w).set("bias", *bias);
        CHECK((kernel_of<aten::linear_default>::prepare(c, results, constant) != nullptr) == (bias == &each));
    }
    CHECK(show(aten::linear(x, w, one)) == "f32[1, 3]: 11 12 13");
}

TEST_CASE("linear algebra: baddbmm adds to products in pairs, outer multiplies a column and a row") {
    tensor const a = f32({1, 1, 2}, {1, 2}), b = f32({1, 2, 1}, {3, 4});
    CHECK(show(aten::baddbmm(f32({1}, {1}), a, b, "beta"_a = 2, "alpha"_a = 3)) == "f32[1, 1, 1]: 35");
    CHECK(show(aten::outer(f32({2}, {1, 2}), f32({2}, {3, 4}))) == "f32[2, 2]: 3 4 6 8");
}

} // namespace
