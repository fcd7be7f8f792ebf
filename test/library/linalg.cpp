#include <graft/library/linalg.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernel.hpp>

#include "../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg: every op has a meta function and a kernel") {
    for (op_info const* const op : linalg_ops::ops()) {
        CAPTURE(op->name);
        CHECK(bool{op->meta != nullptr});
        CHECK(bool{kernels_of<linalg_ops>().find(*op) != nullptr});
    }
}

TEST_CASE("linalg: powers of matrices, also negative ones") {
    tensor const a = f32({2, 2}, {2, 1, 0, 4});
    CHECK(show(aten::linalg_matrix_power(a, 3)) == "f32[2, 2]: 8 28 0 64");
    CHECK(show(aten::linalg_matrix_power(a, 0)) == "f32[2, 2]: 1 0 0 1");
    CHECK(show(aten::linalg_matrix_power(a, -1)) == "f32[2, 2]: 0.5 -0.125 0 0.25");
    CHECK(show(aten::linalg_matrix_power(a, -2)) == "f32[2, 2]: 0.25 -0.09375 0 0.0625");
}

TEST_CASE("linalg: ranks, conditions and pseudo-inverses of matrices that have no inverse") {
    tensor const low = f32({2, 2}, {1, 1, 1, 1});
    CHECK(show(aten::linalg_pinv.atol_rtol_float(low)) == "f32[2, 2]: 0.25 0.25 0.25 0.25");
    CHECK(show(aten::linalg_matrix_rank.atol_rtol_float(low)) == "i64[]: 1");
    CHECK(show(aten::linalg_matrix_rank.atol_rtol_float(f32({2, 0, 3}, {}))) == "i64[2]: 0 0");
    CHECK(show(aten::linalg_cond(f32({2, 2}, {0, 0, 0, 0}), 1)) == "f32[]: inf");
}

} // namespace
