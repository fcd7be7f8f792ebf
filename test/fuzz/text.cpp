// Fuzzes the parser of the graphs' text form: what it admits prints to a text that parses to
// the same graph.

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    try {
        graft::graph const parsed = graft::parse({reinterpret_cast<char const*>(data), size});
        if (!(graft::parse(graft::text(parsed)) == parsed))
            std::abort();
    } catch (graft::error const&) {
    }
    return 0;
}
