#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/dispatch.hpp>
#include <graft/kernel/rows.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace graft::detail {

/// The mean of a row and the sum of the squared distances from it, in double.
struct moments {
    double mean = 0, squares = 0;

    template <class T>
    explicit moments(std::span<T const> row) {
        auto const n = static_cast<double>(row.size());
        for (T const x : row)
            mean += static_cast<double>(x);
        mean /= n;
        double rest = 0;
        for (T const x : row) {
            double const apart = static_cast<double>(x) - mean;
            squares += apart * apart;
            rest += apart;
        }
        // What rounding left in the mean.
        squares -= rest * rest / n;
    }
};

} // namespace graft::detail

namespace graft::kernel {

/// The variance over some dims, none for all, or its root; the divisor is the number of
/// elements without the correction. The mean may be null.
inline void variance(std::string_view op, tensor const& self,
                     std::span<std::int64_t const> dims, double correction, bool root,
                     tensor& out, tensor* saved_mean) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_wide(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        tensor result = tensor::empty({rows.count()}, dtype::f64);
        tensor means = tensor::empty({rows.count()}, dtype::f64);
        double const divisor = std::max(0.0, static_cast<double>(rows.length()) - correction);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            detail::moments const m(rows[i]);
            double const value = rows.length() == 0 ? std::numeric_limits<double>::quiet_NaN()
                                                    : m.squares / divisor;
            result.data<double>()[i] = root ? std::sqrt(value) : value;
            means.data<double>()[i] = m.mean;
        }
        copy(result.view(out.sizes()), out);
        if (saved_mean != nullptr)
            copy(means.view(saved_mean->sizes()), *saved_mean);
    });
}

/// The logarithm of the sum of e^x over some dims, none for all, without overflow.
inline void logsumexp(std::string_view op, tensor const& self,
                      std::span<std::int64_t const> dims, tensor& out) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    detail::dense_rows<double> const rows(self, marked);
    tensor result = tensor::empty({rows.count()}, dtype::f64);
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        double high = -std::numeric_limits<double>::infinity(), total = 0;
        for (double const x : rows[i])
            high = detail::max_of(high, x);
        double const shift = std::isinf(high) ? 0 : high;
        for (double const x : rows[i])
            total += std::exp(x - shift);
        result.data<double>()[i] = std::log(total) + shift;
    }
    copy(result.view(out.sizes()), out);
}

/// The p-norm of the elements over some dims, none for all.
inline void vector_norm(std::string_view op, tensor const& self,
                        std::span<std::int64_t const> dims, double p, tensor& out) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_wide(out.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        tensor result = tensor::empty({rows.count()}, dtype::f64);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            bool const low = p < 0 && std::isinf(p);
            double total = low ? std::numeric_limits<double>::infinity() : 0;
            for (T const x : rows[i]) {
                double const size = std::abs(static_cast<double>(x));
                if (std::isinf(p))
                    total = low ? detail::min_of(total, size) : detail::max_of(total, size);
                else if (p == 0)
                    total += size != 0;
                else
                    total += p == 1 ? size : p == 2 ? size * size : std::pow(size, p);
            }
            result.data<double>()[i] = std::isinf(p) || p == 0 || p == 1 ? total
                                       : p == 2                          ? std::sqrt(total)
                                                : std::pow(total, 1 / p);
        }
        copy(result.view(out.sizes()), out);
    });
}

} // namespace graft::kernel
