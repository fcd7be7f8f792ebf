#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/domain.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/symbolic/value_spec.hpp>

namespace graft {

/// _cdist_forward: the distances between the rows of two batches of matrices.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_cdist(call<tensor_spec> const& c);

/// _pdist_forward: the distances between each row of a matrix and those behind it.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_pdist(call<tensor_spec> const& c);

} // namespace graft

/// Distances between rows.
namespace graft::aten {

struct _cdist_forward_default : described_op<_cdist_forward_default, op_tags::core, meta_cdist> {
    static constexpr schema_text text{
        "aten::_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor"};
};
inline constexpr single_overload<_cdist_forward_default> _cdist_forward{};

struct _pdist_forward_default : described_op<_pdist_forward_default, op_tags::core, meta_pdist> {
    static constexpr schema_text text{"aten::_pdist_forward(Tensor self, float p=2.) -> Tensor"};
};
inline constexpr single_overload<_pdist_forward_default> _pdist_forward{};

/// Every op of this header.
using distance_ops = overloads_of<_cdist_forward, _pdist_forward>;

} // namespace graft::aten

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>
#    include <graft/symbolic/math.hpp>

#    include <utility>

namespace graft {

GRAFT_CONSTEXPR value_spec meta_cdist(call<tensor_spec> const& c) {
    tensor_spec const &a = c.tensor("x1"), &b = c.tensor("x2");
    detail::require_domain(c, dtype_domain::floating_point, a.dtype);
    if (a.dim() < 2 || b.dim() < 2 || detail::certainly_differ(a.sizes.back(), b.sizes.back()))
        detail::reject_sizes(c, "x1", "x2");
    detail::require_one_dtype(c, "x2", "x1");
    if (!(c.real("p") >= 0))
        detail::reject(c, "'p' cannot be negative");
    if (c.has("compute_mode") &&
        (known_lt(c.integer("compute_mode"), 0) == true || known_lt(2, c.integer("compute_mode")) == true))
        detail::reject(c, "'compute_mode' must be 0, 1 or 2");
    vec<sym_int> sizes = broadcast_sizes(vec<sym_int>(a.sizes.begin(), a.sizes.end() - 2),
                                         vec<sym_int>(b.sizes.begin(), b.sizes.end() - 2));
    sizes.push_back(a.sizes[a.dim() - 2]);
    sizes.push_back(b.sizes[b.dim() - 2]);
    tensor_spec result = detail::new_tensor(a, a.dtype, std::move(sizes));
    bool const narrow = a.dtype != dtype::f32 && a.dtype != dtype::f64;
    if (narrow && !(result.numel() == 0) && !(a.sizes.back() == 0))
        detail::reject(c, "it is not defined for ", torch_name(a.dtype));
    return result;
}

GRAFT_CONSTEXPR value_spec meta_pdist(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    detail::require_rank(c, "self", 2);
    sym_int const& rows = self.sizes[0];
    tensor_spec const result = detail::new_tensor(
        self, self.dtype, {known_lt(rows, 2) == true ? sym_int(0) : floor_div(rows * (rows - 1), 2)});
    bool const empty = result.sizes[0] == 0 || self.sizes[1] == 0;
    if (!empty && self.dtype != dtype::f32 && self.dtype != dtype::f64)
        detail::reject(c, "it is not defined for ", torch_name(self.dtype));
    return result;
}

} // namespace graft
#endif
