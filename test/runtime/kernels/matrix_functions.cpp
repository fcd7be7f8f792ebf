#include <graft/runtime/kernels/matrix_functions.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("matrix functions: the ops reach their kernels") {
    tensor const m = f32({2, 2}, {2, 0, 0, 4});
    CHECK(show(aten::det(m)) == "f32[]: 8");
    CHECK(show(aten::inverse(m)) == "f32[2, 2]: 0.5 0 0 0.25");
    CHECK(show(aten::pinverse(m)) == "f32[2, 2]: 0.5 0 0 0.25");
    CHECK(show(aten::matrix_exp(f32({1, 1}, {0}))) == "f32[1, 1]: 1");
    CHECK(show(aten::slogdet(f32({1, 1}, {-1}))) == "f32[]: -1\nf32[]: 0\n");
    CHECK(show(aten::lu_solve(f32({1, 1}, {6}), f32({1, 1}, {3}), make<std::int32_t>({1}, {1}))) == "f32[1, 1]: 2");
}

} // namespace
