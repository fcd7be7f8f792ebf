#include "checks.hpp"
#include "propose.hpp"

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/partition/fuse_partitions.hpp>
#include <graft/partition/inline_submodule.hpp>

#include <algorithm>
#include <sstream>
#include <vector>

namespace {

using namespace graft;

// A node that the graph does not have stays an invalid one.
std::vector<std::vector<node_id>> listed_partitions(corpus::test_case const& c, graph const& g) {
    std::vector<std::vector<node_id>> lists;
    for (auto const& names : c.options.at("partitions"))
        for (lists.emplace_back(); auto const& name : names)
            lists.back().push_back(g.at(name.get<std::string>()));
    return lists;
}

std::vector<node_id> fuse(corpus::test_case const& c, graph_module& module) {
    std::string const prefix = c.option<std::string>("prefix", "fused_");
    fuse_options const options{prefix, c.option("always_return_tuple", false)};
    if (c.options.contains("partitions"))
        return fuse_by_partitions(module, listed_partitions(c, module.graph), options);
    return fuse_partitions(module, corpus::propose(c, module.graph), options);
}

// The nodes of the graph in any order.
std::vector<std::string> sorted_lines(graph const& g) {
    std::vector<std::string> lines;
    std::istringstream text(fx_text(g));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

// Nothing when the module and its submodules are those that the case expects, else what differs.
std::string compare(corpus::test_case const& c, graph_module const& module) {
    std::string wrong = corpus::difference(c.section("expect"), fx_text(module.graph));
    std::size_t expected = 0;
    for (auto const& [name, text] : c.sections)
        if (name.starts_with("expect ")) {
            ++expected;
            graph_module const* const sub = module.find(name.substr(7));
            wrong +=
                sub == nullptr ? "there is no " + name.substr(7) : corpus::difference(text, fx_text(sub->graph), name);
        }
    return expected == module.submodules.size() ? wrong : wrong + "another number of submodules";
}

} // namespace

std::string corpus::check_fuse(test_case const& c) {
    graph_module const original{read_graph(c.section("graph")), {}};
    graph_module module = original;
    bool const fx_failed = c.option("expect_error", false);
    if (fx_failed && c.options.contains("partitions")) {
        try {
            fuse(c, module);
        } catch (error const&) {
            return module == original ? "" : "the refused module has changed";
        }
        return "an error is expected, but there is none";
    }
    // FX fails on partitions that it proposes itself where these need each other; graft's do not, see deviations.md.
    std::vector<node_id> const calls = fuse(c, module);
    std::string wrong = fx_failed ? "" : compare(c, module);
    if (!lint(module.graph).empty())
        wrong += "the graph is not sound";
    inline_submodules(module, calls);
    if (!module.submodules.empty() || sorted_lines(module.graph) != sorted_lines(original.graph))
        wrong += difference(fx_text(original.graph), fx_text(module.graph), "inlined again");
    return wrong;
}
