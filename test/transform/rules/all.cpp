#include <graft/transform/rules/all.hpp>

#include <doctest/doctest.h>

#include "../../sanitized.hpp"
#include "simplified.hpp"

#include <graft/lower/cpu_library.hpp>
#include <graft/rulecheck/check_rule.hpp>
#include <graft/rulecheck/detail/case_attributes.hpp>
#include <graft/rulecheck/lint.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
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

// The dtypes that all conditions of a rule admit; none where it has no condition on dtypes.
std::vector<dtype> admitted(rule_view const& rule) {
    std::vector<dtype> all;
    bool limited = false;
    for (constraint const& c : rule.conditions)
        limited = limited || c.kind == constraint_kind::has_dtype;
    for (dtype const d : detail::case_dtypes)
        if (limited && std::all_of(rule.conditions.begin(), rule.conditions.end(), [&](constraint const& c) {
                return c.kind != constraint_kind::has_dtype || (c.value & detail::dtype_bit(d)) != 0;
            }))
            all.push_back(d);
    return all;
}

template <class Set>
void check_each(Set const& set) {
    check_options const options{.library = cpu_library(), .cases = cases(60)};
    for (std::size_t i = 0; i < set.size(); ++i) {
        rule_view const rule = set[i];
        rule_check const c = check_rule(rule, options);
        CHECK_MESSAGE(c.passed(), text(c));
        if (is_sanitized) // and fewer cases than dtypes
            continue;
        for (dtype const d : admitted(rule))
            CHECK_MESSAGE(c.seen.contains(d), rule.name, " was not tried with ", fx_name(d));
    }
}

TEST_CASE("all: every rule keeps its promise on generated inputs of all dtypes it admits") {
    check_each(rule_sets::canonical<>.rules);
    check_each(rule_sets::reciprocal<>);
    check_each(rule_sets::fold<>);
    check_each(rule_sets::recompose<>);
    check_each(rule_sets::quant<>);
    check_each(rule_sets::relaxed<>);
    check_each(rule_sets::global_pool<>);
    check_each(rule_sets::quantized_arithmetic<>);
}

TEST_CASE("all: the canonical rules have no fault, and end on every graph") {
    if (!is_sanitized) { // takes long there
        rule_report const report = lint(rule_sets::canonical<>.rules);
        CHECK_MESSAGE(report.ok(), text(report));
    }
    CHECK(lint(rules(rule_sets::reciprocal<>, rule_sets::relaxed<>)).ok());
}

TEST_CASE("all: the canonical rules work together until nothing is left to do") {
    CHECK(simplified(rule_sets::canonical<>.rules, floats, {{2, 3, 1}}, [](inputs v) {
              value const y = aten::clone(aten::transpose.int_(aten::permute(v[0], std::array{1, 0, 2}), 0, 1));
              value const z = aten::unsqueeze_copy(aten::view_copy(aten::mul.Tensor(y, 1), std::array{6}), 0);
              return aten::add.Tensor(aten::view_copy(z, std::array{2, 3, 1}), aten::neg(aten::neg(aten::neg(v[0]))));
          }) == "sub(x0, x0)");
}

} // namespace
