#pragma once

#include <graft/memory/lifetime.hpp>

#include <cstdint>
#include <random>
#include <vector>

namespace graft_test {

/// `count` lifetimes that begin at positions below `positions`; most are short, some up to
/// `longest`.
inline std::vector<graft::lifetime> random_values(std::uint32_t seed, std::uint32_t count, std::uint32_t positions,
                                                  std::uint32_t longest, std::uint64_t largest = 4096) {
    std::mt19937 random(seed);
    auto const below = [&](std::uint64_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    std::vector<graft::lifetime> values;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t const first = below(positions);
        std::uint32_t const length = below(below(8) == 0 ? longest + 1 : 4);
        std::uint64_t const bytes = below(3) == 0 ? std::uint64_t{64} << below(6) : below(largest);
        values.push_back({i, 0, first, first + length, bytes});
    }
    return values;
}

} // namespace graft_test
