#include <graft/kernel/elementwise/divide.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

namespace {

constexpr dtype exact[] = {dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::f32, dtype::f64};

// Divisors that are not zero.
double divisor(double y) { return y == 0 ? 1 : y; }

template <class Kernel, class F>
void check(Kernel const& kernel, F right) {
    reference::source random(3);
    for (dtype d : exact)
        for (int i = 0; i < 40; ++i) {
            double const x = std::round(random.real(-20, 20));
            double const y = divisor(std::round(random.real(-5, 5)));
            CHECK(result_of(kernel, x, y, d) == right(x, y));
        }
}

} // namespace

TEST_CASE("divide: quotients and remainders of whole numbers") {
    check(kernel::floor_divide, [](double x, double y) { return std::floor(x / y); });
    check(kernel::trunc_divide, [](double x, double y) { return std::trunc(x / y); });
    check(kernel::fmod, [](double x, double y) { return std::fmod(x, y); });
    check(kernel::remainder, [](double x, double y) { return x - y * std::floor(x / y); });
}

TEST_CASE("divide: an integer by zero is an error, a real is not") {
    CHECK_THROWS_AS(result_of(kernel::floor_divide, 1, 0, dtype::i32), error);
    CHECK_THROWS_AS(result_of(kernel::remainder, 1, 0, dtype::i32), error);
    CHECK(result_of(kernel::floor_divide, 1, 0) == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(result_of(kernel::remainder, 1, 0)));
}

TEST_CASE("divide: the lowest integer over -1 wraps") {
    CHECK(result_of(kernel::floor_divide, -128, -1, dtype::i8) == -128);
    CHECK(result_of(kernel::fmod, -128, -1, dtype::i8) == 0);
}

TEST_CASE("divide: rows of f32 are what fmod makes of them, to the bit") {
    std::mt19937 random(11);
    constexpr std::size_t count = 4096;
    std::vector<float> x(count), y(count), results(count);
    auto const number = [&](unsigned zeros) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(random()) >> zeros << zeros);
    };
    auto const row_is_right = [&](auto const& division) {
        division.apply_row(count, results.data(), x.data(), y.data());
        for (std::size_t i = 0; i < count; ++i) {
            float const right = division.apply(x[i], y[i]);
            if (std::isnan(right) ? !std::isnan(results[i])
                                  : std::bit_cast<std::uint32_t>(right) != std::bit_cast<std::uint32_t>(results[i]))
                return false;
        }
        return true;
    };
    for (int kind = 0; kind < 4; ++kind) {
        for (std::size_t i = 0; i < count; ++i) {
            y[i] = number(kind == 1 ? 16 : 0);
            x[i] = kind == 0 ? number(0) : y[i] * static_cast<float>(random() % (1U << 26));
            if (kind == 2) // beside a multiple, where rounding a quotient would go wrong
                x[i] = std::nextafter(x[i], random() % 2 == 0 ? 0.0f : std::copysign(3e38f, x[i]));
            if (kind == 3) {
                x[i] = static_cast<float>(random() % 201) - 100;
                y[i] = static_cast<float>(random() % 20) - 10; // 0 too
            }
            // A number whose quotient has too many digits sends its chunk to fmod: only some chunks have one.
            if (graft::detail::divides_in_double(x[i], y[i]) == 0 && i / 64 % 2 == 0)
                x[i] = y[i] = -2;
        }
        CHECK(row_is_right(kernel::fmod));
        CHECK(row_is_right(kernel::remainder));
        CHECK(row_is_right(kernel::floor_divide));
    }
}
