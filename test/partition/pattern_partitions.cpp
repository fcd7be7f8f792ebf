#include <graft/partition/pattern_partitions.hpp>

#include <graft/partition/target_set.hpp>

#include "chain_graph.hpp"
#include "random_dag.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using graft_test::chain_graph;
using graft_test::text;

TEST_CASE("generate_pattern_op_partitions: matches that touch melt into one partition") {
    graph const g = chain_graph({"user.a", "user.b", "user.a", "user.b", "user.c", "user.a", "user.b"});
    CHECK(text(g, generate_pattern_op_partitions(g, {chain_graph({"user.a", "user.b"})})) ==
          "1: a_2, b_2; 3: a, b, a_1, b_1");
}

TEST_CASE("generate_pattern_op_partitions: listed and supported nodes join, single ones may be alone") {
    graph const g = chain_graph({"user.a", "user.b", "user.c", "user.d"});
    std::vector<graph> const patterns{chain_graph({"user.a"})};
    CHECK(text(g, generate_pattern_op_partitions(g, patterns)) == "0: a");
    CHECK(text(g, generate_pattern_op_partitions(g, patterns, {.partitions_list = {{g.at("b")}}})) == "1: a, b");
    CHECK(text(g, generate_pattern_op_partitions(g, patterns, {.op_support = support_targets({"user.d"})})) ==
          "0: d; 1: a");
}

TEST_CASE("generate_pattern_op_partitions: a list of functions, patterns of rules and graphs") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const fused = aten::mul.Tensor(aten::add.Tensor(a, b), b);
    value const gap = aten::exp(fused);
    output(g, {aten::neg(gap), aten::mul.Tensor(aten::add.Tensor(gap, b), a)});
    auto const add_mul = [](auto x, auto y) { return aten::mul.Tensor(aten::add.Tensor(x, y), y); };
    CHECK(text(g, generate_pattern_op_partitions(g, {add_mul, aten::neg(var<"x">), chain_graph({"user.a"})})) ==
          "0: neg_default; 2: add_tensor, mul_tensor");
    CHECK(text(g, generate_pattern_op_partitions(g, {add_mul}, {.op_support = support_targets({"aten::exp"})})) ==
          "1: add_tensor, mul_tensor, exp_default");
}

TEST_CASE("generate_pattern_op_partitions: an unknown node in a list is refused") {
    graph const g = chain_graph({"user.a"});
    CHECK_THROWS_WITH_AS(static_cast<void>(generate_pattern_op_partitions(g, {}, {.partitions_list = {{no_node}}})),
                         "graft: partition 0 holds a node that is not in the graph", error);
}

} // namespace
