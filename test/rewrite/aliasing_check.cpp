#include <graft/rewrite/aliasing_check.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/driver.hpp>

#include "formula.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto drop = rule<"drop">(toy::neg(toy::neg(x)) >> x);
constexpr auto drop_alone = rules(drop);

TEST_CASE("aliasing_check: only an output that would be an input or another output is one too many") {
    graph g;
    value const a = placeholder(g, "a");
    value const inner = toy::relu(a), outer = toy::neg(inner), other = toy::relu(outer);
    output(g, {outer, other});
    detail::prepared_rules const rules{g, detail::views_of(drop_alone)};
    detail::aliasing_check const check{g, rules};
    CHECK(check.aliases_output(outer.id, a.id));
    CHECK(check.aliases_output(outer.id, other.id));
    CHECK_FALSE(check.aliases_output(outer.id, inner.id));
    CHECK_FALSE(check.aliases_output(inner.id, a.id));
}

TEST_CASE("aliasing_check: without writes nothing outlives its region") {
    graph g = graph_of([](value a, value, value) { return toy::neg(a); });
    detail::prepared_rules const rules{g, detail::views_of(drop_alone)};
    CHECK_FALSE(detail::aliasing_check{g, rules}.outlives_region(g.at("neg_default")));
}

TEST_CASE("aliasing_check: a rule with may_alias() makes an output another name of an input") {
    auto const build = [](value a, value, value) { return toy::neg(toy::neg(a)); };
    graph g = graph_of(build), h = graph_of(build);
    CHECK(rewrite(g, drop).rewrites == 0);
    CHECK(rewrite(h, drop.may_alias()).rewrites == 1);
    CHECK(formula(h) == "a");
    CHECK(lint(h).empty());
}

} // namespace
