#include <graft/kernel/requantize.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace {

using namespace graft::detail;

TEST_CASE("requantize: the nearest integer is the even one of two") {
    for (float const x : {0.0f, -0.0f, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 0.49999997f, -2.5000002f, 126.5f, 4194303.f})
        CHECK(nearest(x) == static_cast<std::int32_t>(std::nearbyint(x)));
}

TEST_CASE("requantize: a byte is rounded, moved by the zero point and kept in the range") {
    byte_range const range{.scale = 0.5, .zero_point = -7, .least = -100, .most = 120};
    requantization const how(range);
    std::vector<std::int32_t> const sums{0, 1, 2, 3, -3, 5, 1000000, -1000000, 2147483647, -2147483647 - 1, 253, 255};
    std::vector<std::uint8_t> out(sums.size());
    how.store(sums.data(), static_cast<std::int64_t>(sums.size()), 0.5f, 1.0f, out.data());
    auto const expected = [](double sum) {
        double const v = std::nearbyint(sum * 0.5 + 1) - 7;
        return static_cast<int>(v < -100 ? -100 : v > 120 ? 120 : v);
    };
    for (std::size_t i = 0; i < sums.size(); ++i)
        CHECK(static_cast<std::int8_t>(out[i]) == expected(sums[i]));
}

TEST_CASE("requantize: a register gives what a line gives, and writes no more than it is asked") {
    for (bool const relu : {false, true})
        for (bool const is_signed : {false, true}) {
            byte_range const range{.zero_point = 3, .least = is_signed ? -128 : 0, .most = is_signed ? 127 : 255,
                                   .is_signed = is_signed, .cuts_negative = relu};
            requantization const how(range);
            std::vector<std::int32_t> line;
            for (std::int64_t i = 0; i < int_lanes; ++i)
                line.push_back(static_cast<std::int32_t>((i * 37 - 100) * (i % 3)));
            ints const sums = load_ints(line.data());
            std::vector<std::uint8_t> expected(line.size()), whole(line.size() + 1, 9), part(line.size(), 9);
            how.store(line.data(), int_lanes, 0.7f, 0.2f, expected.data());
            how.store(sums, floats{} + 0.7f, floats{} + 0.2f, whole.data(), int_lanes);
            how.store(sums, floats{} + 0.7f, floats{} + 0.2f, part.data(), 3);
            CHECK(whole.back() == 9);
            whole.pop_back();
            CHECK(whole == expected);
            for (std::size_t i = 0; i < part.size(); ++i)
                CHECK(part[i] == (i < 3 ? expected[i] : 9));
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
