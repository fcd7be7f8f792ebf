#include <graft/transform/rules/all.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <graft/rewrite/lint.hpp>
#include <graft/runtime/check_rule.hpp>

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;

TEST_CASE("all: the phases come in their order, and only fusion goes from users to operands") {
    std::string order;
    rule_sets::for_each_phase([&](auto const& phase) {
        order += std::string{phase.name} + (phase.order == sweep::backward ? " backward " : " ");
    });
    CHECK(order == "recompose backward canon fold recompose backward quant ");
}

template <class Set>
void check_each(Set const& set) {
    for (rule_check const& c : check_rules(set, {.library = all_test_kernels(), .cases = 60})) {
        for (std::string const& op : c.without_kernel)
            CHECK(op.starts_with("dim_order_ops::"));
        CHECK_MESSAGE((c.passed() || !c.without_kernel.empty()), text(c));
    }
}

TEST_CASE("all: every rule that folds no weights keeps its promise on generated inputs of all dtypes it admits") {
    check_each(rule_sets::canonical.rules);
    check_each(rule_sets::reciprocal);
    check_each(rule_sets::relaxed);
}

TEST_CASE("all: the canonical rules have no fault, and end on every graph") {
    rule_report const report = lint(rule_sets::canonical.rules);
    CHECK_MESSAGE(report.ok(), report.text());
    CHECK(lint(rules(rule_sets::reciprocal, rule_sets::relaxed)).ok());
}

TEST_CASE("all: the canonical rules work together until nothing is left to do") {
    CHECK(simplified(rule_sets::canonical.rules, floats, {{2, 3, 1}}, [](inputs v) {
        value const y = aten::clone(aten::transpose.int_(aten::permute(v[0], std::array{1, 0, 2}), 0, 1));
        value const z = aten::unsqueeze_copy(aten::view_copy(aten::mul.Tensor(y, 1), std::array{6}), 0);
        return aten::add.Tensor(aten::view_copy(z, std::array{2, 3, 1}), aten::neg(aten::neg(aten::neg(v[0]))));
    }) == "sub(x0, x0)");
}

} // namespace
