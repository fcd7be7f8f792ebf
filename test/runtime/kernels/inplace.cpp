#include <graft/runtime/kernels/inplace.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("inplace: the argument takes the result and is returned") {
    tensor const x = f32({2}, {1, 4});
    tensor const result = aten::mul_.Scalar(x, 2);
    CHECK(result.shares_storage(x));
    CHECK(show(x) == "f32[2]: 2 8");
    aten::add_.Tensor(x, x);
    CHECK(show(x) == "f32[2]: 4 16");
    aten::sqrt_(x);
    CHECK(show(x) == "f32[2]: 2 4");
    aten::clamp_min_(x, 3);
    CHECK(show(x) == "f32[2]: 3 4");
    aten::dropout_(x, 0.5, false);
    CHECK(show(x) == "f32[2]: 3 4");
}

TEST_CASE("inplace: a view writes to what it shows") {
    tensor const x = iota({2, 2});
    aten::neg_(kernel::transpose(kernel::slice(x, 0, 1), 0, 1));
    CHECK(show(x) == "f32[2, 2]: 0 1 -2 -3");
}

TEST_CASE("inplace: the result is converted to the dtype of the argument, or refused") {
    tensor const x = f32({2}, {1, 4});
    aten::lt_.Scalar(x, 2);
    CHECK(show(x) == "f32[2]: 1 0");
    CHECK(raised([] { aten::exp_(i64({1}, {1})); }).find("aten::exp_") != std::string::npos);
}

} // namespace
