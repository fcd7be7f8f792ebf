#include <graft/kernel/byte/byte_dot.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace {

using namespace graft::detail;

constexpr std::int64_t register_bytes = 4 * int_lanes;

/// The sums of a register by the definition.
std::vector<std::int32_t> defined(packed_ints const& sums, std::uint8_t const* x, std::int8_t const* factors) {
    std::vector<std::int32_t> result;
    for (std::int64_t lane = 0; lane < int_lanes; ++lane) {
        std::int32_t sum = sums[lane];
        for (int i = 0; i < 4; ++i)
            sum += x[i] * factors[4 * lane + i];
        result.push_back(sum);
    }
    return result;
}

/// Whether both forms give what the definition gives.
bool agree(packed_ints const& sums, std::uint8_t const (&x)[4], std::int8_t const (&factors)[register_bytes]) {
    auto const same = [](packed_ints const& got, std::vector<std::int32_t> const& expected) {
        return std::memcmp(&got, expected.data(), sizeof got) == 0;
    };
    std::vector<std::int32_t> const expected = defined(sums, x, factors);
    return same(byte_dot(sums, load_bytes(x), load_ints(factors)), expected) &&
           same(plain_byte_dot(sums, load_bytes(x), load_ints(factors)), expected);
}

TEST_CASE("byte_dot: the machine's instructions and plain C++ give the sums of the definition") {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        std::uint8_t x[4];
        std::int8_t factors[register_bytes];
        packed_ints sums;
        for (std::uint8_t& v : x)
            v = static_cast<std::uint8_t>(random());
        for (std::int8_t& v : factors)
            v = static_cast<std::int8_t>(random());
        for (std::int64_t lane = 0; lane < int_lanes; ++lane)
            sums[lane] = static_cast<std::int32_t>(random() % 2000000) - 1000000;
        CHECK(agree(sums, x, factors));
    }
}

TEST_CASE("byte_dot: nothing saturates at the ends of the ranges") {
    for (int const least : {-128, 127, 0})
        for (unsigned const most : {255u, 128u, 0u}) {
            std::uint8_t x[4];
            std::int8_t factors[register_bytes];
            std::fill(std::begin(x), std::end(x), static_cast<std::uint8_t>(most));
            std::fill(std::begin(factors), std::end(factors), static_cast<std::int8_t>(least));
            CHECK(agree(packed_ints{}, x, factors));
        }
}

} // namespace
