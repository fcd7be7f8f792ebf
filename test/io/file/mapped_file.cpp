#include <graft/io/file/mapped_file.hpp>

#include <doctest/doctest.h>

#include "../raises.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

/// A file in the temporary folder, gone with the object.
struct scratch_file {
    std::string path;

    explicit scratch_file(std::string_view content)
        : path(std::filesystem::temp_directory_path() / "graft_mapped_file_test") {
        std::ofstream(path, std::ios::binary) << content;
    }
    ~scratch_file() { std::remove(path.c_str()); }
};

TEST_CASE("mapped_file: its bytes are the file's and outlive the object") {
    scratch_file const file("graft");
    std::shared_ptr<std::byte> kept;
    {
        graft::mapped_file const mapped(file.path);
        REQUIRE(mapped.bytes().size() == 5);
        kept = mapped.data();
    }
    CHECK(kept.get()[4] == std::byte{'t'});
}

TEST_CASE("mapped_file: writing to the memory leaves the file as it was") {
    scratch_file const file("graft");
    graft::mapped_file const mapped(file.path);
    *mapped.data() = std::byte{'d'};
    CHECK(mapped.bytes()[0] == std::byte{'d'});
    CHECK(graft::mapped_file(file.path).bytes()[0] == std::byte{'g'});
}

TEST_CASE("mapped_file: what cannot be mapped is named") {
    scratch_file const empty("");
    CHECK(graft_test::raised([&] { graft::mapped_file mapped(empty.path); }) ==
          "graft: cannot map the file '" + empty.path + "': it is empty");
    CHECK(graft_test::raised([] { graft::mapped_file mapped("/no/such/file"); }) ==
          "graft: cannot map the file '/no/such/file': No such file or directory");
    CHECK(graft_test::raised([] { graft::mapped_file mapped("/"); }) ==
          "graft: cannot read '/': it is a directory, not a file");
}

} // namespace
