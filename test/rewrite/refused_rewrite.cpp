#include <graft/rewrite/refused_rewrite.hpp>

#include <doctest/doctest.h>

#include <graft/debug/explain.hpp>

#include "../io/raises.hpp"
#include "formula.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto grows = rule<"grows">(toy::relu(x) >> toy::grow(x));
constexpr auto forwards = rule<"forwards">(toy::neg(toy::neg(x)) >> x);

// A graph whose values are f32[2].
graph known(auto const& build) {
    graph g = graph_of(build);
    for (node_id const n : g.nodes())
        if (n != g.back())
            g.set_val(n, make_spec(dtype::f32, {2}));
    return g;
}

std::string why(graph g, auto const& set) {
    rewrite_result const result = rewrite(g, set);
    return text(g, result);
}

TEST_CASE("refused_rewrite: a result of other sizes is told with both, by the result and by explain") {
    graph g = known([](value a, value, value) { return toy::relu(a); });
    CHECK(why(g, grows) ==
          "after 0 rewrites no rule applies; 'grows' matched at %relu_default, but is refused: its result would "
          "be f32[2, 1], not f32[2]");
    node_id const relu = g.at("relu_default");
    CHECK(explain(g, grows, "grows", relu).refused == "its result would be f32[2, 1], not f32[2]");
    CHECK(text(explain(g, grows, "grows", relu)) ==
          "grows: it matches, but is refused: its result would be f32[2, 1], not f32[2]");
    CHECK(g.target(relu).name == "toy::relu");
}

TEST_CASE("refused_rewrite: an output that would become an input") {
    graph const g = known([](value a, value, value) { return toy::neg(toy::neg(a)); });
    CHECK(why(g, forwards) ==
          "after 0 rewrites no rule applies; 'forwards' matched at %neg_default_1, but is refused: an "
          "output of the program would become an input, an attribute or another name of an output");
}

TEST_CASE("refused_rewrite: what is applied is not refused, and each rule and node is told once, eight at most") {
    CHECK(why(known([](value a, value, value) { return toy::relu(toy::neg(toy::neg(a))); }), forwards) ==
          "after 1 rewrites no rule matches");
    graph g = known([](value a, value b, value) {
        std::vector<value> all;
        for (int i = 0; i < 20; ++i)
            all.push_back(toy::relu(i % 2 == 0 ? a : b));
        return all;
    });
    rewrite_result const result = rewrite(g, grows);
    CHECK(result.unsound == 20);
    CHECK(result.refused.size() == rewrite_result::most_refused);
}

} // namespace
