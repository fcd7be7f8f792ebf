#include <graft/transform/rules/arithmetic.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;
using rule_sets::arithmetic;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"};

//=== identities ===//

TEST_CASE("arithmetic: adding or subtracting zero does nothing to a number") {
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}}, [](inputs v) { return aten::add.Tensor(v[0], 0); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}}, [](inputs v) { return aten::add.Tensor(0, v[0]); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2, s0}}, [](inputs v) { return aten::add.Scalar(v[0], 0); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{}}, [](inputs v) { return aten::sub.Tensor(v[0], 0); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}}, [](inputs v) { return aten::sub.Scalar(v[0], 0); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}},
                     [](inputs v) { return aten::add.Tensor(v[0], 0, "alpha"_a = 3); }) == "x0");
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, [](program_builder& b, inputs v) {
              return aten::sub.Tensor(v[0], b.constant("zero", tensor::full({}, dtype::f32, 0.0)));
          }) == "x0");
}

TEST_CASE("arithmetic: what is not zero, or changes the dtype or sizes, is added") {
    CHECK(simplified(arithmetic<>, numbers, {{2}}, [](inputs v) { return aten::add.Tensor(v[0], 1); }) == "add(x0, 1)");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, [](inputs v) { return aten::add.Tensor(v[0], 0.0); }) ==
          "add(x0, 0.0)");
    CHECK(simplified(arithmetic<>, std::array{dtype::boolean}, {{2}},
                     [](inputs v) { return aten::add.Tensor(v[0], 0); }) == "add(x0, 0)");
    CHECK(simplified(arithmetic<>, numbers, {{3}}, [](program_builder& b, inputs v) {
              return aten::add.Tensor(v[0], b.constant("zeros", tensor::zeros({1, 3}, dtype::u8)));
          }) == "add(x0, c_zeros)");
    CHECK(simplified(arithmetic<>, floats, {{3}}, [](inputs v) {
              return aten::add.Tensor(v[0], 0.0, "alpha"_a = std::numeric_limits<double>::infinity());
          }) == "add(x0, 0.0, alpha=inf)");
    CHECK(simplified(arithmetic<>, numbers, {{3}}, [](inputs v) { return aten::sub.Tensor(0, v[0], "alpha"_a = 2); }) ==
          "sub(0, x0, alpha=2)");
}

TEST_CASE("arithmetic: a number that lies otherwise than the sum is kept") {
    auto const transposed = [](inputs v) { return aten::add.Scalar(aten::expand(v[0], std::array{3, 2}), 0); };
    CHECK(simplified(arithmetic<>, f32_only, {{2}}, transposed) == "add(expand(x0, [3, 2]), 0)");
}

std::string exact_rule(std::size_t wanted, double zero, bool add) {
    program_builder b;
    value const x = b.input("x", f32_spec({2}));
    value const sum = add ? aten::add.Scalar(x, zero) : aten::sub.Scalar(x, zero);
    exported_program p = b.finish({aten::neg(sum)});
    rewrite_result const done = rewrite(p, rule_sets::identities<>);
    CHECK(done.rewrites == wanted);
    for (std::size_t i = 0; i < done.per_rule.size(); ++i)
        if (done.per_rule[i] != 0)
            return std::string{rule_sets::identities<>[i].name};
    return "";
}

TEST_CASE("arithmetic: of a zero that is added the sign tells whether the sum is exact") {
    CHECK(exact_rule(1, -0.0, true) == "add-negative-zero");
    CHECK(exact_rule(1, 0.0, true) == "add-zero");
    CHECK(exact_rule(1, 0.0, false) == "sub-zero");
    CHECK(exact_rule(1, -0.0, false) == "add-zero");
}

