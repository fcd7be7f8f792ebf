#include <graft/dialect/aten/special.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

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

} // namespace
