#include <graft/pattern/pattern.hpp>

#include <graft/pattern/list.hpp>

#include "../ir/toy.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto nested = toy::add(toy::mul(x, 2), toy::neg(y));

static_assert(nested.size == 6);
static_assert(toy::permute(x, {1, 0}).nodes[2].value == ints(1, 0));
static_assert(toy::permute(x, {}).nodes[2].value == ints());
static_assert(std::is_same_v<decltype(nested)::variables, variable_names<"x", "y">>);

TEST_CASE("pattern: nodes lie in pre-order, with the sizes of their subtrees and the slots they fill") {
    struct expected {
        pattern_kind kind;
        int size, slot;
    };
    constexpr expected all[] = {{pattern_kind::call, 6, -1},    {pattern_kind::call, 3, 0},
                                {pattern_kind::variable, 1, 0}, {pattern_kind::literal, 1, 1},
                                {pattern_kind::call, 2, 1},     {pattern_kind::variable, 1, 0}};
    for (std::size_t i = 0; i < 6; ++i) {
        CAPTURE(i);
        CHECK((nested.nodes[i].kind == all[i].kind));
        CHECK(nested.nodes[i].size == all[i].size);
        CHECK(nested.nodes[i].slot == all[i].slot);
    }
    CHECK(nested.nodes[0].op == &toy::add_t::info());
    CHECK(nested.nodes[2].name == "x");
    CHECK((nested.nodes[3].value == to_constant(2)));
}

TEST_CASE("pattern: the operands of a commutative op can be exchanged where no other argument is mentioned") {
    CHECK(toy::add(x, y).nodes[0].swappable);
    CHECK(toy::mul(x, 2).nodes[0].swappable);
    CHECK_FALSE(toy::sub(x, y).nodes[0].swappable);
    CHECK_FALSE(toy::add(x, y, "alpha"_a = 2).nodes[0].swappable);
    CHECK_FALSE(toy::neg(x).nodes[0].swappable);
}

TEST_CASE("pattern: keywords fill the slots of their names") {
    constexpr auto p = toy::pool(x, ints(2, 2), "ceil"_a = true);
    CHECK(p.nodes[1].slot == 0);
    CHECK(p.nodes[2].slot == 1);
    CHECK(p.nodes[3].slot == 3);
    constexpr auto q = toy::sub("other"_a = y, "self"_a = x);
    CHECK(q.nodes[1].slot == 1);
    CHECK(q.nodes[2].slot == 0);
    CHECK(std::is_same_v<decltype(q)::variables, variable_names<"y", "x">>);
}

TEST_CASE("pattern: lists, results and the wildcard are nodes of their own") {
    constexpr auto p = toy::cat(list(x, any, toy::neg(x)), -1);
    CHECK((p.nodes[1].kind == pattern_kind::list));
    CHECK(p.nodes[1].size == 5);
    CHECK(p.nodes[3].slot == 1);
    CHECK((p.nodes[3].kind == pattern_kind::any));
    CHECK((p.nodes[6].value == to_constant(-1)));
    constexpr auto q = out<1>(toy::minmax(x));
    CHECK((q.nodes[0].kind == pattern_kind::item));
    CHECK((q.nodes[0].value == to_constant(1)));
    CHECK(q.nodes[1].op == &toy::minmax_t::info());
    CHECK(list().nodes[0].size == 1);
}

TEST_CASE("pattern: repeated variables are one name") {
    CHECK(std::is_same_v<decltype(toy::fma(x, y, x))::variables, variable_names<"x", "y">>);
}

static_assert(pattern_like<std::remove_const_t<decltype(nested)>>);
static_assert(pattern_like<std::remove_const_t<decltype(x)>>);
static_assert(pattern_like<any_argument>);
static_assert(!pattern_like<int>);

using graft::name_type;
using graft::variable_names;
using graft::unknown_names;
using graft::detail::has_name;
using graft::detail::join_all;
using graft::detail::join_names;

static_assert(has_name<name_type<"x">, variable_names<"y", "x">>);
static_assert(!has_name<name_type<"x">, variable_names<"y", "xx", "">>);
static_assert(!has_name<name_type<"x">, variable_names<>>);

static_assert(
    std::is_same_v<join_names<variable_names<"x", "y">, variable_names<"y", "z", "x">>, variable_names<"x", "y", "z">>);
static_assert(std::is_same_v<join_names<variable_names<>, variable_names<"y", "x">>, variable_names<"y", "x">>);
static_assert(std::is_same_v<join_names<variable_names<"x">, variable_names<>>, variable_names<"x">>);
static_assert(std::is_same_v<join_names<variable_names<"x", "y">, variable_names<"y">>, variable_names<"x", "y">>);

static_assert(std::is_same_v<join_all<>, variable_names<>>);
static_assert(std::is_same_v<join_all<variable_names<"b">, variable_names<"a", "b">, variable_names<"c", "a">>,
                             variable_names<"b", "a", "c">>);

static_assert(has_name<name_type<"x">, unknown_names>);
static_assert(std::is_same_v<join_names<unknown_names, variable_names<"x">>, unknown_names>);
static_assert(std::is_same_v<join_names<variable_names<"x">, unknown_names>, unknown_names>);
static_assert(std::is_same_v<join_all<variable_names<"x">, unknown_names, variable_names<"y">>, unknown_names>);

TEST_CASE("names: joining keeps each name once, in order of first occurrence") {
    using joined = join_all<variable_names<"y", "x">, variable_names<"x">, variable_names<"z">>;
    CHECK(std::is_same_v<joined, variable_names<"y", "x", "z">>);
}

} // namespace
