#include <graft/kernel/byte/requantize.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace {

using namespace graft::detail;

/// The byte of one sum.
int byte_of(byte_range const& range, std::int32_t sum, float factor, float rest, float addend) {
    std::uint8_t out[int_lanes];
    requantization(range).store(packed_ints{} + sum, floats{} + factor, floats{} + rest, floats{} + addend, out,
                                int_lanes);
    return range.is_signed ? static_cast<int>(static_cast<std::int8_t>(out[0])) : out[0];
}

TEST_CASE("requantize: a byte is rounded to the even one of two, moved by the zero point and kept in the range") {
    byte_range const range{.scale = 0.5, .zero_point = -7, .least = -100, .most = 120};
    for (std::int32_t const sum : {0, 1, 2, 3, -3, 5, 1000000, -1000000, 2147483647, -2147483647 - 1, 253, 255}) {
        double const v = std::nearbyint(sum * 0.5 + 1) - 7;
        CHECK(byte_of(range, sum, 0.5f, 0, 1) == static_cast<int>(v < -100 ? -100 : v > 120 ? 120 : v));
    }
}

TEST_CASE("requantize: numbers below zero count as zero where they are cut") {
    for (bool const is_signed : {false, true}) {
        byte_range const range{.zero_point = 3,
                               .least = is_signed ? -128 : 0,
                               .most = is_signed ? 127 : 255,
                               .is_signed = is_signed,
                               .cuts_negative = true};
        CHECK(byte_of(range, -50, 1, 0, 0) == 3);
        CHECK(byte_of(range, 50, 1, 0, 0) == 53);
        CHECK(byte_of(range, 500, 1, 0, 0) == (is_signed ? 127 : 255));
    }
}

TEST_CASE("requantize: what a factor has no room for is not lost") {
    byte_range const range{.least = 0, .most = 255, .is_signed = false};
    CHECK(byte_of(range, 200, 1, 0, 0.5f) == 200);
    CHECK(byte_of(range, 200, 1, 1.0f / (1 << 20), 0.5f) == 201);
}

TEST_CASE("requantize: no more bytes are written than are asked for") {
    std::vector<std::int32_t> line;
    for (std::int64_t i = 0; i < int_lanes; ++i)
        line.push_back(static_cast<std::int32_t>((i * 37 - 100) * (i % 3)));
    requantization const how(byte_range{.zero_point = 3});
    for (std::int64_t count = 1; count <= int_lanes + 1; ++count) {
        std::vector<std::uint8_t> out(line.size() + 1, 9);
        how.store(load_ints(line.data()), floats{} + 0.7f, floats{}, floats{} + 0.2f, out.data(), count);
        for (std::int64_t i = 0; i <= int_lanes; ++i) {
            auto const at = static_cast<std::size_t>(i);
            bool const is_written = i < count && i < int_lanes;
            std::int32_t const expected = is_written ? byte_of({.zero_point = 3}, line[at], 0.7f, 0, 0.2f) : 9;
            CHECK(static_cast<std::int8_t>(out[at]) == expected);
        }
    }
}

TEST_CASE("requantize: numbers that do not fit the bytes are not sound") {
    CHECK(byte_range{}.is_sound());
    CHECK(byte_range{.zero_point = 200, .least = 0, .most = 255, .is_signed = false}.is_sound());
    CHECK_FALSE(byte_range{.most = 128}.is_sound());
    CHECK_FALSE(byte_range{.least = 1, .most = 0}.is_sound());
    CHECK_FALSE(byte_range{.zero_point = 128}.is_sound());
    CHECK_FALSE(byte_range{.scale = 0}.is_sound());
    CHECK_FALSE(byte_range{.scale = std::nan("")}.is_sound());
}

} // namespace
