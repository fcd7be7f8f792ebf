#include <graft/rewrite/aliasing_check.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/driver.hpp>

#include "formula.hpp"

#include <array>

namespace {

/// A view that may show what its argument does not.
struct behind_t : toy::op<behind_t> {
    static constexpr graft::schema_text text{"toy::behind(Tensor(a) self) -> Tensor(a)"};
    static constexpr graft::op_tags tags = graft::op_tags::shows_storage;
};
constexpr behind_t behind;

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

TEST_CASE("aliasing_check: a value outlives its region where the storage behind it, or behind its view, is shown") {
    constexpr auto view = std::array{1};
    for (int const steps : {0, 1, 2}) {
        CAPTURE(steps);
        graph g = graph_of([&](value a, value, value) {
            value const root = toy::neg(a), shown = steps == 1 ? root : value(toy::view(root, view));
            return steps == 0 ? toy::relu(shown) : behind(shown);
        });
        detail::prepared_rules const rules{g, detail::views_of(drop_alone)};
        CHECK(detail::aliasing_check{g, rules}.outlives_region(g.at("neg_default")) == (steps != 0));
    }
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
