#include <graft/pattern/list.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

#include <type_traits>

namespace {

using namespace graft;

constexpr auto x = var<"x">;

TEST_CASE("list: the items are numbered children") {
    constexpr auto p = list(x, 2, rest<"r">);
    CHECK(p.nodes[0].kind == pattern_kind::list);
    CHECK(p.nodes[0].size == 4);
    CHECK(p.nodes[2].slot == 1);
    CHECK(p.nodes[3].kind == pattern_kind::rest);
    CHECK(p.nodes[3].name == "r");
    CHECK(list().nodes[0].size == 1);
    static_assert(std::is_same_v<decltype(p)::variables, variable_names<"x", "r">>);
}

TEST_CASE("list: an each holds the pattern of every item") {
    constexpr auto p = toy::cat(list(each(toy::neg(rest<"r">))));
    CHECK(p.nodes[2].kind == pattern_kind::each);
    CHECK(p.nodes[3].op == &toy::neg_t::info());
    CHECK(p.nodes[4].kind == pattern_kind::rest);
}

TEST_CASE("list: a tree has its op and its leaves") {
    constexpr auto p = flat(toy::add, x, toy::neg(x), rest<"r">);
    CHECK(p.nodes[0].kind == pattern_kind::flat);
    CHECK(p.nodes[0].op == &toy::add_t::info());
    CHECK(p.nodes[0].size == 5);
}

TEST_CASE("list: all_outs is the list of the results of one call") {
    constexpr auto all = toy::cat(all_outs(toy::split(var<"x">, 2)));
    CHECK(all.nodes[1].kind == pattern_kind::all_outs);
    CHECK(all.nodes[1].slot == 0);
    CHECK(all.nodes[2].kind == pattern_kind::call);
    CHECK(all.nodes[2].slot == 0);
}

} // namespace
