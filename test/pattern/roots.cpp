#include <graft/pattern/roots.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/use.hpp>

#include "../ir/toy.hpp"

#include <type_traits>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("roots: the values are the numbered children of one node") {
    constexpr auto both = roots(toy::neg(x), toy::sub(x, y));
    static_assert(std::is_same_v<decltype(both)::variables, variable_names<"x", "y">>);
    CHECK(both.nodes[0].kind == pattern_kind::roots);
    CHECK(both.nodes[0].size == 6);
    CHECK(both.nodes[1].slot == 0);
    CHECK(both.nodes[3].slot == 1);
}

TEST_CASE("roots: with fused the values that are replaced may be used by anything") {
    constexpr auto both = fused(roots(toy::neg(toy::relu(x)), toy::sub(toy::neg(x), y)));
    CHECK_FALSE(both.nodes[1].internal);
    CHECK(both.nodes[2].internal);
    CHECK_FALSE(both.nodes[4].internal);
    CHECK(both.nodes[5].internal);
}

} // namespace
