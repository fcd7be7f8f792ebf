#include <graft/rewrite/detail/rule_applier.hpp>

#include <doctest/doctest.h>

#include "../formula.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto set =
    rules(rule<"neg-neg">(toy::neg(toy::neg(x)) >> x), rule<"relu-relu">(toy::relu(toy::relu(x)) >> toy::relu(x)));

TEST_CASE("rewrite_driver: it stops after as many rewrites as it is told, and goes on from there") {
    graph g = graph_of(
        [](value a, value, value) { return toy::relu(toy::relu(toy::relu(toy::neg(toy::neg(toy::grow(a)))))); });
    unobserved nobody;
    std::vector<rule_view> const rules = detail::views_of(set);
    detail::rewrite_driver<unobserved> driver{g, rules, {}, nobody};
    CHECK(driver.run(0).rewrites == 0);
    CHECK(driver.run(1).per_rule == std::vector<std::size_t>{1, 0});
    CHECK_FALSE(driver.run(2).converged);
    CHECK(driver.run(9).converged);
    CHECK(driver.run(9).rewrites == 3);
    CHECK(formula(g) == "relu(grow(a))");
}

} // namespace
