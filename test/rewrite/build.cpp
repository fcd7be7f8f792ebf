// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/build.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "formula.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

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

} // namespace
