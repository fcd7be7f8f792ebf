#include <graft/ir/text/print_program.hpp>

#include <doctest/doctest.h>

#include <graft/lower/read_pt2.hpp>

#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace graft;

std::string contents(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("print_program: prints what torch prints of exported programs") {
    for (char const* const model : {"dynamic_mlp", "data_dependent"}) {
        std::string const folder = GRAFT_TEST_DATA "/models/" + std::string(model);
        std::string const expected = contents(folder + "/program.txt");
        REQUIRE(!expected.empty());
        CHECK(text(read_pt2(folder + "/model.pt2")) == expected);
    }
}

TEST_CASE("print_program: a program without anything, and bounds that are not known") {
    exported_program program;
    program.range_constraints = {{symbol("u0"), {0, {}}}, {symbol("u1"), {}}};
    CHECK(text(program) == R"(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self):
            pass
    
Graph signature:
    # inputs
    
    # outputs
    
Range constraints: {u0: VR[0, int_oo], u1: VR[-int_oo, int_oo]}
)");
}

} // namespace
