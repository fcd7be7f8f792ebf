#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The sum of `f` of the elements of a row, in double and in lanes.
template <class T, class F>
[[nodiscard]] double sum_in_lanes(graft::view<T const> row, F f) {
    constexpr std::size_t lanes = 16;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= row.size(); i += lanes)
        for (std::size_t j = 0; j < lanes; ++j)
            sums[j] += f(static_cast<double>(row[i + j]));
    for (; i < row.size(); ++i)
        sums[0] += f(static_cast<double>(row[i]));
    return reduce_row<sum_reducer>(static_cast<std::int64_t>(lanes), sums.data());
}

/// The mean of a row and the sum of the squared distances from it, in double.
struct moments {
    double mean = 0, squares = 0;

    template <class T>
    explicit moments(graft::view<T const> row) {
        auto const n = static_cast<double>(row.size());
        mean = sum_in_lanes(row, [](double x) { return x; }) / n;
        squares = sum_in_lanes(row, [this](double x) { return (x - mean) * (x - mean); });
        // What rounding left in the mean.
        double const rest = sum_in_lanes(row, [this](double x) { return x - mean; });
        squares -= rest * rest / n;
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The variance over some dims, none for all, or its root; the divisor is the number of
/// elements without the correction. The mean may be null.
void variance(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, double correction,
              bool root, tensor_parameter auto& out, tensor* saved_mean) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_ordered(self.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        tensor result = tensor::empty({rows.count()}, dtype::f64);
        tensor means = tensor::empty({rows.count()}, dtype::f64);
        double const divisor = std::max(0.0, static_cast<double>(rows.length()) - correction);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            detail::moments const m(rows[i]);
            double const value = rows.length() == 0 ? std::numeric_limits<double>::quiet_NaN() : m.squares / divisor;
            result.data<double>()[i] = root ? std::sqrt(value) : value;
            means.data<double>()[i] = m.mean;
        }
        copy(result.view(out.sizes()), out);
        if (saved_mean != nullptr)
            copy(means.view(saved_mean->sizes()), *saved_mean);
    });
}

/// The p-norm of the elements over some dims, none for all.
void vector_norm(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, double p,
                 tensor_parameter auto& out) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_ordered(out.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        tensor result = tensor::empty({rows.count()}, dtype::f64);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            bool const low = p < 0 && std::isinf(p);
            double total = low ? std::numeric_limits<double>::infinity() : 0;
            if (p == 2)
                total = detail::sum_in_lanes(rows[i], [](double size) { return size * size; });
            else if (p == 1)
                total = detail::sum_in_lanes(rows[i], [](double size) { return std::abs(size); });
            else
                for (T const x : rows[i]) {
                    double const size = std::abs(static_cast<double>(x));
                    if (std::isinf(p))
                        total = low ? detail::min_of(total, size) : detail::max_of(total, size);
                    else
                        total += p == 0 ? size != 0 : std::pow(size, p);
                }
            result.data<double>()[i] = std::isinf(p) || p == 0 || p == 1 ? total
                                       : p == 2                          ? std::sqrt(total)
                                                                         : std::pow(total, 1 / p);
        }
        copy(result.view(out.sizes()), out);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
