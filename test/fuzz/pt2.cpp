// Fuzzes the reader of exported programs: bytes that start as a zip archive does are one,
// others are the JSON of the program that the unit tests read. What is read prints to a text
// that parses to the same graph.

#include <graft/io/pt2/reader.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include "../io/pt2_fixture.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string input(reinterpret_cast<char const*>(data), size);
    if (!input.starts_with("PK")) {
        graft_test::pt2_records records;
        records.model = input;
        input = graft_test::pack(records);
    }
    try {
        graft::exported_program const program = graft::read_pt2(graft_test::open_archive(input));
        (void)graft::fx_text(program.graph());
        if (!graft::lint(program.graph()).empty() || !(graft::parse(graft::text(program.graph())) == program.graph()))
            std::abort();
    } catch (graft::error const&) {
    }
    return 0;
}
