#include <graft/dialect/meta/special.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/special.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("special: the dtypes of the results") {
    CHECK(text(aten::polygamma(2, i64({3}))) == "f32[3]");
    CHECK(text(aten::frexp.Tensor(f32({3}))) == "(f32[3], i32[3])");
    CHECK(text(aten::polar(f32({3, 1}), f32({s0()}))) == "c64[3, s0]");
}

TEST_CASE("special: other dtypes are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::polygamma(-1, f32({3}))),
                      "graft: aten::polygamma: 'n' must not be negative");
    CHECK_THROWS_WITH(static_cast<void>(aten::frexp.Tensor(i64({3}))),
                      "graft: aten::frexp.Tensor: it is not defined for torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(aten::igamma(i64({3}), i64({3}))),
                      "graft: aten::igamma: it is not defined for torch.int64");
}

} // namespace
