#include <graft/runtime/kernels/functions.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/complex.hpp>

#include "../../io/raises.hpp"
#include "../tensors.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("functions: each op runs its function, of integers too") {
    tensor const x = f32({1}, {0.5f});
    CHECK(show(aten::sin(x)) == "f32[1]: 0.479426");
    CHECK(show(aten::cos(x)) == "f32[1]: 0.877583");
    CHECK(show(aten::tan(x)) == "f32[1]: 0.546302");
    CHECK(show(aten::asin(x)) == "f32[1]: 0.523599");
    CHECK(show(aten::acos(x)) == "f32[1]: 1.0472");
    CHECK(show(aten::atan(x)) == "f32[1]: 0.463648");
    CHECK(show(aten::sinh(x)) == "f32[1]: 0.521095");
    CHECK(show(aten::cosh(x)) == "f32[1]: 1.12763");
    CHECK(show(aten::asinh(x)) == "f32[1]: 0.481212");
    CHECK(show(aten::acosh(f32({1}, {2}))) == "f32[1]: 1.31696");
    CHECK(show(aten::atanh(x)) == "f32[1]: 0.549306");
    CHECK(show(aten::log(x)) == "f32[1]: -0.693147");
    CHECK(show(aten::log2(x)) == "f32[1]: -1");
    CHECK(show(aten::log10(x)) == "f32[1]: -0.30103");
    CHECK(show(aten::log1p(x)) == "f32[1]: 0.405465");
    CHECK(show(aten::expm1(x)) == "f32[1]: 0.648721");
    CHECK(show(aten::exp2(x)) == "f32[1]: 1.41421");
    CHECK(show(aten::erf(x)) == "f32[1]: 0.5205");
    CHECK(show(aten::erfc(x)) == "f32[1]: 0.4795");
    CHECK(show(aten::erfinv(x)) == "f32[1]: 0.476936");
    CHECK(show(aten::lgamma(x)) == "f32[1]: 0.572365");
    CHECK(show(aten::digamma(x)) == "f32[1]: -1.96351");
    CHECK(show(aten::sinc(x)) == "f32[1]: 0.63662");
    CHECK(show(aten::deg2rad(i64({1}, {180}))) == "f32[1]: 3.14159");
}

// What torch gives.
TEST_CASE("functions: sinc of complex numbers") {
    tensor const x = aten::view_as_complex(f32({2, 2}, {0, 0, -1.5f, -0.5f}));
    CHECK(show(aten::view_as_real(aten::sinc(x))) == "f32[2, 2]: 1 0 -0.479218 0.159739");
}

} // namespace
