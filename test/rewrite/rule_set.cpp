#include <graft/rewrite/rule_set.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto first = rule<"first">(toy::neg(toy::neg(x)) >> x);
constexpr auto second = rule<"second">(toy::add(x, y) >> toy::sub(x, y), rank(y) == 1);
constexpr auto third = rule<"third">(toy::relu(x) >> toy::neg(x));

constexpr auto set = rules(first, second);
constexpr auto nested = rules(third, set, rules(first));

TEST_CASE("rule_set: rules keep their order, sets are taken apart in place") {
    REQUIRE(nested.size() == 4);
    CHECK(nested[0].name == "third");
    CHECK(nested[1].name == "first");
    CHECK(nested[2].name == "second");
    CHECK(nested[3].name == "first");
}

TEST_CASE("rule_set: each rule is seen with its own sides, conditions and variables") {
    rule_view const r = nested[2];
    CHECK(r.lhs.size() == 3);
    CHECK(r.rhs.size() == 3);
    CHECK(r.lhs[0].op == &toy::add_t::info());
    CHECK(r.rhs[0].op == &toy::sub_t::info());
    REQUIRE(r.conditions.size() == 1);
    CHECK((r.conditions[0].kind == constraint_kind::rank));
    CHECK(r.conditions[0].of.variable == 1);
    REQUIRE(r.variables.size() == 2);
    CHECK(r.variables[1] == "y");
    CHECK(nested[3].lhs.size() == 3);
    CHECK(nested[3].conditions.empty());
}

TEST_CASE("rule_set: a set may be empty, or one rule") {
    CHECK(rules().size() == 0);
    CHECK(rules(rules(), first, rules()).size() == 1);
    CHECK(rules(first)[0].rhs.size() == 1);
}

static_assert(set.size() == 2 && set[0].name == "first");
static_assert(nested.node_count == 4 + 6 + 4 + 4);
static_assert(nested.variable_count == 1 + 2 + 1 + 1);

// More rules than clang 16 folds operands.
template <std::size_t... I>
constexpr auto make_many(std::index_sequence<I...>) {
    return rules(rule<"r">(toy::mul(toy::neg(var<"x">), static_cast<int>(I)) >> toy::neg(var<"x">))...);
}
constexpr auto many = make_many(std::make_index_sequence<300>{});
static_assert(many.size() == 300);

TEST_CASE("rule_set: three hundred rules are one set") {
    CHECK(many[299].lhs[3].value == to_constant(299));
    CHECK(rules(many, many).size() == 600);
}

TEST_CASE("rule_set: a filter keeps, in order, the rules that promise enough") {
    constexpr auto mixed = rules(first, second.ulp(2), third.sign_of_zero(), rules(first.ulp(1)));
    constexpr auto exact_only = mixed.filter(exact);
    static_assert(exact_only.size() == 1 && exact_only[0].name == "first");
    constexpr auto close = mixed.filter({.ulp = 1});
    REQUIRE(close.size() == 2);
    CHECK(close[1].name == "first");
    CHECK(close[1].options.promise.ulp == 1);
    CHECK((close[1].variables.front() == "x"));
    constexpr auto all = mixed.filter({.ignores_sign_of_zero = true, .ulp = 8});
    CHECK(all.size() == 4);
    CHECK((all[1] == mixed[1]));
    CHECK(rules(third, close).size() == 3);
}

TEST_CASE("rule_set: rules are equal when they say the same") {
    CHECK((set[0] == detail::view_of(first)));
    CHECK_FALSE((set[0] == set[1]));
    CHECK_FALSE((detail::view_of(first) == detail::view_of(first.prio(1))));
}

std::set<std::uint64_t> needs_of(auto const& rule) {
    auto const all = rules(rule);
    auto const needs = all[0].needs;
    CHECK(std::set<std::uint64_t>(needs.begin(), needs.end()).size() == needs.size());
    return {needs.begin(), needs.end()};
}
std::set<std::uint64_t> hashes(std::initializer_list<std::string_view> names) {
    std::set<std::uint64_t> all;
    for (std::string_view const name : names)
        all.insert(fnv1a(name));
    return all;
}

TEST_CASE("rule_ops: a match needs the ops of its calls, each once") {
    CHECK(needs_of(rule<"r">(toy::add(toy::mul(x, y), toy::mul(y, x)) >> x)) ==
          hashes({"toy::add.Tensor", "toy::mul.Tensor"}));
    CHECK(needs_of(rule<"r">(out<0>(toy::minmax(x)) >> x)) == hashes({"toy::minmax", "operator.getitem"}));
    CHECK(needs_of(rule<"r">(toy::cat(list(toy::neg(x), rest<"r">)) >> x)) == hashes({"toy::cat", "toy::neg"}));
}

TEST_CASE("rule_ops: what may be absent is not needed") {
    CHECK(needs_of(rule<"r">(toy::neg(one_of(toy::relu(x), toy::mul(x, 2))) >> x)) == hashes({"toy::neg"}));
    CHECK(needs_of(rule<"r">(toy::add(toy::neg(x), not_(toy::relu(y))) >> x)) ==
          hashes({"toy::add.Tensor", "toy::neg"}));
    CHECK(needs_of(rule<"r">(toy::neg(through(toy::relu)(toy::mul(x, y))) >> x)) ==
          hashes({"toy::neg", "toy::mul.Tensor"}));
    CHECK(needs_of(rule<"r">(one_of(toy::relu(x), toy::neg(x)) >> x)).empty());
}

TEST_CASE("rule_ops: a right side makes all of its ops") {
    auto const all = rules(rule<"r">(toy::neg(x) >> toy::sub(toy::mul(x, 0), toy::mul(x, 1))));
    auto const makes = all[0].makes;
    CHECK(std::set<std::uint64_t>(makes.begin(), makes.end()) == hashes({"toy::sub.Tensor", "toy::mul.Tensor"}));
}

} // namespace
