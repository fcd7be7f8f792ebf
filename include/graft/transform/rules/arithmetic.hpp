#pragma once

#include <graft/config.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

GRAFT_CONSTEXPR_INLINE bool z_is_zero_of_sign(match const& m, bool negative) {
    double const z = real_of(m["z"]);
    return z == 0 && has_sign_bit(z) == negative;
}
GRAFT_CONSTEXPR_INLINE bool z_is_positive_zero(match const& m) { return z_is_zero_of_sign(m, false); }
GRAFT_CONSTEXPR_INLINE bool z_is_negative_zero(match const& m) { return z_is_zero_of_sign(m, true); }

constexpr bool is_finite(double v) { return v - v == 0; }
GRAFT_CONSTEXPR_INLINE bool alpha_is_finite(match const& m) {
    return !m["alpha"].is_node() && is_finite(real_of(m["alpha"]));
}

// Whether `full` can make what is replaced.
GRAFT_CONSTEXPR bool output_is_static(match const& m);
constexpr arg output_dtype(match const& m) { return m.val()->tensor.dtype; }

// 1 / c, where both are normal numbers of the dtype of `x`.
GRAFT_CONSTEXPR std::optional<double> normal_reciprocal(match const& m);
GRAFT_CONSTEXPR bool c_has_reciprocal(match const& m);
GRAFT_CONSTEXPR bool c_is_power_of_two(match const& m);
GRAFT_CONSTEXPR_INLINE arg reciprocal_of_c(match const& m) { return *normal_reciprocal(m); }

} // namespace detail

namespace rule_sets {

inline constexpr auto alpha = var<"alpha">; ///< A variable of the rules below.

/// `full` can make what the rule replaces.
inline constexpr auto can_be_full =
    where(that<"replaced has constant sizes, and is dense on the CPU">(&detail::output_is_static));

/// x + 0, x * 1, x ** 1 and the like.
template <class Use = void, auto x = x, auto z = z, auto alpha = alpha>
inline constexpr auto identities = rules<"identities">(
    rule<"add-zero-to-integers">(
        ops(aten::add.Tensor, aten::add.Scalar, aten::sub.Tensor, aten::sub.Scalar)(x, splat(0)) >> x,
        where(like_replaced, x.in(integral_dtypes))),
    rule<"add-negative-zero">(
        ops(aten::add.Tensor, aten::add.Scalar)(x, number(z)) >> x,
        where(like_replaced, x.in(floating_dtypes), that<"z is -0.0">(&detail::z_is_negative_zero))),
    rule<"sub-zero">(ops(aten::sub.Tensor, aten::sub.Scalar)(x, number(z)) >> x,
                     where(like_replaced, x.in(floating_dtypes), that<"z is +0.0">(&detail::z_is_positive_zero))),
    rule<"add-zero">(ops(aten::add.Tensor, aten::add.Scalar, aten::sub.Tensor, aten::sub.Scalar)(x, splat(0)) >> x,
                     where(like_replaced, x.in(floating_dtypes)))
        .sign_of_zero(),
    rule<"add-scaled-zero">(
        ops(aten::add.Tensor, aten::add.Scalar, aten::sub.Tensor, aten::sub.Scalar)(x, splat(0), "alpha"_a = alpha) >>
            x,
        where(like_replaced, x.in(numeric_dtypes), that<"alpha is finite">(&detail::alpha_is_finite)))
        .sign_of_zero(),
    rule<"mul-one">(ops(aten::mul.Tensor, aten::mul.Scalar, aten::div.Tensor, aten::div.Scalar)(x, splat(1)) >> x,
                    where(like_replaced, x.in(real_dtypes))),
    rule<"pow-one">(aten::pow.Tensor_Scalar(x, splat(1)) >> x, where(like_replaced, x.in(numeric_dtypes))));

/// x * 0, where no element can be infinite or nan.
template <class = void>
inline constexpr auto mul_zero = rules<"mul_zero">(
    rule<"mul-zero">(ops(aten::mul.Tensor, aten::mul.Scalar)(any, splat(0)) >>
                         aten::full(to_pattern(compute<"sizes">(&detail::output_sizes)), 0,
                                    "dtype"_a = compute<"dtype">(&detail::output_dtype)),
                     where(has_dtype(replaced, integral_dtypes | one_dtype(dtype::boolean)), can_be_full)));

/// The powers that have an operator of their own, and the reciprocal of a square root.
template <class Use = void, auto x = x>
inline constexpr auto powers = rules<"powers">(
    rule<"pow-two">(aten::pow.Tensor_Scalar(x, splat(2)) >> aten::mul.Tensor(x, x),
                    where(x.in(numeric_dtypes), same_dtype(x, replaced))),
    rule<"pow-half">(aten::pow.Tensor_Scalar(x, splat(0.5)) >> aten::sqrt(x),
                     where(x.in(dtype::f32, dtype::bf16, dtype::f64))),
    rule<"pow-minus-one">(aten::pow.Tensor_Scalar(x, splat(-1)) >> aten::reciprocal(x), where(x.in(floating_dtypes))),
    rule<"pow-minus-half">(aten::pow.Tensor_Scalar(x, splat(-0.5)) >> aten::rsqrt(x),
                           where(x.in(dtype::f32, dtype::bf16, dtype::f64)))
        .ulp(2),
    rule<"rsqrt">(
        one_of(aten::reciprocal(one_use(aten::sqrt(x))), aten::div.Tensor(splat(1), one_use(aten::sqrt(x)))) >>
            aten::rsqrt(x),
        where(x.in(floating_dtypes), same_meta(x, replaced)))
        .ulp(2));

/// why rules about signs end
inline constexpr std::string_view fewer_sums = "no rule makes more additions and subtractions than it takes away";

/// Minus signs. An integer that is negated and then widened is another than the one that is widened first.
template <class Use = void, auto x = x, auto y = y>
inline constexpr auto signs = rules<"signs">(
    rule<"neg-neg">(aten::neg(aten::neg(x)) >> x, where(like_replaced, x.in(signed_dtypes))),
    rule<"add-neg">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(x, y),
                    where(x.in(numeric_dtypes), y.in(signed_dtypes), same_dtype(y, replaced))),
    rule<"sub-neg">(aten::sub.Tensor(x, aten::neg(y)) >> aten::add.Tensor(x, y),
                    where(x.in(numeric_dtypes), y.in(signed_dtypes), same_dtype(y, replaced))),
    rule<"mul-neg-neg">(aten::mul.Tensor(aten::neg(x), aten::neg(y)) >> aten::mul.Tensor(x, y),
                        where(x.in(signed_dtypes), same_dtype(x, replaced), same_dtype(y, replaced))),
    rule<"zero-sub-integers">(one_of(aten::sub.Tensor(splat(0), y), aten::rsub.Scalar(y, splat(0))) >> aten::neg(y),
                              where(same_meta(y, replaced), y.in(signed_dtypes), y.in(integral_dtypes)))
        .terminates_because(fewer_sums),
    rule<"zero-sub">(one_of(aten::sub.Tensor(splat(0), y), aten::rsub.Scalar(y, splat(0))) >> aten::neg(y),
                     where(same_meta(y, replaced), y.in(floating_dtypes)))
        .sign_of_zero()
        .terminates_because(fewer_sums));

