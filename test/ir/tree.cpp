#include <graft/ir/tree.hpp>

#include <doctest/doctest.h>

#include "refusal.hpp"

#include <string>
#include <utility>

namespace {

using namespace graft;
using graft_test::refusal;
using numbers = tree<int>;

TEST_CASE("tree: containers hold values, None and containers, by index and by key") {
    numbers const t = numbers::tuple({1, numbers::dict({{"a", 2}, {std::int64_t{7}, numbers::list({3, {}})}})});
    CHECK(t.size() == 2);
    CHECK(t.at(0).value() == 1);
    CHECK(t.at(1).at("a").value() == 2);
    CHECK(t.at(1).at(1).at(1).value() == 0);
    CHECK(t.leaf_count() == 4);
    CHECK(t.depth() == 4);
    CHECK(numbers::tuple({}).leaf_count() == 0);
    CHECK(numbers{}.is_leaf());
    numbers const box{tree_type::dataclass("shapes.box", {"low", "high"}), {1, 2}};
    CHECK(box.at("high").value() == 2);
}

TEST_CASE("tree: equal ones have equal values, containers and keys") {
    numbers const t = numbers::dict({{"a", 1}, {"b", numbers::list({})}});
    CHECK(t == numbers::dict({{"a", 1}, {"b", numbers::list({})}}));
    CHECK(!(t == numbers::dict({{"a", 1}, {"c", numbers::list({})}})));
    CHECK(!(t == numbers::dict({{"a", 2}, {"b", numbers::list({})}})));
    CHECK(!(t == numbers::dict({{"a", 1}, {"b", numbers::tuple({})}})));
    CHECK(!(numbers::list({1}) == numbers::list({1, 1})));
    CHECK(!(numbers{1} == numbers::list({1})));
    CHECK(tree_spec{} == tree_spec{tree_leaf{}});
}

TEST_CASE("tree: what is not there is an error, and so is what cannot be") {
    numbers const t = numbers::dict({{"a", 1}});
    CHECK(refusal([&] { static_cast<void>(t.at("b")); }) == "a builtins.dict has no item 'b'");
    CHECK(refusal([&] { static_cast<void>(t.at("a").at("b")); }) == "a leaf has no item 'b'");
    CHECK(refusal([&] { static_cast<void>(t.value()); }) == "a builtins.dict of a tree is no leaf");
    CHECK(refusal([&] { static_cast<void>(t.at(1)); }) == "item 1 of 1 items of a tree");
    CHECK(refusal([] { numbers{tree_type::dict({"a"}), {}}; }) == "a builtins.dict has 1 keys for 0 items");
    CHECK(refusal([] {
              numbers{tree_type::named_tuple("p", {"x"}), {1, 2}};
          }) == "a collections.namedtuple has 1 keys for 2 items");
    CHECK(refusal([] { numbers{tree_type{}, {1}}; }) == "a leaf of a tree has no items");
}

TEST_CASE("tree: containers are nested up to a limit") {
    numbers t = 1;
    for (std::size_t depth = 1; depth < numbers::max_depth; ++depth)
        t = numbers::list({t});
    CHECK(t.depth() == numbers::max_depth);
    CHECK(refusal([&] {
              static_cast<void>(numbers::list({1, t}));
          }) == "the containers of a tree are nested deeper than 96");
}

} // namespace
