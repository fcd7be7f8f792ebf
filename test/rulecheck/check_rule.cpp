#include <graft/rulecheck/check_rule.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <doctest/doctest.h>

#include "../runtime/tensors.hpp"
#include "../sanitized.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using graft_test::cases;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::neg.default_),
               decltype(aten::full.default_), decltype(aten::_to_copy.default_), decltype(aten::mm.default_),
               decltype(aten::linear.default_), decltype(aten::permute_copy.default_), decltype(aten::cat.default_)>;
constexpr kernel_library library{kernel_table{kernels}, {}};

TEST_CASE("check_rule: rules that hold pass, with the contract that they promise") {
    for (rule_check const& c :
         check_rules(rules(rule<"commute">(aten::mul.Tensor(x, y) >> aten::mul.Tensor(y, x)),
                           rule<"mul-one">(aten::mul.Tensor(x, splat(1)) >> x,
                                           where(same_meta(x, replaced), x.in(numeric_dtypes))),
                           rule<"add-zero">(aten::add.Tensor(x, splat(0)) >> x,
                                            where(same_meta(x, replaced), x.in(numeric_dtypes)))
                               .sign_of_zero(),
                           rule<"linear">(aten::mm.default_(x, aten::permute_copy.default_(y, ints(1, 0))) >>
                                          aten::linear.default_(x, y))
                               .approx(1e-2, 1e-2)
                               .finite_only(),
                           rule<"cat-one">(aten::cat.default_(list(x)) >> x)),
                     {library, cases(200)})) {
        INFO(text(c));
        CHECK(c.passed());
        CHECK(c.matched == cases(200));
    }
}

TEST_CASE("check_rule: what holds for real numbers is checked for complex ones") {
    // (inf + 0i) * 1 is inf + nan i.
    rule_check const c = check_rule(rule<"mul-one">(aten::mul.Tensor(x, splat(1)) >> x, where(same_meta(x, replaced))),
                                    {library, cases(60)});
    CHECK(c.matched == cases(60));
    REQUIRE(c.failures.size() == 1);
    CHECK(c.failures[0].dtypes.starts_with("only of c64, not of "));
    CHECK(c.failures[0].repairs.front().find(".finite_only()") != std::string::npos);
    CHECK(c.failures[0].example.find("is c64[]: ") != std::string::npos);
    CHECK(check_rule(rule<"neg-neg">(aten::neg(aten::neg(x)) >> x), {library, cases(60)}).passed());
}

TEST_CASE("check_rule: of several roots each is compared") {
    constexpr auto pair = [](auto const& a, auto const& c) {
        return rule<"pair">(roots(aten::mul.Tensor(x, y), aten::add.Tensor(x, y)) >> roots(a, c),
                            where(x.in(numeric_dtypes))); // 1 * (0 + inf i), which sums begin with, has a part of nan
    };
    rule_check const right = check_rule(pair(aten::mul.Tensor(y, x), aten::add.Tensor(y, x)), {library, cases(60)});
    INFO(text(right));
    CHECK(right.passed());
    CHECK_FALSE(check_rule(pair(aten::mul.Tensor(y, x), aten::add.Tensor(y, y)), {library, cases(60)}).passed());
    CHECK_FALSE(check_rule(pair(aten::mul.Tensor(x, x), aten::add.Tensor(y, x)), {library, cases(60)}).passed());
}

TEST_CASE("check_rule: a promise that is too strict is found, and what would keep it") {
    rule_check const c =
        check_rule(rule<"add-zero">(aten::add.Tensor(x, splat(0)) >> x, where(same_meta(x, replaced))), {library});
    INFO(text(c));
    REQUIRE(c.failures.size() == 1);
    CHECK(c.failures[0].fault == side_fault::values);
    CHECK(c.failures[0].repairs.at(0) == ".sign_of_zero()");
    CHECK(c.failures[0].example.find("x is f32[]: -0\n") != std::string::npos);
    CHECK(text(*c.tightest()) == ".sign_of_zero()");
}

TEST_CASE("check_rule: what was seen may be tighter than what is promised") {
    rule_check const c =
        check_rule(rule<"commute">(aten::mul.Tensor(x, y) >> aten::mul.Tensor(y, x)).ulp(2), {library});
    CHECK(c.passed());
    CHECK(text(*c.tightest()) == "exact");
    CHECK(text(c).find("what was seen is tighter: exact") != std::string::npos);
}

