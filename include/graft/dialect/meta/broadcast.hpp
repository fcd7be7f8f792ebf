#pragma once

#include <graft/core/promotion.hpp>
#include <graft/dialect/meta/result.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace graft::detail {

/// The tensors among the arguments, in the order of the schema.
[[nodiscard]] constexpr std::vector<tensor_spec const*>
tensor_operands(call<tensor_spec> const& c) {
    std::vector<tensor_spec const*> operands;
    for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
        if (c[i].kind == argument_kind::tensor)
            operands.push_back(c[i].tensor);
    return operands;
}

/// The strides of an operand as it is seen when expanded to `sizes`: 0 where it is repeated.
[[nodiscard]] constexpr std::vector<sym_int>
expanded_strides(tensor_spec const& operand, std::vector<sym_int> const& sizes) {
    std::vector<sym_int> strides(sizes.size() - operand.dim(), 0);
    for (std::size_t d = 0; d < operand.dim(); ++d) {
        bool const repeated = operand.sizes[d] == 1 && !(sizes[strides.size()] == 1);
        strides.push_back(operand.strides[d]);
        if (repeated)
            strides.back() = 0;
    }
    return strides;
}

/// The strides of the result of an element-wise operation: the order of dimensions in memory is
/// that of the operands, and exactly theirs where they agree.
[[nodiscard]] constexpr std::vector<sym_int>
elementwise_strides(std::vector<sym_int> const& sizes,
                    std::vector<tensor_spec const*> const& operands) {
    bool contiguous = true, channels_last = true, equal = true;
    for (tensor_spec const* operand : operands) {
        bool const same_sizes = operand->sizes == sizes;
        contiguous = contiguous && same_sizes && is_contiguous(*operand);
        channels_last = channels_last && same_sizes && is_channels_last(*operand);
        equal = equal && same_sizes && operand->strides == operands[0]->strides;
    }
    if (contiguous)
        return contiguous_strides(sizes);
    if (channels_last)
        return channels_last_strides(sizes);
    if (equal && is_dense(*operands[0]))
        return operands[0]->strides;
    std::vector<std::vector<sym_int>> expanded;
    for (tensor_spec const* operand : operands)
        expanded.push_back(expanded_strides(*operand, sizes));
    return dense_strides(sizes, memory_order(sizes, expanded));
}

/// The result of an element-wise operation on all tensors of the call.
[[nodiscard]] constexpr tensor_spec broadcast_result(call<tensor_spec> const& c, dtype d) {
    std::vector<tensor_spec const*> const operands = tensor_operands(c);
    std::vector<sym_int> sizes;
    for (tensor_spec const* operand : operands)
        sizes = broadcast_sizes(sizes, operand->sizes);
    std::vector<sym_int> strides = elementwise_strides(sizes, operands);
    return new_tensor(*operands.at(0), d, std::move(sizes), std::move(strides));
}

/// What an argument is in promotion: a tensor, or the number given for a Scalar or a Tensor.
[[nodiscard]] constexpr promotion_operand promoted_operand(argument<tensor_spec> const& a) {
    switch (a.kind) {
    case argument_kind::tensor:
        return {a.tensor->dtype,
                a.tensor->dim() == 0 ? operand_kind::zero_dim : operand_kind::tensor};
    case argument_kind::boolean: return {dtype::boolean, operand_kind::scalar};
    case argument_kind::integer: return {dtype::i64, operand_kind::scalar};
    default: return {dtype::f64, operand_kind::scalar};
    }
}

/// The dtype that `count` arguments from slot `first` on are promoted to; None does not count.
[[nodiscard]] constexpr dtype promoted_dtype(call<tensor_spec> const& c, std::size_t first,
                                             std::size_t count) {
    std::vector<promotion_operand> operands;
    for (std::size_t slot = first; slot < first + count; ++slot)
        if (c.has(slot))
            operands.push_back(promoted_operand(c[slot]));
    dtype const promoted = result_type(operands);
    if (promoted == dtype::undefined)
        reject(c, "the dtypes of its operands have no common dtype");
    return promoted;
}

} // namespace graft::detail
