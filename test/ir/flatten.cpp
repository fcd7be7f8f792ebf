#include <graft/ir/flatten.hpp>

#include <doctest/doctest.h>

#include <graft/core/error.hpp>
#include <graft/ir/text/print_tree.hpp>

#include "refusal.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using graft_test::refusal;
using numbers = tree<int>;

class random_trees {
public:
    numbers next(int depth = 5) {
        if (depth == 0 || below(4) == 0)
            return static_cast<int>(below(100));
        vec<numbers> items;
        for (std::size_t i = below(4); i != 0; --i)
            items.push_back(next(depth - 1));
        tree_type type = any_type(items.size());
        return {std::move(type), std::move(items)};
    }
    std::size_t below(std::size_t limit) { return bits_() % limit; }

private:
    tree_type any_type(std::size_t items) {
        vec<constant_value> keys{"a", std::int64_t{3}, true, {}, 2.5, "it's", ""};
        std::shuffle(keys.begin(), keys.end(), bits_);
        keys.resize(items);
        switch (below(8)) {
        case 0: return tree_type::tuple();
        case 1: return tree_type::list();
        case 2: return tree_type::dict(keys);
        case 3: return tree_type::ordered_dict(keys);
        case 4: return tree_type::default_dict("builtins", "list", keys);
        case 5: return tree_type::named_tuple("shapes.point", keys);
        case 6: return tree_type::deque();
        default: return tree_type::custom("shapes.odd", "\"[1]\"");
        }
    }

    std::mt19937 bits_{7};
};

// The tree with the items of each dict the other way round.
numbers reversed(numbers const& t) {
    if (t.is_leaf())
        return t;
    vec<numbers> items;
    for (numbers const& item : t.items())
        items.push_back(reversed(item));
    vec<constant_value> keys = t.type().keys;
    if (!t.type().is_dict())
        return {t.type(), items};
    std::reverse(items.begin(), items.end());
    std::reverse(keys.begin(), keys.end());
    return {tree_type::dict(keys), items};
}

TEST_CASE("flatten: leaves and spec make the same tree again") {
    random_trees trees;
    for (int i = 0; i < 2000; ++i) {
        numbers const t = trees.next();
        flat_tree<int> const flat = flatten(t);
        CHECK(flat.leaves.size() == t.leaf_count());
        CHECK(flat.spec.leaf_count() == t.leaf_count());
        CHECK(flat.spec.depth() == t.depth());
        CHECK(unflatten(flat.spec, flat.leaves) == t);
        CHECK(flatten_as(flat.spec, t) == flat.leaves);
        CHECK(flatten_as(flat.spec, reversed(t)) == flat.leaves);
    }
}

TEST_CASE("flatten: a tree is taken for another only if it is flattened to the same leaves in the same places") {
    random_trees trees;
    vec<numbers> all;
    for (int i = 0; i < 60; ++i)
        all.push_back(trees.next(2));
    for (numbers const& a : all)
        for (numbers const& b : all) {
            tree_spec const spec = flatten(a).spec;
            vec<int> leaves;
            if (refusal([&] { leaves = flatten_as(spec, b); }).empty())
                CHECK(flatten_as(flatten(b).spec, unflatten(spec, leaves)) == flatten(b).leaves);
            else
                CHECK(!(spec == flatten(b).spec));
        }
}

TEST_CASE("flatten: another number of leaves is an error that shows the spec") {
    tree_spec const two = tree_spec::tuple({{}, {}});
    CHECK(refusal([&] { static_cast<void>(unflatten(two, vec<int>{1})); }) ==
          "1 leaves do not fit a tree of 2:\nTreeSpec(tuple, None, [*,\n  *])");
}

TEST_CASE("flatten: another tree is an error that shows both, and where they differ") {
    tree_spec const spec = flatten(numbers::tuple({1, numbers::dict({{"x", numbers::list({1})}, {"y", 2}})})).spec;
    auto const said = [&](numbers const& t) {
        std::string const all = refusal([&] { static_cast<void>(flatten_as(spec, t, "the arguments")); });
        std::string const start =
            "the arguments should have the tree\n" + text(spec) + "\nbut got\n" + text(flatten(t).spec);
        CHECK(all.starts_with(start));
        return all.substr(std::min(start.size(), all.size()));
    };
    CHECK(said(numbers::dict({{"y", 2}, {"x", numbers::list({1})}})) == "");
    CHECK(said(numbers::tuple({1, numbers::dict({{"y", 2}, {"x", numbers::list({1, 1})}})})) ==
          "\nwhich differs at [1]['x']");
    CHECK(said(numbers::tuple({1, numbers::dict({{"y", 2}, {"z", numbers::list({1})}})})) ==
          "\nwhich differs at [1]['x']");
    CHECK(said(numbers::tuple({1, numbers::dict({{"y", numbers::tuple({})}, {"x", numbers::list({1})}})})) ==
          "\nwhich differs at [1]['y']");
    CHECK(said(numbers::tuple({numbers::tuple({}), 1})) == "\nwhich differs at [0]");
    CHECK(said(3) == "");
}

} // namespace
