#include <graft/transform/rules/all.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/rewrite/driver.hpp>
#include <graft/rulecheck/check_rule.hpp>
#include <graft/rulecheck/detail/case_attributes.hpp>
#include <graft/rulecheck/lint.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/runtime/unsupported.hpp>
#include <graft/transform/constant_numbers.hpp>
#include <graft/transform/rules/clamp.hpp>
#include <graft/transform/rules/fold.hpp>
#include <graft/transform/to_edge.hpp>

#include <doctest/doctest.h>

#include "../../sanitized.hpp"
#include "../check_rewrite.hpp"
#include "simplified.hpp"

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

std::string const folder = std::string{GRAFT_TEST_DATA} + "/rules/";

exported_program read_program(std::string const& name) {
    return read_pt2(folder + name + "/model.decomposed.pt2", {.find_op = find_known_op<>, .model = {}});
}

/// Compares what the program returns with what torch does.
void check_against_torch(exported_program const& p, std::string const& name) {
    safetensors const given_inputs = read_safetensors(folder + name + "/inputs.safetensors"),
                      outputs = read_safetensors(folder + name + "/outputs.safetensors");
    std::vector<tensor> given;
    for (std::size_t i = 0; i < given_inputs.tensors.size(); ++i)
        given.push_back(given_inputs.tensors.at("input_" + std::to_string(i)));
    REQUIRE(text(unsupported_calls(p, cpu_library())) == "");
    difference const d = compare(outputs.tensors.at("output_0"), executor(p, cpu_library()).run(given).at(0));
    CAPTURE(d.max_abs);
    CHECK(d.agrees());
}

/// The names of the rules that fire on the program that torch exported, and on what `to_edge` makes of it.
std::string recomposed(std::string const& name, std::string const& expected) {
    std::string names;
    for (bool const edge : {false, true}) {
        CAPTURE(edge);
        exported_program p = read_program(name);
        if (edge)
            static_cast<void>(to_edge(p));
        rewrite_result const result = rewrite(p, rule_sets::recompose<>, {.order = sweep::backward});
        CHECK(result.converged);
        CHECK(result.unsound == 0);
        check_sound(p);
        check_against_torch(p, name);
        std::string fired;
        for (std::size_t i = 0; i < rule_sets::recompose<>.size(); ++i)
            if (result.per_rule[i] != 0)
                fired += (fired.empty() ? "" : " ") + std::string{rule_sets::recompose<>[i].name};
        CHECK(fired == expected);
        names = calls(p);
    }
    return names;
}

TEST_CASE("recompose: finds in programs that torch exported and decomposed what was decomposed") {
    CHECK(recomposed("sdpa", "sdpa-mask gelu") == "scaled_dot_product_attention permute_copy clone permute_copy gelu");
    CHECK(recomposed("attention", "attention-mask linear-batched gelu-tanh") ==
          "scaled_dot_product_attention linear gelu");
    CHECK(recomposed("gated", "rms_norm-in-f32 rms_norm-of-cast log_softmax linear silu narrow-activation") ==
          "rms_norm linear silu rms_norm _to_copy _log_softmax _to_copy");
    CHECK(recomposed("images", "hardswish") ==
          "convolution _native_batch_norm_legit_no_training getitem hardswish convolution "
          "_native_batch_norm_legit_no_training getitem mul.Tensor hardswish hardtanh relu mean.dim");
}

TEST_CASE("recompose: batch norms and factors of exported convolutions become part of their weights") {
    exported_program p = read_program("images");
    std::size_t const rewrites[] = {2, 1, 0};
    for (std::size_t const expected : rewrites) {
        CHECK(rewrite(p, rule_sets::fold<>).rewrites == expected);
        constant_prop(p, cpu_library());
        check_sound(p);
        check_against_torch(p, "images");
    }
    static_cast<void>(rewrite(p, rule_sets::clamp<>));
    static_cast<void>(rewrite(p, rule_sets::recompose<>, {.order = sweep::backward}));
    check_against_torch(p, "images");
    CHECK(calls(p) == "convolution hardswish convolution hardswish clamp mean.dim");
}

} // namespace
