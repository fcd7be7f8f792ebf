#include <graft/rewrite/weight.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"
#include "formula.hpp"

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("weight: a graph weighs what its calls do, of no op 1, and nothing else counts") {
    CHECK(graph_weight(graph_of([](value a, value, value) { return a; })) == 0);
    CHECK(graph_weight(graph_of([](value a, value b, value) { return toy::neg(toy::add(a, b)); })) == 4);
    graph g = graph_of([](value a, value, value) { return toy::neg(a); });
    auto const scope = inserting_before(g, g.back());
    g.call_function("operator.getitem", {arg::node(g.prev(g.back())), std::int64_t{0}});
    CHECK(graph_weight(g) == 3);
}

TEST_CASE("weight: a call with one use dies with its user, one without conditions may stay") {
    constexpr auto set = rules(rule<"free">(toy::add(toy::neg(x), y) >> toy::sub(y, x)),
                               rule<"one">(toy::add(one_use(toy::neg(x)), y) >> toy::sub(y, x)));
    CHECK_FALSE(detail::dies_with_user(set[0], 1));
    CHECK(detail::dies_with_user(set[1], 1));
}

TEST_CASE("weight: an internal call stays where another variable may be it, or another part match it") {
    constexpr auto set =
        rules(rule<"kept">(toy::add(internal(toy::neg(x)), y) >> toy::sub(y, x)),
              rule<"gone">(toy::add(internal(toy::neg(x)), y) >> toy::relu(x)),
              rule<"constant">(toy::add(internal(toy::neg(x)), y) >> toy::sub(y, x), where(is_constant(y))),
              rule<"twice">(toy::add(internal(toy::neg(x)), internal(toy::neg(y))) >> toy::relu(x)));
    CHECK_FALSE(detail::dies_with_user(set[0], 1));
    CHECK(detail::dies_with_user(set[1], 1));
    CHECK(detail::dies_with_user(set[2], 1));
    CHECK_FALSE(detail::dies_with_user(set[3], 1));
}

} // namespace
