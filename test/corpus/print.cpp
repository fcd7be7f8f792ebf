#include "checks.hpp"
#include "edits.hpp"

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

std::string corpus::check_print(test_case const& c) {
    graft::graph g = read_graph(c.section("graph"));
    if (std::string const wrong = difference(c.section("graph"), graft::fx_text(g), "graph"); !wrong.empty())
        return wrong;
    if (!(graft::parse(graft::text(g)) == g))
        return "the lossless text is read as another graph:\n" + graft::text(g);
    return expecting_error(c, [&] {
        apply_edits(g, c.option("edits", nlohmann::json::array()));
        return difference(c.section("expect"), graft::fx_text(g));
    });
}
