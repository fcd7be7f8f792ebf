#include <graft/io/file/zip_directory.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"
#include "../zip_builder.hpp"

namespace {

using graft_test::bytes_of;
using graft_test::raised;

std::string refused(std::string const& file) {
    return raised([&] { (void)graft::find_zip_directory(bytes_of(file)); });
}

TEST_CASE("zip_directory: the one of the outer archive is found") {
    std::string const inner = graft_test::zip_builder().add("a", "b").finish();
    graft_test::zip_builder outer;
    outer.add("inner.zip", inner).add("after", "c");
    for (char const* comment : {"", "a comment", "PK\5\6 and more than twenty-two bytes"}) {
        std::string const file = outer.finish(comment);
        graft::zip_directory const found = graft::find_zip_directory(bytes_of(file));
        CHECK(found.count == 2);
        CHECK(found.offset == outer.directory_offset(0));
        CHECK(found.size == 2 * 46 + 9 + 5);
    }
}

TEST_CASE("zip_directory: zip64 records take precedence") {
    graft_test::zip_builder wide(true);
    wide.add("a", "b");
    std::string const file = wide.finish();
    graft::zip_directory const found = graft::find_zip_directory(bytes_of(file));
    CHECK(found.count == 1);
    CHECK(found.offset == wide.directory_offset(0));
    CHECK(found.size == 46 + 1 + 28);
}

TEST_CASE("zip_directory: a file without end record is no archive") {
    CHECK(refused("") == "graft: zip: no end record: not a zip archive, or one cut short [at byte 0]");
    CHECK(refused(std::string(100'000, 'x')) ==
          "graft: zip: no end record: not a zip archive, or one cut short [at byte 100000]");
}

TEST_CASE("zip_directory: numbers that the file cannot hold are refused") {
    graft_test::zip_builder builder;
    std::string const good = builder.add("a", "b").finish();
    std::size_t const end = good.size() - 22;

    std::string file = good;
    graft_test::put_number(file, end + 8, 0xfffe, 2);
    graft_test::put_number(file, end + 10, 0xfffe, 2);
    CHECK(refused(file) ==
          "graft: zip: the directory cannot hold the entries announced [at byte " + std::to_string(end) + "]");

    file = good;
    graft_test::put_number(file, end + 12, 0xfffffff0, 4);
    CHECK(refused(file) ==
          "graft: zip: the central directory lies outside the file [at byte " + std::to_string(end) + "]");

    file = good;
    graft_test::put_number(file, end + 16, 0xfffffff0, 4);
    CHECK(refused(file) ==
          "graft: zip: the central directory lies outside the file [at byte " + std::to_string(end) + "]");

    file = good;
    graft_test::put_number(file, end + 4, 1, 2);
    CHECK(refused(file) ==
          "graft: zip: archives in several parts are not supported [at byte " + std::to_string(end) + "]");
}

TEST_CASE("zip_directory: a zip64 record that lies is refused") {
    std::string const good = graft_test::zip_builder(true).add("a", "b").finish();
    std::size_t const locator = good.size() - 22 - 20;
    std::size_t const record = locator - 56;

    std::string file = good;
    graft_test::put_number(file, locator + 8, ~std::uint64_t{0}, 8);
    CHECK(refused(file) ==
          "graft: zip: the zip64 locator points past itself [at byte " + std::to_string(locator) + "]");
    graft_test::put_number(file, locator + 8, 0, 8);
    CHECK(refused(file) == "graft: zip: the zip64 locator points at no zip64 end record [at byte 0]");
    for (std::size_t const field : {24u, 32u, 40u, 48u}) {
        file = good;
        graft_test::put_number(file, record + field, ~std::uint64_t{0} - 9, 8);
        CHECK(refused(file) != "(nothing raised)");
    }
}

} // namespace
