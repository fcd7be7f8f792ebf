#include <graft/dialect/meta/search.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/selection.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("search: the places have the sizes of what is searched for") {
    CHECK(text(aten::searchsorted.Tensor(f32({2, 5}), f32({2, s0()}))) == "i64[2, s0]");
    CHECK(text(aten::searchsorted.Scalar(f32({5}), 1.0, "out_int32"_a = true)) == "i32[]");
    CHECK(text(aten::bucketize.Tensor(f32({2, 3}), f32({5}))) == "i64[2, 3]");
    CHECK(text(aten::bucketize.Tensor(i64({2, 3}), f32({5}))) == "i64[2, 3]");
}

TEST_CASE("search: rows that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::searchsorted.Tensor(f32({3, 5}), f32({2, 4}))),
                      "graft: aten::searchsorted.Tensor: the sizes of 'sorted_sequence' [3, 5] and 'self' [2, 4] "
                      "do not fit");
    CHECK_THROWS_WITH(static_cast<void>(aten::bucketize.Tensor(f32({2}), f32({2, 3}))),
                      "graft: aten::bucketize.Tensor: 'boundaries' must have 1 dimension, not 2");
    CHECK_THROWS_WITH(
        static_cast<void>(aten::searchsorted.Tensor(f32({5}), f32({2}), "right"_a = true, "side"_a = "left")),
        "graft: aten::searchsorted.Tensor: 'side' is 'left', but 'right' is true");
}

} // namespace
