#pragma once

#include <graft/dialect/composition.hpp>
#include <graft/dialect/detail/einsum.hpp>
#include <graft/dialect/op_list.hpp>

/// Products over named dimensions.
namespace graft::aten {

struct einsum_default : composite_op<einsum_default, op_tags::unsaid_view | op_tags::no_out> {
    static constexpr schema_text text{"aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::einsum(k, k->string("equation"), k.list("tensors")); }
};
inline constexpr single_overload<einsum_default> einsum{};

/// Every op of this header.
using contraction_ops = overloads_of<einsum>;

} // namespace graft::aten
