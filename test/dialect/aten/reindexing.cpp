#include <graft/dialect/aten/reindexing.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("reindexing: the sizes are those of the tensor") {
    CHECK(text(aten::scatter_with_reduce{}(f32({3}), 0, i64({2}), f32({2}), "reduce"_a = "add")) == "f32[3]");
}

TEST_CASE("reindexing: what depends on elements is not inferred") {
    CHECK_THROWS_WITH(static_cast<void>(aten::narrow_tensor{}(f32({3}), 0, i64({}), 2)),
                      "graft: aten::narrow.Tensor: the result depends on the elements of an argument");
    CHECK_THROWS_WITH(static_cast<void>(aten::scatter_with_reduce{}(f32({3}), 0, i64({2}), f32({2}), "reduce"_a = "max")),
                      "graft: aten::scatter.reduce: 'reduce' must be 'add' or 'multiply', not 'max'");
}

} // namespace
