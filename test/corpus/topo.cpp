#include "checks.hpp"
#include "edits.hpp"

#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/topological_sort.hpp>

std::string corpus::check_topo(test_case const& c) {
    graft::graph g = read_graph(c.section("graph"));
    return expecting_error(c, [&]() -> std::string {
        apply_edits(g, c.option("edits", nlohmann::json::array()));
        c.option("stable", false) ? graft::stable_topological_sort(g) : graft::legalize_graph(g);
        for (graft::lint_finding const& fault : graft::lint(g))
            if (fault.kind == graft::lint_kind::used_before_definition)
                return graft::text(g, fault);
        return difference(c.section("expect"), graft::fx_text(g));
    });
}
