#include <graft/core/float8.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace graft;

static_assert(float8_e4m3fn(1.0f).bits == 0x38 && float8_e4m3fn(-2).bits == 0xc0 && float8_e4m3fn(448.0).bits == 0x7e);
static_assert(float8_e4m3fn(1e9f).bits == 0x7e && float8_e4m3fn(-465.0f).bits == 0xfe);
static_assert(float8_e4m3fn(std::numeric_limits<float>::infinity()).bits == 0x7e);
static_assert(float8_e4m3fn(std::numeric_limits<float>::quiet_NaN()).bits == 0x7f);
static_assert(float8_e4m3fn(0x1p-9f).bits == 1 && float8_e4m3fn(0x1p-10f).bits == 0);
static_assert(float8_e4m3fn(0x1.8p-10f).bits == 1 && float8_e4m3fn(-0.0f).bits == 0x80);
static_assert(float8_e5m2(1.0f).bits == 0x3c && float8_e5m2(-2).bits == 0xc0 && float8_e5m2(57344.0).bits == 0x7b);
static_assert(float8_e5m2(61439.0f).bits == 0x7b && float8_e5m2(61440.0f).bits == 0x7c);
static_assert(float8_e5m2(-1e9f).bits == 0xfc && float8_e5m2(std::int64_t{1} << 40).bits == 0x7c);
static_assert(float8_e5m2(std::numeric_limits<float>::quiet_NaN()).bits == 0x7f);
static_assert(float8_e8m0fnu(1.0f).bits == 127 && float8_e8m0fnu(-3).bits == 129 && float8_e8m0fnu(0).bits == 0);
static_assert(float8_e8m0fnu(1e38).bits == 253 && float8_e8m0fnu(std::numeric_limits<float>::max()).bits == 0xff);
static_assert(float8_e8m0fnu(std::numeric_limits<float>::infinity()).bits == 0xff);
static_assert(float8_e8m0fnu(std::numeric_limits<float>::quiet_NaN()).bits == 0xff);
// A double is rounded to a float first: the first of these is halfway between 1 and 1.125 then, and even is 1.
static_assert(float8_e4m3fn(1.0625 + 0x1p-40).bits == 0x38 && float8_e4m3fn(1.0625f + 0x1p-20f).bits == 0x39);
static_assert(float8_e4m3fn(1) < float8_e4m3fn(2) && -float8_e5m2(1) == float8_e5m2(-1));
static_assert(static_cast<double>(float8_e5m2(0.5f)) == 0.5 && static_cast<int>(float8_e4m3fn(-3.75f)) == -3);
static_assert(static_cast<float>(std::numeric_limits<float8_e4m3fn>::max()) == 448);
static_assert(static_cast<float>(std::numeric_limits<float8_e4m3fn>::min()) == 0x1p-6f);
static_assert(static_cast<float>(std::numeric_limits<float8_e4m3fn>::epsilon()) == 0x1p-3f);
static_assert(!std::numeric_limits<float8_e4m3fn>::has_infinity);
static_assert(static_cast<float>(std::numeric_limits<float8_e5m2>::lowest()) == -57344);
static_assert(static_cast<float>(std::numeric_limits<float8_e5m2>::min()) == 0x1p-14f);
static_assert(static_cast<float>(std::numeric_limits<float8_e5m2>::epsilon()) == 0x1p-2f);
static_assert(static_cast<float>(std::numeric_limits<float8_e8m0fnu>::max()) == 0x1p127f);
static_assert(static_cast<float>(std::numeric_limits<float8_e8m0fnu>::lowest()) == 0x1p-127f);
static_assert(static_cast<float>(std::numeric_limits<float8_e8m0fnu>::epsilon()) == 1);
static_assert(!std::numeric_limits<float8_e8m0fnu>::has_infinity && !std::numeric_limits<float8_e8m0fnu>::is_signed);

