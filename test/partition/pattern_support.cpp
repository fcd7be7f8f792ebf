#include <graft/partition/pattern_support.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/partition/operator_support.hpp>
#include <graft/partition/target_set.hpp>

#include "chain_graph.hpp"
#include "random_dag.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::chain_graph;

std::string supported(graph const& g, any_operator_support const& support) {
    std::string names;
    any_operator_support const prepared = support.prepare(g);
    for (node_id const n : g.nodes()) {
        if (prepared.is_node_supported(g, n))
            names += std::string{names.empty() ? "" : " "} + std::string{g.name(n)};
        CHECK(prepared.is_node_supported(g, n) == support.is_node_supported(g, n));
    }
    return names;
}

TEST_CASE("create_pattern_support: the calls of every match of every pattern, and no others") {
    graph const g = chain_graph({"user.a", "user.b", "user.a", "user.c", "user.b"});
    CHECK(supported(g, create_pattern_support(chain_graph({"user.a", "user.b"}))) == "a b");
    CHECK(supported(g, create_pattern_support(chain_graph({"user.a", "user.b"}), chain_graph({"user.c"}))) == "a b c");
    CHECK(supported(g, create_pattern_support(chain_graph({"user.d"}))).empty());
    CHECK(supported(g, create_pattern_support(std::vector<graph>{})).empty());
}

TEST_CASE("create_pattern_support: takes functions and patterns of rules, one by one or in a list") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const fused = aten::mul.Tensor(aten::add.Tensor(a, b), b);
    output(g, {aten::mul.Tensor(aten::add.Tensor(fused, b), a), aten::relu(fused), aten::mul.Scalar(b, 2)});
    auto const add_mul = [](auto x, auto y) { return aten::mul.Tensor(aten::add.Tensor(x, y), y); };
    auto const x = var<"x">;
    CHECK(supported(g, create_pattern_support(add_mul)) == "add_tensor mul_tensor");
    CHECK(supported(g, create_pattern_support(add_mul, aten::relu(x), chain_graph({"user.a"}))) ==
          "add_tensor mul_tensor relu_default");
    CHECK(supported(g, create_pattern_support({add_mul, [](auto v) { return aten::mul.Scalar(v, 3); }})) ==
          "add_tensor mul_tensor");
    CHECK(supported(g, create_pattern_support({add_mul, [](auto v) { return aten::mul.Scalar(v, 3); }}, true)) ==
          "add_tensor mul_tensor mul_scalar");
}

TEST_CASE("create_pattern_support: inside a chain it is prepared, too, and says that no pattern matches") {
    graph const g = chain_graph({"user.a", "user.b"});
    auto const support = any_chain(create_pattern_support(chain_graph({"user.b"})));
    CHECK(supported(g, support) == "b");
    CHECK(support.prepare(g).why_not_supported(g, g.at("a")) == "no pattern matches it");
}

TEST_CASE("create_pattern_support: a pattern that cannot be matched is refused when it is given") {
    CHECK_THROWS_AS(static_cast<void>(create_pattern_support(graph{})), error);
}

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
