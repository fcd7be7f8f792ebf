#include <graft/rulecheck/check_rule.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/runtime/kernels/activation.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/functions.hpp>
#include <graft/runtime/kernels/normalization.hpp>
#include <graft/runtime/kernels/shape.hpp>

#include "../sanitized.hpp"

#include <cstddef>
#include <string>
#include <string_view>

// Identities as textbooks have them, without the conditions under which they hold for tensors.
namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;

constexpr auto kernels =
    kernel_set<decltype(aten::add.Tensor), decltype(aten::add.Scalar), decltype(aten::sub.Tensor),
               decltype(aten::mul.Tensor), decltype(aten::mul.Scalar), decltype(aten::div.Tensor),
               decltype(aten::div.Scalar), decltype(aten::pow.Tensor_Scalar), decltype(aten::sqrt.default_),
               decltype(aten::clamp.default_), decltype(aten::erf.default_), decltype(aten::gelu.default_),
               decltype(aten::log.default_), decltype(aten::_softmax.default_), decltype(aten::_log_softmax.default_),
               decltype(aten::_to_copy.default_), decltype(aten::full.default_), decltype(aten::full_like.default_)>;

// Where sanitizers run, of what is said only what is wrong first: fewer cases are tried there.
std::string said(std::string_view text) {
    return std::string{text.substr(0, graft_test::is_sanitized ? text.find('\n') : text.npos)};
}

// What the check says, without how many cases there were.
template <class Rule>
std::string all_findings(Rule const& rule, std::size_t cases = graft_test::cases(400)) {
    rule_check const c = check_rule(rule, {{kernel_table{kernels}, {}}, cases});
    CHECK_FALSE(c.passed());
    std::string out;
    for (rule_failure const& f : c.failures) {
        out += std::string{text(f.fault)} + '\n' + f.example;
        for (std::string const& r : f.repairs)
            out += "  " + r + '\n';
    }
    return out;
}

template <class Rule>
std::string findings(Rule const& rule, std::size_t cases = graft_test::cases(400)) {
    return said(all_findings(rule, cases));
}

TEST_CASE("textbook: x + 0 is not x") {
    CHECK(findings(rule<"x + 0">(aten::add.Tensor(x, splat(0)) >> x)) ==
          said("the dtypes differ\n"
               "    x is b8[]: False\n"
               "    left:  %add_tensor = aten::add.Tensor(%x, 0) : i64[]\n"
               "    left gives  i64[]: 0\n"
               "    right gives b8[]: False\n"
               "  where(same_dtype(x, replaced))\n"
               "the values differ\n"
               "    x is f32[]: -0\n"
               "    left:  %add_tensor = aten::add.Tensor(%x, 0) : f32[]\n"
               "    left gives  f32[]: 0\n"
               "    right gives f32[]: -0\n"
               "  .sign_of_zero()\n"));
    CHECK(findings(rule<"x + 0.0">(aten::add.Tensor(x, 0.0) >> x)) ==
          said("the dtypes differ\n"
               "    x is i64[]: 0\n"
               "    left:  %add_tensor = aten::add.Tensor(%x, 0.0) : f32[]\n"
               "    left gives  f32[]: 0\n"
               "    right gives i64[]: 0\n"
               "  where(same_dtype(x, replaced))\n"
               "the values differ\n"
               "    x is f32[]: -0\n"
               "    left:  %add_tensor = aten::add.Tensor(%x, 0.0) : f32[]\n"
               "    left gives  f32[]: 0\n"
               "    right gives f32[]: -0\n"
               "  .sign_of_zero()\n"));
}

TEST_CASE("textbook: x * 1 is not x") {
    CHECK(findings(rule<"x * 1">(aten::mul.Tensor(x, splat(1)) >> x)) ==
          said("the dtypes differ\n"
               "    x is b8[]: False\n"
               "    left:  %mul_tensor = aten::mul.Tensor(%x, 1) : i64[]\n"
               "    left gives  i64[]: 0\n"
               "    right gives b8[]: False\n"
               "  where(same_dtype(x, replaced))\n"));
}

