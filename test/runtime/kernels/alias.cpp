#include <graft/runtime/kernels/alias.hpp>

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

TEST_CASE("alias: another name runs the same kernel") {
    tensor const x = f32({2}, {1, 4}), y = f32({2}, {2, 2});
    CHECK(show(aten::multiply.Tensor(x, y)) == "f32[2]: 2 8");
    CHECK(show(aten::true_divide.Tensor(x, y)) == "f32[2]: 0.5 2");
    CHECK(show(aten::divide.Tensor_mode(x, y, "rounding_mode"_a = "floor")) == "f32[2]: 0 2");
    CHECK(show(aten::subtract.Scalar(x, 1)) == "f32[2]: 0 3");
    CHECK(show(aten::greater.Tensor(x, y)) == "b8[2]: 0 1");
    CHECK(show(aten::clip(x, 2, 3)) == "f32[2]: 2 3");
    CHECK(show(aten::absolute(f32({1}, {-3}))) == "f32[1]: 3");
    CHECK(show(aten::arctan(f32({1}, {1}))) == "f32[1]: 0.785398");
}

} // namespace
