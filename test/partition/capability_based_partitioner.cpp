#include <graft/partition/capability_based_partitioner.hpp>

#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../sanitized.hpp"
#include "random_dag.hpp"
#include "slow_partitioner.hpp"

#include <functional>
#include <span>
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

std::vector<partition> assign(random_dag const& dag) {
    detail::node_order const order(dag.g);
    return detail::assign_by_level(dag.g, order, dag.supported).partitions(order);
}

TEST_CASE("assign_by_level: on random graphs it finds what trying every merge finds, with the same ids") {
    for (std::uint32_t seed = 0; seed < graft_test::cases(3000); ++seed) {
        random_dag const dag = make_random_dag(seed);
        auto const found = assign(dag);
        REQUIRE(text(dag.g, found) == text(dag.g, slow_partitioner(dag.g, dag.supported, true).run()));
        REQUIRE(can_contract(dag.g, found));
    }
}

TEST_CASE("assign_by_level: larger random graphs, too") {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        random_dag const dag = make_random_dag(seed, 60);
        REQUIRE(text(dag.g, assign(dag)) == text(dag.g, slow_partitioner(dag.g, dag.supported, true).run()));
    }
}

TEST_CASE("assign_by_level: no two partitions could be one") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        random_dag const dag = make_random_dag(seed);
        std::vector<partition> const found = assign(dag);
        for (std::size_t p = 0; p < found.size(); ++p)
            for (std::size_t q = 0; q < p; ++q) {
                std::vector<partition> merged = found;
                merged[p].nodes.insert(merged[p].nodes.end(), found[q].nodes.begin(), found[q].nodes.end());
                merged.erase(merged.begin() + static_cast<std::ptrdiff_t>(q));
                REQUIRE_FALSE(can_contract(dag.g, merged));
            }
    }
}

TEST_CASE("bookend_nodes: they are those without a node that computes above, or without one below") {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        random_dag const dag = make_random_dag(seed, 16);
        // All nodes in two partitions; `user.no` computes nothing.
        std::vector<partition> parts{{0, {}}, {1, {}}};
        std::vector<std::size_t> home(dag.g.capacity());
        for (node_id const n : dag.nodes)
            parts[home[n] = (n * 5 + seed) % 3 == 0].nodes.push_back(n);
        std::function<bool(node_id, bool)> const clear = [&](node_id n, bool above) {
            bool all = !dag.is_supported(n);
            auto const look = [&](node_id next) { all = all && (home[next] != home[n] || clear(next, above)); };
            above ? dag.g.for_each_input(n, look) : dag.g.for_each_use(n, look);
            return all;
        };
        std::vector<bool> const bookends =
            detail::bookend_nodes(dag.g, detail::node_order(dag.g), parts, detail::target_lookup({"user.no"}, dag.g));
        for (node_id const n : dag.nodes)
            REQUIRE(bookends[n] == (clear(n, true) || clear(n, false)));
    }
}

TEST_CASE("bookend_nodes: a placeholder counts as outside even where it is a member") {
    graph g;
    node_id const x = g.placeholder("x"), view = g.call_function("user.view", {arg::node(x)});
    node_id const f = g.call_function("user.f", {arg::node(view)});
    std::vector<partition> const parts{{0, {x, view, f}}};
    std::vector<bool> const bookends =
        detail::bookend_nodes(g, detail::node_order(g), parts, detail::target_lookup({"user.view"}, g));
    CHECK(bookends[view]);
    CHECK_FALSE(bookends[f]);
}

std::vector<partition> assign(graph const& g, std::vector<bool> const& supported) {
    detail::node_order const order(g);
    return detail::assign_by_users(g, order, supported).partitions(order);
}

// What FX remembers of the partitions that one reaches is not brought up to date when those merge, and in rare
// cases it makes two partitions that need each other. Ours never are.
TEST_CASE("assign_by_users: on random graphs it finds what FX finds, but for FX's cycles") {
    std::size_t cycles = 0;
    auto const compare = [&](random_dag const& dag) {
        auto const found = assign(dag.g, dag.supported);
        REQUIRE(can_contract(dag.g, found));
        auto const expected = slow_partitioner(dag.g, dag.supported, false).run();
        if (can_contract(dag.g, expected))
            REQUIRE(text(dag.g, found) == text(dag.g, expected));
        else
            ++cycles;
    };
    for (std::uint32_t seed = 0; seed < graft_test::cases(5000); ++seed)
        compare(make_random_dag(seed));
    CHECK(cycles < 5);
    for (std::uint32_t seed = 0; seed < graft_test::cases(200); ++seed)
        compare(make_random_dag(seed, 60));
}

TEST_CASE("assign_by_users: independent nodes stay apart") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("user.f", {arg::node(x)}), b = g.call_function("user.f", {arg::node(x)});
    std::vector<bool> supported(g.capacity(), false);
    supported[a] = supported[b] = true;
    CHECK(text(g, assign(g, supported)) == "0: f_1; 1: f");
}

TEST_CASE("assign_by_users: a node joins two partitions of its users that were apart") {
    graph g;
    node_id const x = g.call_function("user.f", {});
    node_id const a = g.call_function("user.f", {arg::node(x)}), b = g.call_function("user.f", {arg::node(x)});
    std::vector<bool> supported(g.capacity(), false);
    supported[x] = supported[a] = supported[b] = true;
    CHECK(text(g, assign(g, supported)) == "2: f, f_1, f_2");
}

} // namespace