TEST_CASE("textbook: x * 0 is not 0") {
    CHECK(findings(rule<"x * 0">(aten::mul.Tensor(x, 0) >> aten::full_like(x, 0))) ==
          said("the dtypes differ\n"
               "    x is b8[]: False\n"
               "    left:  %mul_tensor = aten::mul.Tensor(%x, 0) : i64[]\n"
               "    right: %full_like_default = aten::full_like(%x, 0) : b8[]\n"
               "    left gives  i64[]: 0\n"
               "    right gives b8[]: False\n"
               "  where(same_dtype(x, replaced))\n"
               "the values differ\n"
               "    x is f32[]: -1\n"
               "    left:  %mul_tensor = aten::mul.Tensor(%x, 0) : f32[]\n"
               "    right: %full_like_default = aten::full_like(%x, 0) : f32[]\n"
               "    left gives  f32[]: -0\n"
               "    right gives f32[]: 0\n"
               "  .sign_of_zero().finite_only()\n"
               "  where(has_dtype(x, integral_dtypes))\n"));
}

TEST_CASE("textbook: x - x is not 0") {
    CHECK(findings(rule<"x - x">(aten::sub.Tensor(x, x) >> aten::full_like(x, 0))) ==
          said("the values differ\n"
               "    x is f32[]: nan\n"
               "    left:  %sub_tensor = aten::sub.Tensor(%x, %x) : f32[]\n"
               "    right: %full_like_default = aten::full_like(%x, 0) : f32[]\n"
               "    left gives  f32[]: nan\n"
               "    right gives f32[]: 0\n"
               "  .finite_only()\n"
               "  where(has_dtype(x, integral_dtypes))\n"));
}

TEST_CASE("textbook: x / x is not 1") {
    CHECK(findings(rule<"x / x">(aten::div.Tensor(x, x) >> aten::full_like(x, 1))) ==
          said("the dtypes differ\n"
               "    x is i64[]: 0\n"
               "    left:  %div_tensor = aten::div.Tensor(%x, %x) : f32[]\n"
               "    right: %full_like_default = aten::full_like(%x, 1) : i64[]\n"
               "    left gives  f32[]: nan\n"
               "    right gives i64[]: 1\n"
               "  where(same_dtype(x, replaced))\n"
               "the values differ\n"
               "    x is f32[]: 0\n"
               "    left:  %div_tensor = aten::div.Tensor(%x, %x) : f32[]\n"
               "    right: %full_like_default = aten::full_like(%x, 1) : f32[]\n"
               "    left gives  f32[]: nan\n"
               "    right gives f32[]: 1\n"
               "  .finite_only()\n"));
}

TEST_CASE("textbook: x / 3 is not x * (1 / 3)") {
    CHECK(findings(rule<"x / 3">(aten::div.Scalar(x, 3) >> aten::mul.Scalar(x, 1.0 / 3))) ==
          said("the values differ\n"
               "    x is f32[]: 5\n"
               "    left:  %div_scalar = aten::div.Scalar(%x, 3) : f32[]\n"
               "    right: %mul_scalar = aten::mul.Scalar(%x, 0.3333333333333333) : f32[]\n"
               "    left gives  f32[]: 1.66666663\n"
               "    right gives f32[]: 1.66666675\n"
               "  .ulp(1)\n"
               "  where(has_dtype(x, one_dtype(dtype::f16) | one_dtype(dtype::bf16) | one_dtype(dtype::boolean)))\n"));
}

TEST_CASE("textbook: x ** 0.5 is not sqrt(x)") {
    CHECK(findings(rule<"x ** 0.5">(aten::pow.Tensor_Scalar(x, 0.5) >> aten::sqrt(x))) ==
          said("the values differ\n"
               "    x is f16[]: -inf\n"
               "    left:  %pow_tensor_scalar = aten::pow.Tensor_Scalar(%x, 0.5) : f16[]\n"
               "    right: %sqrt_default = aten::sqrt(%x) : f16[]\n"
               "    left gives  f16[]: inf\n"
               "    right gives f16[]: nan\n"
               "  .sign_of_zero().finite_only()\n"
               "  where(has_dtype(x, integral_dtypes | one_dtype(dtype::f32) | one_dtype(dtype::bf16) | "
               "one_dtype(dtype::f64) | one_dtype(dtype::boolean)))\n"));
}

