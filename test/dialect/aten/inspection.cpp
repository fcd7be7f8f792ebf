#include <graft/dialect/aten/inspection.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("inspection: what is known of a tensor") {
    CHECK(text(aten::numel(f32({s0(), 3}))) == "SymInt(3*s0)");
    CHECK(text(aten::size.int_(f32({2, 3}), -1)) == "SymInt(3)");
    CHECK(text(aten::stride.int_(f32({2, 3}), 0)) == "SymInt(3)");
    CHECK(text(aten::is_floating_point(f32({}))) == "SymBool(1)");
    CHECK(text(aten::is_signed(i64({}))) == "SymBool(1)");
    CHECK(text(aten::is_complex(f32({}))) == "SymBool(0)");
    CHECK(text(aten::is_neg(f32({}))) == "SymBool(0)");
}

TEST_CASE("inspection: a number has no size") {
    CHECK_THROWS_WITH(static_cast<void>(aten::size.int_(f32({}), 0)),
                      "graft: aten::size.int: 'self' has no dimensions");
}

} // namespace
