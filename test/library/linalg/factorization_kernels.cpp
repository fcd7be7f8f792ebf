#include <graft/library/linalg/factorization_kernels.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST_CASE("linalg factorizations: of the batch, those that have no inverse are told") {
    tensor const a = f32({2, 2, 2}, {2, 0, 0, 4, 1, 2, 2, 4});
    CHECK(show(aten::linalg_inv_ex(a)[1]) == "i32[2]: 0 2");
    CHECK(refusal([&] { static_cast<void>(aten::linalg_inv_ex(a, "check_errors"_a = true)); }) ==
          "aten::linalg_inv_ex: matrix 1 of the batch is singular: see diagonal element 2");
    CHECK(show(aten::_linalg_det(a)[0]) == "f32[2]: 8 -0");
    CHECK(show(aten::_linalg_slogdet(a)[0]) == "f32[2]: 1 -0");
    CHECK(show(aten::_linalg_slogdet(a)[1]) == "f32[2]: 2.07944 -inf");
    tensor const indefinite = f32({2, 2}, {1, 2, 2, 1});
    CHECK(show(aten::linalg_cholesky_ex(indefinite)[1]) == "i32[]: 2");
    CHECK(refusal([&] { static_cast<void>(aten::linalg_cholesky_ex(indefinite, "check_errors"_a = true)); }) ==
          "aten::linalg_cholesky_ex: matrix 0 of the batch is not positive-definite: see diagonal element 2");
}

TEST_CASE("linalg factorizations: matrices without elements") {
    CHECK(show(aten::_linalg_det(f32({0, 0}, {}))) == "f32[]: 1\nf32[0, 0]:\ni32[0]:\n");
    CHECK(show(aten::linalg_qr(f32({0, 3, 2}, {}))) == "f32[0, 3, 2]:\nf32[0, 2, 2]:\n");
    CHECK(show(aten::linalg_qr(f32({2, 0}, {}), "complete")) == "f32[2, 2]: 1 0 0 1\nf32[2, 0]:\n");
    CHECK(show(aten::linalg_cholesky_ex(f32({2, 0, 0}, {}))) == "f32[2, 0, 0]:\ni32[2]: 0 0\n");
}

TEST_CASE("linalg factorizations: numbers that are not finite come to an end") {
    tensor const a = f32({2, 2}, {nan, 1, 1, nan});
    CHECK(std::isnan(aten::_linalg_det(a)[0].data<float>()[0]));
    CHECK(show(aten::linalg_cholesky_ex(a)[1]) == "i32[]: 1");
    CHECK(std::isnan(aten::linalg_qr(a)[1].data<float>()[0]));
    CHECK(aten::linalg_inv_ex(a).size() == 2);
}

TEST_CASE("linalg factorizations: of reflections the first are taken, whatever columns there are") {
    tensor const vectors = f32({2, 3}, {1, 9, 9, 1, 1, 9}), taus = f32({1}, {1}), other = f32({2, 2}, {1, 2, 3, 4});
    CHECK(show(aten::ormqr(vectors, taus, other)) == "f32[2, 2]: -3 -4 -1 -2");
}

TEST_CASE("linalg factorizations: rows that there are not") {
    tensor const lu = f32({2, 2}, {1, 0, 0, 1}), pivots = make<std::int32_t>({2}, {1, 3});
    CHECK(refusal([&] { static_cast<void>(aten::lu_unpack(lu, pivots)); }) ==
          "aten::lu_unpack: 'LU_pivots' names row 3 of 2");
}

} // namespace
