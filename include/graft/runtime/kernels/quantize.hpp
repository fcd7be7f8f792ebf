#pragma once

#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/dialect/quantized_dynamic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/byte/quantize.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/predicate.hpp>
#include <graft/kernel/elementwise/unary.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/composite.hpp>
#include <graft/runtime/kernels/creation.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/index.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>
#include <graft/runtime/kernels/logical.hpp>
#include <graft/runtime/kernels/reduction.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// A number, or the only element of a tensor that is given for it.
[[nodiscard]] inline scalar number_or_item(call<tensor> const& c, call_slot slot) {
    return c[slot].kind == argument_kind::tensor ? c.tensor(slot).item() : c.number(slot);
}

/// The zero points of the channels, 0 where there are none.
[[nodiscard]] inline kernel::operand zero_points_of(call<tensor> const& c, tensor& along_axis) {
    tensor const* const zeros = c.optional_tensor("zero_points");
    if (zeros == nullptr)
        return 0;
    along_axis = along(*zeros, integer_of(c, "axis"), c.tensor("input").dim());
    return along_axis;
}

struct quantize_per_tensor_kernel {
    static void run(call<tensor> const& c, auto results) {
        scalar const zero_point = number_or_item(c, "zero_point");
        double const inverse = 1 / number_or_item(c, "scale").to<double>();
        auto const low = number_or_item(c, "quant_min").to<std::int64_t>(),
                   high = number_or_item(c, "quant_max").to<std::int64_t>();
        if (zero_point.is_real() ||
            !kernel::quantize_bytes(c.tensor("input"), inverse, zero_point.to<std::int64_t>(), low, high, results[0]))
            kernel::quantize(c.tensor("input"), inverse, zero_point, low, high, results[0]);
    }
};

struct dequantize_per_tensor_kernel {
    static void run(call<tensor> const& c, auto results) {
        scalar const scale = number_or_item(c, "scale"), zero_point = number_or_item(c, "zero_point");
        if (zero_point.is_real() ||
            !kernel::dequantize_bytes(c.tensor("input"), scale.to<double>(), zero_point.to<std::int64_t>(), results[0]))
            kernel::dequantize(c.tensor("input"), scale, zero_point, results[0]);
    }
};

/// The sum of two quantized tensors, clamped at 0 or not, quantized again.
template <bool Relu>
struct quantized_add_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const real = [&](tensor const& q, char const* scale, char const* zero_point) {
            tensor out = tensor::empty(q.sizes(), dtype::f32);
            kernel::dequantize(q, c.real(scale), integer_of(c, zero_point), out);
            return out;
        };
        tensor sum = tensor::empty(results[0].sizes(), dtype::f32);
        kernel::add(real(c.tensor("a"), "a_scale", "a_zero_point"), real(c.tensor("b"), "b_scale", "b_zero_point"), 1,
                    sum);
        if (Relu)
            kernel::relu(sum, sum);
        kernel::quantize(sum, 1 / c.real("out_scale"), integer_of(c, "out_zero_point"), integer_of(c, "out_quant_min"),
                         integer_of(c, "out_quant_max"), results[0]);
    }
};

/// The sum of a quantized tensor and a number, quantized again.
struct quantized_add_number_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor sum = tensor::empty(results[0].sizes(), dtype::f32);
        kernel::dequantize(c.tensor("qa"), c.real("a_scale"), integer_of(c, "a_zero_point"), sum);
        kernel::add(sum, c.number("b"), 1, sum);
        kernel::quantize(sum, 1 / c.real("out_scale"), integer_of(c, "out_zero_point"), integer_of(c, "out_quant_min"),
                         integer_of(c, "out_quant_max"), results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<quantized_decomposed::quantize_per_tensor_default> : detail::quantize_per_tensor_kernel {};
template <>
struct kernel_of<quantized_decomposed::quantize_per_tensor_tensor> : detail::quantize_per_tensor_kernel {};
template <>
struct kernel_of<quantized_decomposed::dequantize_per_tensor_default> : detail::dequantize_per_tensor_kernel {};
template <>
struct kernel_of<quantized_decomposed::dequantize_per_tensor_tensor> : detail::dequantize_per_tensor_kernel {};

template <>
struct kernel_of<quantized_decomposed::quantize_per_tensor_tensor2> : detail::quantize_per_tensor_kernel {};
template <>
struct kernel_of<quantized_decomposed::dequantize_per_tensor_tensor2> : detail::dequantize_per_tensor_kernel {};
template <>
struct kernel_of<quantized_decomposed::add_default> : detail::quantized_add_kernel<false> {};
template <>
struct kernel_of<quantized_decomposed::add_scalar> : detail::quantized_add_number_kernel {};
template <>
struct kernel_of<quantized_decomposed::add_relu_default> : detail::quantized_add_kernel<true> {};

/// What is no number has no integer.
template <>
struct kernel_of<quantized_decomposed::quantize_per_channel_group_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        tensor marks = tensor::empty(input.sizes(), dtype::boolean), found = tensor::empty({}, dtype::boolean);
        kernel::isnan(input, marks);
        kernel::any(marks, {}, found);
        if (found.item().to<bool>())
            raise(errc::invalid_argument, c.op().name, ": 'input' has an element that is no number");
        detail::composed_kernel<decltype(quantized_decomposed::quantize_per_channel_group.default_)>::run(c, results);
    }
};

template <>
struct kernel_of<quantized_decomposed::convert_element_type_no_fuse> {
    static void run(call<tensor> const& c, auto results) { kernel::copy(c.tensor("input"), results[0]); }
};

template <>
struct kernel_of<quantized_decomposed::quantize_per_channel_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        tensor zeros;
        kernel::operand const zero_points = detail::zero_points_of(c, zeros);
        tensor const scales = detail::along(c.tensor("scales"), detail::integer_of(c, "axis"), input.dim());
        kernel::quantize(input, detail::inverse(scales), zero_points, detail::integer_of(c, "quant_min"),
                         detail::integer_of(c, "quant_max"), results[0]);
    }
};

template <>
struct kernel_of<quantized_decomposed::dequantize_per_channel_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        tensor zeros;
        kernel::operand const zero_points = detail::zero_points_of(c, zeros);
        tensor const scales = detail::along(c.tensor("scales"), detail::integer_of(c, "axis"), input.dim());
        kernel::dequantize(input, scales, zero_points, results[0]);
    }
};

} // namespace graft
