#include <graft/runtime/kernels/logical.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("logical: predicates and operations on truths and bits") {
    tensor const x = f32({3}, {0, 2, std::nanf("")}), b = b8({2}, {true, false});
    CHECK(show(aten::isnan(x)) == "b8[3]: 0 0 1");
    CHECK(show(aten::isfinite(x)) == "b8[3]: 1 1 0");
    CHECK(show(aten::logical_not(x)) == "b8[3]: 1 0 0");
    CHECK(show(aten::logical_and(b, i64({2}, {5, 5}))) == "b8[2]: 1 0");
    CHECK(show(aten::bitwise_not(b)) == "b8[2]: 0 1");
    CHECK(show(aten::bitwise_xor.Tensor(b, b)) == "b8[2]: 0 0");
    CHECK(show(aten::bitwise_and.Scalar(i64({1}, {6}), 3)) == "i64[1]: 2");
    CHECK(show(aten::dunder_or.Tensor(i64({1}, {6}), i64({1}, {3}))) == "i64[1]: 7");
    CHECK(show(aten::bitwise_left_shift.Tensor_Scalar(i64({1}, {3}), 2)) == "i64[1]: 12");
    CHECK(show(aten::gcd(i64({1}, {12}), i64({1}, {18}))) == "i64[1]: 6");
}

} // namespace
