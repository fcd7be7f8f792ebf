#include <graft/partition/group_based_partitioner.hpp>

#include <graft/partition/target_set.hpp>

#include "random_dag.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using graft_test::text;
using node_lists = std::vector<std::vector<node_id>>;

struct chain_of_five {
    graph g;
    std::vector<node_id> f;

    chain_of_five() {
        node_id at = g.placeholder("x");
        for (char const* const target : {"user.f", "user.f", "user.g", "user.f", "user.f"})
            f.push_back(at = g.call_function(target, {arg::node(at)}));
    }
    std::string propose(node_lists groups, partitioner_options options = {}) const {
        return text(g, group_based_partitioner(g, support_targets({"user.f"}), std::move(groups), std::move(options))
                           .propose_partitions());
    }
};

TEST_CASE("group_based_partitioner: without groups it keeps the first id of each partition") {
    CHECK(chain_of_five{}.propose({}) == "0: f_2, f_3; 2: f, f_1");
}

TEST_CASE("group_based_partitioner: a group stays together around what is not supported, and takes no more") {
    chain_of_five const c;
    CHECK(c.propose({{c.f[1], c.f[3]}}, {.allows_single_node_partition = true}) == "0: f_3; 1: f_1, f_2; 2: f");
}

TEST_CASE("group_based_partitioner: members that are not supported are left out") {
    chain_of_five const c;
    CHECK(c.propose({{c.f[1], c.f[2]}}) == "0: f_2, f_3; 2: f, f_1");
}

TEST_CASE("group_based_partitioner: an item that is in a partition follows what it is taken from") {
    graph g;
    node_id const a = g.call_function("user.f", {}), b = g.call_function("user.g", {arg::node(a)});
    node_id const c = g.call_function("user.f", {arg::node(b)});
    node_id const item = g.call_function("operator.getitem", {arg::node(c), 0});
    node_id const d = g.call_function("user.g", {arg::node(item)});
    node_id const e = g.call_function("user.f", {arg::node(d)});
    group_based_partitioner const partitioner(g, support_targets({"user.f", "operator.getitem"}), {{item, e}},
                                              {.allows_single_node_partition = true});
    CHECK(text(g, partitioner.propose_partitions()) == "0: f_2; 1: f_1, getitem; 2: f");
}

TEST_CASE("group_based_partitioner: unknown nodes and nodes in two groups are refused") {
    chain_of_five const c;
    CHECK_THROWS_WITH_AS(c.propose({{c.f[0]}, {no_node}}), "graft: group 1 holds a node that is not in the graph",
                         error);
    CHECK_THROWS_WITH_AS(c.propose({{c.f[0]}, {c.f[0]}}), "graft: node %f is in groups 0 and 1", error);
    CHECK_THROWS_WITH_AS(c.propose({{c.f[0], c.f[0]}}), "graft: group 0 holds %f twice", error);
}

} // namespace
