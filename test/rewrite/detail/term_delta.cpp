#include <graft/rewrite/detail/term_delta.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

template <class Rule>
constexpr detail::rule_change change(Rule const& r) {
    auto const set = rules(r);
    return detail::change_of(set[0]);
}

TEST_CASE("lint_delta: interior calls count as gone only where they are certain to be") {
    constexpr auto fuse = rule<"fuse">(toy::add(toy::mul(x, y), var<"z">) >> toy::fma(x, y, var<"z">));
    CHECK(change(fuse).weight == 0);
    CHECK(change(fuse).weight_alone == -2);
    constexpr auto one = rule<"one">(toy::add(one_use(toy::mul(x, y)), var<"z">) >> toy::fma(x, y, var<"z">));
    CHECK(change(one).weight == -2);
    CHECK(change(rule<"drop">(toy::neg(toy::neg(x)) >> x)).weight == -2);
    CHECK(change(rule<"grow">(toy::neg(x) >> toy::relu(toy::grow(x)))).weight == 2);
}

TEST_CASE("lint_delta: of alternatives the worst counts, under a tag those that belong together") {
    CHECK(change(rule<"free">(one_of(toy::neg(x), toy::neg(one_use(toy::relu(x)))) >> toy::grow(x))).weight == 0);
    CHECK(change(rule<"tag">(one_of<"t">(toy::neg(x), toy::neg(one_use(toy::relu(x)))) >> one_of<"t">(x, toy::grow(x))))
              .weight == -2);
}

TEST_CASE("lint_delta: a chain may be empty, a tree loses a call with every leaf, an each makes many") {
    CHECK(change(rule<"chain">(toy::neg(through(toy::cast)(x)) >> x)).weight == -2);
    CHECK(change(rule<"tree">(flat(toy::add, x, y, rest<"r">) >> flat(toy::add, x, rest<"r">))).weight == -2);
    constexpr auto sides = toy::neg(toy::cat(list(rest<"r">))) >> toy::cat(list(each(toy::neg(rest<"r">))));
    CHECK(change(rule<"each">(sides)).weight > 1000);
}

TEST_CASE("lint_delta: numbers of calls by op") {
    constexpr auto swap = rule<"swap">(toy::add(x, toy::neg(y)) >> toy::sub(x, y));
    detail::rule_change const swapped = change(swap);
    REQUIRE(swapped.ops.size() == 1);
    REQUIRE(swapped.ops[0].size() == 2);
    for (detail::op_change const& op : swapped.ops[0])
        CHECK(op.by == (op.name == "toy::add.Tensor" ? -1 : 1));
    CHECK(change(rule<"two">(one_of(toy::neg(x), toy::relu(x)) >> x)).ops.size() == 2);
}

TEST_CASE("lint_delta: heights fall where every operand of the one new call stood deeper") {
    detail::rule_change const twice = change(rule<"twice">(toy::grow(toy::grow(x)) >> toy::grow(x)));
    CHECK(twice.heights == -1);
    CHECK(twice.operand_heights == -1);
    detail::rule_change const sub = change(rule<"sub">(toy::add(x, toy::neg(y)) >> toy::sub(x, y)));
    CHECK(sub.heights == 0);
    CHECK(sub.operand_heights == -1);
    detail::rule_change const turn = change(rule<"turn">(toy::sub(x, y) >> toy::sub(y, x)));
    CHECK(turn.heights == 0);
    CHECK(turn.operand_heights == 0);
    CHECK(change(rule<"copy">(toy::neg(toy::neg(x)) >> toy::mul(x, x))).operand_heights == 1);
    CHECK(change(rule<"two">(toy::neg(toy::neg(x)) >> toy::relu(toy::relu(x)))).heights == 1);
}

} // namespace
