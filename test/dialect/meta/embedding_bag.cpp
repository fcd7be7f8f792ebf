#include <graft/dialect/meta/embedding_bag.hpp>

#include <graft/dialect/aten/lookup.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("embedding_bag meta: which bag an index belongs to is not noted for plain sums") {
    tensor_spec const i = i64({s0()}), o = i64({3});
    CHECK(aten::_embedding_bag(f32({9, 4}), i, o).items.at(1) == i64({0}));
    CHECK(aten::_embedding_bag(f32({9, 4}), i, o, "padding_idx"_a = 2).items.at(1) == i64({s0()}));
    CHECK(aten::_embedding_bag(f32({9, 4}), i, o, "include_last_offset"_a = true).items.at(0) == f32({2, 4}));
    CHECK(aten::_embedding_bag(make_spec(dtype::f16, {9, 4}), i, o).items.at(1) == i64({0}));
    CHECK(aten::_embedding_bag(make_spec(dtype::f64, {9, 4}), i, o).items.at(1) == i64({s0()}));
    CHECK_THROWS_WITH(static_cast<void>(aten::_embedding_bag(f32({9, 4}), i, o, false, 3)),
                      "graft: aten::_embedding_bag: 'mode' must be 0, 1 or 2, not 3");
}
