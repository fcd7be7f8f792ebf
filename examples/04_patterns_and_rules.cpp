// Patterns and rules in depth: what a rule can say, how to ask why it did not apply, and what becomes of a wrong one.
#include <graft/debug/explain.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir.hpp>
#include <graft/rewrite.hpp>
#include <graft/rule_text/rule_text.hpp>
#include <graft/rulecheck/check_rule.hpp>
#include <graft/runtime/kernels/elementwise.hpp>

#include <iostream>

using namespace graft;

namespace example {

constexpr auto x = var<"x">;

// 1. A pattern is a call with variables in it. `splat` is a number however it is written: 1, 1.0, a tensor of ones, a
//    lifted constant, each through casts and changes of shape. An argument that is not mentioned is the schema's
//    default: `alpha=2` never slips through. `where` holds what the sides do not say: here the product may not be of
//    another dtype or size than x, nor x complex, as 0 - 0i times 1 is 0 + 0i.
constexpr auto times_one =
    rule<"times-one">(ops(aten::mul.Tensor, aten::mul.Scalar, aten::div.Tensor)(x, splat(1)) >> x,
                      where(same_meta(x, replaced), x.in(numeric_dtypes)));

// 2. What matched can be captured, asked about and computed with. A condition that no word of the language says is a
//    function; so is an argument of the right side. The words that they are given stand for them in the rule's text.
constexpr bool are_integers(match const& m) {
    return m["a"].kind() == arg_kind::integer && m["b"].kind() == arg_kind::integer;
}
constexpr arg product(match const& m) { return m["a"].integer() * m["b"].integer(); }
constexpr auto scale_scale = rule<"scale-scale">(
    aten::mul.Scalar(aten::mul.Scalar(x, var<"a">), var<"b">) >> aten::mul.Scalar(x, compute<"a * b">(&product)),
    where(x.in(integral_dtypes), that<"a and b are integers">(&are_integers)));

// 3. A pattern is a value, and a function of patterns is a pattern. The sigmoid may be used by nothing else, or it
//    would be computed twice. The rule says how exact it is, and is tried before those of a lower priority.
constexpr auto gate = [](auto v) { return internal(aten::sigmoid(v)); };
constexpr auto silu =
    rule<"silu">(aten::mul.Tensor(x, gate(x)) >> aten::silu(x), where(x.in(floating_dtypes))).prio(1).ulp(6);

constexpr auto simplify = rules(times_one, scale_scale, silu);

// 4. A rule that a textbook has and that is not exact: -1 - -1 is 0, and -1 * 0 is -0.
constexpr auto x_minus_x = rule<"x-minus-x">(aten::sub.Tensor(x, x) >> aten::mul.Scalar(x, 0));

} // namespace example

int main() {
    using namespace example;
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b"), c = placeholder(g, "c");
    g.set_val(c.id, make_spec(dtype::i32, {4}));
    g.set_val(a.id, make_spec(dtype::f32, {2, symbol{"s"}}));
    g.set_val(b.id, make_spec(dtype::f32, {2, symbol{"s"}}));
    value const scaled = aten::mul.Tensor(a, 1.0);
    value const gated = aten::mul.Tensor(scaled, aten::sigmoid(a));
    value const shared = aten::sigmoid(b);
    value const twice = aten::mul.Tensor(shared, b);
    value const grown = aten::mul.Scalar(aten::mul.Scalar(c, 2), 3);
    output(g, {gated, twice, shared, grown});
    infer_all(g);
    rewrite_result const done = rewrite(g, simplify);
    for (std::size_t i = 0; i < simplify.size(); ++i)
        std::cout << simplify[i].name << ": " << done.per_rule[i] << '\n';
    std::cout << text(g) << text(explain(g, simplify, "silu", twice.id)) << "\n\n" << text(simplify);

    static constexpr auto kernels = kernel_set<decltype(aten::mul.Tensor), decltype(aten::mul.Scalar),
                                               decltype(aten::div.Tensor), decltype(aten::sub.Tensor)>;
    check_options const options{.library = {kernel_table{kernels}, {}}, .cases = 300};
    std::cout << '\n'
              << text(check_rule(times_one, options)) << text(check_rule(scale_scale, options))
              << text(check_rule(x_minus_x, options));
}

// Output:
// times-one: 1
// scale-scale: 1
// silu: 1
// graph():
//     %a : f32[2, s] = placeholder[target=a] from [("times-one", "mul_tensor")]
//     %b : f32[2, s] = placeholder[target=b]
//     %c : i32[4] = placeholder[target=c]
//     %mul_tensor_1 : f32[2, s] = call_function[target=torch.ops.aten.silu.default](args = (%a,), kwargs = {}) from [("silu", "mul_tensor_1"), ("silu", "sigmoid_default")]
//     %sigmoid_default_1 : f32[2, s] = call_function[target=torch.ops.aten.sigmoid.default](args = (%b,), kwargs = {})
//     %mul_tensor_2 : f32[2, s] = call_function[target=torch.ops.aten.mul.Tensor](args = (%sigmoid_default_1, %b), kwargs = {})
//     %mul_scalar_1 : i32[4] = call_function[target=torch.ops.aten.mul.Scalar](args = (%c, 6), kwargs = {}) from [("scale-scale", "mul_scalar_1"), ("scale-scale", "mul_scalar")]
//     return (%mul_tensor_1, %mul_tensor_2, %sigmoid_default_1, %mul_scalar_1)
// silu: 2 of 2 calls match; expected a call of aten::sigmoid, found %sigmoid_default_1 = aten::sigmoid: other nodes use it as well
//
// rule "times-one": one_of(aten::mul.Tensor(x, splat(1)), aten::mul.Scalar(x, splat(1)), aten::div.Tensor(x, splat(1)))
//     => x
//     where same_dtype(x, replaced), same_shape(x, replaced), has_dtype(x, u8, i8, i16, i32, i64, u16, u32, u64, f16, bf16, f32, f64);
// rule "scale-scale": aten::mul.Scalar(aten::mul.Scalar(x, a), b)
//     => aten::mul.Scalar(x, compute("a * b"))
//     where has_dtype(x, u8, i8, i16, i32, i64, u16, u32, u64), predicate("a and b are integers");
// rule "silu": aten::mul.Tensor(x, internal(aten::sigmoid(x)))
//     => aten::silu(x)
//     where has_dtype(x, f16, bf16, f32, f64)
//     with prio(1), ulp(6);
//
// rule 'times-one' keeps its promise, exact: 300 of 664 inputs match
// rule 'scale-scale' keeps its promise, exact: 300 of 1196 inputs match
// rule 'x-minus-x' does not keep its promise, exact: 93 of 300 cases fail; 300 of 301 inputs match
//   the values differ in 93 cases, only of floating_dtypes, not of integral_dtypes
//     x is f32[]: -1
//     left:  %sub_tensor = aten::sub.Tensor(%x, %x) : f32[]
//     right: %mul_scalar = aten::mul.Scalar(%x, 0) : f32[]
//     left gives  f32[]: 0
//     right gives f32[]: -0
//   repair: .sign_of_zero()
//   repair: where(has_dtype(x, integral_dtypes))
//   tightest contract for the values: u8 exact, i8 exact, i16 exact, i32 exact, i64 exact, f16 .sign_of_zero(), bf16 .sign_of_zero(), f32 .sign_of_zero(), f64 .sign_of_zero()
