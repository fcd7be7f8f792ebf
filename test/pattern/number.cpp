#include <graft/pattern/number.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace graft;

constexpr auto s = var<"s">;

TEST_CASE("number: a splat keeps its number and kind") {
    CHECK(splat(2).nodes[0].kind == pattern_kind::splat);
    CHECK(splat(2).nodes[0].value == to_constant(2));
    CHECK(splat(0.5).nodes[0].value == to_constant(0.5));
    CHECK(splat(2).nodes[0].tolerance == 0);
    CHECK(near(0.5).nodes[0].tolerance == 1e-4);
    CHECK(near(0.5, 0.25).nodes[0].tolerance == 0.25);
}

TEST_CASE("number: a number binds its variable") {
    constexpr auto p = number(s);
    CHECK(p.nodes[0].kind == pattern_kind::number);
    CHECK(p.nodes[0].name == "s");
    static_assert(std::is_same_v<decltype(p)::variables, variable_names<"s">>);
}

} // namespace
