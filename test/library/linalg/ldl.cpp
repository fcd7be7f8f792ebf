#include <graft/library/linalg/ldl.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg ldl: blocks of two rows have negative pivots") {
    tensor const a = f32({2, 2}, {0, 9, 1, 0});
    std::vector<tensor> const parts = aten::linalg_ldl_factor_ex(a);
    CHECK(show(parts) == "f32[2, 2]: 0 0 1 0\ni32[2]: -2 -2\ni32[]: 0\n");
    CHECK(show(aten::linalg_ldl_solve(parts[0], parts[1], f32({2, 1}, {3, 4}))) == "f32[2, 1]: 4 3");
}

TEST_CASE("linalg ldl: singular matrices, and none") {
    tensor const ones = f32({3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1});
    CHECK(show(aten::linalg_ldl_factor_ex(ones)) == "f32[3, 3]: 1 0 0 1 0 0 1 0 0\ni32[3]: 1 2 3\ni32[]: 2\n");
    CHECK(refusal([&] { static_cast<void>(aten::linalg_ldl_factor(ones)); }) ==
          "aten::linalg_ldl_factor_ex: matrix 0 of the batch has a factor D that is singular: see diagonal element 2");
    CHECK(show(aten::linalg_ldl_factor(f32({2, 0, 0}, {}))) == "f32[2, 0, 0]:\ni32[2, 0]:\n");
}

TEST_CASE("linalg ldl: pivots that do not fit") {
    tensor const ld = f32({2, 2}, {1, 0, 0, 1});
    auto const solve = [&](tensor const& pivots) {
        return refusal([&] { static_cast<void>(aten::linalg_ldl_solve(ld, pivots, ld)); });
    };
    CHECK(solve(make<std::int32_t>({2}, {1, 3})) == "aten::linalg_ldl_solve: 'pivots' names row 3 of 2");
    CHECK(solve(make<std::int32_t>({2}, {1, -2})) ==
          "aten::linalg_ldl_solve: pivot 2 of 'pivots' is negative, the next is another");
    CHECK(solve(i64({2}, {1, 2})) == "aten::linalg_ldl_solve: 'pivots' must be torch.int32, not torch.int64");
    CHECK(solve(make<std::int32_t>({1}, {1})) ==
          "aten::linalg_ldl_solve: the sizes of 'LD' [2, 2] and 'pivots' [1] do not fit");
}

} // namespace
