#include <graft/rewrite/prepared_rules.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

#include "../io/raises.hpp"
#include "../ir/toy.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using detail::prepared_rules;
using graft_test::raised;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// What is known of rules of which the graph has none.
template <class... Rules>
detail::rule_facts facts_of_set(Rules const&... all) {
    graph g;
    auto const set = graft::rules(all...);
    return prepared_rules{g, detail::views_of(set)}.facts;
}

constexpr auto neg_neg = rule<"neg-neg">(toy::neg(toy::neg(x)) >> x);
constexpr auto add_neg = rule<"add-neg">(toy::add(x, toy::neg(y)) >> toy::sub(x, y));
constexpr auto neg_neg_alone = rules(neg_neg);

TEST_CASE("prepared_rules: targets that no rule names have no op, those that come later are learned") {
    graph g;
    value const a = placeholder(g, "a");
    value const f = toy::fma(a, a, a);
    prepared_rules rules{g, detail::views_of(neg_neg_alone)};
    CHECK(rules.op_of_target(g.target_id(f.id)) == prepared_rules::no_op);
    value const n = toy::neg(a);
    CHECK(rules.op_of_target(g.target_id(n.id)) == prepared_rules::no_op);
    rules.learn_targets(g);
    CHECK(rules.op_of_target(g.target_id(n.id)) != prepared_rules::no_op);
}

TEST_CASE("prepared_rules: an op is one number in every dialect") {
    graph g;
    std::uint32_t const aten = g.intern_target(toy::neg_t::info());
    std::uint32_t const edge = g.intern_target(toy::neg_t::info(), dialect_tag::edge);
    prepared_rules const rules{g, detail::views_of(neg_neg_alone)};
    CHECK(aten != edge);
    CHECK(rules.op_of_target(aten) == rules.op_of_target(edge));
}

TEST_CASE("prepared_rules: literals, defaults and keywords are operands of the graph") {
    graph g;
    auto const set = graft::rules(rule<"r">(toy::pool(x, ints(2, 2), "ceil"_a = true) >> toy::neg(x)));
    prepared_rules const rules{g, detail::views_of(set)};
    detail::prepared_node const& root = rules.nodes[0];
    CHECK(root.parameter_count == 4);
    CHECK(root.mentioned == 0b1011);
    CHECK(root.leading == 2);
    CHECK(rules.nodes[2].literal == g.encode(arg::list({2, 2})));
    CHECK(rules.defaults[root.parameters + 2] == g.encode(arg::list({1, 1})));
    CHECK(rules.defaults[root.parameters + 3] == g.encode(false));
    CHECK(rules.keys[root.parameters + 3] == g.encode("ceil"));
}

TEST_CASE("prepared_rules: the depth is that of the deepest left side, in calls and items") {
    auto const depth = [](auto const&... r) { return facts_of_set(r...).depth; };
    CHECK(depth(rule<"r">(toy::neg(x) >> toy::neg(toy::neg(toy::neg(x))))) == 1);
    CHECK(depth(neg_neg) == 2);
    CHECK(depth(rule<"r">(toy::add(toy::neg(toy::relu(x)), toy::neg(y)) >> x)) == 3);
    CHECK(depth(rule<"r">(toy::cat(list(toy::neg(x))) >> x)) == 2);
    CHECK(depth(rule<"r">(toy::neg(out<0>(toy::minmax(x))) >> x)) == 3);
    CHECK(depth(neg_neg, rule<"r">(toy::neg(x) >> x)) == 2);
    CHECK(depth() == 1);
}

TEST_CASE("prepared_rules: one_use anywhere on a left side is noted") {
    CHECK_FALSE(facts_of_set(neg_neg, add_neg).any_one_use);
    CHECK(facts_of_set(neg_neg, rule<"r">(toy::neg(one_use(toy::neg(x))) >> x)).any_one_use);
}

