#include <graft/dialect/aten/inplace_index.hpp>

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

TEST_CASE("inplace index: the result is the argument") {
    graph g;
    value const x = tensor(g, {2, 3}), at = tensor(g, {1, 3}, dtype::i64),
                row = tensor(g, {1}, dtype::i64), b = tensor(g, {2, 3}, dtype::boolean);
    CHECK(
        ops_giving("f32[2, 3]",
                   {aten::scatter_.src(x, 0, at, x), aten::scatter_.value(x, 0, at, 1),
                    aten::scatter_add_(x, 0, at, x), aten::index_fill_.int_Scalar(x, 0, row, 1),
                    aten::masked_scatter_(x, b, x)}) ==
        "scatter_.src scatter_.value scatter_add_ index_fill_.int_Scalar masked_scatter_");
    CHECK(raised([&] { inferred(aten::scatter_.src(x, 0, row, x)); }).find("'index'") !=
          std::string::npos);
}

} // namespace
