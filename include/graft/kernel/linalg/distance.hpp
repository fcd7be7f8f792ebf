#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The p-norm of the difference of two rows: with p = 0 how many elements differ, with an infinite p by how much
/// at most.
[[nodiscard]] inline double row_distance(std::int64_t n, double const* a, double const* b, double p) {
    double total = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        double const apart = std::abs(a[i] - b[i]);
        if (p == 0)
            total += apart != 0;
        else if (std::isinf(p))
            total = max_of(total, apart);
        else
            total += p == 1 ? apart : p == 2 ? apart * apart : std::pow(apart, p);
    }
    return p == 0 || p == 1 || std::isinf(p) ? total : p == 2 ? std::sqrt(total) : std::pow(total, 1 / p);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The distances between the rows of two batches of matrices, which are broadcast to each other.
inline void cdist(tensor const& a, tensor const& b, double p, tensor& out) {
    std::int64_t const columns = a.size(-1), rows = a.size(-2), others = b.size(-2);
    auto const spread = [&](tensor const& t) {
        dim_vector sizes = out.sizes();
        sizes[sizes.size() - 2] = t.size(-2);
        sizes.back() = columns;
        tensor dense = tensor::empty(std::move(sizes), dtype::f64);
        copy(t, dense);
        return dense;
    };
    tensor const left = spread(a), right = spread(b);
    tensor distances = tensor::empty(out.sizes(), dtype::f64);
    double* to = distances.data<double>();
    for (std::int64_t i = 0; i < out.numel(); ++i) {
        std::int64_t const batch = i / (rows * others), row = batch * rows + i / others % rows;
        *to++ = detail::row_distance(columns, left.data<double>() + row * columns,
                                     right.data<double>() + (batch * others + i % others) * columns, p);
    }
    copy(distances, out);
}

/// The distances between each row of a matrix and those behind it.
inline void pdist(tensor const& self, double p, tensor& out) {
    tensor const rows = detail::as_dense(self, dtype::f64);
    tensor distances = tensor::empty(out.sizes(), dtype::f64);
    double* to = distances.data<double>();
    std::int64_t const columns = self.size(1);
    for (std::int64_t i = 0; i < self.size(0); ++i)
        for (std::int64_t j = i + 1; j < self.size(0); ++j)
            *to++ =
                detail::row_distance(columns, rows.data<double>() + i * columns, rows.data<double>() + j * columns, p);
    copy(distances, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
