#include <graft/core/checked.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

using namespace graft;

namespace {
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
} // namespace

static_assert(checked_add(highest, lowest) == -1);
static_assert(checked_sub(-1, lowest) == highest);
static_assert(checked_mul(lowest / 2, 2) == lowest);
static_assert(checked_floor_div(-7, 2) == -4 && checked_mod(-7, 2) == 1);
static_assert(checked_floor_div(7, -2) == -4 && checked_mod(7, -2) == -1);
static_assert(checked_pow(-2, 63) == lowest && checked_pow(0, 0) == 1);

TEST_CASE("checked: every overflow is an error") {
    CHECK_THROWS_AS((void)checked_add(highest, 1), error);
    CHECK_THROWS_AS((void)checked_sub(lowest, 1), error);
    CHECK_THROWS_AS((void)checked_mul(lowest, -1), error);
    CHECK_THROWS_AS((void)checked_floor_div(lowest, -1), error);
    CHECK_THROWS_AS((void)checked_pow(2, 63), error);
    CHECK(checked_mod(lowest, -1) == 0);
}

TEST_CASE("checked: a zero divisor is an error") {
    CHECK_THROWS_WITH((void)checked_floor_div(3, 0), "graft: division of 3 by zero");
    CHECK_THROWS_WITH((void)checked_mod(3, 0), "graft: remainder of 3 by zero");
}

TEST_CASE("checked: quotient and remainder make up the dividend, the remainder has the "
          "divisor's sign") {
    for (std::int64_t a = -20; a <= 20; ++a)
        for (std::int64_t b = -7; b <= 7; ++b) {
            if (b == 0)
                continue;
            std::int64_t const remainder = checked_mod(a, b);
            CHECK(checked_floor_div(a, b) * b + remainder == a);
            CHECK((b > 0 ? remainder >= 0 && remainder < b : remainder <= 0 && remainder > b));
        }
}

TEST_CASE("checked: powers are repeated products") {
    for (std::int64_t base = -3; base <= 3; ++base) {
        std::int64_t product = 1;
        for (std::uint32_t exponent = 0; exponent < 20; ++exponent, product *= base)
            CHECK(checked_pow(base, exponent) == product);
    }
    CHECK(checked_pow(-1, 4294967295u) == -1);
}

TEST_CASE("round_up: the least multiple that is enough") {
    for (std::size_t size = 0; size < 200; ++size)
        for (std::size_t const alignment : {1u, 3u, 16u, 64u}) {
            std::size_t const rounded = graft::round_up(size, alignment);
            CHECK(rounded % alignment == 0);
            CHECK(rounded >= size);
            CHECK(rounded < size + alignment);
        }
    static_assert(graft::round_up(std::uint64_t{65}, 64) == 128);
}
