#include <graft/rewrite/reversed_rule.hpp>

#include <doctest/doctest.h>

#include <graft/rule_text/rule_text.hpp>

#include "formula.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto fuse_fma =
    rule<"fma">(toy::add(one_use(toy::mul(z, y)), x) >> toy::fma(x, y, z), where(rank(x) == 2)).ulp(1);
constexpr auto tagged =
    rule<"tagged">(ops<"f">(toy::neg, toy::relu)(toy::grow(x)) >> toy::grow(ops<"f">(toy::neg, toy::relu)(x)));
constexpr auto concat = rule<"concat">(toy::cat(list(x, rest<"r">)) >> toy::cat(list(rest<"r">, x), 1));
constexpr auto both = rule<"both">(roots(toy::neg(x), toy::relu(x)) >> roots(toy::grow(x), toy::sub(x, x)));

constexpr arg negated(arg_ref a) { return -a.integer(); }
constexpr arg doubled(arg_ref a) { return 2 * a.integer(); }
constexpr arg halved(arg_ref a) { return a.integer() / 2; }
constexpr auto functions =
    rule<"functions">(toy::split(x, y, z) >> toy::split(toy::neg(x), compute<"neg">(y, &negated, &negated),
                                                        compute<"double">(z, &doubled, &halved)));

TEST_CASE("reversed_rule: the sides change places, under the same name, conditions and contract") {
    constexpr auto back = reversed_rule<fuse_fma>;
    CHECK(text(back) == "rule \"fma\": toy::fma(x, y, z)\n    => toy::add.Tensor(toy::mul.Tensor(z, y), x)\n"
                        "    where rank(x) == 2\n    with ulp(1);\n");
    CHECK(back.variables == std::array<std::string_view, 3>{"x", "y", "z"});
    CHECK(rewritten(
              [](value a, value b, value c) {
                  value const f = toy::fma(a, b, c);
                  f.owner->set_val(a.id, make_spec(dtype::f32, {1, 1}));
                  return f;
              },
              back) == "add(mul(c, b), a); 2");
}

TEST_CASE("reversed_rule: twice it is the rule that it was, but for the uses") {
    constexpr static auto back = reversed_rule<concat>;
    CHECK((detail::view_of(reversed_rule<back>) == detail::view_of(concat)));
    constexpr static auto other = reversed_rule<functions>;
    CHECK((detail::view_of(reversed_rule<other>) == detail::view_of(functions)));
    constexpr static auto several = reversed_rule<both>;
    CHECK((detail::view_of(reversed_rule<several>) == detail::view_of(both)));
}

TEST_CASE("reversed_rule: a rewrite and the reversed one give the graph that there was") {
    auto const there_and_back = [](auto const& rule, auto const& back, auto build) {
        graph g = graph_of(build);
        std::string const before = formula(g);
        CHECK(rewrite(g, rule).rewrites == 1);
        CHECK(formula(g) != before);
        CHECK(rewrite(g, back).rewrites == 1);
        CHECK(formula(g) == before);
    };
    there_and_back(tagged, reversed_rule<tagged>, [](value a, value, value) { return toy::relu(toy::grow(a)); });
    there_and_back(concat, reversed_rule<concat>, [](value a, value b, value c) {
        return toy::cat(std::vector{a, b, c});
    });
    there_and_back(both, reversed_rule<both>, [](value a, value, value) {
        return std::vector{toy::neg(a), toy::relu(a)};
    });
}

TEST_CASE("reversed_rule: a function becomes its inverse") {
    constexpr auto back = reversed_rule<functions>;
    graph g = graph_of([](value a, value, value) { return toy::split(a, 3, 5); });
    CHECK(rewrite(g, functions, {.rewrites = 1}).rewrites == 1);
    CHECK(formula(g) == "split(neg(a), -3, 10)");
    CHECK(rewrite(g, back, {.rewrites = 1}).rewrites == 1);
    CHECK(formula(g) == "split(a, 3, 5)");
}

} // namespace
