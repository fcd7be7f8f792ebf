#include <graft/rulecheck/check_rule.hpp>

#include <doctest/doctest.h>

#include <graft/lower/cpu_library.hpp>
#include <graft/rulecheck/lint.hpp>
#include <graft/transform/rules/activation.hpp>
#include <graft/transform/rules/arithmetic.hpp>
#include <graft/transform/rules/casts.hpp>
#include <graft/transform/rules/cat.hpp>
#include <graft/transform/rules/clamp.hpp>
#include <graft/transform/rules/common.hpp>
#include <graft/transform/rules/linear.hpp>
#include <graft/transform/rules/normalization.hpp>
#include <graft/transform/rules/permute.hpp>

#include "../sanitized.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Rules that ship, each with one mistake; the name says which rule, and what is wrong with it.
namespace {

using namespace graft;
using namespace graft::literals;
using rule_sets::b, rule_sets::c, rule_sets::p, rule_sets::q, rule_sets::w, rule_sets::x, rule_sets::y, rule_sets::z;
using rule_sets::high, rule_sets::like_replaced, rule_sets::low, rule_sets::max_val, rule_sets::min_val;

constexpr auto d = var<"d">;
constexpr auto e = var<"e">;

//=== arithmetic ===//

constexpr arg size_of_x(match const& m) {
    std::vector<arg> sizes;
    for (sym_int const& s : m.val("x")->tensor.sizes)
        sizes.push_back(s.value());
    return arg::list(sizes);
}
constexpr auto output_sizes = to_pattern(compute(&detail::output_sizes));
constexpr auto output_dtype = compute(&detail::output_dtype);

constexpr auto identities = rules(
    rule<"add-zero: where x is broadcast or widened">(aten::add.Tensor(x, splat(0)) >> x).sign_of_zero(),
    rule<"add-zero: no contract">(aten::add.Tensor(x, splat(0)) >> x, where(like_replaced)),
    rule<"add-zero: zero minus x">(aten::sub.Tensor(splat(0), x) >> x, where(like_replaced)).sign_of_zero(),
    rule<"add-zero: one">(aten::add.Scalar(x, splat(1)) >> x, where(like_replaced)).sign_of_zero(),
    rule<"add-negative-zero: positive">(aten::add.Tensor(x, number(z)) >> x,
                                        where(like_replaced, &detail::z_is_positive_zero)),
    rule<"sub-zero: negative">(aten::sub.Tensor(x, number(z)) >> x, where(like_replaced, &detail::z_is_negative_zero)),
    rule<"add-scaled-zero: infinite alpha">(aten::add.Tensor(x, splat(0), "alpha"_a = rule_sets::alpha) >> x,
                                            where(like_replaced))
        .sign_of_zero(),
    rule<"add-zero: any alpha">(any_attributes(aten::add.Tensor(x, y)) >> aten::add.Tensor(x, y)),
    rule<"mul-one: where x is broadcast or widened">(aten::mul.Tensor(x, splat(1)) >> x),
    rule<"mul-one: zero">(aten::mul.Tensor(x, splat(0)) >> x, where(like_replaced)),
    rule<"mul-one: minus one">(aten::mul.Scalar(x, splat(-1)) >> x, where(like_replaced)),
    rule<"mul-one: one over x">(aten::div.Tensor(splat(1), x) >> x, where(like_replaced)),
    rule<"mul-one: integers are divided">(aten::div.Scalar(x, splat(1)) >> x, where(same_shape(x, replaced))),
    rule<"pow-one: two">(aten::pow.Tensor_Scalar(x, splat(2)) >> x, where(like_replaced)));

constexpr auto zeros = rules(
    rule<"mul-zero: floats">(aten::mul.Tensor(x, splat(0)) >> aten::full(output_sizes, 0, "dtype"_a = output_dtype)),
    rule<"mul-zero: infinite floats">(aten::mul.Tensor(x, splat(0)) >>
                                      aten::full(output_sizes, 0, "dtype"_a = output_dtype))
        .sign_of_zero(),
    rule<"mul-zero: negative floats">(aten::mul.Tensor(x, splat(0)) >>
                                      aten::full(output_sizes, 0, "dtype"_a = output_dtype))
        .finite_only(),
    rule<"mul-zero: ones">(aten::mul.Tensor(x, splat(0)) >> aten::full(output_sizes, 1, "dtype"_a = output_dtype),
                           where(has_dtype(replaced, integral_dtypes))),
    rule<"mul-zero: the sizes of x">(aten::mul.Tensor(x, splat(0)) >>
                                         aten::full(to_pattern(compute(&size_of_x)), 0, "dtype"_a = output_dtype),
                                     where(has_dtype(replaced, integral_dtypes))),
    rule<"mul-zero: always i32">(aten::mul.Tensor(x, splat(0)) >> aten::full(output_sizes, 0, "dtype"_a = dtype::i32),
                                 where(has_dtype(replaced, integral_dtypes))));

constexpr auto powers = rules(
    rule<"pow-two: three">(aten::pow.Tensor_Scalar(x, splat(3)) >> aten::mul.Tensor(x, x),
                           where(x.in(numeric_dtypes), same_dtype(x, replaced))),
    rule<"pow-two: twice x">(aten::pow.Tensor_Scalar(x, splat(2)) >> aten::mul.Scalar(x, 2),
                             where(x.in(numeric_dtypes), same_dtype(x, replaced))),
    rule<"pow-two: bools and integers to a real power">(aten::pow.Tensor_Scalar(x, splat(2)) >> aten::mul.Tensor(x, x)),
    rule<"pow-half: every float">(aten::pow.Tensor_Scalar(x, splat(0.5)) >> aten::sqrt(x),
                                  where(x.in(floating_dtypes))),
    rule<"pow-half: minus a half">(aten::pow.Tensor_Scalar(x, splat(-0.5)) >> aten::sqrt(x), where(x.in(dtype::f32))),
    rule<"pow-minus-one: the negative">(aten::pow.Tensor_Scalar(x, splat(-1)) >> aten::neg(x),
                                        where(x.in(floating_dtypes))),
    rule<"rsqrt: no contract">(aten::reciprocal(aten::sqrt(x)) >> aten::rsqrt(x), where(x.in(floating_dtypes))),
    rule<"rsqrt: sqrt">(aten::reciprocal(aten::sqrt(x)) >> aten::sqrt(x), where(x.in(floating_dtypes))).ulp(2),
    rule<"rsqrt: a quarter">(aten::pow.Tensor_Scalar(x, splat(-0.25)) >> aten::rsqrt(x), where(x.in(floating_dtypes)))
        .ulp(2),
    rule<"rsqrt: two over">(aten::div.Tensor(splat(2), aten::sqrt(x)) >> aten::rsqrt(x),
                            where(x.in(floating_dtypes), same_meta(x, replaced)))
        .ulp(2));

constexpr auto signs =
    rules(rule<"neg-neg: one neg">(aten::neg(x) >> x),
          rule<"add-neg: swapped">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(y, x),
                                   where(y.in(signed_dtypes), same_dtype(y, replaced))),
          rule<"add-neg: still added">(aten::add.Tensor(x, aten::neg(y)) >> aten::add.Tensor(x, y),
                                       where(y.in(signed_dtypes), same_dtype(y, replaced))),
          rule<"add-neg: unsigned or widened">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(x, y)),
          rule<"sub-neg: the left operand">(aten::sub.Tensor(aten::neg(x), y) >> aten::add.Tensor(x, y),
                                            where(x.in(signed_dtypes), same_dtype(x, replaced))),
          rule<"mul-neg-neg: one sign stays">(
              aten::mul.Tensor(aten::neg(x), aten::neg(y)) >> aten::mul.Tensor(aten::neg(x), y),
              where(x.in(signed_dtypes), same_dtype(x, replaced), same_dtype(y, replaced))),
          rule<"zero-sub: no contract">(aten::sub.Tensor(splat(0), y) >> aten::neg(y), where(same_meta(y, replaced))),
          rule<"zero-sub: where y is broadcast">(aten::sub.Tensor(splat(0), y) >> aten::neg(y),
                                                 where(y.in(floating_dtypes), same_dtype(y, replaced)))
              .sign_of_zero(),
          rule<"zero-sub: swapped">(aten::sub.Tensor(y, splat(0)) >> aten::neg(y), where(same_meta(y, replaced)))
              .sign_of_zero());

