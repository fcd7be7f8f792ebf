#include <graft/library/linalg/equation_kernels.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <cstdint>
#include <cmath>
#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg equations: of matrices that have no inverse") {
    tensor const a = f32({2, 2}, {1, 2, 2, 4}), b = f32({2, 1}, {1, 1});
    CHECK(show(aten::_linalg_solve_ex(a, b)[3]) == "i32[]: 2");
    CHECK(refusal([&] { static_cast<void>(aten::_linalg_solve_ex(a, b, "check_errors"_a = true)); }) ==
          "aten::_linalg_solve_ex: matrix 0 of the batch is singular: see diagonal element 2");
    // The shortest of all solutions.
    CHECK(show(aten::linalg_lstsq(a, f32({2, 1}, {1, 2}))[0]) == "f32[2, 1]: 0.2 0.4");
    CHECK(show(aten::linalg_lstsq(a, b)[2]) == "i64[]: 1");
    CHECK(show(aten::linalg_solve_triangular(f32({1, 1}, {0}), f32({1, 1}, {1}), "upper"_a = true)) ==
          "f32[1, 1]: inf");
}

TEST_CASE("linalg equations: matrices without elements") {
    CHECK(show(aten::_linalg_solve_ex(f32({0, 0}, {}), f32({0, 2}, {}))[0]) == "f32[0, 2]:");
    CHECK(show(aten::linalg_lstsq(f32({2, 0}, {}), f32({2, 1}, {1, 1}))[0]) == "f32[0, 1]:");
    CHECK(show(aten::linalg_lstsq(f32({0, 2}, {}), f32({0, 1}, {}))[0]) == "f32[2, 1]: 0 0");
    CHECK(show(aten::linalg_matrix_exp(f32({0, 2, 2}, {}))) == "f32[0, 2, 2]:");
}

TEST_CASE("linalg equations: numbers that are not finite come to an end") {
    tensor const a = f32({2, 2}, {std::numeric_limits<float>::quiet_NaN(), 1, 1, 1}), b = f32({2, 1}, {1, 1});
    CHECK(std::isnan(aten::linalg_lstsq(a, b)[0].data<float>()[0]));
    CHECK(std::isnan(aten::linalg_matrix_exp(a).data<float>()[3]));
}

TEST_CASE("linalg equations: rows that there are not") {
    tensor const lu = f32({2, 2}, {1, 0, 0, 1}), pivots = make<std::int32_t>({2}, {0, 2});
    CHECK(refusal([&] { static_cast<void>(aten::linalg_lu_solve(lu, pivots, lu)); }) ==
          "aten::linalg_lu_solve: 'pivots' names row 0 of 2");
}

} // namespace
