#include <graft/kernel/base/transpose_tiles.hpp>

#include <doctest/doctest.h>

#include <initializer_list>
#include <random>
#include <vector>

using namespace graft;

TEST_CASE("transpose_tiles: every element lands at its place, and nothing between the rows is written") {
    std::mt19937 random(5);
    for (std::size_t const bytes : std::initializer_list<std::size_t>{1, 2, 4, 8, 16})
        for (int round = 0; round < 40; ++round) {
            std::size_t const rows = 1 + random() % 150, columns = 1 + random() % 150, gap = bytes * (random() % 3);
            std::size_t const from_stride = rows * bytes + gap, to_stride = columns * bytes + gap;
            std::vector<std::byte> from(columns * from_stride), to(rows * to_stride, std::byte{7}), want = to;
            for (std::byte& b : from)
                b = static_cast<std::byte>(random());
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j)
                    for (std::size_t k = 0; k < bytes; ++k)
                        want[i * to_stride + j * bytes + k] = from[j * from_stride + i * bytes + k];
            detail::transpose_by_tiles(bytes)(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns),
                                              to.data(), static_cast<std::int64_t>(to_stride), from.data(),
                                              static_cast<std::int64_t>(from_stride));
            CAPTURE(bytes);
            CHECK(to == want);
        }
}
