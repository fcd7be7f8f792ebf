#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/kernel/reduce/scan.hpp>
#include <graft/kernel/reduce/variance.hpp>
#include <graft/meta/view.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// What is linear is done to the parts: `run(from, to)` twice, computed in the dtype of `out`, which is complex.
template <class Run>
void by_parts(tensor const& self, tensor& out, Run&& run) {
    tensor numbers = tensor::empty(self.sizes(), out.dtype());
    kernel::copy(self, numbers);
    for (std::int64_t const part : {0, 1}) {
        tensor to = complex_part(out, part);
        run(complex_part(numbers, part), to);
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

// Reductions of complex numbers over dims, none for all of them, with the arguments of those of real numbers.
namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The sum.
inline void complex_total(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) {
    detail::by_parts(self, out, [&](tensor const& from, tensor& to) { sum(from, dims, to); });
}

/// The arithmetic mean.
inline void complex_mean(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) {
    detail::by_parts(self, out, [&](tensor const& from, tensor& to) { mean(from, dims, to); });
}

/// The product.
inline void complex_prod(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) {
    scratch_vector<bool> const reduced = detail::reduced_dims("prod", self.dim(), dims);
    detail::dense_rows<detail::complex_number> const rows(self, reduced);
    tensor result = detail::keep_dims("prod", out, self, reduced);
    tensor products = tensor::empty(result.sizes(), dtype::c128);
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        detail::complex_number product = 1;
        for (detail::complex_number const& x : rows[i])
            product = detail::complex_product(product, x);
        products.data<detail::complex_number>()[i] = product;
    }
    copy(products, result);
}

/// Whether some number is not zero.
inline void complex_any(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) {
    any(detail::truths_of(self), dims, out);
}

/// Whether no number is zero.
inline void complex_all(tensor const& self, graft::view<std::int64_t const> dims, tensor& out) {
    all(detail::truths_of(self), dims, out);
}

/// The sums of all numbers up to each.
inline void complex_cumsum(tensor const& self, std::int64_t dim, tensor& out) {
    detail::by_parts(self, out, [&](tensor const& from, tensor& to) { cumsum(from, dim, to); });
}

/// The products of all numbers up to each.
inline void complex_cumprod(tensor const& self, std::int64_t dim, tensor& out) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    detail::dense_rows<detail::complex_number> const rows(self, marked);
    detail::row_results<detail::complex_number> products(out, marked);
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        detail::complex_number product = 1;
        for (std::size_t k = 0; k < rows[i].size(); ++k)
            products[i][k] = product = detail::complex_product(product, rows[i][k]);
    }
    products.finish();
}

/// The logarithms of the sums of e^x of all numbers up to each; their angles are not brought between -pi and pi.
inline void complex_logcumsumexp(tensor const& self, std::int64_t dim, tensor& out) {
    scratch_vector<bool> const marked = detail::mark_dim(self.dim(), dim);
    detail::dense_rows<detail::complex_number> const rows(self, marked);
    detail::row_results<detail::complex_number> sums(out, marked);
    for (std::int64_t i = 0; i < rows.count(); ++i)
        for (std::size_t k = 0; k < rows[i].size(); ++k)
            sums[i][k] = k == 0 ? rows[i][k] : detail::complex_log_of_powers(rows[i][k], sums[i][k - 1]);
    sums.finish();
}

/// The logarithm of the sum of e^x, without overflow.
inline void complex_logsumexp(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims,
                              tensor& out) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    detail::dense_rows<detail::complex_number> const rows(self, marked);
    tensor const sums = tensor::empty({rows.count()}, dtype::c128);
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        double high = -std::numeric_limits<double>::infinity();
        for (detail::complex_number const& x : rows[i])
            high = x.real() > high ? x.real() : high;
        double const shift = std::isinf(high) ? 0 : high;
        detail::complex_number total = 0;
        for (detail::complex_number const& x : rows[i])
            total += std::exp(x - shift);
        sums.data<detail::complex_number>()[i] = std::log(total) + shift;
    }
    copy(sums.view(out.sizes()), out);
}

/// The numbers over the root of `epsilon` and the mean of their squares, for each `length` numbers that follow each
/// other; times a weight, which may be null.
inline void complex_rms_norm(tensor const& self, std::int64_t length, tensor const* weight, double epsilon,
                             tensor& out) {
    using detail::complex_number, detail::complex_product;
    tensor numbers = detail::as_complex(self, out, dtype::c128);
    for (std::int64_t at = 0; at < numbers.numel(); at += length) {
        complex_number* const row = numbers.data<complex_number>() + at;
        complex_number total = 0;
        for (std::int64_t i = 0; i < length; ++i)
            total += complex_product(row[i], row[i]);
        total /= static_cast<double>(length);
        complex_number const scale = detail::complex_quotient(1.0, std::sqrt(total + epsilon));
        for (std::int64_t i = 0; i < length; ++i)
            row[i] = complex_product(row[i], scale);
    }
    if (weight == nullptr)
        copy(numbers, out);
    else
        complex_mul(numbers, *weight, out);
}

/// The variance, which is that of both parts together, or its root; and the mean, which may be null.
inline void complex_variance(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims,
                             double correction, bool root, tensor& out, tensor* center) {
    tensor total = tensor::zeros(out.sizes(), dtype::f64), one = tensor::empty(out.sizes(), dtype::f64);
    for (std::int64_t const part : {0, 1}) {
        variance(op, detail::complex_part(self, part), dims, correction, false, one, nullptr);
        for (std::int64_t i = 0; i < out.numel(); ++i)
            total.data<double>()[i] += one.data<double>()[i];
    }
    for (std::int64_t i = 0; root && i < out.numel(); ++i)
        total.data<double>()[i] = std::sqrt(total.data<double>()[i]);
    copy(total, out);
    if (center != nullptr)
        complex_mean(self, dims, *center);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
