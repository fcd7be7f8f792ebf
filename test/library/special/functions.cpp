#include <graft/library/special/functions.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../runtime/tensors.hpp"

#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives for the same calls; test/data/opcases/special has more of them.
TEST_CASE("special: functions of one number") {
    tensor const x = f32({3}, {0, 1, 2.5});
    CHECK(show(aten::special_bessel_j0(x)) == "f32[3]: 1 0.765198 -0.0483838");
    CHECK(show(aten::special_bessel_y1(x)) == "f32[3]: -inf -0.781213 0.145918");
    CHECK(show(aten::special_i1e(x)) == "f32[3]: 0 0.20791 0.206585");
    CHECK(show(aten::special_airy_ai(x)) == "f32[3]: 0.355028 0.135292 0.0157259");
    CHECK(show(aten::special_erfcx(x)) == "f32[3]: 1 0.427584 0.210806");
    CHECK(show(aten::special_ndtri(f32({3}, {0.5, 0, 2}))) == "f32[3]: 0 -inf nan");
    CHECK(show(aten::special_log_ndtr(f32({2}, {0, -40}))) == "f32[2]: -0.693147 -804.608");
}

TEST_CASE("special: far from 0 exponentials cancel before they leave the range") {
    tensor const far = f32({2}, {1000, 100000});
    CHECK(show(aten::special_i0e(far)) == "f32[2]: 0.0126172 0.00126157");
    CHECK(show(aten::special_scaled_modified_bessel_k0(far)) == "f32[2]: 0.0396283 0.00396332");
    CHECK(show(aten::special_erfcx(far)) == "f32[2]: 0.000564189 5.6419e-06");
}

TEST_CASE("special: functions of two, of which one may be a number") {
    CHECK(show(aten::special_zeta(f32({2}, {2, 1}), f32({2}, {1, 1}))) == "f32[2]: 1.64493 inf");
    CHECK(show(aten::special_zeta.other_scalar(f32({1}, {2}), 2)) == "f32[1]: 0.644934");
    float const infinite = std::numeric_limits<float>::infinity(), none = std::numeric_limits<float>::quiet_NaN();
    CHECK(show(aten::special_zeta.self_scalar(infinite, f32({5}, {0.5, 1, 2, -1.5, -2}))) ==
          "f32[5]: inf 1 nan inf inf");
    CHECK(show(aten::special_zeta.other_scalar(f32({3}, {1e10F, 1e20F, none}), 2)) == "f32[3]: 0 nan nan");
    CHECK(show(aten::special_zeta.self_scalar(none, f32({2}, {-1, 0.5F}))) == "f32[2]: inf nan");
}

} // namespace
