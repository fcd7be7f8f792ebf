#include "checks.hpp"

#include <graft/partition/source_partitions.hpp>

#include <set>
#include <span>
#include <sstream>
#include <vector>

namespace {

using namespace graft;
using nlohmann::json;

// A source in a stack of modules is a string that FX also takes for the type of that name: a name without a kind.
std::string without_str(std::string const& source) { return source.starts_with("str:") ? source.substr(4) : source; }

// The metadata as torch.export writes it.
json exported(json const& meta) {
    json texts = json::object();
    if (meta.contains("source_fn_stack"))
        for (auto const& entry : meta["source_fn_stack"])
            texts["source_fn_stack"] = entry[0].get<std::string>() + "," + entry[1].get<std::string>();
    if (meta.contains("torch_fn"))
        texts["torch_fn"] = meta["torch_fn"][0].get<std::string>() + ";" + meta["torch_fn"][1].get<std::string>();
    std::string modules;
    if (meta.contains("nn_module_stack"))
        for (auto const& entry : meta["nn_module_stack"])
            modules += (modules.empty() ? "" : ";") + entry[0].get<std::string>() + "," + entry[1].get<std::string>() +
                       "," + without_str(entry[2].get<std::string>());
    if (!modules.empty())
        texts["nn_module_stack"] = modules;
    return texts;
}

void read_metadata(graph& g, std::string const& section) {
    std::istringstream lines(section);
    for (std::string line; std::getline(lines, line);) {
        std::size_t const blank = line.find(' ');
        node_id const n = g.at(line.substr(0, blank));
        if (n == no_node)
            raise(errc::parse, "metadata for '", line.substr(0, blank), "', which is no node");
        json const texts = exported(json::parse(line.substr(blank + 1)));
        arg dict(arg_kind::dict, {});
        for (auto const& [key, text] : texts.items()) {
            dict.keys.push_back(g.store().strings[g.intern_string(key)]);
            dict.items.push_back(std::string_view(text.get_ref<std::string const&>()));
        }
        g.set_meta(n, dict);
    }
}

json node_names(graph const& g, std::vector<node_id> const& nodes) {
    json result = json::array();
    for (node_id const n : nodes)
        result.push_back(std::string(g.name(n)));
    return result;
}

std::string differs(json const& expected, json const& got, std::string const& what) {
    return expected == got ? "" : corpus::difference(expected.dump(), got.dump(), what);
}

} // namespace

std::string corpus::check_source_partitions(test_case const& c) {
    graph g = read_graph(c.section("graph"));
    read_metadata(g, c.section("meta"));
    auto const wanted = c.option("wanted_sources", std::vector<std::string>{});
    auto const rejected = c.option("filter_reject_nodes", std::set<std::string>{});
    std::vector<source_partition> const found =
        get_source_partitions(g, std::vector<std::string_view>(wanted.begin(), wanted.end()),
                              [&](node_id n) { return !rejected.contains(std::string(g.name(n))); });
    json partitions = json::array(), connected = json::array();
    for (source_partition const& p : found)
        partitions.push_back({{"source", p.source},
                              {"nodes", node_names(g, p.nodes)},
                              {"input_nodes", node_names(g, p.input_nodes)},
                              {"output_nodes", node_names(g, p.output_nodes)},
                              {"params", node_names(g, p.params)}});
    for (std::size_t i = 0; i < found.size(); ++i)
        for (std::size_t j = 0; j < found.size(); ++j)
            if (i != j && check_subgraphs_connected(g, found[i], found[j]))
                connected.push_back({i, j});
    return differs(c.json("expect"), partitions, "expect") +
           differs(c.json("expect_connected"), connected, "expect_connected");
}
