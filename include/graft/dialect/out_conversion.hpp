#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/schema/op_info.hpp>

namespace graft {

/// True if the out-variant of this op writes a result of the one dtype to a tensor of the other, as PyTorch does;
/// `argument` is the dtype of the first argument.
[[nodiscard]] GRAFT_INLINE bool writes_result(op_info const& op, dtype result, dtype written,
                                              dtype argument = dtype::undefined);

/// In which dtypes an op computes what its out-variant writes; `undefined` for what is as the call says.
struct out_conversion {
    dtype asked = dtype::undefined;   ///< of the argument `dtype`, which the call does not give
    dtype operand = dtype::undefined; ///< to which the first argument is converted before
};

/// What PyTorch does in a call of `out`, the out-variant of `functional`, that gives no dtype: elements are computed in
/// the dtype that is written, where the op can be asked for one and would not give that anyway, and so are variances
/// and, in a wider one, logarithms of sums. `argument` is the dtype of the first argument, `natural` that of the result
/// when nothing is asked for.
[[nodiscard]] GRAFT_INLINE out_conversion conversion_of_out(op_info const& out, op_info const& functional,
                                                            dtype argument, dtype natural, dtype written);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/promotion.hpp>
#    include <graft/dialect/meta/elementwise.hpp>
#    include <graft/dialect/meta/reduction.hpp>

namespace graft {

GRAFT_INLINE bool writes_result(op_info const& op, dtype result, dtype written, dtype argument) {
    if (result == written)
        return true;
    // Of truths that are asked for as bytes: `any`, `all`.
    if (op.meta == meta_truth && result == dtype::boolean)
        return written == dtype::u8;
    bool const length = op.meta == meta_abs && is_complex(argument);
    return can_cast(result, written) && (length || has(op.tags, op_tags::out_converts));
}

GRAFT_INLINE out_conversion conversion_of_out(op_info const& out, op_info const& functional, dtype argument,
                                              dtype natural, dtype written) {
    if (functional.find_argument("dtype") >= 0) {
        bool const chosen = out.find_argument("dtype") < 0; // as of `linspace`
        bool const otherwise = natural != written && has(functional.tags, op_tags::out_converts);
        return {chosen || otherwise ? written : dtype::undefined, dtype::undefined};
    }
    bool const variance = functional.meta == meta_deviation && has(functional.tags, op_tags::out_converts);
    bool const wider = functional.meta == meta_logsumexp && is_floating_point(argument) && is_floating_point(written) &&
                       promote_types(argument, written) == written;
    bool const converts = (variance || wider) && argument != written && writes_result(functional, argument, written);
    return {dtype::undefined, converts ? written : dtype::undefined};
}

} // namespace graft
#endif
