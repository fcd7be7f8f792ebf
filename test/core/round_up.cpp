#include <graft/core/round_up.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

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
