#include <graft/rulecheck/lint_check.hpp>

#include <graft/rulecheck/lint.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/edge.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto good =
    rules(rule<"neg-neg">(aten::neg(aten::neg(x)) >> x, where(is_floating_point(x))),
          rule<"add-neg">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(x, y), where(same_dtype(x, y))));
static_assert(passes_lint<good>);
static_assert(lint<good>().ok());

constexpr auto bad = rules(rule<"add-zero">(aten::add.Tensor(x, 0.0) >> x),
                           rule<"turn">(aten::sub.Tensor(x, y) >> aten::sub.Tensor(y, x)));
static_assert(!lint<bad>().ok());

constexpr auto one = rule<"alone">(aten::neg(x) >> aten::neg(aten::neg(x)));
static_assert(lint<one>().count(rule_fault::termination) == 1);

constexpr auto negated = rule<"negated">(aten::mul.Tensor(x, -1) >> aten::neg(x), where(x.in(dtype::u16)));
static_assert(passes_lint<negated> && passes_lint<good, edge_constraint>);
static_assert(lint<negated, edge_constraint>().count(rule_fault::constraint) == 1);

TEST_CASE("lint_check: the findings of all rules are those of one evaluation") {
    constexpr std::size_t split = lint<bad>().findings().size(), whole = lint(bad).findings().size();
    CHECK(split == whole);
    constexpr bool same = lint<bad>().count(rule_fault::dtype) == 1 && lint<bad>().count(rule_fault::termination) == 1;
    CHECK(same);
}

} // namespace
