#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/linalg/algebra.hpp>
#include <graft/library/linalg/equations.hpp>
#include <graft/library/linalg/matrices.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

/// The kernels of equations, and of the exponential.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

struct solve_ex_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const &a = c.tensor("A"), &b = c.tensor("B");
        bool const left = c.boolean("left"), vector = is_vector_side(spec_of(a), spec_of(b));
        visit_field(a.dtype(), [&]<class T>(T) {
            std::size_t const inner = vector ? 1 : 2;
            matrices<T> const own(a);
            written_matrices<T> x(results[0], inner), lu(results[1]);
            written_integers<std::int32_t> pivots(results[2], own.rows());
            // Each matrix is taken apart once, however many right sides share it.
            std::vector<lu_parts<T>> parts;
            matrix_errors info;
            tensor numbers = tensor::empty(batches_of_result(a), dtype::i64);
            for (std::int64_t i = 0; i < batch_count(a); ++i) {
                parts.push_back(dense_algebra<T>::take_apart(own[i]));
                numbers.data<std::int64_t>()[i] = i;
                info.add(parts.back().zero);
                lu.give(i, parts.back().lu);
                pivots.give(i, parts.back().pivots);
            }
            info.check(c, "is singular");
            dim_vector const batches = batches_of_result(results[0], inner);
            tensor const number = kernel::expand(numbers, batches).contiguous();
            tensor const sides = with_batches(b, inner, batches);
            matrices<T> const side(sides, vector);
            for (std::int64_t i = 0; i < number.numel(); ++i) {
                lu_parts<T> const& p = parts[static_cast<std::size_t>(number.data<std::int64_t>()[i])];
                x.give(i,
                       left ? dense_algebra<T>::solve(p, side[i])
                            : dense_algebra<T>::solve(p, side[i].transposed(), equation_form::transposed).transposed());
            }
            x.finish();
            lu.finish();
            pivots.finish();
            info.write(results[3]);
        });
    }
};

/// Of matrices that `linalg_lu_factor` has taken apart.
struct linalg_lu_solve_kernel {
    static void run(call<tensor> const& c, auto results) {
        bool const left = c.boolean("left"), adjoint = c.boolean("adjoint");
        visit_field(c.tensor("LU").dtype(), [&]<class T>(T) {
            dim_vector const batches = batches_of_result(results[0]);
            equations<T> const all(c.tensor("LU"), c.tensor("B"), batches);
            tensor const pivots = with_batches(c.tensor("pivots"), 1, batches).contiguous();
            std::int64_t const n = all.left.rows();
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; i < all.count; ++i) {
                std::int32_t const* const row = pivots.data<std::int32_t>() + i * n;
                for (std::int64_t k = 0; k < n; ++k)
                    if (row[k] < 1 || row[k] > n)
                        raise(errc::invalid_argument, c.op().name, ": 'pivots' names row ", row[k], " of ", n);
                lu_parts<T> const parts{.lu = all.left[i], .pivots = {row, row + n}};
                // X A = B is A* X* = B*.
                matrix<T> const solved =
                    dense_algebra<T>::solve(parts, left ? all.side[i] : all.side[i].adjoint(),
                                            left == adjoint ? equation_form::adjoint : equation_form::plain);
                x.give(i, left ? solved : solved.adjoint());
            }
            x.finish();
        });
    }
};

struct linalg_triangular_kernel {
    static void run(call<tensor> const& c, auto results) {
        bool const upper = c.boolean("upper"), left = c.boolean("left"), ones = c.boolean("unitriangular");
        visit_field(c.tensor("self").dtype(), [&]<class T>(T) {
            equations<T> const all(c.tensor("self"), c.tensor("B"), batches_of_result(results[0]));
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; i < all.count; ++i) {
                matrix<T> b = left ? all.side[i] : all.side[i].transposed();
                dense_algebra<T>::solve_triangle(left ? all.left[i] : all.left[i].transposed(), b, upper == left, ones);
                x.give(i, left ? b : b.transposed());
            }
            x.finish();
        });
    }
};

struct triangular_solve_kernel {
    static void run(call<tensor> const& c, auto results) {
        bool const upper = c.boolean("upper"), turned = c.boolean("transpose"), ones = c.boolean("unitriangular");
        visit_field(c.tensor("self").dtype(), [&]<class T>(T) {
            equations<T> const all(c.tensor("A"), c.tensor("self"), batches_of_result(results[0]));
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; i < all.count; ++i) {
                matrix<T> b = all.side[i];
                dense_algebra<T>::solve_triangle(turned ? all.left[i].transposed() : all.left[i], b, upper != turned,
                                                 ones);
                x.give(i, b);
            }
            x.finish();
            kernel::copy(all.all_matrices, results[1]);
        });
    }
};

/// By the triangle L of L L* that is given, or U of U* U.
template <class T>
[[nodiscard]] matrix<T> solve_by_cholesky(matrix<T> const& factor, matrix<T> b, bool upper) {
    matrix<T> const turned = factor.adjoint();
    dense_algebra<T>::solve_triangle(upper ? turned : factor, b, false, false);
    dense_algebra<T>::solve_triangle(upper ? factor : turned, b, true, false);
    return b;
}

struct cholesky_solve_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            equations<T> const all(c.tensor(1), c.tensor(0), batches_of_result(results[0]));
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; i < all.count; ++i)
                x.give(i, solve_by_cholesky<T>(all.left[i], all.side[i], c.boolean("upper")));
            x.finish();
        });
    }
};

struct cholesky_inverse_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor("self").dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor("self"));
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; i < batch_count(c.tensor("self")); ++i)
                x.give(i, solve_by_cholesky<T>(a[i], matrix<T>::identity(a.rows(), a.rows()), c.boolean("upper")));
            x.finish();
        });
    }
};

