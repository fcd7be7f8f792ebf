#include <graft/partition/why_not_partitioned.hpp>

#include <graft/meta/vec.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/target_set.hpp>
#include <graft/symbolic/value_spec.hpp>

#include "random_dag.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

std::string reasons(graph const& g, any_operator_support support, partitioner_options options = {},
                    bool bookends = false) {
    capability_based_partitioner const partitioner(g, std::move(support), std::move(options));
    vec<partition> parts = partitioner.propose_partitions();
    if (bookends)
        partitioner.remove_bookend_non_compute_ops(parts);
    std::string lines;
    for (unpartitioned_node const& left : why_not_partitioned(partitioner, parts).left_out())
        lines += std::string{g.name(left.node)} + ": " + left.reason + "\n";
    return lines;
}

TEST_CASE("why_not_partitioned: an op that is not supported, and one that would make a cycle") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("user.f", {arg::node(x)}, {}, "a");
    node_id const b = g.call_function("user.g", {arg::node(a)}, {}, "b");
    node_id const c = g.call_function("user.f", {arg::node(a), arg::node(b)}, {}, "c");
    g.output(arg::node(g.call_function("user.f", {arg::node(c)}, {}, "d")));
    CHECK(reasons(g, support_targets({"user.f"})) ==
          "a: %a would be the only node that computes in its partition, and with partition 1 it would make a cycle "
          "through %b\n"
          "b: user.g is not supported\n");
}

TEST_CASE("why_not_partitioned: a cycle with a partition above is found as well") {
    graph g;
    node_id at = g.placeholder("x");
    for (char const* const target : {"user.f", "user.f", "user.g", "user.f"})
        at = g.call_function(target, {arg::node(at)});
    CHECK(reasons(g, support_targets({"user.f"})) ==
          "g: user.g is not supported\n"
          "f_2: %f_2 would be the only node that computes in its partition, and with partition 2 it would make a "
          "cycle through %g\n");
}

TEST_CASE("why_not_partitioned: a dtype, a lone node, and a partition in which nothing computes") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_val(x, make_spec(dtype::f64, {2}));
    node_id const f = g.call_function("user.f", {arg::node(x)});
    node_id const h = g.call_function("user.g", {arg::node(f)});
    g.call_function("user.view", {arg::node(h)});
    CHECK(reasons(g, chain(support_targets({"user.f", "user.view"}), decline_if_input_dtype(dtype::f64)),
                  {.non_compute_ops = {"user.view"}}) == "f: its input %x is f64\n"
                                                         "g: user.g is not supported\n"
                                                         "view: nothing would compute in its partition\n");
    CHECK(reasons(g, support_targets({"user.g"})) == "f: user.f is not supported\n"
                                                     "g: %g would be the only node that computes in its partition\n"
                                                     "view: user.view is not supported\n");
}

TEST_CASE("why_not_partitioned: items of nodes outside, and bookends") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const item = g.call_function("operator.getitem", {arg::node(x), 0});
    node_id const view = g.call_function("user.view", {arg::node(item)});
    node_id const f = g.call_function("user.f", {arg::node(view)});
    g.call_function("user.f", {arg::node(f)});
    CHECK(reasons(g, support_targets({"user.f", "user.view", "operator.getitem"}), {.non_compute_ops = {"user.view"}},
                  true) == "getitem: it is an item of %x, which is in no partition\n"
                           "view: it computes nothing and stands at an end of partition 1\n");
}

TEST_CASE("why_not_partitioned: on random graphs every node is in a partition or has a reason") {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        random_dag const dag = make_random_dag(seed, 16, true);
        for (bool const skip : {false, true}) {
            capability_based_partitioner const partitioner(dag.g, support_targets({"user.yes", "operator.getitem"}),
                                                           {.skip_horizontal_fusion = skip});
            std::vector<partition> const parts = partitioner.propose_partitions();
            why_not_partitioned const why_not(partitioner, parts);
            std::vector<bool> inside(dag.g.capacity(), false);
            for (partition const& p : parts)
                for (node_id const n : p.nodes)
                    inside[n] = true;
            for (node_id const n : dag.nodes)
                REQUIRE(why_not(n).empty() == inside[n]);
        }
    }
}

TEST_CASE("why_not_partitioned: a node that is not in the graph is refused") {
    graph const g;
    capability_based_partitioner const partitioner(g, support_targets({}));
    CHECK_THROWS_WITH_AS(static_cast<void>(why_not_partitioned(partitioner, {})(7)),
                         "graft: there is no node 7: the ids of the graph end at 0", error);
}

} // namespace
