#pragma once

#include <graft/core/dtype.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace graft::detail {

/// Requires that the numbers of the range are values of the integer dtype.
template <class V>
constexpr void require_quantized_range(composing<V> const& k, graft::dtype d) {
    bool const narrow = d == graft::dtype::i8 || d == graft::dtype::i16 || d == graft::dtype::i32;
    k.require(narrow || d == graft::dtype::u8, "'dtype' cannot be ", torch_name(d));
    std::int64_t const least = k.number_of(k->integer("quant_min"));
    std::int64_t const most = k.number_of(k->integer("quant_max"));
    k.require(least >= lowest_integer(d), "'quant_min' is ", least, ", which ", torch_name(d), " cannot hold");
    k.require(most <= highest_integer(d), "'quant_max' is ", most, ", which ", torch_name(d), " cannot hold");
}

/// round(x / scale + zero point), moved into the range that is asked for, as the dtype.
template <class V>
[[nodiscard]] constexpr V quantized(composing<V> const& k, V const& x, V const& scales, V const& zero_points) {
    V const scaled = k(aten::mul.Tensor, x, k(aten::reciprocal, scales));
    V const rounded = k(aten::round, k(aten::add.Tensor, scaled, zero_points));
    return k(aten::_to_copy, k(aten::clamp, rounded, k["quant_min"], k["quant_max"]), k["dtype"]);
}

/// (q - zero point) * scale as the dtype; without a zero point it is 0.
template <class V>
[[nodiscard]] constexpr V dequantized(composing<V> const& k, V const& q, V const& scales,
                                      std::optional<V> const& zero_points, graft::dtype d) {
    V const moved = zero_points ? k(aten::sub.Tensor, q, *zero_points) : q;
    return k(aten::_to_copy, k(aten::mul.Tensor, moved, scales), d);
}

/// The columns that have a scale of their own: a matrix of groups of them, one group a row.
template <class V>
[[nodiscard]] constexpr V grouped(composing<V> const& k) {
    V const& input = k->tensor("input");
    sym_int group = k->integer("group_size");
    k.require(known_lt(1, group) != false, "'group_size' must be more than 1");
    k.require(k.rank(input) == 2, "'input' must have 2 dimensions, not ", k.rank(input));
    V const& scales = k->tensor("scales");
    if (k.rank(scales) > 0 && known_lt(k.size(input, -1), group) == true && k.size(scales, -1) == 1)
        group = k.size(input, -1);
    k.require(!certainly_differ(mod(k.size(input, -1), group), 0), "the columns of 'input' ",
              shape_text(k.sizes(input)), " are not divisible by 'group_size'");
    return k(aten::reshape, input, vec<sym_int>{-1, group});
}

/// One number a row.
template <class V>
[[nodiscard]] constexpr V as_column(composing<V> const& k, V const& values) {
    return k(aten::reshape, values, vec<sym_int>{-1, 1});
}

/// Scale and zero point of all of `input`, which its least and largest element give; symmetric around 0 or not.
template <class V>
[[nodiscard]] constexpr vec<V> chosen_for_tensor(composing<V> const& k, bool symmetric) {
    V const& input = k->tensor("input");
    graft::dtype const d = k.dtype(input), q = *k->dtype("dtype");
    std::int64_t const least = k.number_of(k->integer("quant_min"));
    std::int64_t const most = k.number_of(k->integer("quant_max"));
    k.require(d == graft::dtype::f32 || d == graft::dtype::f16 || d == graft::dtype::bf16,
              "'input' must be f32 or narrower, not ", torch_name(d));
    k.require(least <= 0 && most >= 0 && least < most, "'quant_min' and 'quant_max' must enclose 0");
    k.require(is_integral(q, false), "'dtype' cannot be ", torch_name(q));
    V const low = k(aten::clamp, k(aten::amin, input), std::nullopt, 0);
    V high = k(aten::clamp, k(aten::amax, input), 0);
    V const least_scale = k(aten::full, vec<sym_int>(1, 1), k["eps"], graft::dtype::f32);
    auto const scale_of = [&](V const& range, double steps) {
        return k(aten::maximum, k(aten::div.Scalar, range, steps), least_scale);
    };
    double const steps = static_cast<double>(most) - static_cast<double>(least);
    vec<V> result;
    if (symmetric) {
        result.push_back(scale_of(k(aten::maximum, k(aten::neg, low), high), steps / 2));
        result.push_back(k(aten::full, vec<sym_int>(1, 1), q == graft::dtype::u8 ? 128 : 0, graft::dtype::i64));
    } else {
        result.push_back(scale_of(k(aten::sub.Tensor, high, low), steps));
        V const first = k(aten::rsub.Scalar, k(aten::round, k(aten::div.Tensor, low, result[0])), least);
        result.push_back(k(aten::_to_copy, k(aten::clamp, first, least, most), graft::dtype::i64));
    }
    result[0] = k(aten::_to_copy, result[0], graft::dtype::f64);
    return result;
}

