#include <graft/io/file/detail/crc32_fold.hpp>

#include <graft/io/file/detail/crc32.hpp>

#include <doctest/doctest.h>

#include <random>
#include <span>
#include <vector>

namespace {

using namespace graft;

TEST_CASE("crc32 fold: what is left has the remainder of all that was taken, at any length and start") {
    if (!detail::has_crc32_fold())
        return;
    std::mt19937 random(3);
    std::vector<std::byte> bytes(1000);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random());
    for (std::size_t begin = 0; begin < 20; ++begin)
        for (std::size_t size = 64; size + begin <= bytes.size(); size += 1 + size / 9) {
            auto const part = std::span(bytes).subspan(begin, size);
            auto const former = static_cast<std::uint32_t>(random());
            detail::crc32_rest const rest = detail::crc32_folded(part, former);
            REQUIRE(rest.taken == size / 64 * 64);
            CHECK(detail::crc32_sliced(rest.bytes, 0) == detail::crc32_sliced(part.first(rest.taken), former));
        }
}

} // namespace
