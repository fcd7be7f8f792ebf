#include <graft/pattern/alternation.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

#include <type_traits>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("alternation: the alternatives are numbered children, the tag is a variable") {
    constexpr auto p = one_of<"t">(toy::neg(x), x);
    CHECK(p.nodes[0].kind == pattern_kind::one_of);
    CHECK(p.nodes[0].name == "t");
    CHECK(p.nodes[0].size == 4);
    CHECK(p.nodes[1].op == &toy::neg_t::info());
    CHECK(p.nodes[1].slot == 0);
    CHECK(p.nodes[3].slot == 1);
}
static_assert(std::is_same_v<decltype(one_of(toy::neg(x), y))::variables, variable_names<"x", "y">>);
static_assert(std::is_same_v<decltype(one_of<"t">(toy::neg(x), y))::variables, variable_names<"t", "x", "y">>);

TEST_CASE("alternation: a set of ops is called like an op") {
    constexpr auto p = ops<"f">(toy::add, toy::sub)(x, y);
    CHECK(p.nodes[0].kind == pattern_kind::one_of);
    CHECK(p.nodes[1].op == &toy::add_t::info());
    CHECK(p.nodes[4].op == &toy::sub_t::info());
    CHECK(p.nodes[1].swappable);
    CHECK_FALSE(p.nodes[4].swappable);
}

TEST_CASE("alternation: a chain holds its ops, then what stands behind them") {
    constexpr auto p = through(toy::cast, toy::view)(toy::neg(x));
    CHECK(p.nodes[0].kind == pattern_kind::chain);
    CHECK(p.nodes[0].value.bits == 8);
    CHECK(p.nodes[1].op == &toy::cast_t::info());
    CHECK(p.nodes[1].any_attributes);
    CHECK(p.nodes[2].op == &toy::view_t::info());
    CHECK(p.nodes[3].op == &toy::neg_t::info());
    CHECK(maybe(toy::cast)(x).nodes[0].value.bits == 1);
}

TEST_CASE("alternation: a negation binds nothing") {
    constexpr auto p = toy::add(x, not_(toy::neg(y)));
    CHECK(p.nodes[2].kind == pattern_kind::negation);
    static_assert(std::is_same_v<decltype(p)::variables, variable_names<"x">>);
}

// Patterns are made by plain functions.
constexpr auto sigmoid = [](auto v) { return toy::neg(toy::relu(v)); };
static_assert(toy::mul(x, sigmoid(x)).nodes[3].op == &toy::relu_t::info());

} // namespace
