#pragma once

#include "case.hpp"

#include <graft/core/error.hpp>
#include <graft/meta/view.hpp>
#include <graft/partition/contracted_graph.hpp>
#include <graft/partition/partition.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace corpus {

/// The nodes that an option lists by name; a name that is unknown is no node.
inline std::vector<std::vector<graft::node_id>> nodes_of(graft::graph const& g, test_case const& c,
                                                         std::string const& option) {
    std::vector<std::vector<graft::node_id>> lists;
    for (auto const& names : c.option(option, std::vector<std::vector<std::string>>{})) {
        lists.emplace_back();
        for (std::string const& name : names)
            lists.back().push_back(g.at(name));
    }
    return lists;
}

/// Whether the partitions can all become single nodes.
inline bool can_contract(graft::graph const& g, std::vector<std::vector<graft::node_id>> const& lists) {
    std::vector<std::uint32_t> partition_of(g.capacity(), graft::no_partition);
    for (std::size_t p = 0; p < lists.size(); ++p)
        for (graft::node_id const n : lists[p])
            partition_of[n] = static_cast<std::uint32_t>(p);
    std::vector<graft::view<graft::node_id const>> const views(lists.begin(), lists.end());
    return graft::detail::contracted_graph(g, views, partition_of).find_cycle().empty();
}

/// Whether FX's partitions need each other in a cycle and these do not; see deviations.md.
inline bool avoids_cycle(test_case const& c, graft::graph const& g, std::span<graft::partition const> partitions) {
    std::vector<std::vector<graft::node_id>> of_fx, ours;
    for (auto const& names : c.json("expect")) {
        of_fx.emplace_back();
        for (auto const& name : names)
            of_fx.back().push_back(g.at(name.get<std::string>()));
    }
    for (graft::partition const& p : partitions)
        ours.push_back(p.nodes);
    return !can_contract(g, of_fx) && can_contract(g, ours);
}

/// Nothing when the partitions are those that the case expects, else what differs.
inline std::string compare_partitions(test_case const& c, graft::graph const& g,
                                      std::span<graft::partition const> partitions) {
    nlohmann::json sorted = nlohmann::json::array(), in_order = sorted, ids = sorted;
    for (graft::partition const& p : partitions) {
        std::vector<std::string> names;
        for (graft::node_id const n : p.nodes)
            names.emplace_back(g.name(n));
        in_order.push_back(names);
        std::sort(names.begin(), names.end());
        sorted.push_back(names);
        ids.push_back(p.id);
    }
    std::string wrong;
    auto const compare = [&](std::string const& section, nlohmann::json const& got) {
        if (wrong.empty() && c.has(section))
            wrong = difference(c.json(section).dump(), got.dump(), section);
    };
    compare("expect", sorted);
    compare("expect_ids", ids);
    if (c.option<std::string>("partitioner", "") != "group")
        compare("expect_nodes_in_order", in_order);
    return !wrong.empty() && avoids_cycle(c, g, partitions) ? "" : wrong;
}

/// Nothing when `run` raises graft::error.
template <class F>
std::string expect_error(F run) {
    try {
        run();
    } catch (graft::error const&) {
        return "";
    }
    return "an error was expected";
}

} // namespace corpus
