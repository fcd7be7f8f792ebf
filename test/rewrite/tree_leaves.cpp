#include <graft/rewrite/tree_leaves.hpp>

#include <graft/ir/value.hpp>
#include <graft/meta/vec.hpp>

#include "../ir/toy.hpp"
#include "formula.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto set = rules(rule<"tree">(flat(toy::add, var<"x">, rest<"r">) >> flat(toy::mul, var<"x">, rest<"r">)));

struct leaves_of {
    detail::tree_leaves leaves;
    vec<node_id> calls;
    bool fits;

    leaves_of(graph& g, value const& root) {
        detail::prepared_rules const rules{g, detail::views_of(set)};
        fits = leaves.collect(g, rules, rules.rules[0].lhs, root.id, root.id, calls);
    }
};

TEST_CASE("tree_leaves: calls that nothing else uses are taken apart, from left to right") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b"), c = placeholder(g, "c");
    value const shared = toy::add(a, b), scaled = toy::add(b, c, "alpha"_a = 2);
    value const left = toy::add(a, c), right = toy::add(shared, scaled), root = toy::add(left, right);
    output(g, {root, shared});
    leaves_of const found{g, root};
    CHECK(found.fits);
    CHECK(found.calls == std::vector{root.id, left.id, right.id});
    REQUIRE(found.leaves.count == 4);
    node_id const expected[] = {a.id, c.id, shared.id, scaled.id};
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(found.leaves.items[i].id() == expected[i]);
}

TEST_CASE("tree_leaves: a tree with more leaves than there is room for is none") {
    for (std::size_t const count : {detail::tree_leaves::most, detail::tree_leaves::most + 1}) {
        graph g;
        value last = placeholder(g, "a");
        value const other = placeholder(g, "b");
        for (std::size_t i = 1; i < count; ++i)
            last = toy::add(last, other);
        output(g, {last});
        CHECK(leaves_of{g, last}.fits == (count == detail::tree_leaves::most));
    }
}

using namespace graft_test;

TEST_CASE("use_checks: a value is internal when all of its users are matched") {
    graph g;
    value const a = placeholder(g, "a");
    value const used = toy::relu(a), left = toy::neg(used), right = toy::add(used, used);
    output(g, {left, right});
    std::array const both{left.id, right.id}, one{left.id, a.id};
    CHECK(detail::is_internal(g, operand::node(used.id), both));
    CHECK_FALSE(detail::is_internal(g, operand::node(used.id), one));
    CHECK_FALSE(detail::is_internal(g, operand{}, both));
}

TEST_CASE("use_checks: of a value with very many users it is not known") {
    graph g;
    value const a = placeholder(g, "a");
    std::vector<value> users;
    std::vector<node_id> matched;
    for (std::size_t i = 0; i <= detail::rule_facts::max_internal_uses; ++i) {
        users.push_back(toy::neg(a));
        matched.push_back(users.back().id);
    }
    output(g, users);
    CHECK_FALSE(detail::is_internal(g, operand::node(a.id), matched));
}

} // namespace