struct linalg_matrix_exp_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor("self").dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor("self"));
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; a.rows() != 0 && i < batch_count(c.tensor("self")); ++i)
                x.give(i, dense_algebra<T>::exponential(a[i]));
            x.finish();
        });
    }
};

/// The shortest of the solutions that leave the least residual; singular values that are not larger than `least` times
/// the largest count as 0.
template <class T>
struct least_squares {
    matrix<T> solution;
    std::vector<double> values;
    std::int64_t rank = 0;

    least_squares(matrix<T> const& m, matrix<T> const& side, double least)
        : solution(m.columns(), side.columns()), values(static_cast<std::size_t>(std::min(m.rows(), m.columns()))) {
        if (m.size() == 0)
            return;
        double constexpr unknown = std::numeric_limits<double>::quiet_NaN();
        singular_parts<T> parts;
        if (m.is_finite())
            parts = dense_algebra<T>::singular(m, singular_vectors::thin);
        else
            parts.converged = false;
        if (!parts.converged) {
            std::fill_n(solution.data(), solution.size(), T(unknown));
            std::fill(values.begin(), values.end(), unknown);
            return;
        }
        values = parts.values;
        while (rank < std::ssize(values) && values[static_cast<std::size_t>(rank)] > least * values[0])
            ++rank;
        matrix<T> coordinates = dense_algebra<T>::product(parts.left.adjoint(), side);
        for (std::int64_t r = 0; r < coordinates.rows(); ++r)
            for (std::int64_t c = 0; c < coordinates.columns(); ++c)
                coordinates(r, c) = r < rank ? coordinates(r, c) / values[static_cast<std::size_t>(r)] : T(0);
        solution = dense_algebra<T>::product(parts.right.adjoint(), coordinates);
    }

    /// The squares of the lengths of what is left of each right side.
    [[nodiscard]] std::vector<double> residuals(matrix<T> const& m, matrix<T> const& side) const {
        matrix<T> const reached = dense_algebra<T>::product(m, solution);
        std::vector<double> sums(static_cast<std::size_t>(side.columns()));
        for (std::int64_t r = 0; r < side.rows(); ++r)
            for (std::int64_t c = 0; c < side.columns(); ++c)
                sums[static_cast<std::size_t>(c)] += std::norm(side(r, c) - reached(r, c));
        return sums;
    }
};

/// The solutions of `least_squares`. Where residuals are a result, a matrix whose columns
/// depend on each other is an error, as there would be none.
struct lstsq_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const &a = c.tensor("self"), &b = c.tensor("b");
        bool const vector = is_vector_of_least_squares(spec_of(a), spec_of(b));
        std::string_view const driver = c.string("driver");
        visit_field(a.dtype(), [&]<class T>(T) {
            equations<T> const all(a, b, batches_of_result(results[0], vector ? 1 : 2), vector);
            written_matrices<T> x(results[0], vector ? 1 : 2);
            tensor none = tensor::empty({1, 1}, real_part(a.dtype()));
            bool const tells_residuals = !driver.empty() && driver != "gelsy" && all.left.rows() > all.left.columns();
            bool const by_values = driver == "gelsd" || driver == "gelss", tells_rank = driver != "gels";
            written_matrices<double> residuals(tells_residuals ? results[1] : none, 1);
            written_matrices<double> values(by_values ? results[3] : none, 1);
            written_integers<std::int64_t> ranks(results[2]);
            std::optional<double> const rcond = c.optional_real("rcond");
            bool const narrow = a.dtype() == dtype::f32 || a.dtype() == dtype::c64;
            double const epsilon =
                narrow ? double{std::numeric_limits<float>::epsilon()} : std::numeric_limits<double>::epsilon();
            auto const sides = static_cast<double>(std::max(all.left.rows(), all.left.columns()));
            double const least = rcond && tells_rank ? *rcond : sides * epsilon;
            for (std::int64_t i = 0; i < all.count; ++i) {
                matrix<T> const m = all.left[i], side = all.side[i];
                least_squares<T> const solved(m, side, least);
                x.give(i, solved.solution);
                if (by_values)
                    values.give(i, solved.values);
                if (tells_rank)
                    ranks.give(i, {solved.rank});
                if (!tells_residuals)
                    continue;
                if (tells_rank && solved.rank != m.columns())
                    raise(errc::unsupported, c.op().name, ": matrix ", i, " of the batch has rank ", solved.rank,
                          ", so that there are no residuals");
                residuals.give(i, solved.residuals(m, side));
            }
            x.finish();
            if (tells_residuals)
                residuals.finish();
            if (by_values)
                values.finish();
            if (tells_rank)
                ranks.finish();
        });
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft {

template <>
struct kernel_of<aten::_linalg_solve_ex_default> : detail::solve_ex_kernel {};
template <>
struct kernel_of<aten::linalg_lu_solve_default> : detail::linalg_lu_solve_kernel {};
template <>
struct kernel_of<aten::linalg_solve_triangular_default> : detail::linalg_triangular_kernel {};
template <>
struct kernel_of<aten::triangular_solve_default> : detail::triangular_solve_kernel {};
template <>
struct kernel_of<aten::cholesky_solve_default> : detail::cholesky_solve_kernel {};
template <>
struct kernel_of<aten::_cholesky_solve_helper_default> : detail::cholesky_solve_kernel {};
template <>
struct kernel_of<aten::cholesky_inverse_default> : detail::cholesky_inverse_kernel {};
template <>
struct kernel_of<aten::linalg_matrix_exp_default> : detail::linalg_matrix_exp_kernel {};
template <>
struct kernel_of<aten::linalg_lstsq_default> : detail::lstsq_kernel {};

} // namespace graft