TEST_CASE("prepared_rules: a left side that is no call is refused, since nothing would ever match it") {
    CHECK(raised([] { facts_of_set(rule<"list">(list(x, toy::neg(y)) >> x)); }) ==
          "graft: rule 'list': its left side is not a call of an op");
}

TEST_CASE("prepared_rules: a left side with more orders than can be tried is refused") {
    auto const deep = [](auto const& self, auto const& pattern, auto left) {
        if constexpr (decltype(left)::value == 0)
            return pattern;
        else
            return self(self, toy::add(pattern, y), std::integral_constant<int, decltype(left)::value - 1>{});
    };
    auto const six = rule<"six">(deep(deep, toy::neg(x), std::integral_constant<int, 6>{}) >> x);
    auto const seven = rule<"seven">(deep(deep, toy::neg(x), std::integral_constant<int, 7>{}) >> x);
    CHECK(facts_of_set(six).depth == 7);
    CHECK(raised([&] { facts_of_set(seven); }) ==
          "graft: rule 'seven' has more than 6 calls whose operands can be exchanged");
}

TEST_CASE("prepared_rules: every condition waits for no more than it asks about") {
    constexpr auto asks = graft::rules(
        rule<"asks">(toy::sub(toy::neg(x), toy::neg(y)) >> x, where(
                                                                  same_shape(x, y), [](match const&) { return true; },
                                                                  rank(y) == 2, rank(x) == 2, rank(replaced) == 2)));
    graph g;
    prepared_rules const rules{g, detail::views_of(asks)};
    auto const numbers = [&](std::uint32_t begin, std::uint32_t count) {
        std::vector<std::uint32_t> all;
        for (std::uint32_t i = begin; i < begin + count; ++i)
            all.push_back(rules.checks[i].number);
        return all;
    };
    auto const at = [&](std::size_t i) { return numbers(rules.nodes[i].checks, rules.nodes[i].check_count); };
    using list = std::vector<std::uint32_t>;
    CHECK(at(0) == list{4});                                                      // the root
    CHECK(at(2) == list{3});                                                      // x
    CHECK(at(4) == list{2, 0});                                                   // y: the cheap one first
    CHECK(numbers(rules.rules[0].checks, rules.rules[0].check_count) == list{1}); // a predicate may ask anything
}

TEST_CASE("prepared_rules: what only an alternative binds is asked about last") {
    constexpr auto asks =
        graft::rules(rule<"asks">(toy::sub(one_of(toy::neg(x), toy::relu(x)), y) >> x, where(rank(x) == 2)));
    graph g;
    prepared_rules const rules{g, detail::views_of(asks)};
    CHECK(rules.rules[0].check_count == 1);
}

TEST_CASE("prepared_rules: of some rules their positions in the set stay") {
    constexpr auto all = graft::rules(rule<"a">(toy::neg(x) >> x), rule<"b">(toy::relu(x) >> x));
    graph g;
    std::array<std::uint32_t, 1> const second{1};
    prepared_rules const rules{g, detail::views_of(all), second};
    REQUIRE(rules.rules.size() == 1);
    CHECK(rules.rules[0].number == 1);
    CHECK(rules.rules[0].source.name == "b");
}

TEST_CASE("prepared_rules: operands are tried in both orders only where that can make a difference") {
    auto const orders = [](auto const& rule) {
        graph g;
        auto const set = graft::rules(rule);
        prepared_rules const rules{g, detail::views_of(set)};
        return rules.nodes[0].swappable;
    };
    CHECK_FALSE(orders(rule<"r">(toy::add(x, y) >> x)));
    CHECK_FALSE(orders(rule<"r">(toy::add(x, any) >> x)));
    CHECK(orders(rule<"r">(toy::add(x, toy::neg(y)) >> x)));
    CHECK(orders(rule<"r">(toy::add(x, y) >> x, where(rank(x) == 2))));
    CHECK(orders(rule<"r">(toy::add(x, 1) >> x)));
}

} // namespace
