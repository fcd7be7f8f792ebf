#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/element.hpp>
#include <graft/core/fitted_number.hpp>
#include <graft/core/error.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/activation.hpp>
#include <graft/kernel/product/gemm.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The tensor if its elements are of this dtype, in any layout, else a dense copy.
[[nodiscard]] inline tensor with_elements(tensor const& t, dtype d) { return t.dtype() == d ? t : as_dense(t, d); }

/// The last two dimensions of the tensor at an address inside it.
template <class T>
[[nodiscard]] matrix_view<T> matrix_at(std::byte* data, tensor const& t) {
    return {reinterpret_cast<T*>(data), t.size(-2), t.size(-1), t.stride(-2), t.stride(-1)};
}

/// Calls `multiply` with the addresses of every three matrices of `out = a * b`, which are the last two dimensions; the
/// others broadcast.
inline void for_each_product(std::string_view op, tensor const& out, tensor const& a, tensor const& b,
                             std::function<void(std::array<std::byte*, 3> const&)> const& multiply) {
    if (a.size(-1) != b.size(-2) || out.size(-2) != a.size(-2) || out.size(-1) != b.size(-1))
        raise(errc::invalid_argument, op, ": a matrix of ", a.size(-2), " x ", a.size(-1), " times one of ", b.size(-2),
              " x ", b.size(-1), " does not give one of ", out.size(-2), " x ", out.size(-1));
    auto const batch = [](dim_vector const& v) { return graft::view(v).first(v.size() - 2); };
    loop_nest nest(op, batch(out.sizes()));
    for (tensor const* t : {&out, &a, &b})
        nest.add(t->data(), t->element_size(), batch(t->sizes()), batch(t->strides()));
    nest.simplify();
    nest.for_each_row([&](std::byte* const* at) {
        std::array<std::byte*, 3> matrices{at[0], at[1], at[2]};
        for (std::int64_t i = 0; i < nest.row_size(); ++i) {
            multiply(matrices);
            for (std::size_t k = 0; k < matrices.size(); ++k)
                matrices[k] += nest.row_stride(k);
        }
    });
}

/// `out += a * b` over the last two dimensions, the others broadcast; all elements are `T`.
template <class T>
void multiply_tensors(std::string_view op, tensor& out, tensor const& a, tensor const& b) {
    for_each_product(op, out, a, b, [&](std::array<std::byte*, 3> const& at) {
        multiply_matrices(matrix_at<T>(at[0], out), matrix_at<T>(at[1], a), matrix_at<T>(at[2], b));
    });
}

/// `out += factor * x`; `out` is dense, `x` broadcasts to it, and both have elements of this type.
template <class T>
void add_broadcast(std::string_view op, T factor, tensor const& x, tensor& out) {
    loop_nest nest(op, out.sizes());
    nest.add(out);
    nest.add(x.data(), x.element_size(), x.sizes(), x.strides());
    nest.simplify();
    auto const add = [factor](T sum, T y) { return sum_of(sum, product_of(y, factor)); };
    nest.for_each_row([&](std::byte* const* at) {
        T* const to = reinterpret_cast<T*>(at[0]);
        if (nest.dense_row(1))
            return update_loop(add, nest.row_size(), to, reinterpret_cast<T const*>(at[1]));
        for (std::int64_t i = 0; i < nest.row_size(); ++i)
            to[i] = add(to[i], *reinterpret_cast<T const*>(at[1] + i * nest.row_stride(1)));
    });
}

/// `out = activation(beta * bias + alpha * a * b)`; without a bias, or with a beta of 0, the
/// first term is 0.
template <auto const& Dtypes>
void add_product(std::string_view op, tensor const* bias, scalar beta, tensor const& a, tensor const& b, scalar alpha,
                 tensor& out, kernel::activation const& activation) {
    dtype const computed = product_dtype<Dtypes>(out.dtype(), op);
    tensor const left = with_elements(a, computed), right = with_elements(b, computed);
    dense_buffer buffer(out, computed);
    if (is_integral(out.dtype(), true)) {
        beta = fitted_to(out.dtype(), beta);
        alpha = fitted_to(out.dtype(), alpha);
    }
    dispatch_product<Dtypes>(out.dtype(), op, [&]<class T>() {
        tensor& result = buffer.get();
        std::int64_t const n = out.numel();
        T const factor = beta.to<T>(), scale = alpha.to<T>();
        bool const biased = bias != nullptr && factor != T{0};
        // Sums are scaled, and the bias is added last, as in PyTorch: otherwise others leave the range. What adds whole
        // sums to each element may as well begin with one of the bias for each.
        bool const begins = biased && factor == T{1} && scale == T{1} && bias->numel() == n &&
                            adds_whole_sums(out.size(-2), matrix_at<T>(right.data(), right));
        if (begins)
            kernel::copy(*bias, result);
        else
            std::fill_n(result.data<T>(), n, T{0});
        multiply_tensors<T>(op, result, left, right);
        if (scale != T{1})
            update_loop([scale](T sum) { return product_of(sum, scale); }, n, result.data<T>());
        if (biased && !begins)
            add_broadcast(op, factor, with_elements(*bias, computed), result);
        apply_activation(activation, n, result.data<T>());
    });
    buffer.finish();
}