TEST_CASE("check_rule: a rule that can never match fails") {
    rule_check const c =
        check_rule(rule<"never">(aten::neg.default_(x) >> x, where(rank(x) == 2, rank(x) == 3)), {library});
    CHECK_FALSE(c.passed());
    CHECK(c.matched == 0);
    CHECK(text(c).find("was never matched") != std::string::npos);
}

TEST_CASE("check_rule: an op without a kernel is named, nothing is tried") {
    rule_check const c =
        check_rule(rule<"exp">(aten::exp.default_(aten::neg.default_(x)) >> aten::tanh.default_(x)), {library});
    CHECK_FALSE(c.passed());
    CHECK((c.without_kernel == std::vector<std::string>{"aten::exp", "aten::tanh"}));
    CHECK(c.attempts == 0);
}

TEST_CASE("check_rule: an approximation may be as far off as rounding its operands moves the left side") {
    constexpr auto cancels = rule<"cancels">(
        aten::mul.Tensor(aten::add.Tensor(aten::mul.Tensor(x, 3), y), var<"z">) >>
            aten::add.Tensor(aten::mul.Tensor(aten::mul.Tensor(x, 3), var<"z">), aten::mul.Tensor(y, var<"z">)),
        where(x.in(dtype::f16), y.in(dtype::f16), var<"z">.in(dtype::f16), same_shape(x, y), same_shape(x, var<"z">)));
    rule_check const approximate = check_rule(cancels.approx(1e-3, 1e-3).finite_only(), {library, cases(200)});
    CHECK_MESSAGE(approximate.passed(), text(approximate));
    CHECK_FALSE(check_rule(cancels.ulp(2).finite_only(), {library, cases(200)}).passed());
    constexpr auto differs = rule<"differs">(aten::add.Tensor(x, y) >> aten::add.Tensor(aten::mul.Tensor(x, 1.01), y),
                                             where(x.in(dtype::f32), same_shape(x, y)));
    CHECK_FALSE(check_rule(differs.approx(1e-3, 1e-3).finite_only(), {library, 40}).passed());
}

constexpr bool n_is_six(match const& m) { return m["n"].kind() == arg_kind::integer && m["n"].integer() == 6; }

TEST_CASE("check_rule: of a rule that hardly ever matches, cases that do are tried with other elements") {
    rule_check const c = check_rule(
        rule<"rare">(aten::mul.Tensor(x, number(var<"n">)) >> aten::neg(x), where(&n_is_six)), {library, 100});
    CHECK(c.matched == 100);
    CHECK(c.attempts < 1000);
    CHECK(c.failed > 50);
}

TEST_CASE("check_rule: the same seed finds the same") {
    constexpr auto wrong = rule<"wrong">(aten::add.Tensor(x, y) >> aten::mul.Tensor(x, y));
    CHECK(text(check_rule(wrong, {library, cases(60), 7})) == text(check_rule(wrong, {library, cases(60), 7})));
}

TEST_CASE("case_text: tensors have dtype, sizes and elements, no more digits than their dtype") {
    CHECK(detail::elements_text(f32({2}, {0.1f, -0.0f})) == "f32[2]: 0.100000001 -0");
    CHECK(detail::elements_text(tensor::full({1}, dtype::f16, scalar(0.1))) == "f16[1]: 0.099976");
    CHECK(detail::elements_text(b8({2}, {true, false})) == "b8[2]: True False");
    CHECK(detail::elements_text(iota({9})) == "f32[9]: 0 1 2 3 4 5 6 7 ...");
    CHECK(detail::elements_text(i64({}, {std::numeric_limits<std::int64_t>::max()})) == "i64[]: 9223372036854775807");
}

TEST_CASE("case_text: a case is told with its inputs, both sides and what they give") {
    rule_case inputs(1);
    inputs[0].what = case_decision::kind::tensor;
    inputs[0].name = "x";
    inputs[0].data = f32({1}, {2});
    side_outcome outcome;
    node_id const placed = outcome.before.placeholder("x");
    outcome.before.set_val(placed, spec_of(inputs[0].data));
    node_id const sum = outcome.before.call_function(aten::add.Tensor.info(), {arg::node(placed), 1}, {{"alpha", 2}});
    infer_all(outcome.before);
    outcome.before.output(arg::node(sum));
    outcome.left = f32({1}, {4});
    outcome.fault = side_fault::raised;
    outcome.reason = "it cannot be built";
    CHECK(detail::case_text(inputs, outcome) == "    x is f32[1]: 2\n"
                                                "    left:  %add_tensor = aten::add.Tensor(%x, 1, alpha=2) : f32[1]\n"
                                                "    left gives  f32[1]: 4\n"
                                                "    right: it cannot be built\n");
}

} // namespace
