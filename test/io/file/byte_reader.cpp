#include <graft/io/file/byte_reader.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

#include <array>

namespace {

constexpr std::array bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},  std::byte{5},
                           std::byte{6}, std::byte{7}, std::byte{8}, std::byte{'a'}};

TEST_CASE("byte_reader: numbers are little-endian") {
    graft::byte_reader reader(bytes);
    CHECK(reader.u16() == 0x0201);
    CHECK(reader.u32() == 0x06050403);
    reader.seek(0);
    CHECK(reader.u64() == 0x0807060504030201);
    CHECK(reader.text(1) == "a");
    CHECK(reader.remaining() == 0);
}

TEST_CASE("byte_reader: no read passes the end") {
    graft::byte_reader reader(bytes, 6);
    CHECK(graft_test::raised([&] { reader.u32(); }) == "graft: 4 bytes expected, 3 left [at byte 6]");
    CHECK(reader.position() == 6);
    CHECK(graft_test::raised([&] { reader.skip(~std::uint64_t{0}); }) != "(nothing raised)");
    CHECK(graft_test::raised([&] { reader.seek(10); }) == "graft: offset 10 lies outside the 9 bytes [at byte 10]");
}

TEST_CASE("byte_reader: a part counts offsets as the whole does and ends where it ends") {
    graft::byte_reader const whole(bytes);
    graft::byte_reader part = whole.part(2, 3);
    CHECK(part.position() == 2);
    CHECK(part.remaining() == 3);
    CHECK(part.u16() == 0x0403);
    CHECK(graft_test::raised([&] { part.u16(); }) == "graft: 2 bytes expected, 1 left [at byte 4]");
    CHECK(graft_test::raised([&] { (void)whole.part(8, 2); }) == "graft: 2 bytes expected, 1 left [at byte 8]");
}

} // namespace
