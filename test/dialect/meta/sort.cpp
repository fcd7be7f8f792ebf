#include <graft/dialect/meta/sort.hpp>

#include <graft/dialect/aten/sort.hpp>
#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "specs.hpp"

#include <doctest/doctest.h>

using namespace graft;
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
