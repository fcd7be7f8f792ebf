#pragma once

#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/product/complex_product.hpp>
#include <graft/kernel/product/matmul.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// True for a row of as many elements.
[[nodiscard]] inline bool is_row_of(tensor const& t, std::int64_t columns) {
    return t.dim() != 0 && t.size(-1) == columns && t.numel() == columns;
}

/// A matrix, packed, whose rows the dimension `row_dim` of the tensor counts, over which products are added, and a
/// bias, which may be null: a row with an element for each column.
[[nodiscard]] inline packed_matrix packed_factors(tensor const& matrix, std::size_t row_dim, tensor const* bias) {
    tensor const factors = as_dense(matrix, dtype::f32);
    tensor const start = bias == nullptr ? tensor() : as_dense(*bias, dtype::f32);
    float const *const elements = factors.data<float>(), *const first = bias == nullptr ? nullptr : start.data<float>();
    std::int64_t const rows = factors.sizes()[row_dim], columns = factors.sizes()[1 - row_dim];
    std::int64_t const row_stride = factors.strides()[row_dim], column_stride = factors.strides()[1 - row_dim];
    if (bias != nullptr && !is_row_of(*bias, columns))
        raise(errc::invalid_argument, "the bias of ", columns, " columns has ", bias->numel(), " elements");
    return {rows, columns, [=](std::int64_t r, std::int64_t c) { return elements[r * row_stride + c * column_stride]; },
            [=](std::int64_t c) { return first == nullptr ? 0 : first[c]; }};
}

/// Rows of the last dimension of `left` by a packed matrix; where the products go is filled in.
inline void multiply_by_packed(tensor const& left, packed_matrix const& packed, tensor& result,
                               product_target to = {nullptr, 0}) {
    dense_argument<float> const in(left);
    dense_result<float> out(result);
    to.out = out.data();
    to.stride = packed.columns();
    multiply_packed(in.data(), packed.rows(), result.numel() / std::max<std::int64_t>(1, packed.columns()), packed, to);
    out.finish();
}

/// Where the arguments of a product stand in a call, and which dimension of the matrix counts its rows.
struct product_arguments {
    std::size_t left, matrix, row_dim;
    std::optional<std::size_t> bias = {};
};

/// The kernel that multiplies by a constant matrix, which is packed now, and adds a constant bias: none where they, or
/// the other factor, are not of f32, or the bias is no row.
[[nodiscard]] inline prepared_kernel packed_kernel(call<tensor> const& c, product_arguments const& at,
                                                   tensor const& result, constant_arguments const& constant) {
    tensor const& matrix = c.tensor(at.matrix);
    tensor const* const bias = at.bias && c.has(*at.bias) ? &c.tensor(*at.bias) : nullptr;
    if (!constant.contains(at.matrix) || matrix.dim() != 2 || matrix.numel() == 0 || matrix.dtype() != dtype::f32 ||
        c.tensor(at.left).dtype() != dtype::f32 || result.dtype() != dtype::f32)
        return {};
    if (bias != nullptr && (!constant.contains(*at.bias) || bias->dtype() != dtype::f32 ||
                            !is_row_of(*bias, matrix.sizes()[1 - at.row_dim])))
        return {};
    auto const packed = std::make_shared<packed_matrix const>(packed_factors(matrix, at.row_dim, bias));
    return [packed, left = at.left](call<tensor> const& again, view<tensor> results) {
        multiply_by_packed(again.tensor(left), *packed, results[0]);
    };
}

/// Products of two tensors.
template <auto const& Kernel>
struct product_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            kernel::complex_matmul(c.tensor(0), c.tensor(1), results[0]);
        else
            Kernel(c.tensor(0), c.tensor(1), results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::mm_default> : detail::product_kernel<kernel::mm> {
    static prepared_kernel prepare(call<tensor> const& c, view<tensor const> results,
                                   constant_arguments const& constant) {
        return detail::packed_kernel(c, {.left = 0, .matrix = 1, .row_dim = 0}, results[0], constant);
    }
};
template <>
struct kernel_of<aten::bmm_default> : detail::product_kernel<kernel::bmm> {};
template <>
struct kernel_of<aten::matmul_default> : detail::product_kernel<kernel::matmul> {};

template <>
struct kernel_of<aten::addmm_default> {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            kernel::complex_addmm(c.tensor("self"), c.tensor("mat1"), c.tensor("mat2"), c.number("beta"),
                                  c.number("alpha"), results[0]);
        else
            kernel::addmm(c.tensor("self"), c.tensor("mat1"), c.tensor("mat2"), c.number("beta"), c.number("alpha"),
                          results[0]);
    }
    static prepared_kernel prepare(call<tensor> const& c, view<tensor const> results,
                                   constant_arguments const& constant) {
        if (c.number("beta") != scalar(1) || c.number("alpha") != scalar(1))
            return {};
        return detail::packed_kernel(c, {.left = 1, .matrix = 2, .row_dim = 0, .bias = 0}, results[0], constant);
    }
};

template <>
struct kernel_of<aten::baddbmm_default> {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            kernel::complex_addmm(c.tensor("self"), c.tensor("batch1"), c.tensor("batch2"), c.number("beta"),
                                  c.number("alpha"), results[0]);
        else
            kernel::baddbmm(c.tensor("self"), c.tensor("batch1"), c.tensor("batch2"), c.number("beta"),
                            c.number("alpha"), results[0]);
    }
};

/// Each element of a column times each of a row.
template <>
struct kernel_of<aten::outer_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const column = kernel::unsqueeze(c.tensor("self"), 1);
        if (is_complex(results[0].dtype()))
            kernel::complex_mul(column, c.tensor("vec2"), results[0]);
        else
            kernel::mul(column, c.tensor("vec2"), results[0]);
    }
};

template <>
struct kernel_of<aten::ger_default> : kernel_of<aten::outer_default> {};

template <>
struct kernel_of<aten::linear_default> {
    static void run(call<tensor> const& c, auto results) {
        bool const one = c.tensor("weight").dim() == 1;
        if (is_complex(results[0].dtype()))
            return one ? kernel::complex_matmul(c.tensor("input"), c.tensor("weight"), results[0])
                       : kernel::complex_linear(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"),
                                                results[0]);
        if (one)
            return kernel::matmul(c.tensor("input"), c.tensor("weight"), results[0]);
        kernel::linear(c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"), results[0]);
    }
    static prepared_kernel prepare(call<tensor> const& c, view<tensor const> results,
                                   constant_arguments const& constant) {
        return detail::packed_kernel(c, {.left = 0, .matrix = 1, .row_dim = 1, .bias = 2}, results[0], constant);
    }
};

} // namespace graft
