#include <graft/dialect/meta/matrix_functions.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/matrix_functions.hpp>
#include <graft/ir/text/print_value.hpp>

#include "specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("matrix functions: a result for each matrix, columns of inverses one after the other") {
    CHECK(text(aten::det(f32({s0(), 3, 3}))) == "f32[s0]");
    CHECK(text(aten::slogdet(f32({3, 3}))) == "(f32[], f32[])");
    CHECK(text(aten::inverse(f32({2, 3, 3}))) == "f32[2, 3, 3][9, 1, 3]");
    CHECK(text(aten::pinverse(f32({2, 3}))) == "f32[3, 2]");
    CHECK(text(aten::lu_solve(f32({3, 2}), f32({5, 3, 3}), make_spec(dtype::i32, {5, 3}))) == "f32[5, 3, 2][6, 1, 3]");
}

TEST_CASE("matrix functions: what is no square matrix of floats is rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::det(f32({2, 3}))),
                      "graft: aten::det: the matrices of 'self' [2, 3] are not square");
    CHECK_THROWS_WITH(static_cast<void>(aten::inverse(i64({2, 2}))),
                      "graft: aten::inverse: 'self' must be torch.float32 or torch.float64, not torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(aten::matrix_exp(f32({2}))),
                      "graft: aten::matrix_exp: 'self' must have at least 2 dimensions, not 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::lu_solve(f32({3, 2}), f32({3, 3}), i64({3}))),
                      "graft: aten::lu_solve: 'LU_pivots' must be torch.int32, not torch.int64");
}

} // namespace
