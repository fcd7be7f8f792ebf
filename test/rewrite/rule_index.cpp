// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/rule_index.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/detail/matcher.hpp>

#include "random_graph.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto set =
    rules(rule<"neg-neg">(toy::neg(toy::neg(x)) >> x), rule<"add-neg">(toy::add(x, toy::neg(y)) >> x),
          rule<"neg-relu">(toy::neg(toy::relu(x)) >> x), rule<"any-neg">(toy::neg(x) >> toy::relu(x)).prio(1),
          rule<"last">(toy::neg(x) >> toy::grow(x)).prio(-1), rule<"add-mul">(toy::add(toy::mul(x, 2), y) >> x),
          rule<"add-mul-mul">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> x), rule<"mul-2">(toy::mul(x, 2) >> x),
          rule<"mul-3">(toy::mul(x, 3) >> x), rule<"mul-neg">(toy::mul(toy::neg(x), toy::neg(y)) >> x),
          rule<"sub">(toy::sub(x, toy::neg(y)) >> x), rule<"sub-any">(toy::sub(x, y) >> x),
          rule<"sub-default">(toy::sub(x, y, "alpha"_a = 1) >> x), rule<"sub-two">(toy::sub(x, y, "alpha"_a = 2) >> x),
          rule<"either">(ops(toy::relu, toy::neg)(toy::add(x, y)) >> x), rule<"item">(out<1>(toy::minmax(x)) >> x),
          rule<"item-first">(out<0>(toy::minmax(x)) >> x), rule<"tree">(flat(toy::add, x, toy::neg(y), z) >> x),
          rule<"list">(toy::cat(list(x, y), 1) >> x));

std::vector<std::uint32_t> at(detail::rule_index& index, node_id n) {
    auto const found = index.rules_at(n);
    return {found.begin(), found.end()};
}

TEST_CASE("rule_index: rules come by priority, then in order, and those that cannot match are left out") {
    graph g;
    value const a = placeholder(g, "a");
    value const n = toy::neg(a), nn = toy::neg(n), s = toy::add(n, a), other = toy::grow(a);
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::rule_index index{g, rules};
    CHECK(at(index, nn.id) == std::vector<std::uint32_t>{3, 0, 4});
    CHECK(at(index, n.id) == std::vector<std::uint32_t>{3, 4});
    CHECK(at(index, s.id) == std::vector<std::uint32_t>{1, 17});
    CHECK(at(index, other.id).empty());
    CHECK(at(index, a.id).empty());
}

TEST_CASE("rule_index: no rule that matches is left out") {
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        graph g = graft_test::random_graph(seed, 40, seed % 2 == 0);
        detail::prepared_rules const rules{g, detail::views_of(set)};
        detail::rule_index index{g, rules};
        detail::matcher<> matcher{g, rules};
        for (node_id const n : g.nodes()) {
            auto const found = at(index, n);
            for (std::uint32_t rule = 0; rule < set.size(); ++rule) {
                CAPTURE(set[rule].name);
                if (matcher.match_rule(rule, n))
                    REQUIRE(std::find(found.begin(), found.end(), rule) != found.end());
            }
        }
    }
}

// Rules that differ in a literal that may stand on either side.
template <std::size_t... I>
constexpr auto literal_rules(std::index_sequence<I...>) {
    return rules(rule<"r">(toy::add(toy::mul(toy::neg(x), static_cast<int>(I)), y) >> x)...);
}

TEST_CASE("rule_index: the tree grows no faster than the rules, and few rules are left at a node") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const s = toy::add(b, toy::mul(77, toy::neg(a)));
    auto const states = [&]<std::size_t N>(std::index_sequence<N>) {
        constexpr auto some = literal_rules(std::make_index_sequence<N>{});
        detail::prepared_rules const rules{g, detail::views_of(some)};
        detail::rule_index index{g, rules};
        if (N > 77)
            CHECK(at(index, s.id) == std::vector<std::uint32_t>{77});
        return index.state_count();
    };
    CHECK(states(std::index_sequence<100>{}) < 12 * states(std::index_sequence<10>{}));
}

constexpr bool works_in_constants() {
    graph g;
    value const a = placeholder(g, "a");
    value const n = toy::neg(toy::neg(a));
    constexpr auto two = rules(rule<"a">(toy::neg(toy::relu(x)) >> x), rule<"b">(toy::neg(toy::neg(x)) >> x));
    detail::prepared_rules const rules{g, detail::views_of(two)};
    detail::rule_index index{g, rules};
    return index.rules_at(n.id).size() == 1 && index.rules_at(n.id)[0] == 1;
}
static_assert(works_in_constants());

} // namespace
