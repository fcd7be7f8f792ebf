#include <graft/kernel/base/arithmetic.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

using namespace graft::detail;

namespace {

constexpr std::int8_t lowest = -128, highest = 127;
constexpr std::int64_t lowest64 = std::numeric_limits<std::int64_t>::min();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

} // namespace

static_assert(sum_of(highest, std::int8_t{1}) == lowest);
static_assert(difference_of(lowest, std::int8_t{1}) == highest);
static_assert(product_of(lowest64, std::int64_t{-1}) == lowest64);
static_assert(product_of(std::int32_t{1 << 30}, std::int32_t{4}) == 0);
static_assert(sum_of(std::uint8_t{200}, std::uint8_t{100}) == 44);
static_assert(sum_of(1.5, 2.0) == 3.5 && product_of(1.5f, 2.0f) == 3.0f);
static_assert(sum_of(true, true) && !sum_of(false, false) && !product_of(true, false));
static_assert(max_of(2, 3) == 3 && min_of(2, 3) == 2 && max_of(true, false));
static_assert(max_of(lowest, highest) == highest && min_of(lowest64, std::int64_t{0}) == lowest64);
static_assert(is_nan(not_a_number) && !is_nan(1.0) && !is_nan(7));
static_assert(is_nan(max_of(not_a_number, 1.0f)) && is_nan(max_of(1.0f, not_a_number)));
static_assert(is_nan(min_of(not_a_number, 1.0f)) && is_nan(min_of(1.0f, not_a_number)));
static_assert(std::bit_cast<std::int64_t>(max_of(0.0, -0.0)) == 0 &&
              std::bit_cast<std::int64_t>(max_of(-0.0, 0.0)) < 0 &&
              std::bit_cast<std::int32_t>(min_of(0.0f, -0.0f)) == 0 &&
              std::bit_cast<std::int32_t>(min_of(-0.0f, 0.0f)) < 0); // the first of two zeros, as std::max and std::min
static_assert(blend(mask_of<double>(true), 1.0, 2.0) == 1.0);
static_assert(blend(mask_of<std::int16_t>(false), std::int16_t{1}, std::int16_t{2}) == 2);

TEST_CASE("max_of and min_of: agree with the standard library on every pair without NaN") {
    float const samples[] = {-INFINITY, -2, -0.0f, 0, 1, INFINITY};
    for (float a : samples)
        for (float b : samples) {
            CHECK(max_of(a, b) == std::fmax(a, b));
            CHECK(min_of(a, b) == std::fmin(a, b));
        }
}
