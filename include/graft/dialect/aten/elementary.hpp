#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/random.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sort.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

/// The value where it is positive, else that times a weight, which broadcasts.
template <class V>
[[nodiscard]] constexpr V leaky(composing<V> const& k, V const& value, V const& weight) {
    k.require_one_dtype("self", "weight");
    return k(aten::where.self, k(aten::gt.Scalar, value, 0), value, k(aten::mul.Tensor, weight, value));
}

/// What `float_power` computes in: f64, or c128 where its base or exponent is complex.
template <class V>
[[nodiscard]] constexpr V as_power(composing<V> const& k, char const* name) {
    bool complex = false;
    for (char const* const given : {"self", "exponent"})
        complex = complex || (k[given].kind == argument_kind::tensor ? graft::is_complex(k.dtype(k->tensor(given)))
                                                                     : k->number(given).is_complex());
    return k(aten::to.dtype, k->tensor(name), complex ? dtype::c128 : dtype::f64);
}
/// A number of which `float_power` takes a real one as f64.
[[nodiscard]] constexpr scalar as_power_number(scalar number) {
    return number.is_complex() ? number : scalar(number.to<double>());
}

/// A scale and a zero point.
template <class V>
struct scale_and_zero_point {
    V scale;
    V zero_point;
};

/// The numbers that a call gives for all of a tensor.
template <class V>
[[nodiscard]] constexpr scale_and_zero_point<V> quantization_of_all(composing<V> const& k) {
    std::int64_t const zero_point = k.number_of(k->integer("zero_point"));
    k.require(k.number_of(k->integer("quant_min")) <= zero_point && zero_point <= k.number_of(k->integer("quant_max")),
              "'zero_point' must be between 'quant_min' and 'quant_max'");
    return {k(aten::scalar_tensor, k->real("scale"), dtype::f32),
            k(aten::scalar_tensor, k->integer("zero_point"), dtype::f32)};
}
/// The tensors that a call gives for all of another, of one element each.
template <class V>
[[nodiscard]] constexpr scale_and_zero_point<V> quantization_by_tensors(composing<V> const& k) {
    return {k(aten::reshape, k->tensor("scale"), vec<sym_int>{}),
            k(aten::reshape, k->tensor("zero_point"), vec<sym_int>{})};
}
/// The tensors that a call gives for the channels of another.
template <class V>
[[nodiscard]] constexpr scale_and_zero_point<V> quantization_of_channels(composing<V> const& k) {
    V const& x = k->tensor("self");
    k.require(known_lt(k->integer("axis"), 0) != true, "'axis' must not be negative");
    std::int64_t const axis = k.dim("axis", k.rank(x));
    vec<sym_int> along(static_cast<std::size_t>(k.rank(x)), 1);
    auto const spread = [&](char const* name) {
        V const& values = k->tensor(name);
        k.require(k.rank(values) == 1 && !certainly_differ(k.size(values, 0), k.size(x, axis)), "'", name,
                  "' must have an element for each channel");
        along[static_cast<std::size_t>(axis)] = k.size(values, 0);
        return k(aten::reshape, values, along);
    };
    return {spread("scale"), spread("zero_point")};
}

/// The nearest integers to multiples of a scale, from a zero point, that may be out of range.
template <class V>
[[nodiscard]] constexpr V quantization_level(composing<V> const& k, scale_and_zero_point<V> const& by) {
    V const& x = k->tensor("self");
    k.require(graft::is_floating_point(k.dtype(x)), "'self' must be floating-point");
    k.require(k.number_of(k->integer("quant_min")) <= k.number_of(k->integer("quant_max")),
              "'quant_min' is above 'quant_max'");
    V const steps = k(aten::round, k(aten::mul.Tensor, x, k(aten::reciprocal, by.scale)));
    return k(aten::add.Tensor, steps, by.zero_point);
}

/// What a level stands for that is no less than `quant_min` and no more than `quant_max`, in the dtype of `self`.
template <class V>
[[nodiscard]] constexpr V at_level(composing<V> const& k, scale_and_zero_point<V> const& by, V const& unlimited) {
    V level = k(aten::clamp, unlimited, k["quant_min"], k["quant_max"]);
    dtype const d = k.dtype(k->tensor("self"));
    if (d == dtype::f64 && k.rank(by.scale) == 0) // what is made of the level again is an f32
        level = k(aten::to.dtype, V(level), dtype::f32);
    return k(aten::to.dtype, k(aten::mul.Tensor, k(aten::sub.Tensor, level, by.zero_point), by.scale), d);
}

/// Rounds to the nearest of the integers from `quant_min` to `quant_max`, times scale, and back.
template <class V>
[[nodiscard]] constexpr V fake_quantized(composing<V> const& k, scale_and_zero_point<V> const& by) {
    return at_level(k, by, quantization_level(k, by));
}

} // namespace graft::detail

