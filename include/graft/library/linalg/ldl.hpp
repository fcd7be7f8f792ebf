#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/linalg/algebra.hpp>
#include <graft/library/linalg/equations.hpp>
#include <graft/library/linalg/matrices.hpp>
#include <graft/library/linalg/meta.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>

#include <cstdint>
#include <cstdlib>
#include <vector>

/// L D L^T of symmetric matrices, or L D L* of those that are their own adjoints, of float32, float64, complex64 and
/// complex128; pivots as LAPACK has them. The lower triangle alone is read.
namespace graft::detail {

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_ldl_factor_ex(call<tensor_spec> const& c) {
    require_square_fields(c, "self");
    tensor_spec const& a = c.tensor("self");
    return value_spec::of_list({by_columns(a, a.sizes), new_tensor(a, dtype::i32, batches_of(a, 1)),
                                new_tensor(a, dtype::i32, batches_of(a))});
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_ldl_solve(call<tensor_spec> const& c) {
    tensor_spec const x = solution(c, "LD", "B", true, false), &ld = c.tensor("LD"), &pivots = c.tensor("pivots");
    if (pivots.dtype != dtype::i32)
        reject(c, "'pivots' must be torch.int32, not ", torch_name(pivots.dtype));
    vec<sym_int> const wanted = batches_of(ld, 1);
    bool fits = pivots.dim() == wanted.size();
    for (std::size_t d = 0; fits && d < wanted.size(); ++d)
        fits = !certainly_differ(pivots.sizes[d], wanted[d]);
    if (!fits)
        reject_sizes(c, "LD", "pivots");
    return x;
}

} // namespace graft::detail

namespace graft::aten {

struct linalg_ldl_factor_ex_default
    : described_op<linalg_ldl_factor_ex_default, op_tags::none, detail::meta_ldl_factor_ex> {
    static constexpr schema_text text{
        "aten::linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False, bool check_errors=False) -> (Tensor LD, "
        "Tensor pivots, Tensor info)"};
};
inline constexpr single_overload<linalg_ldl_factor_ex_default> linalg_ldl_factor_ex{};

struct linalg_ldl_solve_default : described_op<linalg_ldl_solve_default, op_tags::none, detail::meta_ldl_solve> {
    static constexpr schema_text text{
        "aten::linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False) -> Tensor"};
};
inline constexpr single_overload<linalg_ldl_solve_default> linalg_ldl_solve{};

struct linalg_ldl_factor_default : composite_op<linalg_ldl_factor_default> {
    static constexpr schema_text text{
        "aten::linalg_ldl_factor(Tensor self, *, bool hermitian=False) -> (Tensor LD, Tensor pivots)"};
    template <class V>
    static constexpr vec<V> compose(composing<V> const& k) {
        vec<V> const parts = k.all(linalg_ldl_factor_ex, k->tensor("self"), k["hermitian"], true);
        return {parts[0], parts[1]};
    }
};
inline constexpr single_overload<linalg_ldl_factor_default> linalg_ldl_factor{};

/// Every op of this header.
using linalg_ldl_ops = overloads_of<linalg_ldl_factor_ex, linalg_ldl_solve, linalg_ldl_factor>;

} // namespace graft::aten

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

struct ldl_factor_ex_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor(0).dtype(), [&]<class T>(T) {
            matrices<T> const a(c.tensor(0));
            written_matrices<T> factors(results[0]);
            written_integers<std::int32_t> pivots(results[1], a.rows());
            matrix_errors info;
            for (std::int64_t i = 0; i < batch_count(c.tensor(0)); ++i) {
                ldl_parts<T> const parts = dense_algebra<T>::symmetric_parts(a[i], c.boolean("hermitian"));
                info.add(parts.zero);
                factors.give(i, parts.ld);
                pivots.give(i, parts.pivots);
            }
            info.check(c, "has a factor D that is singular");
            factors.finish();
            pivots.finish();
            info.write(results[2]);
        });
    }
};

struct ldl_solve_kernel {
    static void run(call<tensor> const& c, auto results) {
        visit_field(c.tensor("LD").dtype(), [&]<class T>(T) {
            dim_vector const batches = batches_of_result(results[0]);
            equations<T> const all(c.tensor("LD"), c.tensor("B"), batches);
            tensor const pivots = with_batches(c.tensor("pivots"), 1, batches).contiguous();
            std::int64_t const n = all.left.rows();
            written_matrices<T> x(results[0]);
            for (std::int64_t i = 0; i < all.count; ++i) {
                std::int32_t const* const row = pivots.data<std::int32_t>() + i * n;
                ldl_parts<T> const parts{.ld = all.left[i], .pivots = {row, row + n}};
                require_pivots(c, parts.pivots);
                x.give(i, dense_algebra<T>::solve(parts, all.side[i], c.boolean("hermitian")));
            }
            x.finish();
        });
    }

private:
    // Rows that there are; negative ones come in pairs.
    static void require_pivots(call<tensor> const& c, std::vector<std::int32_t> const& pivots) {
        for (std::size_t k = 0; k < pivots.size(); ++k) {
            if (pivots[k] == 0 || std::abs(std::int64_t{pivots[k]}) > std::ssize(pivots))
                raise(errc::invalid_argument, c.op().name, ": 'pivots' names row ", pivots[k], " of ", pivots.size());
            if (pivots[k] < 0 && (++k == pivots.size() || pivots[k] != pivots[k - 1]))
                raise(errc::invalid_argument, c.op().name, ": pivot ", k,
                      " of 'pivots' is negative, the next is another");
        }
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft {

template <>
struct kernel_of<aten::linalg_ldl_factor_ex_default> : detail::ldl_factor_ex_kernel {};
template <>
struct kernel_of<aten::linalg_ldl_solve_default> : detail::ldl_solve_kernel {};

} // namespace graft
