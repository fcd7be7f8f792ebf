#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/normalization.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/special.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/promotion.hpp>

#include <limits>
#include <numbers>
#include <type_traits>

namespace graft::detail {

/// x log(1 + y), computed in the dtype that both promote to: 0 where x is 0, unless y is no number.
template <class V, class A, class B>
[[nodiscard]] constexpr V x_log1p_y(composing<V> const& k, A const& self, B const& other) {
    dtype const d = integral_to_float(promoted(k, self, other));
    auto const operand = [&](auto const& given) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(given)>, scalar>)
            return number_tensor(k, given, d);
        else
            return converted(k, given, d);
    };
    V const x = operand(self), y = operand(other);
    V const known = k(aten::logical_and, k(aten::eq.Scalar, x, 0), k(aten::logical_not, k(aten::isnan, y)));
    return k(aten::masked_fill.Scalar, k(aten::mul.Tensor, x, k(aten::log1p, y)), known, 0);
}

} // namespace graft::detail

/// What `torch.special` has that other ops are, under its names, and what is made of them.
namespace graft::aten {

using special_digamma_default = alias_of<digamma_default, "special_digamma">;
inline constexpr single_overload<special_digamma_default> special_digamma{};
using special_psi_default = alias_of<digamma_default, "special_psi">;
inline constexpr single_overload<special_psi_default> special_psi{};
using special_erf_default = alias_of<erf_default, "special_erf">;
inline constexpr single_overload<special_erf_default> special_erf{};
using special_erfc_default = alias_of<erfc_default, "special_erfc">;
inline constexpr single_overload<special_erfc_default> special_erfc{};
using special_erfinv_default = alias_of<erfinv_default, "special_erfinv">;
inline constexpr single_overload<special_erfinv_default> special_erfinv{};
using special_exp2_default = alias_of<exp2_default, "special_exp2">;
inline constexpr single_overload<special_exp2_default> special_exp2{};
using special_expit_default = alias_of<sigmoid_default, "special_expit">;
inline constexpr single_overload<special_expit_default> special_expit{};
using special_expm1_default = alias_of<expm1_default, "special_expm1">;
inline constexpr single_overload<special_expm1_default> special_expm1{};
using special_gammainc_default = alias_of<igamma_default, "special_gammainc">;
inline constexpr single_overload<special_gammainc_default> special_gammainc{};
using special_gammaincc_default = alias_of<igammac_default, "special_gammaincc">;
inline constexpr single_overload<special_gammaincc_default> special_gammaincc{};
using special_gammaln_default = alias_of<lgamma_default, "special_gammaln">;
inline constexpr single_overload<special_gammaln_default> special_gammaln{};
using special_i0_default = alias_of<i0_default, "special_i0">;
inline constexpr single_overload<special_i0_default> special_i0{};
using special_modified_bessel_i0_default = alias_of<i0_default, "special_modified_bessel_i0">;
inline constexpr single_overload<special_modified_bessel_i0_default> special_modified_bessel_i0{};
using special_log1p_default = alias_of<log1p_default, "special_log1p">;
inline constexpr single_overload<special_log1p_default> special_log1p{};
using special_logit_default = alias_of<logit_default, "special_logit">;
inline constexpr single_overload<special_logit_default> special_logit{};
using special_logsumexp_default = alias_of<logsumexp_default, "special_logsumexp">;
inline constexpr single_overload<special_logsumexp_default> special_logsumexp{};
using special_multigammaln_default = alias_of<mvlgamma_default, "special_multigammaln">;
inline constexpr single_overload<special_multigammaln_default> special_multigammaln{};
using special_polygamma_default = alias_of<polygamma_default, "special_polygamma">;
inline constexpr single_overload<special_polygamma_default> special_polygamma{};
using special_sinc_default = alias_of<sinc_default, "special_sinc">;
inline constexpr single_overload<special_sinc_default> special_sinc{};
using special_xlogy_default = alias_of<xlogy_tensor, "aten::special_xlogy(Tensor self, Tensor other) -> Tensor">;
using special_xlogy_other_scalar =
    alias_of<xlogy_scalar_other, "aten::special_xlogy.other_scalar(Tensor self, Scalar other) -> Tensor">;
using special_xlogy_self_scalar =
    alias_of<xlogy_scalar_self, "aten::special_xlogy.self_scalar(Scalar self, Tensor other) -> Tensor">;
inline constexpr struct special_xlogy_packet : packet<special_xlogy_packet> {
    special_xlogy_default default_;
    special_xlogy_other_scalar other_scalar;
    special_xlogy_self_scalar self_scalar;
} special_xlogy{};
using special_round_default = alias_of<round_decimals, "aten::special_round(Tensor self, *, int decimals=0) -> Tensor">;
inline constexpr single_overload<special_round_default> special_round{};
using special_softmax_default =
    alias_of<softmax_int, "aten::special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor">;
inline constexpr single_overload<special_softmax_default> special_softmax{};
using special_log_softmax_default =
    alias_of<log_softmax_int, "aten::special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor">;
inline constexpr single_overload<special_log_softmax_default> special_log_softmax{};

/// -x log x; 0 at 0, and minus infinity below.
struct special_entr_default : composite_op<special_entr_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::special_entr(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& given = k->tensor("self");
        auto const self = graft::is_floating_point(k.dtype(given)) ? given : k(to.dtype, given, dtype::f32);
        auto const inside = k(neg, k(xlogy.Tensor, self, self));
        auto const below = k(full_like, self, -std::numeric_limits<double>::infinity());
        auto const outside = k(where.self, k(lt.Scalar, self, 0), below, k(full_like, self, 0));
        return k(where.self, k(le.Scalar, self, 0), outside, inside);
    }
};
inline constexpr single_overload<special_entr_default> special_entr{};

