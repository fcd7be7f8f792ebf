#include <graft/core/half.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace graft;

static_assert(half(1.0f).bits == 0x3c00 && half(-2).bits == 0xc000 && half(65504.0).bits == 0x7bff);
static_assert(half(65519.0f).bits == 0x7bff && half(65520.0f).bits == 0x7c00);
static_assert(half(0x1p-24f).bits == 1 && half(0x1p-25f).bits == 0 && half(0x1.8p-25f).bits == 1);
static_assert(half(2049).bits == half(2048).bits && half(2051).bits == half(2052).bits);
static_assert(bfloat16(1.0f).bits == 0x3f80 && bfloat16(0x1.01p0f).bits == 0x3f80);
static_assert(bfloat16(0x1.03p0f).bits == 0x3f82 && bfloat16(3.4e38f).bits == 0x7f80);
static_assert(half(1) < half(2) && !(half(1) == half(2)) && -half(1) == half(-1));
static_assert(static_cast<double>(half(0.5f)) == 0.5 && static_cast<int>(bfloat16(-3.7f)) == -3);
static_assert(std::numeric_limits<half>::lowest() == half(-65504));
static_assert(static_cast<float>(std::numeric_limits<half>::epsilon()) == 0x1p-10f);
static_assert(static_cast<float>(std::numeric_limits<half>::min()) == 0x1p-14f);
static_assert(static_cast<float>(std::numeric_limits<bfloat16>::epsilon()) == 0x1p-7f);
static_assert(static_cast<float>(std::numeric_limits<bfloat16>::min()) == std::numeric_limits<float>::min());

namespace {

/// The value of the bit pattern by the definition of the format.
double by_definition(std::uint16_t bits, int mantissa_bits, int bias) {
    int const exponent_mask = (1 << (15 - mantissa_bits)) - 1;
    int const exponent = (bits >> mantissa_bits) & exponent_mask;
    int const mantissa = bits & ((1 << mantissa_bits) - 1);
    double const sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == exponent_mask)
        return mantissa != 0 ? std::nan("") : sign * INFINITY;
    if (exponent == 0)
        return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
    return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

template <small_float T>
void check_all_patterns(int mantissa_bits, int bias) {
    for (unsigned pattern = 0; pattern < 65536; ++pattern) {
        T const value = T::from_bits(static_cast<std::uint16_t>(pattern));
        double const expected = by_definition(value.bits, mantissa_bits, bias);
        float const wide = static_cast<float>(value);
        if (std::isnan(expected)) {
            REQUIRE(std::isnan(wide));
            REQUIRE(std::isnan(static_cast<float>(T(wide))));
            REQUIRE_FALSE(value == value);
            continue;
        }
        REQUIRE(static_cast<double>(wide) == expected);
        REQUIRE(std::signbit(wide) == std::signbit(expected));
        REQUIRE(T(wide).bits == value.bits);
    }
}

/// Rounds to the nearest neighbour, to the even one in the middle, for floats next to every
/// midpoint.
template <small_float T>
void check_rounding() {
    std::uint16_t const infinity = std::numeric_limits<T>::infinity().bits;
    for (unsigned pattern = 0; pattern + 1 < infinity; ++pattern) {
        T const low = T::from_bits(static_cast<std::uint16_t>(pattern));
        T const high = T::from_bits(static_cast<std::uint16_t>(pattern + 1));
        float const middle = static_cast<float>((static_cast<double>(low) + static_cast<double>(high)) / 2);
        T const even = pattern % 2 == 0 ? low : high;
        REQUIRE(T(middle).bits == even.bits);
        REQUIRE(T(std::nextafter(middle, 0.0f)).bits == low.bits);
        REQUIRE(T(std::nextafter(middle, INFINITY)).bits == high.bits);
        REQUIRE(T(-middle).bits == (-even).bits);
    }
}

} // namespace

TEST_CASE("half: all 65536 patterns have their IEEE value and round trip through float") {
    check_all_patterns<half>(10, 15);
}

TEST_CASE("half: all 65536 bfloat16 patterns have their value and round trip through float") {
    check_all_patterns<bfloat16>(7, 127);
}

TEST_CASE("half: conversion rounds to nearest, ties to even") {
    check_rounding<half>();
    // A midpoint of two subnormal bfloat16 is a float, so the same test holds.
    check_rounding<bfloat16>();
}

TEST_CASE("half: comparison is that of the values") {
    CHECK(half(0.0f) == half(-0.0f));
    CHECK(half(-1) < half(0.5f));
    CHECK_FALSE(half(NAN) < half(1));
    CHECK_FALSE(half(NAN) >= half(1));
    CHECK(half(INFINITY) > std::numeric_limits<half>::max());
}
