// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/rule.hpp>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"
#include "formula.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto p = var<"p">;

constexpr auto swap =
    rule<"swap">(toy::sub(x, toy::neg(y)) >> toy::sub(y, x), where(rank(y) == 2, [](match const&) { return true; }));

TEST_CASE("rule: it holds its name, both sides, its conditions and its variables in order of occurrence") {
    CHECK(swap.name == "swap");
    CHECK(swap.lhs_size == 4);
    CHECK(swap.rhs_size == 3);
    CHECK(swap.constraint_count == 2);
    REQUIRE(swap.variable_count == 2);
    CHECK(swap.variables[0] == "x");
    CHECK(swap.variables[1] == "y");
}

TEST_CASE("rule: variables are numbered as on the left, wherever they stand") {
    CHECK(swap.lhs[1].variable == 0);
    CHECK(swap.lhs[3].variable == 1);
    CHECK(swap.rhs[1].variable == 1);
    CHECK(swap.rhs[2].variable == 0);
    CHECK(swap.conditions[0].of.variable == 1);
    CHECK(swap.conditions[1].of.variable == -1);
}

TEST_CASE("rule: the right side may be a variable, a literal, a computed argument or a call") {
    CHECK((rule<"r">(toy::neg(x) >> x).rhs[0].kind == pattern_kind::variable));
    CHECK((rule<"r">(toy::neg(x) >> 0).rhs[0].kind == pattern_kind::literal));
    CHECK(
        (rule<"r">(toy::neg(x) >> compute([](match const&) { return arg{}; })).rhs[0].kind == pattern_kind::computed));
    CHECK((rule<"r">(toy::neg(x) >> toy::relu(x)).rhs[0].kind == pattern_kind::call));
}

TEST_CASE("rule: conditions may be given with where, with && or alone") {
    CHECK(rule<"r">(toy::neg(x) >> x).constraint_count == 0);
    CHECK(rule<"r">(toy::neg(x) >> x, rank(x) == 2).constraint_count == 1);
    CHECK(rule<"r">(toy::neg(x) >> x, rank(x) == 2 && is_constant(x)).constraint_count == 2);
    CHECK(rule<"r">(toy::neg(x) >> x, where()).constraint_count == 0);
}

TEST_CASE("rule: what the left side binds need not be used") {
    CHECK(rule<"r">(toy::fma(x, y, p) >> x).variable_count == 3);
}

static_assert(std::is_trivially_copyable_v<std::remove_const_t<decltype(swap)>>);

constexpr auto chain = [](auto& b, auto const& m) {
    value result = b["x"];
    for (std::int64_t i = m["y"].integer(); i > 0; --i)
        result = toy::neg(result);
    return toy::relu(result);
};

TEST_CASE("build: a function makes the right side of calls of the declared ops") {
    constexpr auto r = rule<"chain">(toy::split(x, y) >> build(chain, creates(toy::neg, toy::relu)));
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::split(a, 2)); }, r) ==
          "grow(relu(neg(neg(a)))); 4");
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::split(a, 0)); }, r) == "grow(relu(a)); 2");
    CHECK(r.rhs[0].kind == pattern_kind::built);
    CHECK(r.rhs[1].op == &toy::neg.info());
    CHECK(r.rhs[2].op == &toy::relu.info());
}

TEST_CASE("build: what is made stands before the root, has its metadata, and is looked at again") {
    constexpr auto r = rule<"chain">(toy::split(x, y) >> build(chain, creates(toy::neg, toy::relu)));
    constexpr auto undo = rule<"undo">(toy::neg(toy::neg(x)) >> x);
    graph g = graph_of([](value a, value, value) { return toy::grow(toy::split(a, 4)); });
    CHECK(rewrite(g, rules(r, undo)).rewrites == 3);
    CHECK(formula(g) == "grow(relu(a))");
    CHECK(lint(g).empty());
}

TEST_CASE("build: among several roots, and where sizes would change it is undone") {
    constexpr auto grown = [](right_side& b, match const&) { return toy::grow(b["x"]); };
    constexpr auto both = rule<"both">(roots(toy::neg(x), toy::relu(x)) >>
                                       roots(build(grown, creates(toy::grow)), toy::grow(toy::grow(x))));
    CHECK(rewritten([](value a, value, value) { return toy::sub(toy::neg(a), toy::relu(a)); }, both) ==
          "sub(grow(a), grow(grow(a))); 3");
    constexpr auto wrong = rule<"wrong">(toy::neg(x) >> build(grown, creates(toy::grow)));
    graph g = graph_of([](value a, value, value) { return toy::neg(a); });
    for (node_id const n : g.nodes())
        if (g.op(n) != opcode::output)
            g.set_val(n, make_spec(dtype::f32, {2}));
    CHECK(rewrite(g, wrong).unsound == 1);
    CHECK(formula(g) == "neg(a)");
    CHECK(g.size() == 5);
}

TEST_CASE("build: what is not declared, or not made, is an error that names the rule") {
    auto const fault = [](auto const& r) {
        return raised([&] {
            graph g = graph_of([](value a, value, value) { return toy::neg(a); });
            static_cast<void>(rewrite(g, r));
        });
    };
    constexpr auto undeclared =
        rule<"r">(toy::neg(x) >>
                  build([](right_side& b, match const&) { return toy::relu(toy::grow(b["x"])); }, creates(toy::relu)));
    CHECK(fault(undeclared).find("rule 'r': its build() calls 'toy::grow'") != std::string::npos);
    constexpr auto nothing =
        rule<"r">(toy::neg(x) >> build([](right_side& b, match const&) { return b["x"]; }, creates(toy::relu)));
    CHECK(fault(nothing).find("returns a value that it has not made") != std::string::npos);
    constexpr auto writes = rule<"r">(
        toy::neg(x) >> build([](right_side& b, match const&) { return toy::relu_(b["x"]); }, creates(toy::relu_)));
    CHECK(fault(writes).find("writes to its arguments") != std::string::npos);
}

constexpr bool works_in_constants() {
    constexpr auto r = rule<"chain">(toy::split(x, y) >> build(chain, creates(toy::neg, toy::relu)));
    graph g = graph_of([](value a, value, value) { return toy::grow(toy::split(a, 2)); });
    return rewrite(g, rules(r)).rewrites == 1 && lint(g).empty() && g.size() == 8;
}
static_assert(works_in_constants());

using graft_test::raised;

TEST_CASE("right_side: a variable that is a node is a value to call ops with") {
    graph g;
    value const a = placeholder(g, "a");
    std::array const names{std::string_view{"x"}, std::string_view{"p"}};
    std::array const bound{operand::node(a.id), g.encode(3)};
    match const m{&g, a.id, names, bound};
    right_side b{g, m};
    CHECK(b["x"].id == a.id);
    CHECK(toy::neg(b["x"]).owner == &b.owner());
    CHECK(raised([&] { static_cast<void>(b["p"]); }) == "graft: the argument is not a node");
    CHECK(raised([&] { static_cast<void>(b["q"]); }) == "graft: the pattern has no variable 'q'");
}

} // namespace
