#include <graft/rulecheck/lint.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto good =
    rules(rule<"neg-neg">(aten::neg(aten::neg(x)) >> x, where(is_floating_point(x))),
          rule<"add-zero">(aten::add.Tensor(x, 0.0) >> x, where(is_floating_point(x))),
          rule<"add-neg">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(x, y), where(same_dtype(x, y))),
          rule<"silu">(aten::mul.Tensor(x, one_use(aten::sigmoid(x))) >> aten::silu(x), where(is_floating_point(x))));
static_assert(lint(good).ok());

template <class Rule>
constexpr bool has(rule_fault kind, Rule const& r) {
    return lint(r).count(kind) == 1;
}

static_assert(has(rule_fault::dtype, rule<"r">(aten::add.Tensor(x, 0.0) >> x)));
static_assert(has(rule_fault::shape, rule<"r">(aten::mul.Tensor(x, y) >> x, where(same_dtype(x, y)))));
static_assert(has(rule_fault::termination, rule<"r">(aten::sub.Tensor(x, y) >> aten::sub.Tensor(y, x))));
static_assert(has(rule_fault::duplicates_work,
                  rule<"r">(aten::mul.Tensor(x, aten::sigmoid(x)) >> aten::silu(x), where(is_floating_point(x)))));

TEST_CASE("lint: a sound set has no fault, at run time neither") {
    CHECK(lint(good).ok());
    CHECK(text(lint(good)).find("note: ") == 0);
    CHECK(lint(good).count(rule_fault::overlap) == lint(good).findings().size());
}

TEST_CASE("lint: a rule that one before it always takes first is shadowed, by priority it is not") {
    constexpr auto wide = rule<"wide">(toy::neg(x) >> x);
    constexpr auto narrow = rule<"narrow">(toy::neg(toy::relu(x)) >> x);
    rule_report const found = lint(rules(wide, narrow));
    REQUIRE(found.count(rule_fault::shadowed) == 1);
    CHECK(lint(rules(narrow, wide)).count(rule_fault::shadowed) == 0);
    CHECK(lint(rules(narrow, wide)).count(rule_fault::overlap) == 1);
    CHECK(lint(rules(wide, narrow.prio(1))).count(rule_fault::shadowed) == 0);
    CHECK(lint(rules(wide, narrow.prio(1))).count(rule_fault::overlap) == 0);
    CHECK(lint(rules(narrow.prio(-1), wide)).count(rule_fault::shadowed) == 1);
    CHECK(text(found).find("'narrow' is never reached: 'wide' is tried before it") != std::string::npos);
}

TEST_CASE("lint: a rule like another, under other names of variables, is a duplicate") {
    constexpr auto one = rule<"one">(toy::add(toy::neg(x), y) >> toy::sub(y, x));
    constexpr auto two = rule<"two">(toy::add(z, toy::neg(x)) >> toy::sub(z, x));
    CHECK(lint(rules(one, two)).count(rule_fault::duplicate) == 1);
    CHECK(lint(rules(one, two)).count(rule_fault::shadowed) == 0);
}

TEST_CASE("lint: a predicate of the rule before is given the benefit of the doubt") {
    constexpr auto asks = rule<"asks">(toy::neg(x) >> x, where([](match const&) { return true; }));
    rule_report const found = lint(rules(asks, rule<"after">(toy::neg(x) >> x)));
    CHECK(found.ok());
    CHECK(found.count(rule_fault::maybe_shadowed) == 1);
}

TEST_CASE("lint: work that others may keep alive is done again, unless that is meant") {
    constexpr auto fuse = rule<"fuse">(aten::add.Tensor(aten::mm(x, y), z) >> aten::addmm(z, x, y),
                                       where(rank(z) == 1, same_dtype(x, y), same_dtype(x, z)));
    rule_report const found = lint(fuse);
    REQUIRE(found.count(rule_fault::duplicates_work) == 1);
    CHECK(text(found).find("aten::mm") != std::string::npos);
    CHECK(lint(fuse.may_duplicate()).count(rule_fault::duplicates_work) == 0);
    CHECK(lint(rule<"fuse">(aten::add.Tensor(one_use(aten::mm(x, y)), z) >> aten::addmm(z, x, y)))
              .count(rule_fault::duplicates_work) == 0);
}

TEST_CASE("lint: with the table of a dialect a call that the dialect does not have is a fault, and told") {
    constexpr auto negated = rule<"negated">(aten::mul.Tensor(x, -1) >> aten::neg(x), where(x.in(dtype::u16)));
    CHECK(lint(negated).ok());
    rule_report const found = lint(negated, edge_constraint);
    CHECK(found.count(rule_fault::constraint) == 1);
    CHECK(text(found) == "'negated' makes a call of aten::neg whose dtypes the dialect does not admit where 'x' is "
                         "u16; exclude it in where(): has_dtype(x, ...)\n");
    CHECK(lint(good, edge_constraint).ok());
}

TEST_CASE("lint: a rule that says why it ends is believed") {
    constexpr auto turn = rule<"turn">(toy::sub(x, y) >> toy::sub(y, x));
    CHECK(lint(turn).count(rule_fault::termination) == 1);
    CHECK(lint(turn.terminates_because("the operands are ordered by their names")).ok());
}

// A rule as it may come from a text: views of its nodes.
struct loose_rule {
    std::array<pattern_node, 2> lhs{}, rhs{};
    std::array<std::string_view, 1> variables{"x"};

    loose_rule() {
        for (auto* const side : {&lhs, &rhs}) {
            (*side)[0].kind = pattern_kind::call;
            (*side)[0].op = &toy::neg_t::info();
            (*side)[0].size = 2;
            (*side)[1].kind = pattern_kind::variable;
            (*side)[1].slot = 0;
            (*side)[1].name = "x";
            (*side)[1].variable = 0;
        }
        rhs[0].op = &toy::relu_t::info();
    }
    [[nodiscard]] std::vector<rule_finding> findings() const {
        rule_view rule;
        rule.name = "loose";
        rule.lhs = lhs;
        rule.rhs = rhs;
        rule.variables = variables;
        vec<rule_finding> found;
        detail::lint_form(rule, found);
        return found;
    }
};

TEST_CASE("lint: what the types of a rule say is asked of rules without types") {
    loose_rule rule;
    CHECK(rule.findings().empty());
    rule.rhs[1].name = "y";
    rule.rhs[1].variable = -1;
    REQUIRE(rule.findings().size() == 1);
    CHECK((rule.findings()[0].kind == rule_fault::unbound));
    CHECK(rule.findings()[0].variable == "y");
    loose_rule short_of;
    short_of.rhs[0].op = &toy::mul_t::info();
    REQUIRE(short_of.findings().size() == 1);
    CHECK((short_of.findings()[0].kind == rule_fault::arity));
    CHECK(short_of.findings()[0].variable == "other");
}

} // namespace
