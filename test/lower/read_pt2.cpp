#include <graft/lower/read_pt2.hpp>

#include <doctest/doctest.h>

#include <graft/core/error.hpp>
#include <graft/io/pt2/writer.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/lower/lowering_passes.hpp>

#include <filesystem>
#include <string>

namespace {

using namespace graft;

std::string const models = std::string{GRAFT_TEST_DATA} + "/models/";

TEST_CASE("read_pt2: every op is known without a word, those of a Backend program that was written, too") {
    exported_program p = read_pt2(models + "digits_cnn/model.pt2");
    static_cast<void>(to_edge_passes()(p));
    static_cast<void>(to_backend_passes(cpu_library())(p));
    std::string const path = (std::filesystem::temp_directory_path() / "graft_read_pt2.pt2").string();
    write_pt2(path, p);
    exported_program const again = read_pt2(path);
    std::filesystem::remove(path);
    CHECK(fx_text(again.graph()) == fx_text(p.graph()));
    graph const& g = again.graph();
    for (node_id const n : g.nodes())
        if (g.op(n) == opcode::call_function && g.target(n).is_op())
            CHECK(g.target(n).op != nullptr);
}

TEST_CASE("read_pt2: a file that is not there is an error that names it") {
    CHECK_THROWS_WITH_AS(static_cast<void>(read_pt2("no such file.pt2")),
                         "graft: cannot map the file 'no such file.pt2': No such file or directory", error);
}

} // namespace
