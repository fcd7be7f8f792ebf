#include <graft/rewrite/rewrite_by_rules.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto neg_neg = rule<"neg-neg">(toy::neg(toy::neg(x)) >> x);
constexpr auto relu_relu = rule<"relu-relu">(toy::relu(toy::relu(x)) >> toy::relu(x));
constexpr auto both = rules(neg_neg, relu_relu);

graph sample() {
    return graph_of([](value a, value, value) { return toy::relu(toy::relu(toy::neg(toy::neg(toy::grow(a))))); });
}

TEST_CASE("rewrite_by_rules: a set or a rule is applied as by rewrite") {
    graph g = sample(), h = sample();
    rewrite_result const result = rewrite_by_rules<>::apply(g, both), expected = rewrite(h, both);
    CHECK(formula(g) == "relu(grow(a))");
    CHECK(formula(g) == formula(h));
    CHECK(result.per_rule == expected.per_rule);
    CHECK(result.converged);
    graph one = sample();
    CHECK(rewrite_by_rules<>::apply(one, neg_neg).rewrites == 1);
    CHECK(formula(one) == "relu(relu(grow(a)))");
}

TEST_CASE("rewrite_by_rules: the options are those of rewrite") {
    graph g = sample();
    rewrite_options options;
    options.rewrites = 1;
    CHECK_FALSE(rewrite_by_rules<>::apply(g, both, options).converged);
}

} // namespace
