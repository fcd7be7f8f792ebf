#include <graft/dialect/aten/inplace_alias.hpp>

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

TEST_CASE("inplace alias: the result is the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), y = tensor(g, {3});
    CHECK(ops_giving("f32[2, 3]", {aten::multiply_.Tensor(x, y), aten::divide_.Scalar(x, 2),
                                   aten::subtract_.Tensor(x, y), aten::clip_(x, 0, 1),
                                   aten::greater_.Tensor(x, y), aten::absolute_(x)}) ==
          "multiply_.Tensor divide_.Scalar subtract_.Tensor clip_ greater_.Tensor absolute_");
    CHECK(raised([&] { inferred(aten::multiply_.Tensor(y, x)); }).find("aten::multiply_") !=
          std::string::npos);
}

} // namespace
