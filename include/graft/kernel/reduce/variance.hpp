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

/// The sum of `f` of the elements of a row, added in double and in lanes.
template <class T, class F>
[[nodiscard]] double sum_in_lanes(graft::view<T const> row, F f) {
    constexpr std::size_t lanes = 16;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= row.size(); i += lanes)
        for (std::size_t j = 0; j < lanes; ++j)
            sums[j] += static_cast<double>(f(row[i + j]));
    for (; i < row.size(); ++i)
        sums[0] += static_cast<double>(f(row[i]));
    return reduce_row<sum_reducer>(static_cast<std::int64_t>(lanes), sums.data());
}

/// The mean of a row and the sum of the squared distances from it, in double.
struct moments {
    double mean = 0, squares = 0;

    template <class T>
    explicit moments(graft::view<T const> row) {
        auto const n = static_cast<double>(row.size());
        auto const away = [this](T x) { return static_cast<double>(x) - mean; };
        mean = sum_in_lanes(row, [](T x) { return x; }) / n;
        squares = sum_in_lanes(row, [away](T x) { return away(x) * away(x); });
        // What rounding left in the mean.
        double const rest = sum_in_lanes(row, away);
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
