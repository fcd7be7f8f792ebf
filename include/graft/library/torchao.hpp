#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/scalar.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/dialect.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/runtime/kernels.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

/// Numbers in few bits by torchao: each block of a tensor has a scale and a zero point, and
/// quantized = clamp(round(real / scale) + zero_point). A block of [1, 32] shares them among 32 elements of a row; a block
/// that is the whole tensor, among all. Numbers of four bits lie in bytes, by `quant_min` and `quant_max`.
namespace graft::detail {

/// A tensor seen with its blocks as dimensions of their own, and which dimensions are within a block.
struct blocks_of_tensor {
    vec<sym_int> sizes, within, shared; ///< `shared` are the sizes with 1 for each dimension within a block
};

template <class V>
[[nodiscard]] constexpr blocks_of_tensor blocks_of(composing<V> const& k) {
    V const& input = k->tensor("input");
    vec<sym_int> const sizes = k.sizes(input), &block = k->integers("block_size");
    k.require(block.size() == sizes.size(), "'input' has ", sizes.size(), " dimensions, 'block_size' ", block.size());
    blocks_of_tensor all;
    auto const add = [&](sym_int const& size, bool within) {
        if (within)
            all.within.push_back(static_cast<std::int64_t>(all.sizes.size()));
        all.sizes.push_back(size);
        all.shared.push_back(within ? sym_int(1) : size);
    };
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (block[i] == sizes[i] || block[i] == 1) {
            add(sizes[i], !(block[i] == 1));
            continue;
        }
        std::int64_t const size = k.number_of(sizes[i]), part = k.number_of(block[i]);
        k.require(part > 0 && size % part == 0, "dimension ", i, " of 'input' has ", size,
                  " elements, which are no blocks of ", part);
        add(size / part, false);
        add(part, true);
    }
    return all;
}

/// The least and the largest number of a quantized tensor.
struct quantized_range {
    std::int64_t least = 0, largest = 0;
};

template <class V>
[[nodiscard]] constexpr quantized_range range_of(composing<V> const& k, dtype d) {
    quantized_range range;
    switch (d) {
    case dtype::i8: range = {-128, 127}; break;
    case dtype::u8: range = {0, 255}; break;
    case dtype::i16: range = {-32768, 32767}; break;
    case dtype::i32: range = {-2147483648, 2147483647}; break;
    default: k.reject("quantized numbers are of int8, uint8, int16 or int32, not ", torch_name(d));
    }
    quantized_range const bounds = range;
    if (std::optional<scalar> const least = k->optional_number("quant_min"))
        range.least = least->to<std::int64_t>();
    if (std::optional<scalar> const largest = k->optional_number("quant_max"))
        range.largest = largest->to<std::int64_t>();
    k.require(range.least >= bounds.least, "'quant_min' ", range.least, " is below ", bounds.least);
    k.require(range.largest <= bounds.largest, "'quant_max' ", range.largest, " is above ", bounds.largest);
    return range;
}

template <class V>
constexpr void require_real(composing<V> const& k, dtype d, char const* what) {
    k.require(d == dtype::f32 || d == dtype::f16 || d == dtype::bf16, what,
              " must be of float32, float16 or bfloat16, not ", torch_name(d));
}

/// The least number that is not denormal.
[[nodiscard]] constexpr double smallest_normal(dtype d) {
    return d == dtype::f16 ? 6.103515625e-05 : static_cast<double>(std::numeric_limits<float>::min());
}

} // namespace graft::detail

