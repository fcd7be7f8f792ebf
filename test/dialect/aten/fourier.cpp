#include <graft/dialect/aten/fourier.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../inferred.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::raised;
using graft_test::tensor;

using ints = std::vector<int>;

TEST_CASE("fourier: half of the last dimension is enough for real numbers") {
    graph g;
    value const x = tensor(g, {3, 8}), half = tensor(g, {3, 5}, dtype::c64);
    CHECK(inferred(aten::_fft_r2c(x, ints{0, 1}, 0, true)) == "c64[3, 5]");
    CHECK(inferred(aten::_fft_r2c(x, ints{0, 1}, 0, false)) == "c64[3, 8]");
    CHECK(inferred(aten::_fft_c2r(half, ints{0, 1}, 2, 8)) == "f32[3, 8]");
    CHECK(inferred(aten::view_as_real_copy(half)) == "f32[3, 5, 2]");
    CHECK(inferred(aten::_conj_physical(half)) == "c64[3, 5]");
}

} // namespace
