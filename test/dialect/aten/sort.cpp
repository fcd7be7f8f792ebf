#include <graft/dialect/aten/sort.hpp>

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

TEST_CASE("sort: values and indices") {
    graph g;
    value const x = tensor(g, {2, 3}, dtype::f16);
    CHECK(inferred(aten::sort(x)) == "(f16[2, 3], i64[2, 3])");
    CHECK(inferred(aten::argsort(x, 0)) == "i64[2, 3]");
    CHECK(inferred(aten::topk(x, 2)) == "(f16[2, 2], i64[2, 2])");
    CHECK(inferred(aten::cummax(x, 0)) == "(f16[2, 3], i64[2, 3])");
    CHECK(inferred(aten::cumprod(tensor(g, {2}, dtype::i8), 0)) == "i64[2]");
}

} // namespace
