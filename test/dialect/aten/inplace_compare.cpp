#include <graft/dialect/aten/inplace_compare.hpp>

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

TEST_CASE("inplace compare: truths are written in the dtype of the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), i = tensor(g, {2, 3}, dtype::i64),
                b = tensor(g, {2, 3}, dtype::boolean);
    CHECK(ops_giving("f32[2, 3]",
                     {aten::eq_.Tensor(x, i), aten::lt_.Scalar(x, 1), aten::logical_not_(x),
                      aten::logical_and_(x, b), aten::masked_fill_.Scalar(x, b, 2)}) ==
          "eq_.Tensor lt_.Scalar logical_not_ logical_and_ masked_fill_.Scalar");
    CHECK(ops_giving("i64[2, 3]", {aten::bitwise_and_.Scalar(i, 1), aten::gcd_(i, i)}) ==
          "bitwise_and_.Scalar gcd_");
    CHECK(raised([&] { inferred(aten::bitwise_or_.Tensor(x, x)); }).find("aten::bitwise_or_") !=
          std::string::npos);
}

} // namespace
