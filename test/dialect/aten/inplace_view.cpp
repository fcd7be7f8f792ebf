#include <graft/dialect/aten/inplace_view.hpp>

#include <doctest/doctest.h>

#include <graft/ir/print_value.hpp>

#include "../meta/specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("inplace_view: what is returned is the tensor in its new form") {
    CHECK(text(aten::transpose_(f32({2, 3}), 0, 1)) == "f32[3, 2][1, 3]");
    CHECK(text(aten::swapaxes_(f32({2, s0()}), 0, 1)) == "f32[s0, 2][1, s0]");
    CHECK(text(aten::t_(f32({2, 3}))) == "f32[3, 2][1, 3]");
    CHECK(text(aten::squeeze_(f32({1, 3, 1}))) == "f32[3]");
    CHECK(text(aten::squeeze_.dims(f32({1, 3, 1}), std::vector{0})) == "f32[3, 1]");
    CHECK(text(aten::unsqueeze_(f32({3}), -1)) == "f32[3, 1]");
    CHECK(text(aten::as_strided_(f32({6}), std::vector{2, 2}, std::vector{1, 3})) == "f32[2, 2][1, 3]");
}

static_assert(has(aten::transpose_inplace_default::info().tags, op_tags::inplace));

} // namespace