/// Scales and zero points of rows, as int8, so that 0 is a value.
template <class V>
[[nodiscard]] constexpr vec<V> chosen_for_tokens(composing<V> const& k) {
    V const& input = k->tensor("input");
    vec<sym_int> const last{-1};
    V const low = k(aten::clamp, k(aten::amin, input, last, true), std::nullopt, 0);
    V const high = k(aten::clamp, k(aten::amax, input, last, true), 0);
    V const range = k(aten::div.Scalar, k(aten::sub.Tensor, high, low), 255.0);
    V const scale = k(aten::clamp, range, static_cast<double>(std::numeric_limits<float>::epsilon()));
    V const below = k(aten::div.Tensor, low, scale), above = k(aten::div.Tensor, high, scale);
    V const error = k(aten::add.Tensor, k(aten::add.Scalar, below, -128), k(aten::add.Scalar, above, 127));
    V const zero = k(aten::where.self, k(aten::gt.Scalar, error, 0), k(aten::rsub.Scalar, below, -128),
                     k(aten::rsub.Scalar, above, 127));
    V const rounded = k(aten::round, k(aten::clamp, zero, -128, 127));
    return {k(aten::_to_copy, scale, graft::dtype::f64), k(aten::_to_copy, rounded, graft::dtype::i64)};
}

} // namespace graft::detail

/// Quantization by numbers that the data give, and by numbers for each row or group.
namespace graft::quantized_decomposed {

struct choose_qparams_tensor : composite_op<choose_qparams_tensor> {
    static constexpr schema_text text{
        "quantized_decomposed::choose_qparams.tensor(Tensor input, int quant_min, int quant_max, "
        "float eps, ScalarType dtype) -> (Tensor, Tensor)"};
    static constexpr out_names out{"Tensor_out"};
    static constexpr auto compose(auto const& k) { return detail::chosen_for_tensor(k, false); }
};
inline constexpr struct choose_qparams_packet : packet<choose_qparams_packet> {
    choose_qparams_tensor tensor;
} choose_qparams{};

struct choose_qparams_symmetric_tensor : composite_op<choose_qparams_symmetric_tensor> {
    static constexpr schema_text text{
        "quantized_decomposed::choose_qparams_symmetric.tensor(Tensor input, int quant_min, int "
        "quant_max, float eps, ScalarType dtype) -> (Tensor, Tensor)"};
    static constexpr out_names out{"Tensor_out"};
    static constexpr auto compose(auto const& k) { return detail::chosen_for_tensor(k, true); }
};
inline constexpr struct choose_qparams_symmetric_packet : packet<choose_qparams_symmetric_packet> {
    choose_qparams_symmetric_tensor tensor;
} choose_qparams_symmetric{};

struct choose_qparams_per_token_default : composite_op<choose_qparams_per_token_default> {
    static constexpr schema_text text{
        "quantized_decomposed::choose_qparams_per_token(Tensor input, ScalarType dtype) -> "
        "(Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        k.require(*k->dtype("dtype") == graft::dtype::i8, "'dtype' must be torch.int8, not ",
                  torch_name(*k->dtype("dtype")));
        V largest = k(aten::amax, k(aten::abs, k->tensor("input")), vec<sym_int>(1, -1), true);
        // A quotient of 16-bit floats may overflow.
        if (k.dtype(largest) == graft::dtype::f16)
            largest = k(aten::_to_copy, largest, graft::dtype::f32);
        V scales = k(aten::div.Scalar, k(aten::clamp, largest, 1e-5), 127);
        V zero_points = k(aten::full_like, scales, 0);
        return vec<V>{std::move(scales), std::move(zero_points)};
    }
};
inline constexpr single_overload<choose_qparams_per_token_default> choose_qparams_per_token{};

