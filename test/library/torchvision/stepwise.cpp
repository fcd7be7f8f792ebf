#include <graft/library/torchvision/stepwise.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

namespace {

using namespace graft;

static_assert(std::same_as<detail::stepwise<float>, float>);
static_assert(std::same_as<detail::stepwise<double>, double>);

TEST_CASE("stepwise: each operation on halves gives a half") {
    using number = detail::stepwise<half>;
    // 2049 and 1/3 are none.
    CHECK(static_cast<float>(number(2048) + number(1)) == 2048.F);
    CHECK(static_cast<float>(number(2048) + number(1) + number(1)) == 2048.F);
    CHECK(static_cast<float>(number(1) / number(3)) == static_cast<float>(half(1.F / 3)));
    CHECK(static_cast<float>(number(300) * number(300)) == std::numeric_limits<float>::infinity());
    CHECK(static_cast<float>(number(half(0.5F)) - number(2)) == -1.5F);
    CHECK(half(number(0.1)) == half(0.1F));
    CHECK(number(1) < number(2));
    CHECK_FALSE(number(std::nan("")) < number(2));
}

TEST_CASE("stepwise: a number without its fraction, within 32 bits") {
    constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
    CHECK(detail::truncated(-0.75) == 0);
    CHECK(detail::truncated(7.99) == 7);
    CHECK(detail::truncated(2147483647.5) == 2147483647);
    CHECK(detail::truncated(2147483648.0) == least);
    CHECK(detail::truncated(-2147483648.5) == least);
    CHECK(detail::truncated(std::nan("")) == least);
}

} // namespace
