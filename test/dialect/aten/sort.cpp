#include <graft/dialect/aten/sort.hpp>

#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

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
    CHECK(inferred(aten::cummin(tensor(g, {}, dtype::c64), -1)) == "(c64[], i64[])");
    CHECK(inferred(aten::cumprod(tensor(g, {}, dtype::i8), 0, "dtype"_a = dtype::boolean)) == "b8[]");
    CHECK(raised([&] { inferred(aten::cummin(tensor(g, {1}, dtype::c64), 0)); }).find("complex64") !=
          std::string::npos);
}

} // namespace

using namespace graft_test;

TEST_CASE("sort: the results lie in memory as the argument") {
    tensor_spec const turned = strided(f32({3, s0()}), {1, 3});
    tensor_spec indices = turned;
    indices.dtype = dtype::i64;
    CHECK(aten::sort(turned) == value_spec::of_list({turned, indices}));
    CHECK(aten::argsort(turned, 0) == value_spec(indices));
    CHECK(raised([&] { aten::sort(turned, 2); }).find("'dim'") != std::string::npos);
}

TEST_CASE("sort: the first of them, which there must be") {
    CHECK(aten::topk(f32({s0(), 4}), 3) == value_spec::of_list({f32({s0(), 3}), i64({s0(), 3})}));
    CHECK(aten::topk(f32({}), 1) == value_spec::of_list({f32({}), i64({})}));
    CHECK(raised([] { aten::topk(f32({4}), 5); }).find("'k' is 5") != std::string::npos);
}

TEST_CASE("sort: running extrema are contiguous") {
    CHECK(aten::cummin(strided(f32({3, 2}), {1, 3}), 0) == value_spec::of_list({f32({3, 2}), i64({3, 2})}));
}
