#include <graft/dialect/aten/contraction.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("contraction: the result has the names behind the arrow") {
    CHECK(text(aten::einsum("bij,bjk->bik", std::vector{f32({s0(), 2, 3}), f32({s0(), 3, 4})})) == "f32[s0, 2, 4]");
    CHECK(text(aten::einsum("ii->i", std::vector{f32({3, 3})})) == "f32[3][4]");
}

} // namespace
