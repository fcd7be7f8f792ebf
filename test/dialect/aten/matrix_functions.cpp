#include <graft/dialect/aten/matrix_functions.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("matrix functions: powers of either sign have the sizes of the matrix") {
    for (int const n : {0, 1, 2, 7})
        CHECK(text(aten::matrix_power(f32({2, 3, 3}), n)) == "f32[2, 3, 3]");
    CHECK(text(aten::matrix_power(f32({2, 2}), -1)) == "f32[2, 2][1, 2]");
    CHECK(text(aten::logdet(f32({4, 2, 2}))) == "f32[4]");
}

TEST_CASE("matrix functions: only squares have powers") {
    CHECK_THROWS_WITH(static_cast<void>(aten::matrix_power(f32({2, 3}), 2)),
                      "graft: aten::matrix_power: the matrices of 'self' are not square");
}

} // namespace
