#include <graft/partition/pattern_support.hpp>

#include <graft/partition/chain_support.hpp>

#include "chain_graph.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>

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

} // namespace
