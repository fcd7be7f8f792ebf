#include <graft/library/special/polynomials.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../runtime/tensors.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives for the same calls; test/data/opcases/special has more of them.
TEST_CASE("special: polynomials of several degrees, of one degree, and at one place") {
    CHECK(show(aten::special_chebyshev_polynomial_t(f32({2, 1}, {0.5, 2}), f32({3}, {0, 1, 3}))) ==
          "f32[2, 3]: 1 0.5 -1 1 2 26");
    CHECK(show(aten::special_legendre_polynomial_p.n_scalar(f32({2}, {0.5, 1}), 2)) == "f32[2]: -0.125 1");
    CHECK(show(aten::special_hermite_polynomial_h.x_scalar(0.5, f32({4}, {0, 1, 2, 3}))) == "f32[4]: 1 1 -1 -5");
    CHECK(show(aten::special_laguerre_polynomial_l.n_scalar(f32({1}, {2}), 2)) == "f32[1]: -1");
}

TEST_CASE("special: degrees are rounded towards zero, and of a negative one a polynomial is 0") {
    CHECK(show(aten::special_hermite_polynomial_he(f32({1}, {2}), f32({3}, {2.9F, -1, -0.5F}))) == "f32[3]: 3 0 1");
}

TEST_CASE("special: of a degree that is no integer, such as infinity, a polynomial is 0") {
    float const infinity = std::numeric_limits<float>::infinity();
    tensor const degrees = f32({3}, {infinity, -infinity, std::numeric_limits<float>::quiet_NaN()});
    for (double const x : {0.5, 2.0, -1.0}) {
        CHECK(show(aten::special_chebyshev_polynomial_t.x_scalar(x, degrees)) == "f32[3]: 0 0 0");
        CHECK(show(aten::special_hermite_polynomial_h.x_scalar(x, degrees)) == "f32[3]: 0 0 0");
        CHECK(show(aten::special_laguerre_polynomial_l.x_scalar(x, degrees)) == "f32[3]: 0 0 0");
        CHECK(show(aten::special_shifted_chebyshev_polynomial_w.x_scalar(x, degrees)) == "f32[3]: 0 0 0");
    }
}

TEST_CASE("special: polynomials are computed in the type of their elements, whose range steps may leave") {
    double const huge = 1e30;
    CHECK(show(aten::special_chebyshev_polynomial_u.x_scalar(huge, f32({2}, {2, 3}))) == "f32[2]: inf inf");
    CHECK(show(aten::special_chebyshev_polynomial_v.n_scalar(f32({2}, {1e20F, -1e20F}), 3)) == "f32[2]: inf -inf");
    CHECK(show(aten::special_hermite_polynomial_he.n_scalar(f32({2}, {1e10F, 1e10F}), 5)) == "f32[2]: inf inf");
    CHECK(std::isnan(aten::special_chebyshev_polynomial_t.n_scalar(f32({1}, {1e5F}), 20).data<float>()[0]));
    CHECK(show(aten::special_chebyshev_polynomial_t.n_scalar(f32({1}, {3}), 20)) == "f32[1]: 1.02329e+15");
    CHECK(show(aten::special_laguerre_polynomial_l.n_scalar(f32({1}, {1e20F}), 3)) == "f32[1]: -inf");
    CHECK(show(aten::special_chebyshev_polynomial_u.n_scalar(tensor::from<double>({1}, {1e30}), 3)) == "f64[1]: 8e+90");
}

TEST_CASE("special: at their ends polynomials of any degree are known, and Hermite's end at a degree") {
    CHECK(show(aten::special_chebyshev_polynomial_v.x_scalar(-1, f32({2}, {1e15F, 3}))) == "f32[2]: 2e+15 -7");
    CHECK(show(aten::special_legendre_polynomial_p.x_scalar(-1, f32({2}, {1e15F, 3}))) == "f32[2]: 1 -1");
    CHECK(show(aten::special_laguerre_polynomial_l.x_scalar(0, f32({1}, {1e15F}))) == "f32[1]: 1");
    CHECK(show(aten::special_hermite_polynomial_h.x_scalar(0, f32({2}, {3, 129}))) == "f32[2]: -0 nan");
}

} // namespace
