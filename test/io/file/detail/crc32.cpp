#include <graft/io/file/detail/crc32.hpp>

#include <doctest/doctest.h>

#include "../../zip_builder.hpp"

#include <random>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::bytes_of;

TEST_CASE("crc32: the published check values hold") {
    CHECK(graft::detail::crc32(bytes_of("123456789")) == 0xcbf43926);
    CHECK(graft::detail::crc32(bytes_of("The quick brown fox jumps over the lazy dog")) == 0x414fa339);
    CHECK(graft::detail::crc32({}) == 0);
}

TEST_CASE("crc32: slices and single bytes agree, however the bytes are cut") {
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += static_cast<char>((i * 31) ^ (i >> 3));
    std::uint32_t const whole = graft::detail::crc32(bytes_of(text));
    std::uint32_t bytewise = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        bytewise = graft::detail::crc32(bytes_of(text).subspan(i, 1), bytewise);
    CHECK(bytewise == whole);
    for (std::size_t cut = 0; cut < 100; ++cut)
        CHECK(graft::detail::crc32(bytes_of(text).subspan(cut), graft::detail::crc32(bytes_of(text).first(cut))) ==
              whole);
}

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
