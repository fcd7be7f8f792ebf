#include <graft/dialect/meta/fourier.hpp>

#include <graft/dialect/aten/fourier.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("fourier meta: the transformed dimension is the inner one") {
    CHECK(aten::_fft_r2c(f32({5, 10, 7}), std::array{1}, 1, true) ==
          strided(make_spec(dtype::c64, {5, 6, 7}), {42, 1, 6}));
    CHECK_THROWS_WITH(static_cast<void>(aten::_fft_r2c(f32({4, 2}), std::array{3, 0}, 0, false)),
                      "graft: aten::_fft_r2c: 'dim' is 3, which is not in [-2, 1]");
    CHECK_THROWS_WITH(static_cast<void>(aten::_fft_c2r(make_spec(dtype::c64, {2}), std::array{0}, 0, 8)),
                      "graft: aten::_fft_c2r: dimension 0 of 'self' [2] is no half of 'last_dim_size'");
}