namespace graft::torchao {

/// Scales and zero points of blocks, such that their least and largest element fit into the range of a dtype.
struct choose_qparams_affine_default : composite_op<choose_qparams_affine_default, op_tags::no_out> {
    static constexpr schema_text text{
        "torchao::choose_qparams_affine(Tensor? input, str mapping_type, SymInt[] block_size, ScalarType target_dtype, "
        "Scalar? quant_min=None, Scalar? quant_max=None, float? eps=None, ScalarType? scale_dtype=None, ScalarType? "
        "zero_point_dtype=None, bool keepdim=False) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        k.require(k->optional_tensor("input") != nullptr, "'input' must be given");
        V const& input = k->tensor("input");
        dtype const d = k.dtype(input);
        detail::require_real(k, d, "'input'");
        detail::quantized_range const range = detail::range_of(k, k->dtype("target_dtype").value_or(dtype::undefined));
        std::string_view const mapping = k->string("mapping_type");
        bool const symmetric = mapping == "SYMMETRIC", unclipped = mapping == "SYMMETRIC_NO_CLIPPING_ERR";
        k.require(symmetric || unclipped || mapping == "ASYMMETRIC", "'mapping_type' is '", mapping,
                  "', not 'SYMMETRIC', 'SYMMETRIC_NO_CLIPPING_ERR' or 'ASYMMETRIC'");
        detail::blocks_of_tensor const blocks = detail::blocks_of(k);
        bool const keep = k->boolean("keepdim");
        V const rows = k(aten::reshape, input, blocks.sizes);
        V const least = k(aten::clamp_max, k(aten::amin, rows, blocks.within, keep), 0);
        V const largest = k(aten::clamp_min, k(aten::amax, rows, blocks.within, keep), 0);
        auto const steps = static_cast<double>(range.largest - range.least);
        auto const at_least = [&](V const& scale) {
            return k(aten::clamp_min, scale, k->optional_real("eps").value_or(detail::smallest_normal(d)));
        };
        std::optional<V> scale, zero_point;
        if (mapping == "ASYMMETRIC") {
            scale = at_least(k(aten::div.Scalar, k(aten::sub.Tensor, largest, least), steps));
            V const zero = k(aten::rsub.Scalar, k(aten::round, k(aten::div.Tensor, least, *scale)), range.least);
            zero_point = k(aten::clamp, zero, range.least, range.largest);
        } else {
            if (symmetric) {
                scale = k(aten::div.Scalar, k(aten::maximum, k(aten::neg, least), largest), steps / 2);
            } else {
                V const below = k(aten::div.Scalar, least, static_cast<double>(range.least)),
                        above = k(aten::div.Scalar, largest, static_cast<double>(range.largest));
                scale = k(aten::where.self, k(aten::gt.Tensor, below, above), below, above);
            }
            std::int64_t const middle = (range.largest + range.least + 1) / 2;
            zero_point = k(aten::full_like, *scale, middle);
            scale = at_least(V(*scale));
        }
        if (keep) {
            vec<sym_int> shape;
            vec<sym_int> const sizes = k.sizes(input), &block = k->integers("block_size");
            for (std::size_t i = 0; i < sizes.size(); ++i)
                shape.push_back(block[i] == sizes[i] ? sym_int(1) : floor_div(sizes[i], block[i]));
            scale = k(aten::reshape, V(*scale), shape);
            zero_point = k(aten::reshape, V(*zero_point), shape);
        }
        dtype const otherwise = mapping == "ASYMMETRIC" ? dtype::i32 : d;
        return {k(aten::to.dtype, *scale, k->dtype("scale_dtype").value_or(d)),
                k(aten::to.dtype, *zero_point, k->dtype("zero_point_dtype").value_or(otherwise))};
    }
};
inline constexpr single_overload<choose_qparams_affine_default> choose_qparams_affine{};

/// Real numbers as integers of `output_dtype`, block by block.
struct quantize_affine_default : composite_op<quantize_affine_default, op_tags::no_out> {
    static constexpr schema_text text{
        "torchao::quantize_affine(Tensor input, SymInt[] block_size, Tensor scale, Tensor? zero_point, ScalarType "
        "output_dtype, Scalar? quant_min=None, Scalar? quant_max=None) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        auto const& input = k->tensor("input");
        detail::require_real(k, k.dtype(input), "'input'");
        dtype const d = k->dtype("output_dtype").value_or(dtype::undefined);
        detail::quantized_range const range = detail::range_of(k, d);
        k.require(k->optional_tensor("zero_point") != nullptr, "'zero_point' must be given");
        detail::blocks_of_tensor const blocks = detail::blocks_of(k);
        auto const factor = k(aten::reciprocal, k(aten::reshape, k->tensor("scale"), blocks.shared));
        auto const steps = k(aten::round, k(aten::mul.Tensor, k(aten::reshape, input, blocks.sizes), factor));
        auto const whole = k(aten::add.Tensor, steps, k(aten::reshape, k->tensor("zero_point"), blocks.shared));
        auto const clamped = k(aten::clamp, whole, range.least, range.largest);
        return k(aten::to.dtype, k(aten::reshape, clamped, k.sizes(input)), d);
    }
};
inline constexpr single_overload<quantize_affine_default> quantize_affine{};

/// The real numbers of `output_dtype` that integers stand for, block by block.
struct dequantize_affine_default : composite_op<dequantize_affine_default, op_tags::no_out> {
    static constexpr schema_text text{
        "torchao::dequantize_affine(Tensor input, SymInt[] block_size, Tensor scale, Tensor? zero_point, ScalarType "
        "input_dtype, Scalar? quant_min=None, Scalar? quant_max=None, ScalarType output_dtype=6) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& input = k->tensor("input");
        dtype const from = k->dtype("input_dtype").value_or(dtype::undefined);
        dtype const to = k->dtype("output_dtype").value_or(dtype::f32);
        k.require(k.dtype(input) == from, "'input' is ", torch_name(k.dtype(input)), ", not ", torch_name(from));
        detail::require_real(k, to, "'output_dtype'");
        static_cast<void>(detail::range_of(k, from));
        detail::blocks_of_tensor const blocks = detail::blocks_of(k);
        V numbers = k(aten::to.dtype, k(aten::reshape, input, blocks.sizes), to);
        if (V const* const zero_point = k->optional_tensor("zero_point"))
            numbers =
                k(aten::sub.Tensor, V(numbers), k(aten::to.dtype, k(aten::reshape, *zero_point, blocks.shared), to));
        V const real = k(aten::mul.Tensor, numbers, k(aten::reshape, k->tensor("scale"), blocks.shared));
        return k(aten::to.dtype, k(aten::reshape, real, k.sizes(input)), to);
    }
};
inline constexpr single_overload<dequantize_affine_default> dequantize_affine{};

} // namespace graft::torchao

namespace graft {

/// The ops of this header.
struct torchao_ops : dialect<torchao_ops> {
    /// the ops
    using members = overloads_of<torchao::choose_qparams_affine, torchao::quantize_affine, torchao::dequantize_affine>;
};

} // namespace graft
