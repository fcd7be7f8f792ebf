#include <graft/dialect/meta/scatter.hpp>

#include <graft/dialect/aten/index.hpp>
#include <graft/schema/infer.hpp>

#include "../../io/raises.hpp"
#include "specs.hpp"

#include <doctest/doctest.h>

using namespace graft;
using namespace graft_test;

TEST_CASE("scatter: gather has the sizes of the index") {
    CHECK(aten::gather(f32({4, s0()}), 0, i64({2, 1})) == value_spec(f32({2, 1})));
    CHECK(raised([] { aten::gather(f32({4, 2}), 0, i64({2, 3})); }).find("sizes") != std::string::npos);
    CHECK(raised([] { aten::gather(f32({4, 2}), 0, f32({2, 2})); }).find("'index'") != std::string::npos);
}

TEST_CASE("scatter: the result has the sizes of self") {
    CHECK(aten::scatter.src(f32({4, s0()}), 0, i64({2, 1}), f32({3, 1})) == value_spec(f32({4, s0()})));
    CHECK(aten::index_add(f32({4, 2}), 1, i64({3}), f32({4, 3})) == value_spec(f32({4, 2})));
    CHECK(aten::index_add(f32({s0(), 2}), 1, i64({3}), f32({4, 3})) == value_spec(f32({s0(), 2})));
    CHECK(aten::masked_scatter(f32({1, 2}), make_spec(dtype::boolean, {4, 2}), f32({9})) == value_spec(f32({4, 2})));
    CHECK(raised([] { aten::scatter.src(f32({4}), 0, i64({2}), i64({2})); }).find("'src'") != std::string::npos);
    CHECK(raised([] { aten::scatter.src(f32({4}), 0, i64({2}), f32({1})); }).find("'src'") != std::string::npos);
    CHECK(raised([] { aten::index_copy(f32({4}), 0, make_spec(dtype::i32, {2}), f32({2})); }) ==
          "graft: aten::index_copy: 'index' must be torch.int64, not torch.int32");
    CHECK(raised([] { aten::index_copy(f32({4}), 0, i64({2}), f32({3})); }).find("'source'") != std::string::npos);
}

TEST_CASE("scatter: the sizes of what a mask picks are not known") {
    CHECK(raised([] {
              aten::masked_select(f32({4}), make_spec(dtype::boolean, {4}));
          }).find("depend on the elements") != std::string::npos);
}
