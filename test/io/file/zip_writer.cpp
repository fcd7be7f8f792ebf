#include <graft/io/file/zip_writer.hpp>

#include <graft/io/file/zip.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using graft_test::sentence;

using entries = std::vector<std::pair<std::string, std::string>>;

std::string packed(entries const& content, bool zip64 = false) {
    std::ostringstream out;
    zip_writer writer(out, zip64);
    for (auto const& [name, bytes] : content)
        writer.add(name, std::string_view(bytes));
    writer.finish();
    return out.str();
}

void check_same(entries const& content, std::string const& file) {
    zip_archive const archive(std::as_bytes(std::span(file.data(), file.size())));
    REQUIRE(archive.entries().size() == content.size());
    for (std::size_t i = 0; i < content.size(); ++i) {
        zip_entry const& entry = archive.entries()[i];
        CHECK(entry.name == content[i].first);
        CHECK(std::string(reinterpret_cast<char const*>(entry.bytes.data()), entry.bytes.size()) == content[i].second);
        CHECK(entry.offset % zip_writer::alignment == 0);
        check_crc(entry);
    }
}

TEST_CASE("zip_writer: what it writes is read again, and every entry is aligned") {
    std::mt19937 random(6);
    for (int round = 0; round < 50; ++round) {
        entries content;
        std::size_t const count = random() % 9;
        for (std::size_t i = 0; i < count; ++i) {
            std::string name = std::to_string(i) + std::string(random() % 200, 'n');
            std::string bytes(random() % 3 == 0 ? 0 : random() % 500, '\0');
            for (char& c : bytes)
                c = static_cast<char>(random());
            content.emplace_back(std::move(name), std::move(bytes));
        }
        check_same(content, packed(content));
        check_same(content, packed(content, true));
    }
}

TEST_CASE("zip_writer: with 64-bit fields the archive has a zip64 end record") {
    entries const content{{"a", "12345"}};
    CHECK(packed(content).find("PK\6\6") == std::string::npos);
    CHECK(packed(content, true).find("PK\6\6") != std::string::npos);
}

TEST_CASE("zip_writer: more entries than 16 bits count need a zip64 end record") {
    entries content;
    for (int i = 0; i < 0x10001; ++i)
        content.emplace_back(std::to_string(i), "");
    std::string const file = packed(content);
    zip_archive const archive(std::as_bytes(std::span(file.data(), file.size())));
    CHECK(archive.entries().size() == content.size());
}

TEST_CASE("zip_writer: an entry needs a name of 1 to 65535 bytes") {
    CHECK(sentence([] { packed({{"", "x"}}); }) == "zip: the name of an entry has 0 bytes, not 1 to 65535");
    CHECK(sentence([] {
              packed({{std::string(65536, 'n'), "x"}});
          }) == "zip: the name of an entry has 65536 bytes, not 1 to 65535");
}

TEST_CASE("zip_writer: a stream that takes no bytes is an error") {
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    zip_writer writer(out);
    writer.add("a", "b");
    CHECK(sentence([&] { writer.finish(); }) == "zip: the archive cannot be written");
}

} // namespace
