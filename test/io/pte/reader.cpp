#include <graft/io/pte/reader.hpp>

#include <doctest/doctest.h>

#include <graft/io/pte/check.hpp>
#include <graft/io/pte/print.hpp>
#include <graft/io/pte/writer.hpp>

#include "../mutate.hpp"
#include "../pte_fixture.hpp"
#include "../raises.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string contents(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::set<std::filesystem::path> samples() {
    std::set<std::filesystem::path> found;
    for (auto const& entry : std::filesystem::directory_iterator(GRAFT_TEST_DATA "/pte"))
        if (entry.path().extension() == ".pte")
            found.insert(entry.path());
    return found;
}

TEST_CASE("pte: what ExecuTorch has written is read, printed, written and read as the same") {
    CHECK(samples().size() == 13);
    for (auto const& path : samples()) {
        CAPTURE(path.string());
        pte_program const program = read_pte(path.string());
        REQUIRE(program.plans.size() == 1);
        CHECK(text(program).find("method forward") != std::string::npos);
        pte_program const again = read_pte(storage_of(to_bytes(program)));
        CHECK((again.plans[0].values == program.plans[0].values));
        CHECK((again.plans[0].chains == program.plans[0].chains));
        for (std::size_t i = 0; i < program.buffers.size(); ++i)
            CHECK(again.buffers[i].size() >= program.buffers[i].size());
    }
}

TEST_CASE("pte: constants are used where they lie") {
    storage const file = storage_of(contents(GRAFT_TEST_DATA "/pte/digits_cnn.pte"));
    pte_program const program = read_pte(file);
    for (std::size_t i = 1; i < program.buffers.size(); ++i) {
        CHECK((program.buffers[i].data() >= file.data()));
        CHECK((program.buffers[i].data() + program.buffers[i].size() <= file.data() + file.size()));
    }
    CHECK(program.plans[0].buffer_sizes == std::vector<std::int64_t>{0, 66816});
}

TEST_CASE("pte: a file at an odd address is read as well") {
    std::string const bytes = "x" + contents(GRAFT_TEST_DATA "/pte/mlp.pte");
    storage const whole = storage_of(bytes);
    storage const odd(std::shared_ptr<std::byte>(whole.owner(), whole.data() + 1), whole.size() - 1);
    CHECK(read_pte(odd).plans.at(0).values.size() == 27);
}

TEST_CASE("pte: what is no program of ExecuTorch is an error") {
    CHECK(raised([] { static_cast<void>(read_pte(storage_of(""))); }).find("no program of ExecuTorch") !=
          std::string::npos);
    CHECK(raised([] {
              static_cast<void>(read_pte(std::string(GRAFT_TEST_DATA "/models/mlp/model.pt2")));
          }).find("no program of ExecuTorch") != std::string::npos);
    CHECK(raised([] { static_cast<void>(read_pte(std::string(GRAFT_TEST_DATA))); }) ==
          "graft: cannot read '" GRAFT_TEST_DATA "': it is a directory, not a file");
    CHECK(raised([] { static_cast<void>(read_pte(std::string("/no/such.pte"))); }).find("cannot map") !=
          std::string::npos);
}

TEST_CASE("pte: every prefix of a file is an error or a program") {
    std::string const bytes = contents(GRAFT_TEST_DATA "/pte/mlp.pte");
    for (std::size_t size = 0; size < bytes.size(); size += 7)
        CHECK_THROWS_AS(static_cast<void>(read_pte(storage_of(bytes.substr(0, size)))), error);
}

TEST_CASE("pte: a mutated file is an error or a program whose every index names something") {
    int read = 0, failed = 0;
    for (char const* const name : {"mlp", "control_flow", "mutation", "dtype_zoo"}) {
        std::string const bytes = contents(GRAFT_TEST_DATA "/pte/" + std::string(name) + ".pte");
        for (std::uint32_t seed = 0; seed < 500; ++seed)
            try {
                pte_program const program = read_pte(storage_of(mutated(bytes, seed)));
                check_pte(program);
                ++read;
                CHECK(text(program).size() < 400 * bytes.size());
            } catch (error const&) {
                ++failed;
            }
    }
    CHECK(read > 20);
    CHECK(failed > 300);
}

} // namespace
