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
    CHECK(text(aten::index_reduce(f32({3}), 0, i64({2}), f32({2}), "mean")) == "f32[3]");
}

TEST_CASE("reindexing: what has no rows is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::embedding_renorm(f32({3}), i64({2}), 1.0, 2.0)),
                      "graft: aten::embedding_renorm: 'self' must have 2 dimensions, not 1");
}

} // namespace
