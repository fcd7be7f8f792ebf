#include <graft/pattern/compute.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/match.hpp>

#include "../ir/toy.hpp"

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

} // namespace
