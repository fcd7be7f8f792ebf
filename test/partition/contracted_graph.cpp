#include <graft/partition/contracted_graph.hpp>

#include <graft/meta/view.hpp>

#include "random_partitions.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace graft;

using views = std::vector<view<node_id const>>;

// The cycle in words, empty when there is none.
std::string cycle(graph const& g, std::vector<std::vector<node_id>> const& lists) {
    views const spans(lists.begin(), lists.end());
    auto const partition_of = graft_test::partition_of(g, lists);
    detail::contracted_graph contracted(g, spans, partition_of);
    std::string text;
    for (std::size_t const v : contracted.find_cycle())
        text += (text.empty() ? "" : " -> ") + contracted.name(v);
    return text;
}

TEST_CASE("contracted_graph: a cycle through partitions and nodes is found, each before what depends on it") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("f", {arg::node(x)}, {}, "a");
    node_id const b = g.call_function("f", {arg::node(a)}, {}, "b");
    node_id const c = g.call_function("f", {arg::list({arg::node(b)})}, {}, "c");
    node_id const d = g.call_function("f", {arg::node(c)}, {}, "d");
    g.output(arg::node(d));
    CHECK(cycle(g, {}).empty());
    CHECK(cycle(g, {{a, b}, {c, d}}).empty());
    CHECK(cycle(g, {{a, c}}) == "%b -> partition 0");
    CHECK(cycle(g, {{c}, {a, d}}) == "%b -> partition 0 -> partition 1");
    CHECK(cycle(g, {{a, c}, {b, d}}) == "partition 1 -> partition 0");
}

TEST_CASE("contracted_graph: a graph that is cyclic itself is found out") {
    graph g;
    node_id const a = g.call_function("f", {}, {}, "a");
    node_id const b = g.call_function("f", {arg::node(a)}, {}, "b");
    g.set_args(a, std::vector{arg::node(b)});
    CHECK(cycle(g, {}) == "%b -> %a");
}

TEST_CASE("contracted_graph: it agrees with a search for paths on random graphs and partitions") {
    int cyclic = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        graph const g = graft_test::annotated_graph(seed, 15);
        auto const lists = graft_test::random_partitions(g, seed, 4);
        bool const expected = graft_test::is_cyclic(g, lists);
        CHECK(!cycle(g, lists).empty() == expected);
        cyclic += expected;
    }
    CHECK(cyclic > 50);
    CHECK(cyclic < 250);
}

} // namespace
