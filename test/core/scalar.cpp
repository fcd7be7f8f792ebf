#include <graft/core/scalar.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

using namespace graft;

static_assert(scalar(true).dtype() == dtype::boolean && scalar(1).dtype() == dtype::i64 &&
              scalar(1.0f).dtype() == dtype::f64);
static_assert(scalar(true) == scalar(true) && !(scalar(true) == scalar(1)) && !(scalar(1) == scalar(1.0)));
static_assert(!(scalar(0.0) == scalar(-0.0)));
static_assert(scalar() == scalar(0) && scalar().is_integer());
static_assert(!std::is_convertible_v<char const*, scalar>);
static_assert(scalar(2.9).to<int>() == 2 && scalar(-2.9).to<int>() == -2);
static_assert(scalar(3).to<double>() == 3.0 && scalar(true).to<std::int64_t>() == 1);
static_assert(scalar(0.5).to<bool>() && !scalar(0.0).to<bool>() && scalar(-1).to<bool>());
static_assert(scalar(65504).to<half>() == half(65504));

TEST_CASE("scalar: a complex number has two parts, and is no real one") {
    constexpr scalar z = scalar::complex(1.5, -2);
    CHECK(z.is_complex());
    CHECK_FALSE(z.is_real());
    CHECK(z.dtype() == dtype::c128);
    CHECK(z.real_part() == 1.5);
    CHECK(z.imaginary_part() == -2);
    CHECK(scalar(3).real_part() == 3);
    CHECK(scalar(3).imaginary_part() == 0);
    CHECK(z == scalar::complex(1.5, -2));
    CHECK_FALSE(scalar::complex(1.5, 0) == scalar(1.5));
    CHECK(scalar::complex(0, 1).to<bool>());
    CHECK_FALSE(scalar::complex(0, 0).to<bool>());
    CHECK_THROWS_WITH((void)z.to<double>(), "graft: a complex number is no real one");
    CHECK_THROWS_AS((void)z.to<std::int64_t>(), error);
}

TEST_CASE("scalar: NaN equals itself, so that equal programs compare equal") { CHECK(scalar(NAN) == scalar(NAN)); }

TEST_CASE("scalar: an integer out of range of the target is an error") {
    CHECK(scalar(127).to<std::int8_t>() == 127);
    CHECK_THROWS_AS((void)scalar(128).to<std::int8_t>(), error);
    CHECK_THROWS_AS((void)scalar(-1).to<std::uint8_t>(), error);
    CHECK_THROWS_AS((void)scalar(-1).to<std::uint64_t>(), error);
    CHECK_THROWS_AS((void)scalar(std::numeric_limits<std::uint64_t>::max()), error);
}

TEST_CASE("scalar: a real number out of range of the target is an error") {
    CHECK(scalar(-0x1p63).to<std::int64_t>() == std::numeric_limits<std::int64_t>::min());
    CHECK_THROWS_AS((void)scalar(0x1p63).to<std::int64_t>(), error);
    CHECK(scalar(255.9).to<std::uint8_t>() == 255);
    CHECK_THROWS_AS((void)scalar(256.0).to<std::uint8_t>(), error);
    CHECK(scalar(-0.9).to<std::uint8_t>() == 0);
    CHECK(scalar(-128.9).to<std::int8_t>() == -128);
    CHECK_THROWS_AS((void)scalar(-129.0).to<std::int8_t>(), error);
    CHECK_THROWS_AS((void)scalar(NAN).to<int>(), error);
    CHECK_THROWS_AS((void)scalar(INFINITY).to<int>(), error);
    CHECK_THROWS_AS((void)scalar(1e300).to<float>(), error);
    CHECK_THROWS_AS((void)scalar(65536.0).to<half>(), error);
}

TEST_CASE("scalar: infinities and NaN stay what they are in every floating-point type") {
    CHECK(std::isinf(scalar(-INFINITY).to<float>()));
    CHECK(scalar(INFINITY).to<half>() == std::numeric_limits<half>::infinity());
    CHECK(std::isnan(static_cast<float>(scalar(NAN).to<bfloat16>())));
}
