#pragma once

#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/matrix_functions.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

#include <cstdint>
#include <limits>
#include <optional>

/// Determinants, inverses and powers of matrices.
namespace graft::aten {

struct det_default : described_op<det_default, op_tags::no_out, meta_det> {
    static constexpr schema_text text{"aten::det(Tensor self) -> Tensor"};
};
inline constexpr single_overload<det_default> det{};

struct slogdet_default : described_op<slogdet_default, op_tags::none, meta_slogdet> {
    static constexpr schema_text text{"aten::slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)"};
};
inline constexpr single_overload<slogdet_default> slogdet{};

struct logdet_default : composite_op<logdet_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::logdet(Tensor self) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const parts = k.all(slogdet, k->tensor("self"));
        double const none = std::numeric_limits<double>::quiet_NaN();
        return k(where.ScalarSelf, k(lt.Scalar, parts[0], 0), none, parts[1]);
    }
};
inline constexpr single_overload<logdet_default> logdet{};

struct inverse_default : described_op<inverse_default, op_tags::none, meta_inverse> {
    static constexpr schema_text text{"aten::inverse(Tensor self) -> Tensor"};
};
inline constexpr single_overload<inverse_default> inverse{};

struct pinverse_default : described_op<pinverse_default, op_tags::no_out, meta_pinverse> {
    static constexpr schema_text text{"aten::pinverse(Tensor self, float rcond=1.0000000000000001e-15) -> Tensor"};
};
inline constexpr single_overload<pinverse_default> pinverse{};

struct lu_solve_default : described_op<lu_solve_default, op_tags::none, meta_lu_solve> {
    static constexpr schema_text text{"aten::lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor"};
};
inline constexpr single_overload<lu_solve_default> lu_solve{};

struct matrix_exp_default : described_op<matrix_exp_default, op_tags::no_out, meta_matrix_exp> {
    static constexpr schema_text text{"aten::matrix_exp(Tensor self) -> Tensor"};
};
inline constexpr single_overload<matrix_exp_default> matrix_exp{};

struct matrix_power_default : composite_op<matrix_power_default> {
    static constexpr schema_text text{"aten::matrix_power(Tensor self, int n) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        std::int64_t n = k.number_of(k->integer("n"));
        k.require(k.rank(self) > 1, "'self' must have at least 2 dimensions, not ", k.rank(self));
        k.require(!detail::certainly_differ(k.size(self, -1), k.size(self, -2)),
                  "the matrices of 'self' are not square");
        if (n == 0) {
            V const one = k(eye, k.size(self, -1), k.dtype(self));
            return k(clone, k(expand, one, k.sizes(self)), memory_format::contiguous);
        }
        V power = n < 0 ? k(inverse, self) : k(clone, self, memory_format::contiguous);
        std::optional<V> result;
        // A magnitude that every n has.
        for (std::uint64_t left = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);;) {
            if (left % 2 == 1)
                result = result ? k(matmul, V(*result), power) : power;
            if ((left /= 2) == 0)
                return *result;
            power = k(matmul, V(power), V(power));
        }
    }
};
inline constexpr single_overload<matrix_power_default> matrix_power{};

/// Every op of this header.
using matrix_functions_ops = op_list<det_default, slogdet_default, logdet_default, inverse_default, pinverse_default,
                                     lu_solve_default, matrix_exp_default, matrix_power_default>;

} // namespace graft::aten
