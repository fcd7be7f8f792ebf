#include <graft/io/file/zip.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"
#include "../zip_builder.hpp"

namespace {

using graft_test::bytes_of;
using graft_test::put_number;
using graft_test::raised;
using graft_test::zip_builder;

std::string refused(std::string const& file) {
    return raised([&] {
        graft::zip_archive const archive(bytes_of(file));
        for (graft::zip_entry const& entry : archive.entries())
            graft::check_crc(entry);
    });
}

std::string_view text_of(graft::zip_entry const* entry) {
    REQUIRE(entry != nullptr);
    return {reinterpret_cast<char const*>(entry->bytes.data()), entry->bytes.size()};
}

TEST_CASE("zip: entries lie in the file under their names") {
    for (bool const zip64 : {false, true}) {
        std::string const file =
            zip_builder(zip64).add("m/weight", "0123456789").add("m/empty", "").add("m/a", "x").finish("comment");
        graft::zip_archive const archive(bytes_of(file));
        REQUIRE(archive.entries().size() == 3);
        CHECK(archive.entries()[0].name == "m/weight");
        CHECK(archive.entries()[0].offset % 64 == 0);
        CHECK(text_of(archive.find("m/weight")) == "0123456789");
        CHECK(text_of(archive.find("m/empty")).empty());
        CHECK(text_of(archive.find("m/a")) == "x");
        CHECK(archive.find("m/b") == nullptr);
        CHECK(archive.find("") == nullptr);
        for (graft::zip_entry const& entry : archive.entries())
            graft::check_crc(entry);
    }
}

TEST_CASE("zip: an archive of no entries is an archive") {
    std::string const file = zip_builder().finish();
    CHECK(graft::zip_archive(bytes_of(file)).entries().empty());
}

TEST_CASE("zip: an archive inside an archive is bytes like any other") {
    std::string const inner = zip_builder().add("a", "b").finish();
    std::string const file = zip_builder().add("inner", inner).finish();
    CHECK(text_of(graft::zip_archive(bytes_of(file)).find("inner")) == inner);
}

TEST_CASE("zip: every prefix of an archive is refused") {
    for (bool const zip64 : {false, true}) {
        std::string const inner = zip_builder(zip64).add("a", "b").finish();
        std::string const file = zip_builder(zip64).add("inner", inner).add("c", "d").finish();
        for (std::size_t size = 0; size < file.size(); ++size)
            CHECK(refused(file.substr(0, size)) != "(nothing raised)");
    }
}

TEST_CASE("zip: a changed byte of an entry is found by its CRC") {
    zip_builder const builder = zip_builder().add("weight", "0123456789");
    std::string file = builder.finish();
    file[64] = 'x';
    CHECK(refused(file) == "graft: zip: the entry 'weight' is damaged: its CRC-32 differs from "
                           "the one stored [at byte 64]");
}

TEST_CASE("zip: what cannot be used in place is refused by name") {
    std::string const packed = zip_builder().add("weight", "0123456789", 8).finish();
    CHECK(refused(packed) == "graft: zip: the entry 'weight' is compressed; only stored entries "
                             "can be used in place [at byte 90]");

    zip_builder const builder = zip_builder().add("weight", "0123456789");
    std::string file = builder.finish();
    put_number(file, builder.directory_offset(0) + 8, 1, 2);
    CHECK(refused(file) == "graft: zip: the entry 'weight' is encrypted [at byte 90]");
}

TEST_CASE("zip: headers that disagree with the file are refused") {
    zip_builder const builder = zip_builder().add("first", "0123456789").add("second", "abcdefghij");
    std::string const good = builder.finish();
    std::size_t const header = builder.directory_offset(1);
    std::size_t const local = builder.local_offset(1);
    auto const refused_with = [&](std::size_t at, std::uint64_t value, int width) {
        std::string file = good;
        put_number(file, at, value, width);
        std::string const said = refused(file);
        return said.substr(0, said.find(" [at byte"));
    };
    std::string const second = "graft: zip: the entry 'second' ";
    CHECK(refused_with(header, 0, 4) == "graft: zip: an entry's header lacks its signature");
    CHECK(refused_with(header + 20, 11, 4) == second + "is stored, yet states two sizes");
    CHECK(refused_with(header + 42, good.size(), 4) == second + "starts outside the file");
    CHECK(refused_with(header + 42, 1, 4) == second + "has no local header where the directory says");
    CHECK(refused_with(local + 30, 'S', 1) == second + "has another name in its local header");
    CHECK(refused_with(header + 16, 0, 4) == second + "is damaged: its CRC-32 differs from the one stored");

    std::string bomb = good;
    put_number(bomb, header + 20, 0xfffffffe, 4);
    put_number(bomb, header + 24, 0xfffffffe, 4);
    CHECK(refused(bomb).starts_with(second + "states more bytes than the file has left"));
}

TEST_CASE("zip: entries that share bytes are refused") {
    zip_builder const builder = zip_builder().add("a", "0123456789").add("a", "abcdefghij");
    std::string file = builder.finish();
    CHECK(refused(file).starts_with("graft: zip: two entries are called 'a'"));
    put_number(file, builder.directory_offset(1) + 42, 0, 4);
    CHECK(refused(file) == "graft: zip: the entry 'a' overlaps what follows it [at byte 0]");

    std::string long_entry = builder.finish();
    put_number(long_entry, builder.directory_offset(0) + 20, 100, 4);
    put_number(long_entry, builder.directory_offset(0) + 24, 100, 4);
    CHECK(refused(long_entry) == "graft: zip: the entry 'a' overlaps what follows it [at byte 0]");
}

TEST_CASE("zip: a directory with bytes to spare is refused") {
    std::string file = zip_builder().add("a", "b").add("c", "d").finish();
    put_number(file, file.size() - 22 + 8, 1, 2);
    put_number(file, file.size() - 22 + 10, 1, 2);
    CHECK(refused(file).starts_with("graft: zip: the central directory holds more than its entries"));
}

} // namespace