TEST_CASE("arithmetic: multiplying with, dividing by, and raising to one does nothing") {
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}}, [](inputs v) { return aten::mul.Tensor(v[0], 1); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}}, [](inputs v) { return aten::mul.Tensor(1, v[0]); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2, 3}}, [](inputs v) { return aten::mul.Scalar(v[0], 1); }) == "x0");
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, [](inputs v) { return aten::div.Tensor(v[0], 1); }) == "x0");
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, [](inputs v) { return aten::div.Scalar(v[0], 1.0); }) == "x0");
    CHECK(simplified(arithmetic<>, numbers, {{2}}, [](inputs v) { return aten::pow.Tensor_Scalar(v[0], 1); }) == "x0");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, [](inputs v) { return aten::mul.Scalar(v[0], 1.0); }) ==
          "mul(x0, 1.0)");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, [](inputs v) { return aten::div.Tensor(v[0], 1); }) ==
          "div(x0, 1)");
    CHECK(simplified(arithmetic<>, std::array{dtype::boolean}, {{2}},
                     [](inputs v) { return aten::mul.Scalar(v[0], 1); }) == "mul(x0, 1)");
    CHECK(simplified(arithmetic<>, floats, {{3}}, [](program_builder& b, inputs v) {
              return aten::mul.Tensor(v[0], b.constant("ones", tensor::full({2, 1}, dtype::f32, 1.0)));
          }) == "mul(x0, c_ones)");
    CHECK(simplified(arithmetic<>, floats, {{3}}, [](inputs v) { return aten::mul.Tensor(v[0], 2); }) == "mul(x0, 2)");
    CHECK(simplified(arithmetic<>, floats, {{3}}, [](inputs v) {
              return aten::div.Tensor_mode(v[0], 1, "rounding_mode"_a = "floor");
          }) == "div(x0, 1, rounding_mode=floor)");
}

//=== times zero ===//

auto const times_zero = [](inputs v) { return aten::mul.Tensor(v[0], 0); };

TEST_CASE("arithmetic: times zero is zero of what has no infinities") {
    CHECK(simplified(arithmetic<>, std::array{dtype::i64}, {{2, 3}}, times_zero) ==
          "full([2, 3], 0, dtype=torch.int64)");
    CHECK(simplified(arithmetic<>, std::array{dtype::u8}, {{}}, times_zero) == "full([], 0, dtype=torch.uint8)");
    CHECK(simplified(arithmetic<>, std::array{dtype::boolean}, {{2}}, [](program_builder& b, inputs v) {
              return aten::mul.Tensor(v[0], b.constant("no", tensor::zeros({2}, dtype::boolean)));
          }) == "full([2], 0, dtype=torch.bool)");
    CHECK(simplified(arithmetic<>, floats, {{2}}, times_zero) == "mul(x0, 0)");
    CHECK(simplified(arithmetic<>, whole_numbers, {{s0}}, times_zero) == "mul(x0, 0)");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, [](inputs v) { return aten::mul.Tensor(v[0], 2); }) ==
          "mul(x0, 2)");
}

TEST_CASE("arithmetic: times zero is zero of floats for those who ask for it") {
    CHECK(simplified(rule_sets::relaxed<>, std::array{dtype::f16}, {{2}}, times_zero) ==
          "full([2], 0, dtype=torch.float16)");
    CHECK(simplified(rule_sets::relaxed<>, floats, {{s0}}, times_zero) == "mul(x0, 0)");
    CHECK(simplified(rule_sets::relaxed<>, whole_numbers, {{2}}, times_zero) == "mul(x0, 0)");
}

//=== powers ===//

TEST_CASE("arithmetic: the powers that have an operator of their own") {
    auto const power = [](double exponent) {
        return [=](inputs v) { return aten::pow.Tensor_Scalar(v[0], exponent); };
    };
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, power(2)) == "mul(x0, x0)");
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, power(-1)) == "reciprocal(x0)");
    auto const all_but_f16 = std::array{dtype::f32, dtype::bf16, dtype::f64};
    CHECK(simplified(arithmetic<>, all_but_f16, {{2, 3}}, power(0.5)) == "sqrt(x0)");
    CHECK(simplified(arithmetic<>, std::array{dtype::f16}, {{2, 3}}, power(0.5)) == "pow(x0, 0.5)");
    CHECK(simplified(arithmetic<>, all_but_f16, {{2}}, power(-0.5)) == "rsqrt(x0)");
    CHECK(simplified(arithmetic<>, std::array{dtype::f16}, {{2}}, power(-0.5)) == "pow(x0, -0.5)");
    CHECK(simplified(arithmetic<>, floats, {{2}}, power(3)) == "pow(x0, 3.0)");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, power(2)) == "pow(x0, 2.0)");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, [](inputs v) { return aten::pow.Tensor_Scalar(v[0], 2); }) ==
          "mul(x0, x0)");
    CHECK(simplified(arithmetic<>, std::array{dtype::boolean}, {{2}},
                     [](inputs v) { return aten::pow.Tensor_Scalar(v[0], 2); }) == "pow(x0, 2)");
}

