#include <graft/compiled_rules/detail/plan.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto set =
    rules(rule<"one">(toy::mul(toy::add(x, 2), x) >> x), rule<"two">(toy::neg(one_use(toy::neg(x))) >> x).prio(1),
          rule<"three">(toy::sub(toy::mul(x, y), 2) >> x, where(rank(x) == 1, rank(y) == 1, same_shape(y, x))),
          rule<"four">(one_of(toy::neg(x), out<1>(toy::minmax(x))) >> x),
          rule<"five">(any_attributes(toy::add(x, y)) >> x), rule<"six">(toy::permute(x, ints()) >> x));
constexpr auto const& plan = detail::plan_of<set>;

TEST_CASE("compiled_plan: rules are ranked by priority, then by position, and so are their roots") {
    CHECK(std::vector<std::uint16_t>(plan.ranked.begin(), plan.ranked.begin() + 6) ==
          std::vector<std::uint16_t>{1, 0, 2, 3, 4, 5});
    std::vector<std::uint16_t> rules_of_roots;
    for (std::size_t i = 0; i < plan.root_count; ++i)
        rules_of_roots.push_back(plan.roots[i].rule);
    CHECK(rules_of_roots == std::vector<std::uint16_t>{1, 0, 2, 3, 3, 4, 5});
}

TEST_CASE("compiled_plan: ops and literals have one number each, those of roots the first") {
    CHECK(plan.root_ops == 6);
    CHECK(plan.op_count == 8);
    CHECK(plan.ops[plan.roots[0].op].name == "toy::neg");
    CHECK(plan.ops[plan.roots[3].op].name == "toy::neg");
    CHECK(plan.ops[plan.roots[4].op].name == "operator.getitem");
    CHECK(plan.literal_count == 2);
    auto const symbol = [](std::size_t rule, std::size_t node) {
        return plan.nodes[plan.rules[rule].begin + node].symbol;
    };
    CHECK(symbol(0, 3) == plan.first_literal());
    CHECK(symbol(2, 4) == plan.first_literal());
    CHECK(symbol(0, 1) == symbol(4, 0));
}

TEST_CASE("compiled_plan: code says all of calls, variables and literals, not of attributes and alternatives") {
    CHECK(plan.rules[0].direct);
    CHECK(plan.rules[1].direct);
    CHECK(plan.rules[2].direct);
    CHECK_FALSE(plan.rules[3].direct);
    CHECK_FALSE(plan.rules[4].direct);
    CHECK(plan.rules[5].direct);
}

TEST_CASE("compiled_plan: calls get registers, and an order where their operands may stand either way") {
    detail::plan_rule const r = plan.rules[0];
    CHECK(r.orders == 2);
    CHECK(r.calls == 2);
    detail::plan_node const root = plan.nodes[r.begin], sum = plan.nodes[r.begin + 1u];
    CHECK(root.order == 0);
    CHECK(sum.order == 1);
    CHECK(sum.parent == root.to);
    CHECK(sum.to == 1);
    CHECK(plan.nodes[r.begin + 2u].first);
    CHECK_FALSE(plan.nodes[r.begin + 4u].first);
    CHECK(plan.nodes[r.begin + 4u].parent_order == 0);
    CHECK(plan.rules[1].orders == 0);
}

TEST_CASE("compiled_plan: a condition is asked where its last variable is bound, the cheap ones first") {
    detail::plan_rule const r = plan.rules[2];
    auto const asked_at = [&](std::size_t node) {
        detail::plan_node const n = plan.nodes[r.begin + node];
        auto const first = plan.checks.begin() + n.checks;
        return std::vector<std::uint16_t>(first, first + n.check_count);
    };
    CHECK(asked_at(0).empty());
    CHECK(asked_at(2) == std::vector<std::uint16_t>{0});
    CHECK(asked_at(3) == std::vector<std::uint16_t>{1, 2});
    CHECK(r.check_count == 0);
}

TEST_CASE("number_table: the same things have the same number, whatever their hashes are") {
    std::vector<int> things{0};
    detail::number_table<100> table;
    for (int round = 0; round < 2; ++round)
        for (int thing = 1; thing <= 100; ++thing) {
            auto const number = table.find(static_cast<std::uint64_t>(thing % 5), things.size(),
                                           [&](std::uint16_t n) { return things[n] == thing; });
            if (number == things.size())
                things.push_back(thing);
            REQUIRE(things[number] == thing);
        }
    CHECK(things.size() == 101);
}

} // namespace
