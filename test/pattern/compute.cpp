#include <graft/pattern/compute.hpp>

#include <graft/pattern/match.hpp>

#include "../ir/toy.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace {

using namespace graft;

constexpr auto p = var<"p">;

constexpr arg whole(match const&) { return 1; }
constexpr arg negated(arg_ref a) { return -a.integer(); }

TEST_CASE("compute: a function of the match is one node without a variable") {
    constexpr auto computed = toy::permute(var<"x">, compute<"whole">(&whole));
    CHECK(computed.nodes[2].kind == pattern_kind::computed);
    CHECK((computed.nodes[2].compute == &whole));
    CHECK(computed.nodes[2].value.text == "whole");
    CHECK(computed.nodes[2].name.empty());
    CHECK(to_pattern(compute(&whole)).nodes[0].value.text.empty());
}

TEST_CASE("compute: a function of a variable names the variable, which the left side must bind") {
    constexpr auto computed = compute<"negated">(p, &negated, &negated);
    static_assert(std::is_same_v<decltype(computed)::variables, variable_names<"p">>);
    CHECK(computed.nodes[0].kind == pattern_kind::computed);
    CHECK(computed.nodes[0].name == "p");
    CHECK((computed.nodes[0].map == &negated));
    CHECK((computed.nodes[0].inverse == &negated));
    CHECK((compute(p, &negated).nodes[0].inverse == nullptr));
}

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
    constexpr auto part = number(s);
    CHECK(part.nodes[0].kind == pattern_kind::number);
    CHECK(part.nodes[0].name == "s");
    static_assert(std::is_same_v<decltype(part)::variables, variable_names<"s">>);
}

} // namespace