TEST_CASE("arithmetic: the reciprocal of a square root") {
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, [](inputs v) { return aten::reciprocal(aten::sqrt(v[0])); }) ==
          "rsqrt(x0)");
    CHECK(simplified(arithmetic<>, floats, {{2, 3}}, [](inputs v) { return aten::div.Tensor(1, aten::sqrt(v[0])); }) ==
          "rsqrt(x0)");
    CHECK(simplified(arithmetic<>, floats, {{2}}, [](inputs v) {
              value const root = aten::sqrt(v[0]);
              return aten::mul.Tensor(aten::reciprocal(root), root);
          }) == "mul(reciprocal(sqrt(x0)), sqrt(x0))");
    CHECK(simplified(arithmetic<>, floats, {{2}}, [](inputs v) { return aten::div.Tensor(2, aten::sqrt(v[0])); }) ==
          "div(2, sqrt(x0))");
    CHECK(simplified(arithmetic<>, whole_numbers, {{2}}, [](inputs v) { return aten::reciprocal(aten::sqrt(v[0])); }) ==
          "reciprocal(sqrt(x0))");
    CHECK(simplified(arithmetic<>, floats, {{2}}, [](program_builder& b, inputs v) {
              return aten::div.Tensor(b.constant("ones", tensor::full({3, 1}, dtype::f16, 1.0)), aten::sqrt(v[0]));
          }) == "div(c_ones, sqrt(x0))");
}

//=== signs ===//

TEST_CASE("arithmetic: minus signs that cancel or become another operator") {
    auto const signed_numbers =
        std::array{dtype::f32, dtype::f64, dtype::f16, dtype::bf16, dtype::i64, dtype::i32, dtype::i16, dtype::i8};
    CHECK(simplified(arithmetic<>, signed_numbers, {{2}}, [](inputs v) { return aten::neg(aten::neg(v[0])); }) == "x0");
    CHECK(simplified(arithmetic<>, signed_numbers, {{2}, {2}},
                     [](inputs v) { return aten::add.Tensor(aten::neg(v[1]), v[0]); }) == "sub(x0, x1)");
    CHECK(simplified(arithmetic<>, signed_numbers, {{2}, {3, 2}},
                     [](inputs v) { return aten::sub.Tensor(v[0], aten::neg(v[1])); }) == "add(x0, x1)");
    CHECK(simplified(arithmetic<>, signed_numbers, {{2}, {2}},
                     [](inputs v) { return aten::mul.Tensor(aten::neg(v[0]), aten::neg(v[1])); }) == "mul(x0, x1)");
    CHECK(simplified(arithmetic<>, signed_numbers, {{2}}, [](inputs v) { return aten::sub.Tensor(0, v[0]); }) ==
          "neg(x0)");
    CHECK(simplified(arithmetic<>, signed_numbers, {{2}}, [](inputs v) { return aten::rsub.Scalar(v[0], 0); }) ==
          "neg(x0)");
}

