#pragma once

#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/quantized_dynamic.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <optional>

namespace graft::detail {

/// The numbers of so many bits that the bytes of `weight` hold, the first of them in the high or the low bits.
template <class V>
[[nodiscard]] constexpr V unpacked_weight(composing<V> const& k, int bits, bool high_first) {
    V const& weight = k->tensor("weight");
    int const each = 8 / bits, offset = 1 << (bits - 1);
    k.require(k.rank(weight) == 2, "'weight' must have 2 dimensions, not ", k.rank(weight));
    k.require(k.dtype(weight) == graft::dtype::u8, "'weight' must be torch.uint8, not ", torch_name(k.dtype(weight)));
    k.require(k->integer("weight_quant_min") == -offset && k->integer("weight_quant_max") == offset - 1,
              "'weight_quant_min' and 'weight_quant_max' must be ", -offset, " and ", offset - 1);
    vec<V> parts;
    for (int i = 0; i < each; ++i) {
        int const shift = bits * (high_first ? each - 1 - i : i);
        V const moved = k(aten::bitwise_right_shift.Tensor_Scalar, weight, shift);
        parts.push_back(k(aten::bitwise_and.Scalar, moved, (1 << bits) - 1));
    }
    V const bytes =
        k(aten::reshape, k(aten::stack, parts, -1), vec<sym_int>{k.size(weight, 0), k.size(weight, 1) * each});
    return k(aten::sub.Scalar, k(aten::_to_copy, bytes, graft::dtype::i8), offset);
}

/// The rows of `weight` that the indices name, dequantized by a number for each row or for equal groups of it.
template <class V>
[[nodiscard]] constexpr V dequantized_rows(composing<V> const& k, V const& weight, graft::dtype d) {
    V const &scales = k->tensor("weight_scales"), &indices = k->tensor("indices");
    graft::dtype const q = k.dtype(weight);
    k.require(q == graft::dtype::i8 || q == graft::dtype::u8, "'weight' must be torch.int8 or torch.uint8, not ",
              torch_name(q));
    bool const ranked = k.rank(weight) == 2 && (k.rank(scales) == 1 || k.rank(scales) == 2);
    sym_int const groups = ranked && k.rank(scales) == 2 ? k.size(scales, 1) : sym_int(1);
    k.require(ranked && !certainly_differ(k.size(scales, 0), k.size(weight, 0)) &&
                  !certainly_differ(mod(k.size(weight, 1), groups), 0) && known_lt(groups, k.size(weight, 1)) != false,
              "the sizes of 'weight' ", shape_text(k.sizes(weight)), " and 'weight_scales' ",
              shape_text(k.sizes(scales)), " do not fit");
    vec<sym_int> sizes = k.sizes(indices), each = sizes, split = sizes;
    sizes.push_back(k.size(weight, 1));
    for (vec<sym_int>* list : {&each, &split})
        list->push_back(groups);
    each.push_back(1);
    split.push_back(floor_div(k.size(weight, 1), groups));
    auto const rows_of = [&](V const& numbers) {
        V const table = k(aten::reshape, numbers, vec<sym_int>{k.size(weight, 0), groups});
        return k(aten::reshape, k(aten::embedding, table, indices), each);
    };
    std::optional<V> zeros;
    if (k->has("weight_zero_points")) {
        k.require_one_dtype("weight_zero_points", "weight_scales");
        zeros = rows_of(k->tensor("weight_zero_points"));
    }
    V const rows = k(aten::reshape, k(aten::embedding, weight, indices), split);
    return k(aten::reshape, dequantized(k, rows, rows_of(scales), zeros, d), sizes);
}

/// The rows of `weight` that the indices name, dequantized in the dtype of the scales.
template <class V>
[[nodiscard]] constexpr V dequantized_rows(composing<V> const& k, V const& weight) {
    return dequantized_rows(k, weight, k.dtype(k->tensor("weight_scales")));
}

/// The rows of `weight` that the indices name, dequantized in the dtype that `dtype` asks for, which must be given.
template <class V>
[[nodiscard]] constexpr V dequantized_rows_as(composing<V> const& k, V const& weight) {
    k.require(k->has("dtype"), "'dtype' is not given");
    return dequantized_rows(k, weight, *k->dtype("dtype"));
}

/// `weight` in the dtype of its scales, which are given for its rows or for groups of their columns.
template <class V>
[[nodiscard]] constexpr V scaled_weight(composing<V> const& k) {
    V const &input = k->tensor("input"), &weight = k->tensor("weight"), &scales = k->tensor("weight_scales");
    k.require(k.rank(input) == 2 && k.rank(weight) == 2, "'input' and 'weight' must be matrices");
    k.require(k.dtype(weight) == graft::dtype::i8, "'weight' must be torch.int8, not ", torch_name(k.dtype(weight)));
    k.require(k.dtype(input) == graft::dtype::f32 || k.dtype(input) == graft::dtype::f16,
              "'input' must be torch.float32 or torch.float16, not ", torch_name(k.dtype(input)));
    k.require_one_dtype("weight_scales", "input");
    bool const ranked = k.rank(scales) == 1 || k.rank(scales) == 2;
    sym_int const groups = k.rank(scales) == 2 ? k.size(scales, 1) : sym_int(1);
    k.require(ranked && !certainly_differ(k.size(scales, 0), k.size(weight, 0)) &&
                  !certainly_differ(mod(k.size(weight, 1), groups), 0),
              "'weight_scales' ", shape_text(k.sizes(scales)), " does not fit 'weight' ", shape_text(k.sizes(weight)));
    vec<sym_int> const split{k.size(weight, 0), groups, -1}, each{k.size(weight, 0), groups, 1};
    std::optional<V> zeros;
    if (k->has("weight_zero_points")) {
        V const& given = k->tensor("weight_zero_points");
        k.require(!certainly_differ(k.sizes(given), k.sizes(scales)) && k.dtype(given) == k.dtype(scales),
                  "'weight_zero_points' is not of the sizes and dtype of 'weight_scales'");
        zeros = k(aten::reshape, given, each);
    }
    V const wide =
        dequantized(k, k(aten::reshape, weight, split), k(aten::reshape, scales, each), zeros, graft::dtype::f32);
    return k(aten::reshape, wide, k.sizes(weight));
}

/// The product of `input` and a matrix, computed in f32.
template <class V>
[[nodiscard]] constexpr V wide_product(composing<V> const& k, V const& matrix, graft::dtype d) {
    V const product = k(aten::mm, k(aten::_to_copy, k->tensor("input"), graft::dtype::f32), matrix);
    return k(aten::_to_copy, product, d);
}

} // namespace graft::detail