/// Element-wise functions that are made of others.
namespace graft::aten {

struct _prelu_kernel_default : composite_op<_prelu_kernel_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::_prelu_kernel(Tensor self, Tensor weight) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        k.require_floating("self");
        return detail::leaky(k, k->tensor("self"), k->tensor("weight"));
    }
};
inline constexpr single_overload<_prelu_kernel_default> _prelu_kernel{};

struct prelu_default : composite_op<prelu_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::prelu(Tensor self, Tensor weight) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &weight = k->tensor("weight");
        sym_int const count = k.spec(weight).numel();
        std::int64_t const rank = k.rank(self);
        if (!(count == 1)) {
            k.require(rank > 0, "'self' must have dimensions for more than one weight");
            sym_int const channels = rank > 1 ? k.size(self, 1) : sym_int(1);
            k.require(!detail::certainly_differ(count, channels), "'weight' must have a weight for each channel");
        }
        k.require(k.rank(weight) < 2, "'weight' must have at most 1 dimension, not ", k.rank(weight));
        vec<sym_int> along(static_cast<std::size_t>(rank), 1);
        if (rank > 1)
            along[1] = count;
        else if (rank == 1)
            along[0] = count;
        return detail::leaky(k, self, k(reshape, weight, along));
    }
};
inline constexpr single_overload<prelu_default> prelu{};

struct rrelu_default : composite_op<rrelu_default, op_tags::random | op_tags::no_out> {
    static constexpr schema_text text{
        "aten::rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.33333333333333331, bool training=False, "
        "Generator? generator=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        double const low = k->number("lower").template to<double>(), high = k->number("upper").template to<double>();
        k.require(low <= high, "'lower' is above 'upper'");
        auto const& self = k->tensor("self");
        if (!k->boolean("training"))
            return k(leaky_relu, self, (low + high) / 2);
        auto const slopes = k(add.Scalar, k(mul.Scalar, k(aten::rand, k.sizes(self), k.dtype(self)), high - low), low);
        return k(where.self, k(le.Scalar, self, 0), k(mul.Tensor, self, slopes), self);
    }
};
inline constexpr single_overload<rrelu_default> rrelu{};

struct ldexp_tensor : composite_op<ldexp_tensor> {
    static constexpr schema_text text{"aten::ldexp.Tensor(Tensor self, Tensor other) -> Tensor"};
    static constexpr out_names out{"out"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &other = k->tensor("other");
        if (graft::is_floating_point(k.dtype(self)) && is_integral(k.dtype(other), true)) {
            k.require(k.dtype(other) != dtype::boolean, "'other' must hold numbers");
            // In double, in which no power is out of range that matters; of doubles in two steps.
            dtype const d = k.dtype(self);
            bool const wide = d == dtype::f64;
            V const given = k.dtype(other) == dtype::i64 ? k(to.dtype, other, dtype::i32) : other; // which wraps
            V const power = k(clamp, given, wide ? -2046 : -300, wide ? 2046 : 300);
            V const half = k(div.Tensor_mode, power, k(full_like, power, 2), "trunc");
            V const exact = k(to.dtype, self, dtype::f64);
            auto const two_to = [&](V const& exponent) {
                return k(pow.Scalar, 2.0, k(to.dtype, exponent, dtype::f64));
            };
            V const scaled = k(mul.Tensor, k(mul.Tensor, exact, two_to(half)), two_to(k(sub.Tensor, power, half)));
            return k(to.dtype, scaled, d);
        }
        // The base is a number, and that of other floats than f32 a tensor of their dtype without dimensions.
        bool const number = is_integral(k.dtype(self), true) || k.dtype(self) == dtype::f32;
        dtype const common = graft::result_type(
            {promotion_operand{k.dtype(self), operand_kind::zero_dim}, detail::operand_of(k, other)});
        bool const as_is = number || common == dtype::undefined;
        return k(mul.Tensor, self, k(pow.Scalar, 2.0, as_is ? other : detail::converted(k, other, common)));
    }
};
inline constexpr tensor_overload<ldexp_tensor> ldexp{};

struct ldexp_inplace_default : inplace_op<ldexp_inplace_default, ldexp_tensor> {
    static constexpr schema_text text{"aten::ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!)"};
};
inline constexpr single_overload<ldexp_inplace_default> ldexp_{};

struct float_power_tensor_tensor : composite_op<float_power_tensor_tensor> {
    static constexpr schema_text text{"aten::float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(aten::pow.Tensor_Tensor, detail::as_power(k, "self"), detail::as_power(k, "exponent"));
    }
};

struct float_power_tensor_scalar : composite_op<float_power_tensor_scalar> {
    static constexpr schema_text text{"aten::float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(aten::pow.Tensor_Scalar, detail::as_power(k, "self"), detail::as_power_number(k->number("exponent")));
    }
    using of_tensors = struct float_power_tensor_tensor;
};

