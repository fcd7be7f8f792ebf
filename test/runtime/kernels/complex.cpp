#include <graft/runtime/kernels/complex.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../ir/refusal.hpp"
#include "../tensors.hpp"

#include <limits>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

float const infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

// What torch gives for the same calls.
TEST_CASE("complex: numbers of parts, and their parts, which are views") {
    tensor const parts = f32({2, 2}, {1, -2, 3, 4});
    tensor const z = aten::view_as_complex(parts);
    CHECK(z.dtype() == dtype::c64);
    CHECK(z.shares_storage(parts));
    CHECK(show(aten::view_as_real(z)) == "f32[2, 2]: 1 -2 3 4");
    CHECK(show(aten::real(z)) == "f32[2]: 1 3");
    CHECK(show(aten::imag(z)) == "f32[2]: -2 4");
    CHECK(aten::imag(z).shares_storage(parts));
    CHECK(show(aten::view_as_real_copy(aten::conj(z))) == "f32[2, 2]: 1 2 3 -4");
    CHECK(show(aten::view_as_real(aten::view_as_complex_copy(parts))) == "f32[2, 2]: 1 -2 3 4");
    CHECK_FALSE(aten::view_as_complex_copy(parts).shares_storage(parts));
    CHECK(show(aten::view_as_real(aten::complex(f32({2, 1}, {1, 2}), f32({2}, {3, 4})))) ==
          "f32[2, 2, 2]: 1 3 1 4 2 3 2 4");
    CHECK(show(aten::view_as_real(aten::resolve_conj(aten::conj_physical(z)))) == "f32[2, 2]: 1 2 3 -4");
}

TEST_CASE("complex: what PyTorch negates when it is read, and copies of what it conjugates or negates") {
    tensor const parts = f32({2, 2}, {1, -2, 3, 4}), z = aten::view_as_complex(parts);
    CHECK(show(aten::_neg_view(parts)) == "f32[2, 2]: -1 2 -3 -4");
    CHECK(show(aten::view_as_real(aten::_neg_view(z))) == "f32[2, 2]: -1 2 -3 -4");
    CHECK(show(aten::_neg_view_copy(parts)) == "f32[2, 2]: -1 2 -3 -4");
    CHECK(show(aten::view_as_real(aten::_conj_copy(z))) == "f32[2, 2]: 1 2 3 -4");
    CHECK(show(aten::_conj_copy(parts)) == "f32[2, 2]: 1 -2 3 4");
    CHECK_FALSE(aten::_conj_copy(parts).shares_storage(parts));
}

TEST_CASE("complex: of real numbers the real part and the conjugate are they themselves") {
    tensor const x = f32({2}, {1, -2});
    for (tensor const& same : {aten::real(x), aten::conj(x), aten::_conj(x), aten::resolve_neg(x)}) {
        CHECK(show(same) == "f32[2]: 1 -2");
        CHECK(same.shares_storage(x));
    }
    CHECK(refusal([&] { static_cast<void>(aten::imag(x)); }).find("'self' must be complex, not torch.float32") !=
          std::string::npos);
}

TEST_CASE("complex: numbers that are given where a tensor or a number is") {
    tensor const z = aten::view_as_complex(f32({2, 2}, {1, -2, 3, 4}));
    scalar const i = scalar::complex(0, 1);
    CHECK(show(aten::view_as_real(aten::mul.Scalar(z, i))) == "f32[2, 2]: 2 1 -4 3");
    CHECK(show(aten::view_as_real(aten::add.Tensor(f32({1}, {2}), tensor::full({}, dtype::c64, i)))) ==
          "f32[1, 2]: 2 1");
    CHECK(show(aten::view_as_real(aten::full_like(z, scalar::complex(1, -3)))) == "f32[2, 2]: 1 -3 1 -3");
    CHECK(show(aten::view_as_real(aten::div.Scalar(z, scalar::complex(0, 2)))) == "f32[2, 2]: -1 -0.5 2 -1.5");
}

TEST_CASE("complex: a matrix transposed, and conjugated") {
    tensor const z = aten::view_as_complex(f32({2, 1, 2}, {1, -2, 3, 4}));
    CHECK(show(aten::view_as_real(aten::mH(z))) == "f32[1, 2, 2]: 1 2 3 -4");
    CHECK(show(aten::view_as_real(aten::adjoint(z))) == "f32[1, 2, 2]: 1 2 3 -4");
    CHECK(aten::mH(f32({2, 1}, {1, 2})).sizes() == dim_vector{1, 2});
    CHECK(show(aten::real(aten::vdot(aten::view(z, std::vector{2}), aten::view(z, std::vector{2})))) == "f32[]: 30");
}

// What torch gives.
TEST_CASE("complex: matrix_H conjugates, one number too, and real ones not") {
    tensor const z = aten::view_as_complex(f32({2, 2, 2}, {1, 2, 3, 0, 4, -1, 5, 0}));
    CHECK(show(aten::view_as_real(aten::matrix_H(z))) == "f32[2, 2, 2]: 1 -2 4 1 3 -0 5 -0");
    CHECK(show(aten::view_as_real(aten::matrix_H(aten::view_as_complex(f32({2}, {1, 2}))))) == "f32[2]: 1 -2");
    tensor const x = f32({2, 2}, {1, 2, 3, 4}), same = aten::matrix_H(x);
    CHECK(show(same) == "f32[2, 2]: 1 3 2 4");
    CHECK(same.shares_storage(x));
    CHECK(refusal([&] {
              static_cast<void>(aten::matrix_H(f32({1, 1, 1}, {1})));
          }).find("'self' must have 2 dimensions, not 3") != std::string::npos);
}

TEST_CASE("complex: angles, of real numbers 0 or pi") {
    CHECK(show(aten::angle(aten::view_as_complex(f32({3, 2}, {1, 0, 0, 2, -1, 0})))) == "f32[3]: 0 1.5708 3.14159");
    CHECK(show(aten::angle(f32({5}, {2, -0.0F, -3, -infinity, nan}))) == "f32[5]: 0 0 3.14159 3.14159 nan");
    CHECK(show(aten::angle(i64({2}, {5, -5}))) == "f32[2]: 0 3.14159");
}

TEST_CASE("complex: what cannot be seen as complex numbers") {
    CHECK(refusal([] {
              static_cast<void>(aten::view_as_complex(f32({3}, {1, 2, 3})));
          }).find("must have 2 elements, not [3]") != std::string::npos);
    tensor const turned = f32({2, 2}, {1, 2, 3, 4}).as_strided({2, 2}, {1, 2}, 0);
    CHECK(refusal([&] { static_cast<void>(aten::view_as_complex(turned)); }).find("has the stride 2, not 1") !=
          std::string::npos);
    tensor const odd = f32({5}, {0, 1, 2, 3, 4}).as_strided({2, 2}, {2, 1}, 1);
    CHECK(refusal([&] { static_cast<void>(aten::view_as_complex(odd)); }).find("must be even, not 1") !=
          std::string::npos);
}

} // namespace