/// Rules 1 to 7: arithmetic that needs no arithmetic.
template <class Use = void>
inline constexpr auto arithmetic = rules<"arithmetic">(identities<Use>, mul_zero<Use>, powers<Use>, signs<Use>);

/// Division by a constant as a multiplication: exact for powers of two.
template <class Use = void, auto x = x, auto c = c>
inline constexpr auto reciprocal = rules<"reciprocal">(rule<"div-power-of-two">(
    ops(aten::div.Tensor, aten::div.Scalar)(x, number(c)) >>
        aten::mul.Scalar(x, compute<"reciprocal">(&detail::reciprocal_of_c)),
    where(x.in(floating_dtypes), same_meta(x, replaced),
          that<"c is a power of two, and it and 1 / c are normal">(&detail::c_is_power_of_two))));

/// Rules that change what comes out for infinities and nan, or its last bit: for those who ask for them.
template <class Use = void, auto x = x, auto c = c>
inline constexpr auto relaxed =
    rules<"relaxed">(rule<"mul-zero-of-floats">(ops(aten::mul.Tensor, aten::mul.Scalar)(any, splat(0)) >>
                                                    aten::full(to_pattern(compute<"sizes">(&detail::output_sizes)), 0,
                                                               "dtype"_a = compute<"dtype">(&detail::output_dtype)),
                                                where(has_dtype(replaced, floating_dtypes), can_be_full))
                         .finite_only()
                         .sign_of_zero(),
                     rule<"div-constant">(ops(aten::div.Tensor, aten::div.Scalar)(x, number(c)) >>
                                              aten::mul.Scalar(x, compute<"reciprocal">(&detail::reciprocal_of_c)),
                                          where(x.in(floating_dtypes), same_meta(x, replaced),
                                                that<"c and 1 / c are normal">(&detail::c_has_reciprocal)))
                         .ulp(1));

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR bool output_is_static(match const& m) {
    tensor_spec const* const root = tensor_of(m.val());
    if (root == nullptr || !(root->dev == device{}) || !is_contiguous(*root))
        return false;
    for (sym_int const& size : root->sizes)
        if (size.is_symbolic())
            return false;
    return true;
}

GRAFT_CONSTEXPR std::optional<double> normal_reciprocal(match const& m) {
    double const value = real_of(m["c"]);
    tensor_spec const* const x = tensor_of(m.val("x"));
    if (x == nullptr || value == 0 || !is_finite(value))
        return std::nullopt;
    int const least = x->dtype == dtype::f16 ? -14 : x->dtype == dtype::f64 ? -1022 : -126;
    double const inverse = 1 / value;
    for (double const v : {value, inverse}) {
        auto const exponent = static_cast<int>(std::bit_cast<std::uint64_t>(v) >> 52 & 0x7ff) - 1023;
        if (exponent < least || exponent > -least)
            return std::nullopt;
    }
    return inverse;
}

GRAFT_CONSTEXPR bool c_has_reciprocal(match const& m) { return normal_reciprocal(m).has_value(); }

GRAFT_CONSTEXPR bool c_is_power_of_two(match const& m) {
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
    return c_has_reciprocal(m) && (std::bit_cast<std::uint64_t>(real_of(m["c"])) & fraction) == 0;
}

} // namespace graft::detail
#endif
