#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

/// What training with quantisation in mind calls: numbers that are rounded as a quantisation rounds them, with the mask
/// of those in range, and their gradient, which is theirs in range.
namespace graft::detail {

template <class V>
[[nodiscard]] constexpr vec<V> fake_quantized_and_mask(composing<V> const& k, scale_and_zero_point<V> const& by) {
    V const level = quantization_level(k, by);
    return {at_level(k, by, level), k(aten::logical_and, k(aten::ge.Scalar, level, k->integer("quant_min")),
                                      k(aten::le.Scalar, level, k->integer("quant_max")))};
}

template <class V>
[[nodiscard]] constexpr V masked_gradient(composing<V> const& k) {
    V const &grad = k->tensor("grad"), &mask = k->tensor("mask");
    k.require(k.dtype(mask) == dtype::boolean, "'mask' must be of bool, not ", torch_name(k.dtype(mask)));
    k.require(!certainly_differ(k.sizes(mask), k.sizes(grad)), "'mask' is ", shape_text(k.sizes(mask)), ", but 'grad' ",
              shape_text(k.sizes(grad)));
    return k(aten::mul.Tensor, grad, mask);
}

} // namespace graft::detail

namespace graft::aten {

struct fake_quantize_per_tensor_affine_cachemask_default
    : composite_op<fake_quantize_per_tensor_affine_cachemask_default> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min, int "
        "quant_max) -> (Tensor output, Tensor mask)"};
    static constexpr auto compose(auto const& k) {
        return detail::fake_quantized_and_mask(k, detail::quantization_of_all(k));
    }
};
inline constexpr single_overload<fake_quantize_per_tensor_affine_cachemask_default>
    fake_quantize_per_tensor_affine_cachemask{};

struct fake_quantize_per_channel_affine_cachemask_default
    : composite_op<fake_quantize_per_channel_affine_cachemask_default> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_channel_affine_cachemask(Tensor self, Tensor scale, Tensor zero_point, int axis, int "
        "quant_min, int quant_max) -> (Tensor output, Tensor mask)"};
    static constexpr auto compose(auto const& k) {
        return detail::fake_quantized_and_mask(k, detail::quantization_of_channels(k));
    }
};
inline constexpr single_overload<fake_quantize_per_channel_affine_cachemask_default>
    fake_quantize_per_channel_affine_cachemask{};

struct _fake_quantize_per_tensor_affine_cachemask_tensor_qparams_default
    : composite_op<_fake_quantize_per_tensor_affine_cachemask_tensor_qparams_default> {
    static constexpr schema_text text{
        "aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, "
        "Tensor fake_quant_enabled, int quant_min, int quant_max) -> (Tensor output, Tensor mask)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> const made = detail::fake_quantized_and_mask(k, detail::quantization_by_tensors(k));
        V const off = k(eq.Scalar, k(reshape, k->tensor("fake_quant_enabled"), vec<sym_int>{}), 0);
        return {k(where.self, off, k->tensor("self"), made[0]), k(logical_or, made[1], off)};
    }
};
inline constexpr single_overload<_fake_quantize_per_tensor_affine_cachemask_tensor_qparams_default>
    _fake_quantize_per_tensor_affine_cachemask_tensor_qparams{};

struct fake_quantize_per_tensor_affine_cachemask_backward_default
    : composite_op<fake_quantize_per_tensor_affine_cachemask_backward_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_tensor_affine_cachemask_backward(Tensor grad, Tensor mask) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::masked_gradient(k); }
};
inline constexpr single_overload<fake_quantize_per_tensor_affine_cachemask_backward_default>
    fake_quantize_per_tensor_affine_cachemask_backward{};

struct fake_quantize_per_channel_affine_cachemask_backward_default
    : composite_op<fake_quantize_per_channel_affine_cachemask_backward_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::fake_quantize_per_channel_affine_cachemask_backward(Tensor grad, Tensor mask) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::masked_gradient(k); }
};
inline constexpr single_overload<fake_quantize_per_channel_affine_cachemask_backward_default>
    fake_quantize_per_channel_affine_cachemask_backward{};

/// Every op of this header.
using fake_quantization_ops =
    overloads_of<fake_quantize_per_tensor_affine_cachemask, fake_quantize_per_channel_affine_cachemask,
                 _fake_quantize_per_tensor_affine_cachemask_tensor_qparams,
                 fake_quantize_per_tensor_affine_cachemask_backward,
                 fake_quantize_per_channel_affine_cachemask_backward>;

} // namespace graft::aten