constexpr auto reciprocals = rules(
    rule<"div-constant: no contract">(aten::div.Tensor(x, number(c)) >>
                                          aten::mul.Scalar(x, compute(&detail::reciprocal_of_c)),
                                      where(x.in(floating_dtypes), same_meta(x, replaced), &detail::c_has_reciprocal)),
    rule<"div-constant: by three">(aten::div.Scalar(x, splat(3)) >> aten::mul.Scalar(x, 1.0 / 3.0),
                                   where(x.in(floating_dtypes))),
    rule<"div-power-of-two: times c">(aten::div.Tensor(x, number(c)) >> aten::mul.Scalar(x, c),
                                      where(x.in(floating_dtypes), same_meta(x, replaced), &detail::c_is_power_of_two)),
    rule<"div-power-of-two: c over x">(
        aten::div.Tensor(number(c), x) >> aten::mul.Scalar(x, compute(&detail::reciprocal_of_c)),
        where(x.in(floating_dtypes), same_meta(x, replaced), &detail::c_is_power_of_two)));

//=== shapes ===//

arg composed_backwards(match const& m) {
    auto const first = *detail::order_of(m, "p"), second = *detail::order_of(m, "q");
    std::vector<std::size_t> order;
    for (std::size_t const i : first)
        order.push_back(second[i]);
    return detail::order_argument(order);
}
arg inverse_of_composed(match const& m) {
    auto const first = *detail::order_of(m, "p"), second = *detail::order_of(m, "q");
    std::vector<std::size_t> order(first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
        order[first[second[i]]] = i;
    return detail::order_argument(order);
}

constexpr auto permutations = rules(
    rule<"permute-permute: composed backwards">(aten::permute_copy(aten::permute_copy(x, p), q) >>
                                                    aten::permute_copy(x, compute(&composed_backwards)),
                                                where(&detail::has_orders)),
    rule<"permute-permute: the inverse">(aten::permute_copy(aten::permute_copy(x, p), q) >>
                                             aten::permute_copy(x, compute(&inverse_of_composed)),
                                         where(&detail::has_orders)),
    rule<"permute-permute: the first">(aten::permute_copy(aten::permute_copy(x, p), q) >> aten::permute_copy(x, p)),
    rule<"permute-permute: the second">(aten::permute_copy(aten::permute_copy(x, p), q) >> aten::permute_copy(x, q)),
    rule<"permute-permute: none">(aten::permute_copy(aten::permute_copy(x, p), p) >> x),
    rule<"t: any rank">(aten::t_copy(x) >> aten::permute_copy(x, ints(1, 0))),
    rule<"t: the identity">(aten::t_copy(x) >> aten::permute_copy(x, ints(0, 1)), where(rank(x) == 2)),
    rule<"transpose: the first two">(aten::transpose_copy.int_(x, d, e) >> aten::permute_copy(x, ints(1, 0, 2)),
                                     where(rank(x) == 3)),
    rule<"permute-nothing: anything of these sizes">(aten::permute_copy(x, p) >> x, where(same_meta(x, replaced))),
    rule<"permute-ones: any order">(aten::permute_copy(x, p) >> aten::view_copy(x, compute(&detail::output_sizes))));

constexpr auto shapes = rules(
    rule<"view-nothing: other sizes">(aten::view_copy(x, any) >> x),
    rule<"expand-nothing: other sizes">(aten::expand_copy(x, any) >> x),
    rule<"slice-nothing: other sizes">(aten::slice_copy.Tensor(x, any, any, any) >> x),
    rule<"slice-nothing: any step">(any_attributes(aten::slice_copy.Tensor(x, any, any, any)) >> x,
                                    where(same_dtype(x, replaced))),
    rule<"repeat-nothing: other sizes">(aten::repeat(x, any) >> x, where(rank(x) >= 1)),
    rule<"repeat-nothing: one more dimension">(aten::repeat(x, any) >>
                                               aten::expand_copy(x, compute(&detail::output_sizes))),
    rule<"view-copy-view-copy: the first">(aten::view_copy(aten::view_copy(x, p), y) >> aten::view_copy(x, p)),
    rule<"view-of-copy: a permutation">(aten::permute_copy(x, any) >>
                                        aten::view_copy(x, compute(&detail::output_sizes))),
    rule<"cat-one: two">(aten::cat(list(x, y), any) >> x),
    rule<"cat-one: swapped">(aten::cat(list(x, y), d) >> aten::cat(list(y, x), d)),
    rule<"cat-one: dim 0">(aten::cat(list(x, y), d) >> aten::cat(list(x, y), 0)),
    rule<"cat-split: along another dimension">(aten::cat(all_outs(aten::split_with_sizes_copy(x, any, any)), any) >> x),
    rule<"slice-cat: the first part">(aten::slice_copy.Tensor(aten::cat(list(x, y)), 0, var<"start">, var<"end">) >>
                                      x));

constexpr auto casts =
    rules(rule<"cast-nothing: another dtype">(aten::_to_copy(x, "dtype"_a = any) >> x),
          rule<"cast-cast: through a narrower dtype">(
              aten::_to_copy(aten::_to_copy(x, "dtype"_a = any), "dtype"_a = y) >> aten::_to_copy(x, "dtype"_a = y)),
          rule<"cast-cast: i64 through f32">(
              aten::_to_copy(aten::_to_copy(x, "dtype"_a = dtype::f32), "dtype"_a = dtype::i64) >> x,
              where(x.in(dtype::i64))),
          rule<"cast-cast: f32 through f16">(
              aten::_to_copy(aten::_to_copy(x, "dtype"_a = dtype::f16), "dtype"_a = dtype::f32) >> x,
              where(x.in(dtype::f32))),
          rule<"cast-cast: the first dtype">(aten::_to_copy(aten::_to_copy(x, "dtype"_a = z), "dtype"_a = y) >>
                                             aten::_to_copy(x, "dtype"_a = z)));

//=== clamps ===//

arg naive_low(match const& m) { return detail::max_bound(detail::inner_bounds(m).low, detail::outer_bounds(m).low); }
arg naive_high(match const& m) { return detail::min_bound(detail::inner_bounds(m).high, detail::outer_bounds(m).high); }
arg exchanged_low(match const& m) { return detail::outer_bounds(m).then(detail::inner_bounds(m)).low; }
arg exchanged_high(match const& m) { return detail::outer_bounds(m).then(detail::inner_bounds(m)).high; }

constexpr auto clamps = rules(
    rule<"clamp-of-clamp: naive bounds">(
        aten::clamp(aten::clamp(x, low, high), min_val, max_val) >>
            aten::clamp(x, compute(&naive_low), compute(&naive_high)),
        where(x.in(floating_dtypes), &detail::inner_is_ordered, &detail::outer_is_ordered)),
    rule<"clamp-of-clamp: exchanged">(
        aten::clamp(aten::clamp(x, low, high), min_val, max_val) >>
            aten::clamp(x, compute(&exchanged_low), compute(&exchanged_high)),
        where(x.in(floating_dtypes), &detail::inner_is_ordered, &detail::outer_is_ordered)),
    rule<"clamp-of-clamp: bounds out of order">(
        aten::clamp(aten::clamp(x, low, high), min_val, max_val) >>
            aten::clamp(x, compute(&detail::merged_low), compute(&detail::merged_high)),
        where(x.in(floating_dtypes))),
    rule<"clamp-of-clamp: the outer alone">(aten::clamp(aten::clamp(x, low, high), min_val, max_val) >>
                                            aten::clamp(x, min_val, max_val)),
    rule<"clamp-of-clamp: real bounds of integers">(
        aten::clamp(aten::clamp(x, low, high), min_val, max_val) >>
            aten::clamp(x, compute(&detail::merged_low), compute(&detail::merged_high)),
        where(x.in(integral_dtypes))),
    rule<"relu-of-relu: none">(aten::relu(aten::relu(x)) >> x),
    rule<"relu-of-clamp: the clamp">(aten::relu(aten::clamp(x, low, high)) >> aten::clamp(x, low, high)),
    rule<"clamp-of-relu: the clamp">(aten::clamp(aten::relu(x), min_val, max_val) >> aten::clamp(x, min_val, max_val)));

//=== compositions ===//

template <class Erf>
constexpr auto gelu_of(Erf const& erf) {
    return aten::mul.Tensor(aten::mul.Tensor(x, splat(0.5)), aten::add.Tensor(erf, splat(1)));
}

constexpr auto compositions = rules(
    rule<"silu: no contract">(fused(aten::mul.Tensor(x, aten::sigmoid(x))) >> aten::silu(x),
                              where(x.in(floating_dtypes))),
    rule<"silu: of another value">(fused(aten::mul.Tensor(y, aten::sigmoid(x))) >> aten::silu(x),
                                   where(x.in(floating_dtypes)))
        .ulp(6),
    rule<"silu: integers">(fused(aten::mul.Tensor(x, aten::sigmoid(x))) >> aten::silu(x)).ulp(6),
    rule<"silu: without the product">(aten::sigmoid(x) >> aten::silu(x), where(x.in(floating_dtypes))).ulp(6),
    rule<"gelu: no contract for infinities">(fused(gelu_of(aten::erf(aten::mul.Tensor(x, near(0.7071067811865476))))) >>
                                                 aten::gelu(x),
                                             where(x.in(rule_sets::single_or_double)))
        .approx(3e-5, 1e-5),
    rule<"gelu: a wrong constant">(fused(gelu_of(aten::erf(aten::mul.Tensor(x, near(0.75))))) >> aten::gelu(x),
                                   where(x.in(rule_sets::single_or_double)))
        .approx(3e-5, 1e-5)
        .finite_only(),
    rule<"gelu: the other approximation">(fused(gelu_of(aten::erf(aten::mul.Tensor(x, near(0.7071067811865476))))) >>
                                              aten::gelu(x, "approximate"_a = "tanh"),
                                          where(x.in(rule_sets::single_or_double)))
        .approx(3e-5, 1e-5)
        .finite_only(),
    rule<"hardswish: five">(
        fused(aten::div.Tensor(aten::mul.Tensor(x, aten::clamp(aten::add.Tensor(x, splat(3)), splat(0), splat(5))),
                               splat(6))) >>
            aten::hardswish(x),
        where(x.in(floating_dtypes)))
        .ulp(2)
        .finite_only(),
    rule<"hardswish: a third">(
        fused(aten::div.Tensor(aten::mul.Tensor(x, aten::clamp(aten::add.Tensor(x, splat(3)), splat(0), splat(6))),
                               splat(3))) >>
            aten::hardswish(x),
        where(x.in(floating_dtypes)))
        .ulp(2)
        .finite_only(),
    rule<"linear: not transposed">(aten::mm(x, w) >> aten::linear(x, w)).approx(1e-5, 1e-5),
    rule<"linear: no bias">(aten::addmm(b, x, detail::transposed(w)) >> aten::linear(x, w),
                            where(rank(b) == 1, dim(b, 0) == dim(w, 0)))
        .approx(1e-5, 1e-5),
    rule<"linear: any beta and alpha">(any_attributes(aten::addmm(b, x, detail::transposed(w))) >>
                                           aten::linear(x, w, b),
                                       where(rank(b) == 1, dim(b, 0) == dim(w, 0)))
        .approx(1e-5, 1e-5),
    rule<"addmm: factors swapped">(aten::add.Tensor(one_use(aten::mm(x, w)), b) >> aten::addmm(b, w, x),
                                   where(same_dtype(b, x), rank(b) == 1, dim(b, 0) == dim(w, 1)))
        .approx(1e-5, 1e-5),
    rule<"addmm: a product with other users">(aten::add.Tensor(aten::mm(x, w), b) >> aten::addmm(b, x, w),
                                              where(same_dtype(b, x), rank(b) == 1, dim(b, 0) == dim(w, 1)))
        .approx(1e-5, 1e-5),
    rule<"log_softmax: no contract">(aten::log(internal(aten::_softmax(x, d, false))) >>
                                         aten::_log_softmax(x, d, false),
                                     where(x.in(floating_dtypes))),
    rule<"log_softmax: dim 0">(aten::log(internal(aten::_softmax(x, d, false))) >> aten::_log_softmax(x, 0, false),
                               where(x.in(floating_dtypes)))
        .approx(1e-2, 5e-2)
        .finite_only(),
    rule<"rms_norm: any dims">(fused(aten::mul.Tensor(detail::by_root_mean_square(x), w)) >>
                                   aten::rms_norm(x, compute(&detail::size_of_w), w, compute(&detail::real_eps)),
                               where(x.in(rule_sets::single_or_double), same_dtype(x, w), &detail::w_is_per_element))
        .ulp(4),
    rule<"rms_norm: no eps">(fused(aten::mul.Tensor(detail::by_root_mean_square(x), w)) >>
                                 aten::rms_norm(x, compute(&detail::size_of_w), w, 0.0),
                             where(x.in(rule_sets::single_or_double), same_dtype(x, w), &detail::dims_are_last_one,
                                   &detail::w_is_per_element))
        .ulp(4),
    rule<"global-average-pool: other dims">(aten::mean.dim(x, var<"dims">, true) >>
                                                aten::adaptive_avg_pool2d(x, ints(1, 1)),
                                            where(x.in(floating_dtypes), rank(x) == 4)));

//=== which are caught, and by what ===//

struct tally {
    std::size_t mutants = 0, linted = 0, checked = 0, both = 0;
};

// One rule as a set.
rule_set<1, 256, 32, 32> alone(rule_view const& rule) {
    rule_set<1, 256, 32, 32> set;
    set.append(rule);
    return set;
}

// Where sanitizers run, what check_rule has caught is not linted: that takes long there, and is counted elsewhere.
template <class Set>
void try_mutants(Set const& mutants, tally& total) {
    check_options options{graft::cpu_library(), 150};
    options.explain = false;
    for (std::size_t i = 0; i < mutants.size(); ++i) {
        rule_check const check = check_rule(rule_view{mutants[i]}, options);
        CHECK_MESSAGE(check.without_kernel.empty(), text(check));
        bool const checked = check.failed != 0;
        bool const linted = !(graft_test::is_sanitized && checked) && !lint(alone(mutants[i])).ok();
        CHECK_MESSAGE((linted || checked), mutants[i].name, " escapes");
        ++total.mutants;
        total.linted += linted;
        total.checked += checked;
        total.both += linted && checked;
    }
}

TEST_CASE("rule_mutants: a mistake in a rule is caught by lint or by check_rule") {
    tally total;
    try_mutants(identities, total);
    try_mutants(zeros, total);
    try_mutants(powers, total);
    try_mutants(signs, total);
    try_mutants(reciprocals, total);
    try_mutants(permutations, total);
    try_mutants(shapes, total);
    try_mutants(casts, total);
    try_mutants(clamps, total);
    try_mutants(compositions, total);
    MESSAGE(total.mutants, " mutants: lint catches ", total.linted, ", check_rule ", total.checked, ", both ",
            total.both);
    CHECK(total.mutants >= 60);
}

// No alarm where there is no mistake.
template <class Set>
void lint_each(Set const& set) {
    for (std::size_t i = 0; i < set.size(); i += graft_test::is_sanitized ? 8 : 1) {
        rule_report const report = lint(alone(set[i]));
        CHECK_MESSAGE(report.ok(), text(report));
    }
}

TEST_CASE("rule_mutants: lint has nothing against the rules that they are made of") {
    lint_each(rule_sets::arithmetic<>);
    lint_each(rule_sets::reciprocal<>);
    lint_each(rule_sets::relaxed<>);
    lint_each(rule_sets::permute<>);
    lint_each(rule_sets::view<>);
    lint_each(rule_sets::cat<>);
    lint_each(rule_sets::casts<>);
    lint_each(rule_sets::clamp<>);
    lint_each(rule_sets::activation<>);
    lint_each(rule_sets::linear<>);
    lint_each(rule_sets::normalization<>);
    lint_each(rule_sets::global_pool<>);
}

} // namespace
