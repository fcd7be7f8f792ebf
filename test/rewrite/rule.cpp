#include <graft/rewrite/rule.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

#include <string_view>
#include <type_traits>

namespace {

using namespace graft;

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

} // namespace
