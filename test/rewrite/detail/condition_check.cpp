#include <graft/rewrite/detail/condition_check.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../formula.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto p = var<"p">;

constexpr bool is_even(match const& m) { return m[p].integer() % 2 == 0; }
constexpr bool asks_another(match const& m) { return m["q"].integer() == 0; }

TEST_CASE("condition_check: a predicate that raises names rule, condition, variable and node, and changes nothing") {
    constexpr auto even = rule<"even">(toy::sub(x, p) >> x, where(that<"p is even">(&is_even)));
    constexpr auto other = rule<"other">(toy::sub(x, p) >> x, where(that<"q is 0">(&asks_another)));
    graph g = graph_of([](value a, value b, value) { return toy::sub(a, b); });
    CHECK(raised([&] { static_cast<void>(rewrite(g, even)); }) ==
          "graft: rule 'even': the condition 'p is even' of 'p': the argument is not an int [at %sub_tensor]");
    CHECK(raised([&] { static_cast<void>(rewrite(g, other)); }) ==
          "graft: rule 'other': the condition 'q is 0': the pattern has no variable 'q' [at %sub_tensor]");
    CHECK(formula(g) == "sub(a, b)");
    CHECK(rewritten([](value a, value, value) { return toy::relu(toy::sub(a, 2)); }, even) == "relu(a); 1");
    CHECK(unchanged([](value a, value, value) { return toy::sub(a, 3); }, even));
}

} // namespace