/// The normal distribution's share below x.
struct special_ndtr_default : composite_op<special_ndtr_default, op_tags::pointwise> {
    static constexpr schema_text text{"aten::special_ndtr(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const scaled = k(div.Scalar, k->tensor("self"), std::numbers::sqrt2);
        return k(mul.Scalar, k(add.Scalar, k(erf, scaled), 1), 0.5);
    }
};
inline constexpr single_overload<special_ndtr_default> special_ndtr{};

struct special_xlog1py_default : composite_op<special_xlog1py_default> {
    static constexpr schema_text text{"aten::special_xlog1py(Tensor self, Tensor other) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::x_log1p_y(k, k->tensor("self"), k->tensor("other")); }
};
struct special_xlog1py_other_scalar : composite_op<special_xlog1py_other_scalar> {
    static constexpr schema_text text{"aten::special_xlog1py.other_scalar(Tensor self, Scalar other) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::x_log1p_y(k, k->tensor("self"), k->number("other")); }
};
struct special_xlog1py_self_scalar : composite_op<special_xlog1py_self_scalar> {
    static constexpr schema_text text{"aten::special_xlog1py.self_scalar(Scalar self, Tensor other) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::x_log1p_y(k, k->number("self"), k->tensor("other")); }
};
inline constexpr struct special_xlog1py_packet : packet<special_xlog1py_packet> {
    special_xlog1py_default default_;
    special_xlog1py_other_scalar other_scalar;
    special_xlog1py_self_scalar self_scalar;
} special_xlog1py{};

/// Every op of this header.
using special_names_ops =
    overloads_of<special_digamma, special_psi, special_erf, special_erfc, special_erfinv, special_exp2, special_expit,
                 special_expm1, special_gammainc, special_gammaincc, special_gammaln, special_i0,
                 special_modified_bessel_i0, special_log1p, special_logit, special_logsumexp, special_multigammaln,
                 special_polygamma, special_sinc, special_xlogy, special_round, special_softmax, special_log_softmax,
                 special_entr, special_ndtr, special_xlog1py>;

} // namespace graft::aten
