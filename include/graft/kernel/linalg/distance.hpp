#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The p-norm of the difference of two rows: with p = 0 how many elements differ, with an infinite p by how much
/// at most, which is not known of NaN unless they are left out. As in PyTorch powers and their sum are of type `T`, where
/// they may be infinite or 0.
template <class T>
[[nodiscard]] T row_distance(std::int64_t n, T const* a, T const* b, double p, bool without_nan = false) {
    auto const order = static_cast<T>(p);
    double total = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        T const apart = std::abs(a[i] - b[i]);
        if (p == 0)
            total += std::isnan(apart) ? double{apart} : apart != 0;
        else if (std::isinf(p))
            total = without_nan ? std::max(total, double{apart}) : max_of(total, double{apart});
        else
            total += double{p == 1 ? apart : p == 2 ? apart * apart : std::pow(apart, order)};
    }
    auto const powers = static_cast<T>(total);
    return p == 0 || p == 1 || std::isinf(p) ? powers : p == 2 ? std::sqrt(powers) : std::pow(powers, 1 / order);
}

/// Calls `f.operator()<T>()` with the type that distances of this dtype are computed in, double for integers.
template <class F>
void dispatch_distance(dtype d, F&& f) {
    if (is_floating_point(d) && d != dtype::f64)
        f.template operator()<float>();
    else
        f.template operator()<double>();
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The distances between the rows of two batches of matrices, which are broadcast to each other. As in PyTorch NaN
/// does not count where an infinite p asks for the largest difference.
inline void cdist(tensor const& a, tensor const& b, double p, tensor& out) {
    std::int64_t const columns = a.size(-1), rows = a.size(-2), others = b.size(-2);
    detail::dispatch_distance(out.dtype(), [&]<class T>() {
        auto const spread = [&](tensor const& t) {
            dim_vector sizes = out.sizes();
            sizes[sizes.size() - 2] = t.size(-2);
            sizes.back() = columns;
            tensor dense = tensor::empty(std::move(sizes), dtype_of<T>);
            copy(t, dense);
            return dense;
        };
        tensor const left = spread(a), right = spread(b);
        detail::dense_result<T> distances(out);
        T* to = distances.data();
        for (std::int64_t i = 0; i < out.numel(); ++i) {
            std::int64_t const batch = i / (rows * others), row = batch * rows + i / others % rows;
            *to++ = detail::row_distance(columns, left.data<T>() + row * columns,
                                         right.data<T>() + (batch * others + i % others) * columns, p, true);
        }
        distances.finish();
    });
}

/// The distances between each row of a matrix and those behind it.
inline void pdist(tensor const& self, double p, tensor& out) {
    std::int64_t const columns = self.size(1);
    detail::dispatch_distance(out.dtype(), [&]<class T>() {
        tensor const rows = detail::as_dense(self, dtype_of<T>);
        detail::dense_result<T> distances(out);
        T* to = distances.data();
        for (std::int64_t i = 0; i < self.size(0); ++i)
            for (std::int64_t j = i + 1; j < self.size(0); ++j)
                *to++ = detail::row_distance(columns, rows.data<T>() + i * columns, rows.data<T>() + j * columns, p);
        distances.finish();
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