struct choose_qparams_per_token_asymmetric_default : composite_op<choose_qparams_per_token_asymmetric_default> {
    static constexpr schema_text text{
        "quantized_decomposed::choose_qparams_per_token_asymmetric(Tensor input, ScalarType "
        "dtype) -> (Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return detail::chosen_for_tokens(k); }
};
inline constexpr single_overload<choose_qparams_per_token_asymmetric_default> choose_qparams_per_token_asymmetric{};

struct _choose_qparams_per_token_asymmetric_impl_default
    : composite_op<_choose_qparams_per_token_asymmetric_impl_default> {
    static constexpr schema_text text{"quantized_decomposed::_choose_qparams_per_token_asymmetric_impl(Tensor input, "
                                      "ScalarType dtype) -> (Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return detail::chosen_for_tokens(k); }
};
inline constexpr single_overload<_choose_qparams_per_token_asymmetric_impl_default>
    _choose_qparams_per_token_asymmetric_impl{};

struct quantize_per_token_default : composite_op<quantize_per_token_default> {
    static constexpr schema_text text{"quantized_decomposed::quantize_per_token(Tensor input, Tensor scales, Tensor "
                                      "zero_points, int quant_min, int quant_max, ScalarType dtype) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        detail::require_quantized_range(k, *k->dtype("dtype"));
        auto const& input = k->tensor("input");
        sym_int tokens = 1;
        for (std::int64_t d = 0; d + 1 < k.rank(input); ++d)
            tokens *= k.size(input, d);
        for (char const* name : {"scales", "zero_points"})
            k.require(!detail::certainly_differ(k.spec(k->tensor(name)).numel(), tokens), "'", name, "' ",
                      detail::shape_text(k.sizes(k->tensor(name))), " has not one number for each of ",
                      graft::text(tokens), " tokens");
        return detail::quantized(k, input, k->tensor("scales"), k->tensor("zero_points"));
    }
};
inline constexpr single_overload<quantize_per_token_default> quantize_per_token{};

struct dequantize_per_token_default : composite_op<dequantize_per_token_default> {
    static constexpr schema_text text{
        "quantized_decomposed::dequantize_per_token(Tensor input, Tensor scales, Tensor "
        "zero_points, int quant_min, int quant_max, ScalarType dtype, ScalarType output_dtype) "
        "-> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::dequantized<V>(k, k->tensor("input"), k->tensor("scales"), k->tensor("zero_points"),
                                      *k->dtype("output_dtype"));
    }
};
inline constexpr single_overload<dequantize_per_token_default> dequantize_per_token{};

struct quantize_per_channel_group_default : composite_op<quantize_per_channel_group_default> {
    static constexpr schema_text text{
        "quantized_decomposed::quantize_per_channel_group(Tensor input, Tensor scales, Tensor "
        "zero_points, int quant_min, int quant_max, ScalarType dtype, int group_size) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const q = detail::quantized(k, detail::grouped(k), detail::as_column(k, k->tensor("scales")),
                                         detail::as_column(k, k->tensor("zero_points")));
        return k(aten::reshape, q, k.sizes(k->tensor("input")));
    }
};
inline constexpr single_overload<quantize_per_channel_group_default> quantize_per_channel_group{};

struct dequantize_per_channel_group_default : composite_op<dequantize_per_channel_group_default> {
    static constexpr schema_text text{
        "quantized_decomposed::dequantize_per_channel_group(Tensor input, Tensor scales, "
        "Tensor? zero_points, int quant_min, int quant_max, ScalarType dtype, int group_size, "
        "ScalarType output_dtype) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        std::optional<V> zeros;
        if (k->has("zero_points"))
            zeros = detail::as_column(k, k->tensor("zero_points"));
        V const wide = detail::dequantized(k, detail::grouped(k), detail::as_column(k, k->tensor("scales")), zeros,
                                           *k->dtype("output_dtype"));
        return k(aten::reshape, wide, k.sizes(k->tensor("input")));
    }
};
inline constexpr single_overload<dequantize_per_channel_group_default> dequantize_per_channel_group{};

struct fake_quant_per_channel_default : composite_op<fake_quant_per_channel_default> {
    static constexpr schema_text text{
        "quantized_decomposed::fake_quant_per_channel(Tensor input, Tensor scales, Tensor "
        "zero_points, int axis, int quant_min, int quant_max) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& input = k->tensor("input");
        std::int64_t const axis = k.number_of(k->integer("axis"));
        k.require(k.dtype(input) == graft::dtype::f32, "'input' must be torch.float32, not ",
                  torch_name(k.dtype(input)));
        k.require(axis >= 0 && axis < k.rank(input), "'axis' is ", axis, " and 'input' has ", k.rank(input),
                  " dimensions");
        auto const channels = [&](char const* name, graft::dtype d) {
            vec<sym_int> sizes(static_cast<std::size_t>(k.rank(input)), 1);
            sizes[static_cast<std::size_t>(axis)] = -1;
            return k(aten::reshape, k(aten::_to_copy, k->tensor(name), d), sizes);
        };
        V const scales = channels("scales", graft::dtype::f32), zeros = channels("zero_points", graft::dtype::i32);
        V const q = k(aten::add.Tensor, k(aten::round, k(aten::mul.Tensor, input, k(aten::reciprocal, scales))), zeros);
        return detail::dequantized<V>(k, k(aten::clamp, q, k["quant_min"], k["quant_max"]), scales, zeros,
                                      graft::dtype::f32);
    }
};
inline constexpr single_overload<fake_quant_per_channel_default> fake_quant_per_channel{};

/// Every op of this header.
using quantized_dynamic_ops =
    overloads_of<choose_qparams, choose_qparams_symmetric, choose_qparams_per_token,
                 choose_qparams_per_token_asymmetric, _choose_qparams_per_token_asymmetric_impl, quantize_per_token,
                 dequantize_per_token, quantize_per_channel_group, dequantize_per_channel_group,
                 fake_quant_per_channel>;

} // namespace graft::quantized_decomposed
