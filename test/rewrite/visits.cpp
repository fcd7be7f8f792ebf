#include <graft/rewrite/visits.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"

#include <algorithm>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto deep = rules(rule<"deep">(toy::neg(toy::relu(x)) >> x));

graph chain() {
    return graph_of([](value a, value, value) { return toy::neg(toy::relu(toy::neg(a))); });
}

std::vector<node_id> all_of(graph const& g) {
    std::vector<node_id> all;
    for (node_id const n : g.nodes())
        all.push_back(n);
    return all;
}

std::vector<node_id> order(graph& g, rewrite_options const& options) {
    detail::prepared_rules const rules{g, detail::views_of(deep)};
    detail::visits visits{g, rules, options};
    std::vector<node_id> taken;
    for (node_id n = visits.take(); n != no_node; n = visits.take()) {
        taken.push_back(n);
        visits.pass(n);
    }
    return taken;
}

TEST_CASE("visits: every node once, in program order or against it") {
    graph g = chain();
    std::vector<node_id> expected = all_of(g);
    CHECK(order(g, {}) == expected);
    std::reverse(expected.begin(), expected.end());
    CHECK(order(g, {.order = sweep::backward}) == expected);
    graph empty;
    CHECK(order(empty, {}).empty());
}

TEST_CASE("visits: shuffled, every node once in an order of the seed alone") {
    graph g = chain();
    std::vector<node_id> const one = order(g, {.order = sweep::shuffled, .seed = 7});
    CHECK(order(g, {.order = sweep::shuffled, .seed = 7}) == one);
    std::vector<node_id> const all = all_of(g);
    CHECK(std::is_permutation(one.begin(), one.end(), all.begin(), all.end()));
    bool differs = false;
    for (std::uint64_t seed = 1; seed < 8; ++seed)
        differs = differs || order(g, {.order = sweep::shuffled, .seed = seed}) != one;
    CHECK(differs);
}

TEST_CASE("visits: users that were passed come again, as far up as a left side is deep, each once") {
    graph g = chain();
    detail::prepared_rules const rules{g, detail::views_of(deep)};
    detail::visits visits{g, rules, {}};
    while (true) {
        node_id const n = visits.take();
        if (n == no_node)
            break;
        visits.pass(n);
    }
    visits.touch_users(g.at("a"));
    visits.touch_users(g.at("a"));
    std::vector<std::string_view> names;
    for (node_id n = visits.take(); n != no_node; n = visits.take())
        names.push_back(g.name(n));
    CHECK(names == std::vector<std::string_view>{"neg_default", "relu_default"});
}

TEST_CASE("visits: a node that leaves its place is passed over") {
    graph g = chain();
    detail::prepared_rules const rules{g, detail::views_of(deep)};
    detail::visits visits{g, rules, {}};
    CHECK(visits.take() == g.at("a"));
    visits.leave(g.at("b"));
    CHECK(visits.take() == g.at("c"));
}

} // namespace
