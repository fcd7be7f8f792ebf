#pragma once

#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/derived_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/linalg/equations.hpp>
#include <graft/library/linalg/functions.hpp>
#include <graft/library/linalg/norms.hpp>
#include <graft/meta/vec.hpp>

#include <limits>

/// What PyTorch has besides `torch.linalg` under other names.
namespace graft::aten {

struct det_default : composite_op<det_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::det(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(linalg_det, k->tensor("self")); }
};
inline constexpr single_overload<det_default> det{};

struct slogdet_default : composite_op<slogdet_default> {
    static constexpr schema_text text{"aten::slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)"};
    static constexpr auto compose(auto const& k) { return k.all(linalg_slogdet, k->tensor("self")); }
};
inline constexpr single_overload<slogdet_default> slogdet{};

struct inverse_default : composite_op<inverse_default> {
    static constexpr schema_text text{"aten::inverse(Tensor self) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(linalg_inv, k->tensor("self")); }
};
inline constexpr single_overload<inverse_default> inverse{};

using matrix_exp_default =
    alias_of<linalg_matrix_exp_default, "aten::matrix_exp(Tensor self) -> Tensor", op_tags::no_out>;
inline constexpr single_overload<matrix_exp_default> matrix_exp{};
using matrix_power_default = alias_of<linalg_matrix_power_default, "aten::matrix_power(Tensor self, int n) -> Tensor">;
inline constexpr single_overload<matrix_power_default> matrix_power{};

struct logdet_default : composite_op<logdet_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::logdet(Tensor self) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const parts = k.all(linalg_slogdet, k->tensor("self"));
        if (graft::is_complex(k.dtype(parts[0])))
            return k(add.Tensor, k(log, parts[0]), parts[1]);
        double const none = std::numeric_limits<double>::quiet_NaN();
        return k(where.ScalarSelf, k(lt.Scalar, parts[0], 0), none, parts[1]);
    }
};
inline constexpr single_overload<logdet_default> logdet{};

struct pinverse_default : composite_op<pinverse_default, op_tags::no_out> {
    static constexpr schema_text text{"aten::pinverse(Tensor self, float rcond=1.0000000000000001e-15) -> Tensor"};
    static constexpr auto compose(auto const& k) { return k(linalg_pinv, k->tensor("self"), k["rcond"]); }
};
inline constexpr single_overload<pinverse_default> pinverse{};

struct lu_solve_default : composite_op<lu_solve_default> {
    static constexpr schema_text text{"aten::lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(linalg_lu_solve, k->tensor("LU_data"), k->tensor("LU_pivots"), k->tensor("self"));
    }
};
inline constexpr single_overload<lu_solve_default> lu_solve{};

/// Every op of this header.
using linalg_names_ops = overloads_of<det, slogdet, inverse, matrix_exp, matrix_power, logdet, pinverse, lu_solve>;

} // namespace graft::aten