namespace {

/// The value of the bit pattern by the definition of the format.
double by_definition(unsigned bits, int mantissa_bits, bool has_infinity) {
    int const bias = (1 << (6 - mantissa_bits)) - 1, exponent_mask = (1 << (7 - mantissa_bits)) - 1;
    int const exponent = static_cast<int>(bits >> mantissa_bits) & exponent_mask;
    int const mantissa = static_cast<int>(bits) & ((1 << mantissa_bits) - 1);
    double const sign = (bits & 0x80u) != 0 ? -1 : 1;
    if (has_infinity && exponent == exponent_mask)
        return mantissa != 0 ? std::nan("") : sign * INFINITY;
    if (!has_infinity && (bits & 0x7fu) == 0x7fu)
        return std::nan("");
    if (exponent == 0)
        return sign * std::ldexp(mantissa, 1 - bias - mantissa_bits);
    return sign * std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
}

template <small_float T>
void check_all_patterns(int mantissa_bits, bool has_infinity) {
    for (unsigned pattern = 0; pattern < 256; ++pattern) {
        T const value = T::from_bits(static_cast<std::uint8_t>(pattern));
        double const expected = by_definition(pattern, mantissa_bits, has_infinity);
        float const wide = static_cast<float>(value);
        CHECK(std::signbit(wide) == ((pattern & 0x80u) != 0));
        if (std::isnan(expected)) {
            CHECK(std::isnan(wide));
            CHECK(T(wide).bits == (pattern | 0x7fu));
            CHECK_FALSE(value == value);
            continue;
        }
        CHECK(static_cast<double>(wide) == expected);
        CHECK(T(wide).bits == value.bits);
    }
}

/// Rounds to the nearest neighbour, to the even one in the middle, for floats next to every midpoint; `most` is the
/// pattern of the greatest number.
template <small_float T>
void check_rounding(unsigned most) {
    for (unsigned pattern = 0; pattern < most; ++pattern) {
        T const low = T::from_bits(static_cast<std::uint8_t>(pattern));
        T const high = T::from_bits(static_cast<std::uint8_t>(pattern + 1));
        float const middle = (static_cast<float>(low) + static_cast<float>(high)) / 2;
        T const even = pattern % 2 == 0 ? low : high;
        CHECK(T(middle).bits == even.bits);
        CHECK(T(std::nextafter(middle, 0.0f)).bits == low.bits);
        CHECK(T(std::nextafter(middle, INFINITY)).bits == high.bits);
        CHECK(T(-middle).bits == (-even).bits);
    }
}

} // namespace

TEST_CASE("float8: all 256 patterns have their value and round trip through float") {
    check_all_patterns<float8_e4m3fn>(3, false);
    check_all_patterns<float8_e5m2>(2, true);
}

TEST_CASE("float8: conversion rounds to nearest, ties to even") {
    check_rounding<float8_e4m3fn>(0x7e);
    check_rounding<float8_e5m2>(0x7b);
}

TEST_CASE("float8: of floats of any size, what the nearest of all numbers is") {
    auto const check = []<class T>(T, unsigned most, float overflow, T large) {
        for (std::uint32_t bits = 0x2f000000u; bits < 0x4f000000u; bits += 0x123456u) {
            float const x = std::bit_cast<float>(bits);
            unsigned best = 0;
            for (unsigned pattern = 0; pattern <= most; ++pattern) {
                auto const apart = [&](unsigned p) {
                    return std::abs(static_cast<double>(T::from_bits(static_cast<std::uint8_t>(p))) -
                                    static_cast<double>(x));
                };
                if (apart(pattern) < apart(best) || (apart(pattern) == apart(best) && pattern % 2 == 0))
                    best = pattern;
            }
            CHECK(T(x).bits == (x >= overflow ? large.bits : best));
            CHECK(T(-x).bits == (-T(x)).bits);
        }
    };
    check(float8_e4m3fn{}, 0x7e, INFINITY, float8_e4m3fn{});
    check(float8_e5m2{}, 0x7b, 61440, std::numeric_limits<float8_e5m2>::infinity());
}

TEST_CASE("float8: all patterns of an exponent are powers of two, to which what is halfway rounds up") {
    for (unsigned pattern = 0; pattern < 255; ++pattern) {
        float8_e8m0fnu const low = float8_e8m0fnu::from_bits(static_cast<std::uint8_t>(pattern));
        float const number = static_cast<float>(low), middle = number * 1.5f;
        CHECK(static_cast<double>(number) == std::ldexp(1.0, static_cast<int>(pattern) - 127));
        CHECK(float8_e8m0fnu(number).bits == pattern);
        CHECK(float8_e8m0fnu(-number).bits == pattern);
        CHECK(float8_e8m0fnu(middle).bits == pattern + 1);
        CHECK(float8_e8m0fnu(std::nextafter(middle, 0.0f)).bits == pattern + (pattern == 0));
        CHECK((low == low && (-low).bits == pattern));
    }
    float8_e8m0fnu const no_number = float8_e8m0fnu::from_bits(0xff);
    CHECK((std::isnan(static_cast<float>(no_number)) && no_number != no_number));
    for (float const least : {0.0f, -0.0f, 0x1p-149f, 0x1p-128f, 0x1p-127f, -0x1p-127f})
        CHECK(float8_e8m0fnu(least).bits == 0);
    CHECK(float8_e8m0fnu(std::nextafter(0x1p-127f, 1.0f)).bits == 1); // as in PyTorch, though 2^-127 is nearer
}
