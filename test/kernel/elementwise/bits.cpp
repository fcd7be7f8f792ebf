#include <graft/kernel/elementwise/bits.hpp>

#include <doctest/doctest.h>

#include "../checks.hpp"

#include <cmath>

using namespace graft;
using reference::check_binary;
using reference::check_unary;
using reference::result_of;
using reference::results_of;
using reference::sizes;

#include <numeric>
#include <vector>

namespace {

template <class F>
auto bitwise(F f) {
    return [f](double x, double y) { return double(f(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y))); };
}

} // namespace

TEST_CASE("bits: of integers") {
    check_binary(kernel::bitwise_and, bitwise([](auto x, auto y) { return x & y; }), reference::integral, -9, 9);
    check_binary(kernel::bitwise_or, bitwise([](auto x, auto y) { return x | y; }), reference::integral, -9, 9);
    check_binary(kernel::bitwise_xor, bitwise([](auto x, auto y) { return x ^ y; }), reference::integral, -9, 9);
    check_binary(kernel::gcd, bitwise([](auto x, auto y) { return std::gcd(x, y); }), reference::integral, -9, 9);
    check_binary(kernel::lcm, bitwise([](auto x, auto y) { return std::lcm(x, y); }), reference::integral, -9, 9);
}

TEST_CASE("bits: of booleans") {
    CHECK(result_of(kernel::bitwise_xor, 1, 1, dtype::boolean) == 0);
    CHECK(results_of(kernel::bitwise_not, {1, 0}, dtype::boolean) == std::vector<double>{0, 1});
    CHECK(results_of(kernel::bitwise_not, {1, 0}, dtype::u8) == std::vector<double>{254, 255});
}

TEST_CASE("bits: a shift by more than there are bits leaves zero or the sign") {
    CHECK(result_of(kernel::bitwise_left_shift, 3, 2, dtype::i8) == 12);
    CHECK(result_of(kernel::bitwise_left_shift, 3, 8, dtype::i8) == 0);
    CHECK(result_of(kernel::bitwise_left_shift, 3, -1, dtype::i8) == 0);
    CHECK(result_of(kernel::bitwise_right_shift, -3, 1, dtype::i8) == -2);
    CHECK(result_of(kernel::bitwise_right_shift, -3, 100, dtype::i8) == -1);
    CHECK(result_of(kernel::bitwise_right_shift, 200, 9, dtype::u8) == 0);
}

TEST_CASE("bits: the lowest integer has divisors like any other") {
    constexpr double lowest = -9223372036854775808.0;
    CHECK(result_of(kernel::gcd, lowest, 7, dtype::i64) == -1);
    CHECK(result_of(kernel::gcd, lowest, 6, dtype::i64) == -2);
    CHECK(result_of(kernel::gcd, lowest, 0, dtype::i64) == lowest);
    CHECK(result_of(kernel::gcd, -128, 127, dtype::i8) == -1);
    CHECK(result_of(kernel::gcd, -128, -1, dtype::i8) == 1);
    CHECK(result_of(kernel::gcd, 254, 4, dtype::u8) == 2);
    CHECK(result_of(kernel::lcm, lowest, 5, dtype::i64) == lowest); // it wraps
    CHECK(result_of(kernel::lcm, lowest, lowest, dtype::i64) == lowest);
    CHECK(result_of(kernel::lcm, -2147483647, 2, dtype::i32) == 2); // it wraps before it loses its sign
    CHECK(result_of(kernel::lcm, -127, 2, dtype::i8) == -2);        // which is of more bits in others
}

TEST_CASE("bits: of integers without sign of more than 8 bits") {
    tensor const x = reference::make({2}, dtype::u32, {0x1p32 - 1, 6}),
                 y = reference::make({2}, dtype::u32, {0x1p31 + 1, 3});
    tensor out = tensor::empty({2}, dtype::u32);
    kernel::bitwise_and(x, y, out);
    CHECK(reference::elements(out) == std::vector<double>{0x1p31 + 1, 2});
    kernel::bitwise_or(x, y, out);
    CHECK(reference::elements(out) == std::vector<double>{0x1p32 - 1, 7});
    kernel::bitwise_xor(x, y, out);
    CHECK(reference::elements(out) == std::vector<double>{0x1p31 - 2, 5});
    CHECK_THROWS_AS(kernel::bitwise_left_shift(x, y, out), error); // as torch does
}
