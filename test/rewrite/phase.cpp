#include <graft/rewrite/phase.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto simplify = phase{"simplify", rules(rule<"neg-neg">(toy::neg(toy::neg(x)) >> x))};
constexpr auto join = phase{"join", rule<"join">(toy::relu(toy::neg(x)) >> toy::grow(x)), sweep::backward};
static_assert(simplify.order == sweep::forward && join.order == sweep::backward);

graph example() {
    return graph_of([](value a, value, value) { return toy::relu(toy::neg(toy::neg(toy::neg(a)))); });
}

TEST_CASE("phase: one phase ends before the next begins") {
    graph g = example();
    auto const results = rewrite_in_phases(g, {}, simplify, join);
    CHECK(results[0].rewrites == 1);
    CHECK(results[1].rewrites == 1);
    CHECK(formula(g) == "grow(a)");
    graph h = example();
    CHECK(rewrite_in_phases(h, {}, join, simplify)[0].rewrites == 1);
    CHECK(formula(h) == "grow(a)");
    graph k = example();
    CHECK(rewrite_in_phases(k, {}, simplify, join, simplify)[2].converged);
}

TEST_CASE("phase: the limit holds for each") {
    constexpr auto ping = phase{"ping", rule<"ping">(toy::neg(x) >> toy::relu(x))};
    graph g = graph_of([](value a, value, value) { return toy::neg(toy::neg(toy::neg(a))); });
    auto const results = rewrite_in_phases(g, {.rewrites = 2}, ping, ping);
    CHECK_FALSE(results[0].converged);
    CHECK(results[1].converged);
    CHECK(formula(g) == "relu(relu(relu(a)))");
}

TEST_CASE("phase: nodes that it keeps stay, and so do those that the options skip") {
    constexpr auto second = [](graph const& g) {
        vec<node_id> found;
        for (node_id const n : g.nodes())
            if (g.op(n) == opcode::call_function)
                found.push_back(n);
        return vec<node_id>{found[1]};
    };
    auto const keeping = phase{"keeping", rule<"to-relu">(toy::neg(x) >> toy::relu(x)), sweep::forward, +second};
    graph g = graph_of([](value a, value, value) { return toy::neg(toy::neg(toy::neg(a))); });
    CHECK(rewrite_in_phases(g, {}, keeping)[0].rewrites == 2);
    CHECK(formula(g) == "relu(neg(relu(a)))");
    graph h = graph_of([](value a, value, value) { return toy::neg(toy::neg(toy::neg(a))); });
    node_id const first[] = {second(h)[0] - 1};
    CHECK(rewrite_in_phases(h, {.skip = first}, keeping)[0].rewrites == 1);
    CHECK(formula(h) == "relu(neg(neg(a)))");
}

} // namespace
