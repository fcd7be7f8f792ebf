#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/promotion.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/meta/reduction.hpp>
#include <graft/schema/op_info.hpp>

namespace graft {

/// True if the out-variant of this op writes a result of the one dtype to a tensor of the other, as PyTorch does;
/// `argument` is the dtype of the first argument.
[[nodiscard]] inline bool writes_result(op_info const& op, dtype result, dtype written,
                                        dtype argument = dtype::undefined) {
    if (result == written)
        return true;
    // Of truths that are asked for as bytes: `any`, `all`.
    if (op.meta == meta_truth && result == dtype::boolean)
        return written == dtype::u8;
    bool const length = &op == &aten::abs.default_.info() && is_complex(argument);
    return can_cast(result, written) && (length || has(op.tags, op_tags::out_converts));
}

} // namespace graft
