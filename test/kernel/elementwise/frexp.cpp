#include <graft/kernel/elementwise/frexp.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;

TEST_CASE("frexp: mantissa times power gives the number back") {
    reference::source random(8);
    tensor const self = random.uniform({3, 5}, dtype::f32, -1e6, 1e6);
    tensor mantissas = random.empty({3, 5}, dtype::f32), exponents = random.empty({3, 5}, dtype::i32);
    kernel::frexp(self, mantissas, exponents);
    for (std::size_t i = 0; i < 15; ++i) {
        double const m = elements(mantissas)[i];
        CHECK((std::abs(m) >= 0.5 && std::abs(m) < 1));
        CHECK(std::ldexp(m, static_cast<int>(elements(exponents)[i])) == elements(self)[i]);
    }
}

TEST_CASE("frexp: zero, NaN and infinity have the exponent 0") {
    tensor mantissas = tensor::empty({3}, dtype::f16), exponents = tensor::empty({3}, dtype::i32);
    kernel::frexp(make({3}, dtype::f16, {0, INFINITY, NAN}), mantissas, exponents);
    CHECK(elements(exponents) == std::vector<double>{0, 0, 0});
    CHECK(elements(mantissas)[0] == 0);
    CHECK(std::isinf(elements(mantissas)[1]));
}
