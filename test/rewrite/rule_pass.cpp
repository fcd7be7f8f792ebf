#include <graft/rewrite/rule_pass.hpp>

#include <doctest/doctest.h>

#include <graft/compiled_rules/compiled_rules.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/known_ops.hpp>
#include <graft/pass/manager.hpp>
#include <graft/rewrite/rule_set.hpp>
#include <graft/rule_text/rule_parser.hpp>

#include "../runtime/test_program.hpp"

#include <string>
#include <type_traits>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto neg_neg_rule = rule<"neg-neg">(aten::neg(aten::neg(x)) >> x);
constexpr auto relu_relu = rule<"relu-relu">(aten::relu(aten::relu(x)) >> aten::relu(x));
constexpr auto neg_neg = rules(neg_neg_rule, relu_relu);
constexpr auto mine = rules<"mine">(neg_neg, rule<"neg-relu">(aten::relu(aten::neg(aten::relu(x))) >> aten::relu(x)));

// Four negations and a `relu`.
exported_program negations() {
    graft_test::program_builder b;
    value const a = b.input("a", graft_test::f32_spec({4}));
    return b.finish({aten::relu(aten::neg(aten::neg(aten::neg(aten::neg(a)))))});
}

void check_two_negations(pass_result const& done) {
    CHECK(done.modified);
    REQUIRE(done.counts.size() == 1);
    CHECK(done.counts[0].what == "neg-neg");
    CHECK(done.counts[0].count == 2);
}

TEST_CASE("rule_pass: applies rules to every graph and counts, by name, how often each fired") {
    exported_program p = negations();
    any_pass const pass = rule_pass("negations", neg_neg);
    CHECK(pass.name == "negations");
    check_two_negations(pass(p));
    pass_result const again = pass(p);
    CHECK_FALSE(again.modified);
    CHECK(again.counts.empty());
}

TEST_CASE("rule_pass: rules without an end are an error") {
    constexpr auto turn = rules(rule<"turn">(aten::relu(x) >> aten::relu(aten::neg(aten::neg(x)))).may_duplicate());
    graft_test::program_builder b;
    value const a = b.input("a", graft_test::f32_spec({4}));
    exported_program p = b.finish({aten::relu(a)});
    CHECK_THROWS_AS(static_cast<void>(rule_pass("turn", turn)(p.graph())), error);
}

TEST_CASE("to_pass: a rule, a set, a phase and a compiled set are passes as they are, and count by rule") {
    rule_list const list = parse_rules("rule \"neg-neg\": aten::neg(aten::neg(x)) => x;", find_known_op<>);
    vec<any_pass> const passes{neg_neg_rule,           neg_neg,           mine,
                               phase{"tidy", neg_neg}, compiled<neg_neg>, rule_pass("list", list)};
    for (any_pass const& pass : passes) {
        CAPTURE(pass.name);
        exported_program p = negations();
        check_two_negations(pass(p));
    }
}

TEST_CASE("to_pass: it is named after the rule, the set, or the first rule of a set without a name") {
    CHECK(any_pass{neg_neg_rule}.name == "neg-neg");
    CHECK(any_pass{rules(neg_neg_rule)}.name == "neg-neg");
    CHECK(any_pass{neg_neg}.name == "neg-neg and 1 more");
    CHECK(any_pass{mine}.name == "mine");
    CHECK(any_pass{mine.filter({})}.name == "mine");
    CHECK(any_pass{rules(mine)}.name == "neg-neg and 2 more");
    CHECK(any_pass{phase{"tidy", mine}}.name == "tidy");
    CHECK(any_pass{vec<rule_view>{}}.name == "no rules");
}

TEST_CASE("to_pass: keeps a copy of the rules") {
    vec<any_pass> passes;
    {
        auto const local = rules<"local">(neg_neg_rule);
        passes.push_back(local);
    }
    exported_program p = negations();
    check_two_negations(passes[0](p));
}

TEST_CASE("to_pass: pass managers take rules beside passes, and order them by name") {
    pass_manager manager({mine, neg_neg_rule});
    manager.add_pass(rules(relu_relu)).add_constraint(this_before_that("neg-neg", "mine"));
    std::string order;
    for (any_pass const& pass : manager.ordered_passes())
        order += pass.name + ' ';
    CHECK(order.find("neg-neg") < order.find("mine"));
    exported_program p = negations();
    CHECK(manager(p).modified);
    CHECK(p.graph().size() == 3);
    CHECK_FALSE(manager(p).modified);
}

static_assert(!std::is_constructible_v<any_pass, rule_list&>); // which has no copies
static_assert(!std::is_convertible_v<vec<int>, any_pass>);

} // namespace
