#pragma once

#include <graft/config.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace graft::detail {

/// The tensors among the arguments, in the order of the schema.
[[nodiscard]] GRAFT_CONSTEXPR vec<tensor_spec const*> tensor_operands(call<tensor_spec> const& c);

/// The strides of an operand as it is seen when expanded to `sizes`: 0 where it is repeated.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> expanded_strides(tensor_spec const& operand, vec<sym_int> const& sizes);

/// The dtype that torch computes in where the result is of this one: halves are computed as floats.
[[nodiscard]] constexpr dtype computing_dtype(dtype d) { return d == dtype::f16 || d == dtype::bf16 ? dtype::f32 : d; }

/// An operand as it is when converted to a dtype: one that is not dense becomes so.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec converted(tensor_spec const& operand, dtype d);

/// What is computed element by element of several tensors; a number among the operands counts as a tensor without
/// dimensions.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec combined(dtype d, view<tensor_spec const> operands, bool with_number = false);

/// The tensors of the call as they are when converted to a dtype.
[[nodiscard]] GRAFT_CONSTEXPR vec<tensor_spec> converted_operands(call<tensor_spec> const& c, dtype d);

/// The tensors of the call as they are when converted to a dtype and expanded to common sizes.
[[nodiscard]] GRAFT_CONSTEXPR vec<tensor_spec> expanded_operands(call<tensor_spec> const& c, dtype d);

/// What is computed element by element of one tensor.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec similar(tensor_spec const& of) {
    return new_tensor(of, of.dtype, of.sizes, similar_strides(of));
}

/// The result of an element-wise operation on all tensors of the call, which are first converted to the dtype that it
/// is computed in.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec broadcast_result(call<tensor_spec> const& c, dtype d, dtype computed) {
    vec<tensor_spec> const operands = converted_operands(c, computed);
    return combined(d, operands);
}
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec broadcast_result(call<tensor_spec> const& c, dtype d) {
    return broadcast_result(c, d, computing_dtype(d));
}

/// What an argument is in promotion: a tensor, or the number given for a Scalar or a Tensor.
[[nodiscard]] GRAFT_CONSTEXPR promotion_operand promoted_operand(argument<tensor_spec> const& a);

/// The dtype that `count` arguments from slot `first` on are promoted to; None does not count.
[[nodiscard]] GRAFT_CONSTEXPR dtype promoted_dtype(call<tensor_spec> const& c, std::size_t first, std::size_t count);

/// The dtype that the first `count` arguments are compared in; c64 for PyTorch's bcomplex32, which is none here.
[[nodiscard]] GRAFT_CONSTEXPR dtype compared_dtype(call<tensor_spec> const& c, std::size_t count);

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR vec<tensor_spec const*> tensor_operands(call<tensor_spec> const& c) {
    vec<tensor_spec const*> operands;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (c[i].kind == argument_kind::tensor)
            operands.push_back(c[i].tensor);
    return operands;
}

GRAFT_CONSTEXPR vec<sym_int> expanded_strides(tensor_spec const& operand, vec<sym_int> const& sizes) {
    if (operand.sizes == sizes)
        return operand.strides;
    vec<sym_int> strides(sizes.size(), 0);
    std::size_t const added = sizes.size() - operand.dim();
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (d < added && sizes[d] == 1)
            strides[d] = outer_stride(operand);
        else if (d >= added && !(operand.sizes[d - added] == 1 && !(sizes[d] == 1)))
            strides[d] = operand.strides[d - added];
    return strides;
}

GRAFT_CONSTEXPR tensor_spec converted(tensor_spec const& operand, dtype d) {
    if (operand.dtype == d)
        return operand;
    return new_tensor(operand, d, operand.sizes, preserved_strides(operand));
}

GRAFT_CONSTEXPR tensor_spec combined(dtype d, view<tensor_spec const> operands, bool with_number) {
    if (operands.empty()) // numbers alone
        return make_spec(d, {});
    vec<sym_int> sizes;
    for (tensor_spec const& operand : operands)
        sizes = broadcast_sizes(sizes, operand.sizes);
    vec<vec<sym_int>> strides;
    for (tensor_spec const& operand : operands)
        strides.push_back(expanded_strides(operand, sizes));
    if (with_number)
        strides.push_back(vec<sym_int>(sizes.size(), 0));
    vec<sym_int> result = joint_strides(sizes, strides);
    return new_tensor(operands[0], d, std::move(sizes), std::move(result));
}

GRAFT_CONSTEXPR vec<tensor_spec> converted_operands(call<tensor_spec> const& c, dtype d) {
    vec<tensor_spec> operands;
    for (tensor_spec const* const operand : tensor_operands(c))
        operands.push_back(converted(*operand, d));
    return operands;
}

GRAFT_CONSTEXPR vec<tensor_spec> expanded_operands(call<tensor_spec> const& c, dtype d) {
    vec<tensor_spec> operands = converted_operands(c, d);
    vec<sym_int> sizes;
    for (tensor_spec const& operand : operands)
        sizes = broadcast_sizes(sizes, operand.sizes);
    for (tensor_spec& operand : operands)
        operand = new_tensor(operand, d, sizes, expanded_strides(operand, sizes));
    return operands;
}

GRAFT_CONSTEXPR promotion_operand promoted_operand(argument<tensor_spec> const& a) {
    switch (a.kind) {
    case argument_kind::tensor:
        return {a.tensor->dtype, a.tensor->dim() == 0 ? operand_kind::zero_dim : operand_kind::tensor};
    case argument_kind::boolean: return {dtype::boolean, operand_kind::scalar};
    case argument_kind::integer: return {dtype::i64, operand_kind::scalar};
    default: return {a.number.is_complex() ? dtype::c128 : dtype::f64, operand_kind::scalar};
    }
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<promotion_operand> promoted_operands(call<tensor_spec> const& c,
                                                                              std::size_t first, std::size_t count) {
    vec<promotion_operand> operands;
    for (std::size_t slot = first; slot < first + count; ++slot)
        if (c.has(slot))
            operands.push_back(promoted_operand(c[slot]));
    return operands;
}

GRAFT_CONSTEXPR dtype promoted_dtype(call<tensor_spec> const& c, std::size_t first, std::size_t count) {
    vec<promotion_operand> const operands = promoted_operands(c, first, count);
    dtype const promoted = result_type(operands);
    if (promoted == dtype::undefined)
        reject(c, "the dtypes of its operands have no common dtype",
               is_bcomplex32(operands) ? " here: that of bfloat16 and complex numbers, bcomplex32, is not known" : "");
    return promoted;
}

GRAFT_CONSTEXPR dtype compared_dtype(call<tensor_spec> const& c, std::size_t count) {
    return is_bcomplex32(promoted_operands(c, 0, count)) ? dtype::c64 : promoted_dtype(c, 0, count);
}

} // namespace graft::detail
#endif
