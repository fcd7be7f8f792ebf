#include <graft/io/pt2/archive.hpp>

#include <doctest/doctest.h>

#include "../pt2_fixture.hpp"
#include "../raises.hpp"

#include <cstring>
#include <functional>
#include <vector>

namespace {

using graft::pt2_archive;
using graft::storage;
using graft_test::open_archive;
using graft_test::raised;
using graft_test::zip_builder;

std::string refused(zip_builder const& builder) {
    return raised([&] { (void)open_archive(builder.finish()); });
}

TEST_CASE("pt2_archive: the root folder may have any name") {
    for (std::string const root : {"model/", "a b/", ""}) {
        pt2_archive const archive = open_archive(zip_builder()
                                                     .add(root + "archive_format", "pt2")
                                                     .add(root + "archive_version", "0")
                                                     .add(root + "models/one.json", "[1]")
                                                     .add(root + "models/two.json", "2")
                                                     .add(root + "models/two.txt", "")
                                                     .finish());
        CHECK(archive.models() == std::vector<std::string_view>{"one", "two"});
        CHECK(archive.text("models/two.json") == "2");
        CHECK(archive.json("models/one.json").root().size() == 1);
    }
}

TEST_CASE("pt2_archive: aligned bytes are used in place, others are copied") {
    for (std::size_t const alignment : {std::size_t{64}, std::size_t{1}}) {
        std::string const bytes = graft_test::pack({}, alignment);
        storage const memory = storage::allocate(bytes.size());
        std::memcpy(memory.data(), bytes.data(), bytes.size());
        storage const weight = pt2_archive(memory.owner(), bytes.size()).bytes("data/weights/weight_0");
        REQUIRE(weight.size() == 12);
        CHECK(std::memcmp(weight.data(), graft_test::pt2_records().weight.data(), 12) == 0);
        CHECK(reinterpret_cast<std::uintptr_t>(weight.data()) % 64 == 0);
        bool const inside = std::less_equal<>()(memory.data(), weight.data()) &&
                            std::less<>()(weight.data(), memory.data() + memory.size());
        CHECK(inside == (alignment == 64));
    }
}

TEST_CASE("pt2_archive: what is no exported program is refused") {
    CHECK(refused(zip_builder()) == "graft: pt2: the archive is empty");
    CHECK(refused(zip_builder().add("m/data.pkl", "")) == "graft: pt2: the archive has no record 'm/archive_format'");
    CHECK(refused(zip_builder().add("m/archive_format", "zip")) ==
          "graft: pt2: the record 'archive_format' says 'zip', not 'pt2'");
    CHECK(refused(zip_builder().add("m/archive_format", "pt2").add("m/archive_version", "1")) ==
          "graft: pt2: the record 'archive_version' says '1', not '0'");
    CHECK(
        refused(zip_builder().add("m/archive_format", "pt2").add("m/archive_version", "0").add("m/byteorder", "big")) ==
        "graft: pt2: the record 'byteorder' says 'big', not 'little'");
}

TEST_CASE("pt2_archive: a damaged record is found when it is read") {
    std::string bytes = graft_test::pack({});
    std::size_t const at = bytes.find("2.15.0");
    bytes[at] = '3';
    pt2_archive const archive = open_archive(bytes);
    CHECK(raised([&] {
              (void)archive.text("models/model.json");
          }).starts_with("graft: zip: the entry 'm/models/model.json' is damaged"));
    CHECK(raised([] { (void)pt2_archive(std::string(GRAFT_TEST_DATA)); }) == "graft: cannot read '" GRAFT_TEST_DATA
                                                                             "': it is a directory, not a file");
    CHECK(raised([&] { (void)archive.json("models/none.json"); }) ==
          "graft: pt2: the archive has no record 'm/models/none.json'");
}

} // namespace