TEST_CASE("arithmetic: minus signs of scaled, widened and unsigned numbers stay") {
    CHECK(simplified(arithmetic<>, std::array{dtype::u8}, {{2}}, [](inputs v) { return aten::neg(aten::neg(v[0])); }) ==
          "neg(neg(x0))");
    CHECK(simplified(arithmetic<>, floats, {{2}, {2}}, [](inputs v) {
              return aten::add.Tensor(v[0], aten::neg(v[1]), "alpha"_a = 2);
          }) == "add(x0, neg(x1), alpha=2)");
    CHECK(simplified(arithmetic<>, floats, {{2}}, [](inputs v) { return aten::add.Tensor(aten::neg(v[0]), 2); }) ==
          "add(neg(x0), 2)");
    CHECK(simplified(arithmetic<>, floats, {{2}}, [](inputs v) { return aten::sub.Tensor(1, v[0]); }) == "sub(1, x0)");
    CHECK(simplified(arithmetic<>, std::array{dtype::u8}, {{2}}, [](inputs v) { return aten::sub.Tensor(0, v[0]); }) ==
          "sub(0, x0)");
    auto const mixed = [](auto const& f) {
        return simplified_program(arithmetic<>, {make_spec(dtype::i64, {2}), make_spec(dtype::i8, {2})}, f);
    };
    CHECK(mixed([](inputs v) { return aten::add.Tensor(v[0], aten::neg(v[1])); }) == "add(x0, neg(x1))");
    CHECK(simplified_program(arithmetic<>, {make_spec(dtype::boolean, {2}), make_spec(dtype::f32, {2})},
                             [](inputs v) { return aten::add.Tensor(v[0], aten::neg(v[1])); }) == "add(x0, neg(x1))");
    CHECK(mixed([](inputs v) { return aten::sub.Tensor(v[0], aten::neg(v[1])); }) == "sub(x0, neg(x1))");
    CHECK(mixed([](inputs v) { return aten::mul.Tensor(aten::neg(v[0]), aten::neg(v[1])); }) ==
          "mul(neg(x0), neg(x1))");
}

//=== division by a constant ===//

TEST_CASE("reciprocal: a division by a power of two is a multiplication") {
    auto const by = [](double divisor) { return [=](inputs v) { return aten::div.Tensor(v[0], divisor); }; };
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2, s0}}, by(4)) == "mul(x0, 0.25)");
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2}}, by(-0.5)) == "mul(x0, -2.0)");
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2}}, [](program_builder& b, inputs v) {
              return aten::div.Tensor(v[0], b.constant("two", tensor::full({}, dtype::f32, 2.0)));
          }) == "mul(x0, 0.5)");
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2}}, by(3)) == "div(x0, 3.0)");
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2}}, by(0)) == "div(x0, 0.0)");
    CHECK(simplified(rule_sets::reciprocal<>, std::array{dtype::f16}, {{2}}, by(32768)) == "div(x0, 32768.0)");
    CHECK(simplified(rule_sets::reciprocal<>, f32_only, {{2}}, by(32768)) == "mul(x0, 3.0517578125e-05)");
    CHECK(simplified(rule_sets::reciprocal<>, f32_only, {{2}}, by(0x1p127)) == "div(x0, 1.7014118346046923e+38)");
    CHECK(simplified(rule_sets::reciprocal<>, whole_numbers, {{2}}, by(4)) == "div(x0, 4.0)");
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2}}, [](program_builder& b, inputs v) {
              return aten::div.Tensor(v[0], b.constant("fours", tensor::full({3, 1}, dtype::f16, 4.0)));
          }) == "div(x0, c_fours)");
    CHECK(simplified(rule_sets::reciprocal<>, floats, {{2}}, [](inputs v) {
              return aten::div.Tensor_mode(v[0], 4, "rounding_mode"_a = "floor");
          }) == "div(x0, 4, rounding_mode=floor)");
}

TEST_CASE("reciprocal: by any other constant for those who ask for it") {
    CHECK(simplified(rule_sets::relaxed<>, floats, {{2}}, [](inputs v) { return aten::div.Scalar(v[0], 5); }) ==
          "mul(x0, 0.2)");
    CHECK(simplified(rule_sets::relaxed<>, floats, {{2}}, [](inputs v) { return aten::div.Scalar(v[0], 0); }) ==
          "div(x0, 0)");
}

} // namespace