inline void require_rank(std::string_view op, tensor const& t, std::size_t rank) {
    if (t.dim() != rank)
        raise(errc::invalid_argument, op, " takes tensors of ", rank, " dimensions, not ", t.dim());
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

// Products are computed in float for f16, bf16 and f32, in double for f64, in i64 for integers,
// and rounded once to the dtype of the result. The result must not overlap an argument.

/// The product of two matrices.
inline constexpr struct mm_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, tensor const& other, tensor& out) const {
        for (tensor const* t : {&self, &other, static_cast<tensor const*>(&out)})
            detail::require_rank("mm", *t, 2);
        detail::add_product<Dtypes>("mm", nullptr, 0, self, other, 1, out, {});
    }
} mm{};

/// The products of matrices in pairs.
inline constexpr struct bmm_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, tensor const& other, tensor& out) const {
        for (tensor const* t : {&self, &other, static_cast<tensor const*>(&out)})
            detail::require_rank("bmm", *t, 3);
        if (self.size(0) != other.size(0))
            raise(errc::invalid_argument, "bmm: batches of ", self.size(0), " and ", other.size(0), " matrices");
        detail::add_product<Dtypes>("bmm", nullptr, 0, self, other, 1, out, {});
    }
} bmm{};

/// `beta * self + alpha * mat1 * mat2`; self broadcasts to the result, and is not read if beta
/// is 0.
inline constexpr struct addmm_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, tensor const& mat1, tensor const& mat2, scalar beta, scalar alpha, tensor& out,
                    activation const& then = {}) const {
        for (tensor const* t : {&mat1, &mat2, static_cast<tensor const*>(&out)})
            detail::require_rank("addmm", *t, 2);
        detail::add_product<Dtypes>("addmm", &self, beta, mat1, mat2, alpha, out, then);
    }
} addmm{};

/// `beta * self + alpha * batch1 * batch2` of matrices in pairs, as `addmm`.
inline constexpr struct baddbmm_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, tensor const& batch1, tensor const& batch2, scalar beta, scalar alpha,
                    tensor& out) const {
        for (tensor const* t : {&batch1, &batch2, static_cast<tensor const*>(&out)})
            detail::require_rank("baddbmm", *t, 3);
        detail::add_product<Dtypes>("baddbmm", &self, beta, batch1, batch2, alpha, out, {});
    }
} baddbmm{};

/// `input * weight^T + bias` over the last dimension of the input, which has any rank; the bias
/// may be null.
inline constexpr struct linear_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& input, tensor const& weight, tensor const* bias, tensor& out,
                    activation const& then = {}) const {
        if (input.dim() == 0 || out.dim() == 0)
            raise(errc::invalid_argument, "linear takes an input of at least one dimension");
        detail::require_rank("linear", weight, 2);
        auto const rows = [](tensor const& t) {
            graft::view const outer = graft::view(t.sizes()).first(t.dim() - 1);
            return dim_vector{std::accumulate(outer.begin(), outer.end(), std::int64_t{1}, checked_mul), t.size(-1)};
        };
        tensor const flat = reshape(input, rows(input));
        tensor dense_out = out.is_contiguous() ? out : tensor::empty(out.sizes(), out.dtype());
        tensor result = dense_out.view(rows(out));
        detail::add_product<Dtypes>("linear", bias, 1, flat, transpose(weight, 0, 1), 1, result, then);
        if (!out.is_contiguous())
            copy(dense_out, out);
    }
} linear{};

/// The matrix product of tensors of any rank: a 1-d tensor is a row on the left, a column on
/// the right, dimensions before the last two broadcast.
inline constexpr struct matmul_t {
    template <auto const& Dtypes = any_real>
    void operator()(tensor const& self, tensor const& other, tensor& out) const {
        if (self.dim() == 0 || other.dim() == 0)
            raise(errc::invalid_argument, "matmul: both arguments need at least one dimension");
        tensor result = out;
        tensor const a = self.dim() == 1 ? unsqueeze(self, 0) : self;
        tensor const b = other.dim() == 1 ? unsqueeze(other, 1) : other;
        if (other.dim() == 1)
            result = unsqueeze(result, -1);
        if (self.dim() == 1)
            result = unsqueeze(result, -2);
        detail::add_product<Dtypes>("matmul", nullptr, 0, a, b, 1, result, {});
    }
} matmul{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
