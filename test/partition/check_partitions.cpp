#include <graft/partition/check_partitions.hpp>

#include <graft/meta/view.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;

struct chain {
    graph g;
    node_id x = g.placeholder("x");
    node_id a = g.call_function("f", {arg::node(x)}, {}, "a");
    node_id b = g.call_function("f", {arg::node(a)}, {}, "b");
    node_id c = g.call_function("f", {arg::node(b)}, {}, "c");
    node_id out = g.output(arg::node(c));
};

std::string complaint(graph const& g, std::vector<std::vector<node_id>> const& lists) {
    std::vector<view<node_id const>> const views(lists.begin(), lists.end());
    try {
        static_cast<void>(check_partitions(g, views));
    } catch (error const& e) {
        return e.sentence();
    }
    return "";
}

TEST_CASE("check_partitions: sound partitions come back by node") {
    chain t;
    std::vector<node_id> const one{t.c}, two{t.b, t.a};
    std::vector<view<node_id const>> const lists{one, two};
    auto const partition_of = check_partitions(t.g, lists);
    CHECK(partition_of[t.c] == 0);
    CHECK(partition_of[t.a] == 1);
    CHECK(partition_of[t.b] == 1);
    CHECK(partition_of[t.x] == no_partition);
}

TEST_CASE("check_partitions: what cannot be fused is refused by name") {
    chain t;
    CHECK(complaint(t.g, {{t.a}, {}}) == "partition 1 has no nodes");
    CHECK(complaint(t.g, {{t.a, t.b, t.a}}) == "partition 0 holds %a twice");
    CHECK(complaint(t.g, {{t.a, t.b}, {t.b}}) == "%b is in partitions 0 and 1");
    CHECK(complaint(t.g, {{t.a}, {no_node}}) == "partition 1 holds a node that is not in the graph");
    CHECK(complaint(t.g, {{0}}) == "partition 0 holds a node that is not in the graph");
    CHECK(complaint(t.g, {{t.x, t.a}}) == "partition 0 holds the placeholder %x, which must stay in the graph");
    CHECK(complaint(t.g, {{t.out}}) == "partition 0 holds the output %output, which must stay in the graph");
    CHECK(complaint(t.g, {{t.c, t.a}}) == "the partitions depend on each other in a cycle: %b -> partition 0 -> %b");
}

} // namespace
