#include "checks.hpp"
#include "partition_case.hpp"
#include "propose.hpp"

#include <graft/partition/pattern_support.hpp>

#include <utility>
#include <vector>

std::string corpus::check_pattern_partition(test_case const& c) {
    nlohmann::json const attrs = c.option("attrs", nlohmann::json::object());
    auto const read = [&](std::string const& section) {
        graft::graph g = read_graph(c.section(section));
        set_attr_types(g, attrs.value(section, nlohmann::json::object()));
        return g;
    };
    graft::graph const g = read("graph");
    auto const run = [&] {
        std::vector<graft::graph> patterns;
        for (auto const& [section, text] : c.sections)
            if (section.starts_with("pattern"))
                patterns.push_back(read(section));
        graft::pattern_op_options options{.partitions_list = nodes_of(g, c, "partitions_list"),
                                          .op_support = case_support(c),
                                          .ignore_literals = c.option("ignore_literals", false)};
        return graft::generate_pattern_op_partitions(g, std::move(patterns), std::move(options));
    };
    return c.option("expect_error", false) ? expect_error(run) : compare_partitions(c, g, run());
}
