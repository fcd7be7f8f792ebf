#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/moments.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/kernel/reduce/rows.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The moments of a row, by PyTorch's steps where they leave the range of double or are not numbers; NaN of no numbers.
template <class T>
[[nodiscard]] moments row_moments(graft::view<T const> row) {
    moments const found = moments_of(row);
    if (row.empty() || stays_in_range(found.mean, found.squares))
        return found;
    running_moments<double> steps;
    for (T const x : row)
        steps.add(static_cast<double>(x));
    return {steps.mean, steps.squares};
}

/// The moments of a row from the mean of its sum, which may leave the range of the dtype: PyTorch's way for one result.
template <class T>
[[nodiscard]] moments summed_moments(dtype d, graft::view<T const> row) {
    double const sum = sum_in_lanes(row, [](T x) { return x; });
    double const total = d == dtype::f32 ? double{static_cast<float>(sum)} : sum;
    return moments_about((std::isinf(total) ? total : sum) / static_cast<double>(row.size()), row);
}

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
        bool const summed = rows.count() == 1 && saved_mean == nullptr && element_size(self.dtype()) >= 4;
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            detail::moments const m =
                summed ? detail::summed_moments(self.dtype(), rows[i]) : detail::row_moments(rows[i]);
            double const value = rows.length() == 0 ? std::numeric_limits<double>::quiet_NaN() : m.squares / divisor;
            result.data<double>()[i] = root ? std::sqrt(value) : value;
            means.data<double>()[i] = m.mean;
        }
        copy(result.view(out.sizes()), out);
        if (saved_mean != nullptr)
            copy(means.view(saved_mean->sizes()), *saved_mean);
    });
}

/// The p-norm of the elements over some dims, none for all. As in PyTorch powers and their sum are of the type that is
/// computed in, where they may be infinite or 0; of one element it is the absolute value.
void vector_norm(std::string_view op, tensor const& self, graft::view<std::int64_t const> dims, double p,
                 tensor_parameter auto& out) {
    scratch_vector<bool> const marked = detail::reduced_dims(op, self.dim(), dims);
    dispatch_compute<floating>(out.dtype(), op, [&]<class T>() {
        detail::dense_rows<T> const rows(self, marked);
        tensor result = tensor::empty({rows.count()}, dtype_of<T>);
        auto const order = static_cast<T>(p);
        bool const low = p < 0 && std::isinf(p), added = p == 1 || (p != 0 && rows.length() == 1);
        for (std::int64_t i = 0; i < rows.count(); ++i) {
            double total = low ? std::numeric_limits<double>::infinity() : 0;
            if (added)
                total = detail::sum_in_lanes(rows[i], [](T x) { return std::abs(x); });
            else if (p == 2)
                total = detail::sum_in_lanes(rows[i], [](T x) { return x * x; });
            else if (p == 0)
                total = detail::sum_in_lanes(rows[i], [](T x) { return static_cast<T>(x != 0); });
            else
                for (T const x : rows[i]) {
                    T const size = std::abs(x);
                    if (std::isinf(p))
                        total = low ? detail::min_of(total, double{size}) : detail::max_of(total, double{size});
                    else
                        total += double{std::pow(size, order)};
                }
            auto const powers = static_cast<T>(total);
            result.data<T>()[i] = added || p == 0 || std::isinf(p) ? powers
                                  : p == 2                         ? std::sqrt(powers)
                                                                   : std::pow(powers, 1 / order);
        }
        copy(result.view(out.sizes()), out);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
