#pragma once

#include "../rewrite/random_graph.hpp"

#include <graft/ir/graph.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/partition/partition.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace graft_test {

/// A random graph of toy ops, whose nodes have values and metadata of their own.
inline graft::graph annotated_graph(std::uint32_t seed, std::size_t calls) {
    using namespace graft;
    graph g = random_graph(seed, calls, false);
    std::int64_t size = 0;
    for (node_id const n : g.nodes()) {
        if (g.op(n) == opcode::output)
            continue;
        g.set_val(n, make_spec(dtype::f32, {++size}));
        arg dict(arg_kind::dict, {g.name(n)});
        dict.keys = {"made_as"};
        g.set_meta(n, dict);
    }
    return g;
}

/// Some of the calls of a graph in up to `count` lists, in which neighbours often stay together.
inline std::vector<std::vector<graft::node_id>> random_partitions(graft::graph const& g, std::uint32_t seed,
                                                                  std::size_t count) {
    using namespace graft;
    std::mt19937 random{seed};
    std::vector<std::vector<node_id>> lists(count);
    std::size_t current = 0;
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function)
            continue;
        if (random() % 4 == 0)
            current = random() % (count + 1);
        if (current < count)
            lists[current].push_back(n);
    }
    for (auto& list : lists)
        std::shuffle(list.begin(), list.end(), random);
    std::erase_if(lists, [](auto const& list) { return list.empty(); });
    return lists;
}

inline std::vector<std::uint32_t> partition_of(graft::graph const& g,
                                               std::vector<std::vector<graft::node_id>> const& lists) {
    std::vector<std::uint32_t> result(g.capacity(), graft::no_partition);
    for (std::size_t p = 0; p < lists.size(); ++p)
        for (graft::node_id const n : lists[p])
            result[n] = static_cast<std::uint32_t>(p);
    return result;
}

/// Whether some partition would depend on itself, found by following every path.
inline bool is_cyclic(graft::graph const& g, std::vector<std::vector<graft::node_id>> const& lists) {
    using namespace graft;
    std::size_t const count = lists.size() + g.capacity();
    auto const part = partition_of(g, lists);
    auto const vertex = [&](node_id n) { return part[n] != no_partition ? part[n] : lists.size() + n; };
    std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
    for (node_id const n : g.nodes())
        g.for_each_input(n, [&](node_id input) {
            if (vertex(input) != vertex(n))
                reaches[vertex(input)][vertex(n)] = true;
        });
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; reaches[i][k] && j < count; ++j)
                if (reaches[k][j])
                    reaches[i][j] = true;
    for (std::size_t i = 0; i < count; ++i)
        if (reaches[i][i])
            return true;
    return false;
}

/// The lines of a graph's lossless text, sorted: what it is but for the order of the nodes.
inline std::vector<std::string> sorted_lines(graft::graph const& g) {
    std::vector<std::string> lines;
    std::istringstream text(graft::text(g));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace graft_test
