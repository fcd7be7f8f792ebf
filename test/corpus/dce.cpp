#include "checks.hpp"

#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/text/print.hpp>

#include <set>

std::string corpus::check_dce(test_case const& c) {
    graft::graph g = read_graph(c.section("graph"));
    auto const attrs = c.option("attrs", nlohmann::json::object()).value("graph", nlohmann::json::object());
    bool const custom = c.options.contains("impure_nodes");
    auto const kept = c.option("impure_nodes", std::set<std::string>{});
    std::size_t const erased = graft::eliminate_dead_code(
        g, [&](graft::node_id n) { return custom ? kept.contains(std::string(g.name(n))) : is_impure(g, n, attrs); });
    std::string const wrong = difference(c.section("expect"), graft::fx_text(g));
    return wrong.empty()
               ? difference(c.json("expect_modified").dump(), erased > 0 ? "true" : "false", "expect_modified")
               : wrong;
}
