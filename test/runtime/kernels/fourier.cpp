#include <graft/runtime/kernels/fourier.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("fourier: a transform and its inverse") {
    tensor const x = f32({4}, {1, 2, 3, 4});
    tensor const half = aten::_fft_r2c(x, std::array{0}, 0, true);
    CHECK(show(aten::view_as_real_copy(half)) == "f32[3, 2]: 10 0 -2 2 -2 0");
    CHECK(show(aten::view_as_real_copy(aten::_conj_physical(half))) == "f32[3, 2]: 10 -0 -2 -2 -2 -0");
    CHECK(show(aten::_fft_c2r(half, std::array{0}, 2, 4)) == "f32[4]: 1 2 3 4");
    CHECK(show(aten::_conj_physical(x)) == "f32[4]: 1 2 3 4");
}

} // namespace
