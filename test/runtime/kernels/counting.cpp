#include <graft/runtime/kernels/counting.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/dense.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("counting: the ops reach their kernels") {
    CHECK(show(aten::bincount(i64({3}, {1, 1, 3}))) == "i64[4]: 0 2 0 1");
    tensor const weights = aten::view_as_complex(f32({3, 2}, {1, 2, 0, -1, 2, 0}));
    CHECK(show(aten::bincount(i64({3}, {0, 2, 2}), weights)) == "f64[3]: 1 0 2"); // of the real parts
    CHECK(show(aten::histc(f32({3}, {0, 1, 2}), 2)) == "f32[2]: 1 2");
    CHECK(show(aten::combinations(f32({3}, {1, 2, 3}))) == "f32[3, 2]: 1 2 1 3 2 3");
}

TEST_CASE("counting: a column of coordinates for each dimension, one for a number") {
    CHECK(show(aten::nonzero_numpy(f32({2, 2}, {0, 1, 2, 0}))) == "i64[2]: 0 1\ni64[2]: 1 0\n");
    CHECK(show(aten::nonzero_numpy(f32({}, {3}))) == "i64[1]: 0\n");
    CHECK(show(aten::nonzero_numpy(f32({2, 0}, {}))) == "i64[0]:\ni64[0]:\n");
    tensor numbers = tensor::empty({3}, dtype::c64);
    kernel::fill(numbers, scalar::complex(0, 1));
    CHECK(show(aten::nonzero_numpy(numbers)) == "i64[3]: 0 1 2\n");
    kernel::fill(numbers, 0);
    CHECK(show(aten::nonzero_numpy(numbers)) == "i64[0]:\n");
}

TEST_CASE("counting: what is no row of integers is not counted") {
    CHECK_THROWS_WITH(static_cast<void>(aten::bincount(f32({1}, {1}))),
                      "graft: aten::bincount: 'self' must be a row of integers");
    CHECK_THROWS_WITH(static_cast<void>(aten::bincount(i64({1}, {1}), f32({2}, {1, 2}))),
                      "graft: aten::bincount: 'weights' must be a row of as many numbers as 'self'");
}

} // namespace
