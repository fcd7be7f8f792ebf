#include <graft/dialect/aten/conversion.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("conversion: the dtype asked for; a tensor of that dtype is itself") {
    CHECK(text(aten::_cast_Int(f32({s0()}))) == "i32[s0]");
    CHECK(text(aten::_cast_Float(strided(f32({2, 3}), {1, 2}))) == "f32[2, 3][1, 2]");
}

} // namespace
