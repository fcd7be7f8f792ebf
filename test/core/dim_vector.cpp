#include <graft/core/dim_vector.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

using graft::dim_vector;

TEST_CASE("dim_vector: it is made of what a vector is made of") {
    std::vector<std::int64_t> const numbers{4, 5, 6};
    CHECK(dim_vector{} == dim_vector{});
    CHECK(dim_vector(3, 7) == std::vector<std::int64_t>{7, 7, 7});
    CHECK(dim_vector(numbers) == dim_vector{4, 5, 6});
    CHECK(dim_vector(std::span(numbers).first(2)) == dim_vector{4, 5});
    CHECK(dim_vector(std::array<std::int64_t, 1>{9}) == dim_vector{9});
    CHECK(numbers == dim_vector(numbers.begin(), numbers.end()));
    CHECK_FALSE(dim_vector{1, 2} == dim_vector{1, 3});
    CHECK_FALSE(dim_vector{1, 2} == dim_vector{1});
    CHECK(dim_vector{1} < dim_vector{1, 2});
    CHECK(dim_vector{1, 3} > dim_vector{1, 2, 9});
}

TEST_CASE("dim_vector: whatever is done to it, it holds what a vector holds") {
    std::mt19937 random(1);
    auto const below = [&](std::size_t n) { return static_cast<std::ptrdiff_t>(random() % n); };
    std::vector<std::int64_t> expected;
    dim_vector got;
    for (int i = 0; i < 20'000; ++i) {
        auto const number = static_cast<std::int64_t>(random() % 100);
        std::ptrdiff_t const at = below(expected.size() + 1);
        switch (random() % 8) {
        case 0: expected.push_back(number), got.push_back(number); break;
        case 1: expected.insert(expected.begin() + at, number), got.insert(got.begin() + at, number); break;
        case 2: {
            std::array<std::int64_t, 3> const some{number, 1, 2};
            expected.insert(expected.begin() + at, some.begin(), some.end());
            auto const place = got.insert(got.begin() + at, some.begin(), some.end());
            CHECK(place == got.begin() + at);
            break;
        }
        case 3:
            if (!expected.empty())
                expected.pop_back(), got.pop_back();
            break;
        case 4: {
            std::ptrdiff_t const end = at + below(expected.size() - static_cast<std::size_t>(at) + 1);
            expected.erase(expected.begin() + at, expected.begin() + end);
            got.erase(got.begin() + at, got.begin() + end);
            break;
        }
        case 5: {
            auto const count = static_cast<std::size_t>(random() % 10);
            expected.resize(count, number), got.resize(count, number);
            break;
        }
        case 6: {
            dim_vector copy = got;
            got = std::move(copy);
            break;
        }
        default: {
            dim_vector const taken = std::move(got);
            got.clear();
            CHECK(got.empty());
            got = taken;
        }
        }
        REQUIRE(got == expected);
        if (!expected.empty()) {
            CHECK(got.front() == expected.front());
            CHECK(got.back() == expected.back());
        }
    }
}
