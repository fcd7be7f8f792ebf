#include <graft/lower/rule_pass.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/rewrite/rule_set.hpp>

#include "../runtime/test_program.hpp"

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto neg_neg = rules(rule<"neg-neg">(aten::neg(aten::neg(x)) >> x), rule<"relu-relu">(aten::relu(aten::relu(x)) >> aten::relu(x)));

TEST_CASE("rule_pass: applies rules to every graph and counts, by name, how often each fired") {
    graft_test::program_builder b;
    value const a = b.input("a", graft_test::f32_spec({4}));
    exported_program p = b.finish({aten::relu(aten::neg(aten::neg(aten::neg(aten::neg(a)))))});
    any_pass const pass = rule_pass("negations", neg_neg);
    CHECK(pass.name == "negations");
    pass_result const done = pass(p);
    CHECK(done.modified);
    REQUIRE(done.counts.size() == 1);
    CHECK(done.counts[0].what == "neg-neg");
    CHECK(done.counts[0].count == 2);
    pass_result const again = pass(p);
    CHECK_FALSE(again.modified);
    CHECK(again.counts.empty());
}

TEST_CASE("rule_pass: rules without an end are an error") {
    constexpr auto turn = rules(rule<"turn">(aten::relu(x) >> aten::relu(aten::neg(aten::neg(x)))).may_duplicate());
    graft_test::program_builder b;
    value const a = b.input("a", graft_test::f32_spec({4}));
    exported_program p = b.finish({aten::relu(a)});
    CHECK_THROWS_AS(static_cast<void>(rule_pass("turn", turn)(p)), error);
}

} // namespace
