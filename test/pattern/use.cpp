#include <graft/pattern/use.hpp>

#include <doctest/doctest.h>

#include <graft/pattern/alternation.hpp>

#include "../ir/toy.hpp"

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("use: one_use marks the node that it is given, an op or a variable") {
    constexpr auto p = toy::neg(one_use(toy::relu(x)));
    CHECK_FALSE(p.nodes[0].one_use);
    CHECK(p.nodes[1].one_use);
    CHECK_FALSE(p.nodes[2].one_use);
    CHECK(toy::neg(one_use(x)).nodes[1].one_use);
    CHECK(toy::neg(one_user(x)).nodes[1].one_user);
    CHECK_FALSE(toy::neg(one_user(x)).nodes[1].one_use);
}

TEST_CASE("use: internal marks one node, fused every call and result") {
    constexpr auto one = toy::neg(internal(toy::relu(x)));
    CHECK_FALSE(one.nodes[0].internal);
    CHECK(one.nodes[1].internal);
    CHECK_FALSE(one.nodes[2].internal);
    constexpr auto all = fused(toy::neg(out<0>(toy::minmax(x))));
    CHECK(all.nodes[1].internal);
    CHECK(all.nodes[2].internal);
    CHECK_FALSE(all.nodes[3].internal);
}

TEST_CASE("use: attributes of a call can be left open, operands held to their order") {
    CHECK(any_attributes(toy::cast(x)).nodes[0].any_attributes);
    CHECK_FALSE(toy::cast(x).nodes[0].any_attributes);
    CHECK(toy::add(x, y).nodes[0].swappable);
    CHECK_FALSE(ordered(toy::add(x, y)).nodes[0].swappable);
}

} // namespace
