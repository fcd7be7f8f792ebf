#include <graft/dialect/meta/inspection.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/inspection.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

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
