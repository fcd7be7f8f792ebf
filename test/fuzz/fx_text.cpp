// Fuzzes the reader of FX's text: what it admits prints to a text that prints the same when it is read again, and
// its lossless text is read as the same graph.

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    try {
        graft::graph const read = graft::parse_fx({reinterpret_cast<char const*>(data), size});
        std::string const text = graft::fx_text(read);
        if (graft::fx_text(graft::parse_fx(text)) != text || !(graft::parse(graft::text(read)) == read))
            std::abort();
    } catch (graft::error const&) {
    }
    return 0;
}
