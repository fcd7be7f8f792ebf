#include <graft/debug/coverage.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/rewrite/driver.hpp>

#include "../rewrite/formula.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto set = rules(rule<"neg-neg">(toy::neg(toy::neg(x)) >> x),
                           rule<"add-neg">(toy::add(x, toy::neg(y)) >> toy::sub(x, y), where(rank(x) == 2)),
                           rule<"same">(toy::sub(x, x) >> x), rule<"absent">(toy::fma(x, y, y) >> x));

graph example() {
    return graph_of([](value a, value b, value) { return toy::sub(toy::add(a, toy::neg(b)), toy::neg(toy::neg(a))); });
}

TEST_CASE("coverage: a rule's counts say how far it got") {
    graph g = example();
    rewrite_coverage coverage;
    rewrite_result const result = rewrite(g, set, {}, coverage);
    CHECK(result.rewrites == 1);
    REQUIRE(coverage.rules().size() == 4);
    rule_coverage const& neg_neg = coverage.rules()[0];
    CHECK(neg_neg.name == "neg-neg");
    CHECK(neg_neg.applied == 1);
    CHECK(neg_neg.matched == 1);
    CHECK(neg_neg.tried >= neg_neg.matched);
    rule_coverage const& add_neg = coverage.rules()[1];
    CHECK(add_neg.matched == add_neg.condition_failed);
    CHECK(add_neg.matched > 0);
    CHECK(add_neg.applied == 0);
    CHECK(coverage.rules()[2].tried > 0);
    CHECK(coverage.rules()[2].matched == 0);
    CHECK(coverage.rules()[3].tried == 0);
}

TEST_CASE("coverage: a rewrite that is refused or undone is counted as that") {
    graph g = graph_of([](value a, value, value) { return toy::neg(toy::neg(a)); });
    rewrite_coverage coverage;
    static_cast<void>(rewrite(g, set, {}, coverage)); // the output would be an input
    CHECK(coverage.rules()[0].refused == 1);
    CHECK(coverage.rules()[0].applied == 0);
}

TEST_CASE("coverage: counts of several rewrites add up, and the rewrite is the same as without") {
    rewrite_coverage coverage;
    for (int i = 0; i < 3; ++i) {
        graph g = example(), h = example();
        static_cast<void>(rewrite(g, set, {}, coverage));
        static_cast<void>(rewrite(h, set));
        CHECK(g == h);
    }
    CHECK(coverage.rules()[0].applied == 3);
}

TEST_CASE("coverage: the table has a line for each rule") {
    rewrite_coverage coverage;
    graph g = example();
    static_cast<void>(rewrite(g, set, {}, coverage));
    CHECK(text(coverage).substr(0, text(coverage).find('\n')) ==
          "rule       tried  matched condition  refused   undone  applied");
    CHECK(text(coverage).find("\nabsent         0        0        0        0        0        0\n") !=
          std::string::npos);
}

} // namespace