constexpr arg larger_low(match const& m) { return std::max(m["a"].integer(), m["c"].integer()); }
constexpr arg smaller_high(match const& m) { return std::min(m["b"].integer(), m["d"].integer()); }
constexpr bool are_integers(match const& m) {
    for (std::string_view const name : {"a", "b", "c", "d"})
        if (m[name].kind() != arg_kind::integer)
            return false;
    return m["a"].integer() <= m["b"].integer() && m["c"].integer() <= m["d"].integer();
}

TEST_CASE("textbook: two clamps are not one between the larger and the smaller bound") {
    std::string const found =
        findings(rule<"clamp">(aten::clamp(aten::clamp(x, var<"a">, var<"b">), var<"c">, var<"d">) >>
                                   aten::clamp(x, compute(&larger_low), compute(&smaller_high)),
                               where(x.in(dtype::f32), &are_integers)),
                 400);
    CAPTURE(found);
    CHECK(found.starts_with(said("the values differ\n"
                                 "    x is f32[]: 0\n"
                                 "    left:  %clamp_default = aten::clamp(%x, 0, 0) : f32[]\n"
                                 "           %clamp_default_1 = aten::clamp(%clamp_default, 1, 1) : f32[]\n"
                                 "    right: %clamp_default_2 = aten::clamp(%x, 1, 0) : f32[]\n"
                                 "    left gives  f32[]: 1\n"
                                 "    right gives f32[]: 0\n")));
}

TEST_CASE("textbook: the formula of gelu is not gelu") {
    constexpr auto erf = aten::erf(aten::div.Scalar(x, 1.4142135623730951));
    std::string const found =
        all_findings(rule<"gelu">(aten::mul.Tensor(aten::mul.Scalar(x, 0.5), aten::add.Scalar(erf, 1)) >> aten::gelu(x),
                                  where(x.in(dtype::f64))));
    CHECK(found.substr(0, 18) == "the values differ\n");
    CHECK(found.find("  .approx(") != std::string::npos); // relative to x, the difference has no bound
}

TEST_CASE("textbook: log(softmax(x)) is not log_softmax(x)") {
    CHECK(findings(rule<"log_softmax">(aten::log(aten::_softmax(x, -1, false)) >> aten::_log_softmax(x, -1, false),
                                       where(x.in(dtype::f16)))) ==
          said("the values differ\n"
               "    x is f16[2]: 1 0\n"
               "    left:  %_softmax_default = aten::_softmax(%x, -1, False) : f16[2]\n"
               "           %log_default = aten::log(%_softmax_default) : f16[2]\n"
               "    right: %_log_softmax_default = aten::_log_softmax(%x, -1, False) : f16[2]\n"
               "    left gives  f16[2]: -0.31348 -1.3125\n"
               "    right gives f16[2]: -0.31323 -1.3135\n"
               "  .finite_only().approx(0.00023496627807617187, 0.01)\n"));
}

TEST_CASE("textbook: a cast there and back is not nothing") {
    CHECK(findings(rule<"cast">(aten::_to_copy(aten::_to_copy(x, "dtype"_a = dtype::f32), "dtype"_a = dtype::i64) >> x,
                                where(x.in(dtype::i64)))) ==
          said("the values differ\n"
               "    x is i64[]: 9223372036854775807\n"
               "    left:  %_to_copy_default = aten::_to_copy(%x, dtype=torch.float32) : f32[]\n"
               "           %_to_copy_default_1 = aten::_to_copy(%_to_copy_default, dtype=torch.int64) : i64[]\n"
               "    left gives  i64[]: -9223372036854775808\n"
               "    right gives i64[]: 9223372036854775807\n"));
}

} // namespace
