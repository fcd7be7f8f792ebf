#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/matmul.hpp>
#include <graft/dialect/op_list.hpp>

namespace graft {

/// Ops of the Backend dialect that are a product and what follows it.
namespace packed {

/// `input * weight^T + bias` over the last dimension of an f32 input of any rank. `other`, of the sizes of the result,
/// is added to it, then it is clamped, and then the function `activation` of each element takes its place.
struct linear_t : op<linear_t> {
    static constexpr schema_text text{
        "packed::linear(Tensor input, Tensor weight, Tensor? bias=None, Tensor? other=None, Scalar? min=None, "
        "Scalar? max=None, str? activation=None) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend | op_tags::product;
    static GRAFT_CONSTEXPR value_spec meta(call<tensor_spec> const& c);
};
inline constexpr linear_t linear;

/// Every op of this header.
using packed_ops = op_list<linear_t>;

} // namespace packed
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <utility>

namespace graft {
namespace packed {

GRAFT_CONSTEXPR value_spec linear_t::meta(call<tensor_spec> const& c) {
    tensor_spec const &input = c.tensor("input"), &weight = c.tensor("weight");
    if (input.dtype != dtype::f32 || weight.dtype != dtype::f32)
        detail::reject(c, "'input' and 'weight' must be of f32");
    if (input.dim() == 0 || weight.dim() != 2)
        detail::reject(c, "'weight' must be a matrix, and 'input' must have a dimension");
    detail::require_product(c, "input", "weight", input.sizes.back(), weight.sizes[1]);
    if (tensor_spec const* const bias = c.optional_tensor("bias");
        bias != nullptr && (bias->dim() != 1 || detail::certainly_differ(bias->sizes[0], weight.sizes[0])))
        detail::reject_sizes(c, "bias", "weight");
    vec<sym_int> sizes = input.sizes;
    sizes.back() = weight.sizes[0];
    return detail::new_tensor(input, input.dtype, std::move(sizes));
}

} // namespace packed
} // namespace graft
#endif
