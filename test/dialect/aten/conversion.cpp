#include <graft/dialect/aten/conversion.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("conversion: the dtype asked for; a tensor of that dtype is itself") {
    CHECK(text(aten::_cast_Int(f32({s0()}))) == "i32[s0]");
    CHECK(text(aten::to_dtype_layout{}(f32({2}), "dtype"_a = dtype::f64)) == "f64[2]");
    CHECK(text(aten::to_other{}(strided(f32({2, 3}), {1, 2}), f32({1}))) == "f32[2, 3][1, 2]");
}

} // namespace
