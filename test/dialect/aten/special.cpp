#include <graft/dialect/aten/special.hpp>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <doctest/doctest.h>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("special: in-place forms have the sizes and dtype of what they write") {
    CHECK(text(aten::i0(i64({2}))) == "f32[2]");
    CHECK(text(aten::i0_(f32({2}))) == "f32[2]");
    CHECK(text(aten::polygamma_(f32({2}), 1)) == "f32[2]");
    CHECK(text(aten::igammac(f32({2, 1}), f32({3}))) == "f32[2, 3]");
}

TEST_CASE("special: floats do not go into integers") {
    CHECK_THROWS(static_cast<void>(aten::i0_(i64({2}))));
    CHECK_THROWS(static_cast<void>(aten::igamma_(f32({2}), f32({3}))));
}

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
