#include <graft/core/element_scalar.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>

using namespace graft;

static_assert(element_from<half>(1.5) == half(1.5f));
static_assert(element_from<bool>(2) && element_from<std::uint8_t>(255) == 255);
static_assert(scalar_from(half(1.5f)) == scalar(1.5));
static_assert(scalar_from(true) == scalar(true) && scalar_from(std::int8_t{-3}) == scalar(-3));

TEST_CASE("element_scalar: a number that does not fit into the element is an error") {
    CHECK_THROWS_AS((void)element_from<std::int8_t>(128), error);
    CHECK_THROWS_AS((void)element_from<half>(1e6), error);
    CHECK_THROWS_AS((void)element_from<std::complex<float>>(1e300), error);
}

TEST_CASE("element_scalar: a complex element takes a real number and gives none") {
    CHECK(element_from<std::complex<float>>(2) == std::complex<float>(2, 0));
    CHECK(element_from<complex_half>(2).real == half(2));
    CHECK_THROWS_AS((void)scalar_from(std::complex<double>(1, 0)), error);
}
