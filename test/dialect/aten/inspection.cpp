#include <graft/dialect/aten/inspection.hpp>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <doctest/doctest.h>

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

TEST_CASE("inspection: sizes and strides, counted from the end if negative") {
    CHECK(text(aten::size.int_(f32({s0(), 3}), -2)) == "SymInt(s0)");
    CHECK(text(aten::stride.int_(strided(f32({2, 3}), {1, 2}), 1)) == "SymInt(2)");
    CHECK_THROWS(static_cast<void>(aten::size.int_(f32({2}), 1)));
}

TEST_CASE("inspection: kinds of dtypes") {
    CHECK(text(aten::is_floating_point(i64({}))) == "SymBool(0)");
    CHECK(text(aten::is_signed(make_spec(dtype::u8, {}))) == "SymBool(0)");
    CHECK(text(aten::is_complex(make_spec(dtype::c64, {}))) == "SymBool(1)");
    CHECK(text(aten::is_conj(f32({}))) == "SymBool(0)");
}

} // namespace
