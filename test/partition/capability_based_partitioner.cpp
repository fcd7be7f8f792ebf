#include <graft/partition/capability_based_partitioner.hpp>

#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/meta/vec.hpp>

#include "random_dag.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string propose(graph const& g, any_operator_support support, partitioner_options options = {}) {
    return text(g, capability_based_partitioner(g, std::move(support), std::move(options)).propose_partitions());
}

// x -> a -> b, a -> c -> d, (b, d) -> e
graph diamond() {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("user.f", {arg::node(x)}, {}, "a");
    node_id const b = g.call_function("user.f", {arg::node(a)}, {}, "b");
    node_id const c = g.call_function("user.g", {arg::node(a)}, {}, "c");
    node_id const d = g.call_function("user.f", {arg::node(c)}, {}, "d");
    g.output(arg::node(g.call_function("user.f", {arg::node(b), arg::node(d)}, {}, "e")));
    return g;
}

TEST_CASE("capability_based_partitioner: what is around an unsupported node makes two partitions, the last first") {
    CHECK(propose(diamond(), support_targets({"user.f"})) == "1: b, d, e");
    CHECK(propose(diamond(), support_targets({"user.f"}), {.allows_single_node_partition = true}) ==
          "1: b, d, e; 3: a");
    CHECK(propose(diamond(), support_targets({"user.f"}), {.allowed_single_node_partition_ops = {"user.f"}}) ==
          "1: b, d, e; 3: a");
    CHECK(propose(diamond(), support_targets({"user.f", "user.g"})) == "1: a, b, c, d, e");
    CHECK(propose(diamond(), support_targets({"user.h"})).empty());
}

TEST_CASE("capability_based_partitioner: bookends go, and a partition may be left empty") {
    graph const g = diamond();
    capability_based_partitioner const partitioner(g, support_targets({"user.f", "user.g"}),
                                                   {.non_compute_ops = {"user.g", "user.h"}});
    vec<partition> parts{{0, {g.at("c"), g.at("d")}}, {1, {g.at("c")}}};
    partitioner.remove_bookend_non_compute_ops(parts);
    CHECK(text(g, parts) == "0: d; 1:");
}

TEST_CASE("capability_based_partitioner: random graphs give disjoint, convex, supported partitions, twice the same") {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        random_dag const dag = make_random_dag(seed, 16);
        for (bool const skip : {false, true}) {
            capability_based_partitioner const partitioner(dag.g, support_targets({"user.yes"}),
                                                           {.skip_horizontal_fusion = skip});
            std::vector<partition> const parts = partitioner.propose_partitions();
            std::vector<bool> seen(dag.g.capacity(), false);
            for (partition const& p : parts) {
                REQUIRE(p.nodes.size() > 1);
                REQUIRE(is_convex(dag.g, p.nodes));
                for (node_id const n : p.nodes) {
                    REQUIRE_FALSE(seen[n]);
                    REQUIRE(dag.is_supported(n));
                    seen[n] = true;
                }
            }
            REQUIRE(can_contract(dag.g, parts));
            REQUIRE(partitioner.propose_partitions() == parts);
        }
    }
}

TEST_CASE("capability_based_partitioner: ids of nodes do not matter, only their order") {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        random_dag const dag = make_random_dag(seed, 16);
        graph const again = parse(graft::text(dag.g));
        CHECK(propose(dag.g, support_targets({"user.yes"})) == propose(again, support_targets({"user.yes"})));
    }
}

TEST_CASE("capability_based_partitioner: a support that fails and a graph out of order are errors") {
    graph g = diamond();
    graph const before = g;
    auto const failing = create_op_support([](graph const& of, node_id n) {
        if (of.name(n) == "c")
            throw std::runtime_error("no device");
        return true;
    });
    CHECK_THROWS_WITH_AS(propose(g, failing), "graft: the operator support failed: no device [at %c]", error);
    CHECK(graft::text(g) == graft::text(before));
    g.move_before(g.at("e"), g.at("a"));
    CHECK_THROWS_WITH_AS(propose(g, support_targets({"user.f"})),
                         "graft: the graph is not in topological order: %e comes before its input %b", error);
}

TEST_CASE("capability_based_partitioner: an empty graph has no partitions") {
    CHECK(propose(graph{}, create_op_support([](graph const&, node_id) { return true; })).empty());
}

} // namespace
