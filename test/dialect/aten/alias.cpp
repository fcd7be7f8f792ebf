#include <graft/dialect/aten/alias.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::raised;
using graft_test::tensor;

TEST_CASE("alias: another name infers the same") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {3}, dtype::i64);
    CHECK(ops_giving("f32[2, 3]", {aten::multiply.Tensor(x, i), aten::divide.Scalar(x, 2),
                                   aten::true_divide.Tensor(x, x), aten::subtract.Tensor(x, i),
                                   aten::clip(x, 0), aten::absolute(x), aten::negative(x),
                                   aten::fix(x), aten::arctan2(x, x), aten::arcsin(x)}) ==
          "multiply.Tensor divide.Scalar true_divide.Tensor subtract.Tensor clip absolute "
          "negative fix arctan2 arcsin");
    CHECK(ops_giving("b8[2, 3]", {aten::greater.Tensor(x, i), aten::less_equal.Scalar(x, 1),
                                  aten::not_equal.Tensor(x, x)}) ==
          "greater.Tensor less_equal.Scalar not_equal.Tensor");
    CHECK(inferred(aten::divide.Tensor(i, i)) == "f32[3]");
}

} // namespace
