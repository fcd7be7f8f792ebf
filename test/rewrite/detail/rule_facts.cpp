#include <graft/rewrite/detail/rule_facts.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

namespace {

using namespace graft;
using namespace graft::detail;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

template <class Rule>
constexpr rule_facts facts(Rule const& rule) {
    return facts_of(view_of(rule));
}

constexpr auto plain = rule<"plain">(toy::add(toy::mul(x, y), y) >> x);
constexpr auto fused_one = rule<"fused">(fused(toy::neg(toy::relu(x))) >> x);
constexpr auto single = rule<"single">(toy::neg(one_use(toy::neg(toy::neg(x)))) >> x);
constexpr auto item = rule<"item">(out<0>(toy::minmax(x)) >> x);
constexpr auto unused = rule<"unused">(toy::neg(x) >> x, where(no_user(x, toy::relu)));

static_assert(facts(plain).depth == 2 && facts(plain).most_nodes == 2 && facts(plain).use_limit == 0);
static_assert(!facts(plain).any_one_use && facts(single).any_one_use && facts(single).depth == 3);
static_assert(facts(fused_one).use_limit == rule_facts::max_internal_uses);
static_assert(facts(item).use_limit == rule_facts::max_outputs && facts(item).depth == 2);
static_assert(facts(unused).use_limit == rule_facts::max_users);

TEST_CASE("rule_facts: what several rules need to know is what one of them needs to know") {
    rule_facts all = facts(plain);
    all.add(facts(single));
    all.add(facts(item));
    CHECK(all.depth == 3);
    CHECK(all.any_one_use);
    CHECK(all.use_limit == rule_facts::max_outputs);
    CHECK(all.most_nodes == 3);
}

template <class Rule>
bool both_orders(Rule const& rule) {
    return tries_both_orders(view_of(rule), 0);
}

TEST_CASE("rule_facts: both orders are tried where something tells the operands apart") {
    CHECK_FALSE(both_orders(rule<"any">(toy::add(x, y) >> x)));
    CHECK_FALSE(both_orders(rule<"wild">(toy::add(x, any) >> x)));
    CHECK_FALSE(both_orders(rule<"minus">(toy::sub(x, 1) >> x)));
    CHECK(both_orders(rule<"literal">(toy::add(x, 1) >> x)));
    CHECK(both_orders(rule<"once">(toy::add(one_use(x), y) >> x)));
    CHECK(both_orders(rule<"asked">(toy::add(x, y) >> x, where(rank(x) == 1))));
    CHECK(both_orders(plain));
}

} // namespace
