#include <graft/kernel/byte/transpose_bytes.hpp>

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace {

using namespace graft::detail;

TEST_CASE("transpose_bytes: columns become rows, flipped, for blocks, what is left of them, and lines") {
    std::mt19937 random(1);
    for (std::int64_t const rows : {1, 2, 15, 16, 17, 32, 45})
        for (std::int64_t const columns : {1, 3, 16, 31, 33, 64}) {
            std::vector<std::uint8_t> from(static_cast<std::size_t>(rows * columns)), to(from.size() + 1, 7);
            for (std::uint8_t& v : from)
                v = static_cast<std::uint8_t>(random());
            transpose_bytes(from.data(), rows, columns, to.data(), 0x80);
            bool same = to.back() == 7;
            for (std::int64_t r = 0; r < rows; ++r)
                for (std::int64_t c = 0; c < columns; ++c)
                    same = same && to[static_cast<std::size_t>(c * rows + r)] ==
                                       (from[static_cast<std::size_t>(r * columns + c)] ^ 0x80);
            CAPTURE(rows);
            CAPTURE(columns);
            CHECK(same);
        }
}

} // namespace