struct float_power_scalar : composite_op<float_power_scalar> {
    static constexpr schema_text text{"aten::float_power.Scalar(Scalar self, Tensor exponent) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(aten::pow.Scalar, detail::as_power_number(k->number("self")), detail::as_power(k, "exponent"));
    }
    using of_tensors = struct float_power_tensor_tensor;
};
inline constexpr struct float_power_packet : packet<float_power_packet> {
    float_power_tensor_tensor Tensor_Tensor;
    float_power_tensor_scalar Tensor_Scalar;
    float_power_scalar Scalar;
} float_power{};

struct float_power_inplace_tensor : inplace_op<float_power_inplace_tensor, float_power_tensor_tensor> {
    static constexpr schema_text text{"aten::float_power_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)"};
};
struct float_power_inplace_scalar : inplace_op<float_power_inplace_scalar, float_power_tensor_scalar> {
    static constexpr schema_text text{"aten::float_power_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)"};
};
inline constexpr struct float_power__packet : packet<float_power__packet> {
    float_power_inplace_tensor Tensor;
    float_power_inplace_scalar Scalar;
} float_power_{};

struct isclose_default : composite_op<isclose_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::isclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool "
        "equal_nan=False) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &other = k->tensor("other");
        double const rtol = k->real("rtol"), atol = k->real("atol");
        k.require(k.dtype(self) == k.dtype(other), "'self' and 'other' must have one dtype");
        k.require(rtol >= 0 && atol >= 0, "'rtol' and 'atol' must not be negative");
        V close = k(eq.Tensor, self, other);
        if (k->boolean("equal_nan") && graft::is_floating_point(k.dtype(self)))
            close = k(logical_or, V(close), k(logical_and, k(isnan, self), k(isnan, other)));
        if (rtol == 0 && atol == 0)
            return close;
        bool const whole = is_integral(k.dtype(self), true);
        V const a = whole ? k(to.dtype, self, dtype::f64) : self, b = whole ? k(to.dtype, other, dtype::f64) : other;
        V const allowed = k(add.Scalar, k(abs, k(mul.Scalar, b, rtol)), atol);
        V const actual = k(abs, k(sub.Tensor, a, b));
        return k(logical_or, close, k(logical_and, k(isfinite, actual), k(le.Tensor, actual, allowed)));
    }
};
inline constexpr single_overload<isclose_default> isclose{};

struct mvlgamma_default : composite_op<mvlgamma_default> {
    static constexpr schema_text text{"aten::mvlgamma(Tensor self, int p) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        std::int64_t const p = k.number_of(k->integer("p"));
        k.require(p >= 1 && p <= 65536, "'p' must be between 1 and 65536, not ", p);
        k.require(k.dtype(self) != dtype::boolean, "'self' must not be torch.bool");
        V const x = graft::is_floating_point(k.dtype(self)) ? self : k(to.dtype, self, dtype::f32);
        double const constant = static_cast<double>(p * (p - 1)) * 1.1447298858494002 / 4; // log(pi)
        V total = k(lgamma, x);
        for (std::int64_t i = 1; i < p; ++i)
            total = k(add.Tensor, V(total), k(lgamma, k(sub.Scalar, x, static_cast<double>(i) / 2)));
        return k(contiguous, k(add.Scalar, total, constant));
    }
};
inline constexpr single_overload<mvlgamma_default> mvlgamma{};

inline constexpr single_overload<inplace<mvlgamma_default>> mvlgamma_{};

struct fake_quantize_per_tensor_affine_default
    : composite_op<fake_quantize_per_tensor_affine_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int "
        "quant_max) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::fake_quantized(k, detail::quantization_of_all(k)); }
};

struct fake_quantize_per_tensor_affine_tensor_qparams
    : composite_op<fake_quantize_per_tensor_affine_tensor_qparams, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int "
        "quant_min, int quant_max) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::fake_quantized(k, detail::quantization_by_tensors(k));
    }
};
inline constexpr struct fake_quantize_per_tensor_affine_packet : packet<fake_quantize_per_tensor_affine_packet> {
    fake_quantize_per_tensor_affine_default default_;
    fake_quantize_per_tensor_affine_tensor_qparams tensor_qparams;
} fake_quantize_per_tensor_affine{};

struct fake_quantize_per_channel_affine_default
    : composite_op<fake_quantize_per_channel_affine_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int "
        "quant_min, int quant_max) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::fake_quantized(k, detail::quantization_of_channels(k));
    }
};
inline constexpr single_overload<fake_quantize_per_channel_affine_default> fake_quantize_per_channel_affine{};

/// Every op of this header.
using elementary_ops =
    overloads_of<_prelu_kernel, prelu, rrelu, ldexp, float_power, isclose, mvlgamma, fake_quantize_per_tensor_affine,
                 fake_quantize_per_channel_affine, float_power_, ldexp_, mvlgamma_>;

} // namespace graft::aten