/// Ops on weights that are quantized.
namespace graft::quantized_decomposed {

struct embedding_byte_default : composite_op<embedding_byte_default> {
    static constexpr schema_text text{
        "quantized_decomposed::embedding_byte(Tensor weight, Tensor weight_scales, Tensor? "
        "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) { return detail::dequantized_rows(k, k->tensor("weight")); }
};
struct embedding_byte_dtype : composite_op<embedding_byte_dtype> {
    static constexpr schema_text text{"quantized_decomposed::embedding_byte.dtype(Tensor weight, Tensor weight_scales, "
                                      "Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor "
                                      "indices, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::dequantized_rows_as(k, k->tensor("weight")); }
};
inline constexpr struct embedding_byte_packet : packet<embedding_byte_packet> {
    embedding_byte_default default_;
    embedding_byte_dtype dtype;
} embedding_byte{};

struct embedding_2bit_default : composite_op<embedding_2bit_default> {
    static constexpr schema_text text{
        "quantized_decomposed::embedding_2bit(Tensor weight, Tensor weight_scales, Tensor? "
        "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::dequantized_rows(k, detail::unpacked_weight(k, 2, false));
    }
};
struct embedding_2bit_dtype : composite_op<embedding_2bit_dtype> {
    static constexpr schema_text text{"quantized_decomposed::embedding_2bit.dtype(Tensor weight, Tensor weight_scales, "
                                      "Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor "
                                      "indices, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::dequantized_rows_as(k, detail::unpacked_weight(k, 2, false));
    }
};
inline constexpr struct embedding_2bit_packet : packet<embedding_2bit_packet> {
    embedding_2bit_default default_;
    embedding_2bit_dtype dtype;
} embedding_2bit{};

struct embedding_4bit_default : composite_op<embedding_4bit_default> {
    static constexpr schema_text text{
        "quantized_decomposed::embedding_4bit(Tensor weight, Tensor weight_scales, Tensor? "
        "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices) -> "
        "Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::dequantized_rows(k, detail::unpacked_weight(k, 4, true));
    }
};
struct embedding_4bit_dtype : composite_op<embedding_4bit_dtype> {
    static constexpr schema_text text{"quantized_decomposed::embedding_4bit.dtype(Tensor weight, Tensor weight_scales, "
                                      "Tensor? weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor "
                                      "indices, *, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::dequantized_rows_as(k, detail::unpacked_weight(k, 4, true));
    }
};
inline constexpr struct embedding_4bit_packet : packet<embedding_4bit_packet> {
    embedding_4bit_default default_;
    embedding_4bit_dtype dtype;
} embedding_4bit{};

struct mixed_mm_default : composite_op<mixed_mm_default> {
    static constexpr schema_text text{
        "quantized_decomposed::mixed_mm(Tensor input, Tensor weight, Tensor weight_scales, "
        "Tensor? weight_zero_points) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return detail::wide_product(k, detail::scaled_weight(k), k.dtype(k->tensor("input")));
    }
};
inline constexpr single_overload<mixed_mm_default> mixed_mm{};

struct mixed_linear_default : composite_op<mixed_linear_default> {
    static constexpr schema_text text{
        "quantized_decomposed::mixed_linear(Tensor input, Tensor weight, Tensor weight_scales, "
        "Tensor? weight_zero_points, ScalarType? dtype=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const matrix = k(aten::t, detail::scaled_weight(k));
        return detail::wide_product(k, matrix, k->dtype("dtype").value_or(k.dtype(k->tensor("input"))));
    }
};
inline constexpr single_overload<mixed_linear_default> mixed_linear{};

/// Every op of this header.
using quantized_weight_ops = overloads_of<embedding_byte, embedding_2bit, embedding_4bit, mixed_mm, mixed_linear>;

} // namespace graft::quantized_decomposed

/// The packing of weights for the ops on them.
namespace graft::quant_fusion {

struct _pack_embedding_weight_default : composite_op<_pack_embedding_weight_default> {
    static constexpr schema_text text{"quant_fusion::_pack_embedding_weight(Tensor weight, SymInt bitwidth) -> Tensor"};
    template <class V>
    static constexpr V compose(composing<V> const& k) {
        V const& weight = k->tensor("weight");
        std::int64_t const bits = k.number_of(k->integer("bitwidth"));
        k.require(bits == 2 || bits == 4 || bits == 8, "'bitwidth' must be 2, 4 or 8, not ", bits);
        k.require(k.rank(weight) == 2, "'weight' must have 2 dimensions, not ", k.rank(weight));
        if (bits == 8)
            return k(aten::_to_copy, weight);
        std::int64_t const each = 8 / bits;
        k.require(!detail::certainly_differ(mod(k.size(weight, 1), each), 0), "the columns of 'weight' ",
                  detail::shape_text(k.sizes(weight)), " are not divisible by ", each);
        V const shifted = k(aten::_to_copy, k(aten::add.Scalar, weight, 1 << (bits - 1)), graft::dtype::u8);
        V const split = k(aten::reshape, shifted, vec<sym_int>{k.size(weight, 0), -1, each});
        std::optional<V> packed;
        for (std::int64_t i = 0; i < each; ++i) {
            std::int64_t const shift = bits * (bits == 4 ? each - 1 - i : i);
            V const part = k(aten::bitwise_left_shift.Tensor_Scalar, k(aten::select.int_, split, 2, i), shift);
            packed = packed ? k(aten::bitwise_or.Tensor, *packed, part) : part;
        }
        return *packed;
    }
};
inline constexpr single_overload<_pack_embedding_weight_default> _pack_embedding_weight{};

/// Every op of this namespace.
using quant_fusion_ops = overloads_of<_pack_embedding_weight>;

} // namespace graft::quant_fusion
