#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/promotion.hpp>

#include <algorithm>
#include <string_view>

namespace graft {
namespace detail {

/// The out-variants that convert their result to the dtype of what they write; the others want that very dtype.
inline constexpr std::string_view converting_out_variants[] = {
    "_to_copy.out", "acos.out", "acosh.out", "add.out", "arange.out", "arange.start_out", "asin.out", "asinh.out",
    "atan.out", "atan2.out", "atanh.out", "bitwise_and.Scalar_out", "bitwise_and.Tensor_out",
    "bitwise_left_shift.Tensor_Scalar_out", "bitwise_left_shift.Tensor_out", "bitwise_or.Scalar_out",
    "bitwise_or.Tensor_out", "bitwise_right_shift.Tensor_Scalar_out", "bitwise_right_shift.Tensor_out",
    "bitwise_xor.Scalar_out", "bitwise_xor.Tensor_out", "cat.out", "clamp.Tensor_out", "clamp_max.Tensor_out",
    "clamp_min.Tensor_out", "copysign.out", "cos.out", "cosh.out", "cumprod.out", "cumsum.out", "deg2rad.out",
    "digamma.out", "div.out", "div.out_mode", "eq.Scalar_out", "eq.Tensor_out", "erf.out", "erfc.out", "erfinv.out",
    "exp.out", "exp2.out", "expm1.out", "floor_divide.out", "fmax.out", "fmin.out", "fmod.Scalar_out",
    "fmod.Tensor_out", "full.out", "full_like.out", "gcd.out", "ge.Scalar_out", "ge.Tensor_out", "glu.out",
    "gt.Scalar_out", "gt.Tensor_out", "hypot.out", "lcm.out", "le.Scalar_out", "le.Tensor_out", "lgamma.out",
    "log.out", "log10.out", "log1p.out", "log2.out", "logaddexp.out", "logaddexp2.out", "logical_and.out",
    "logical_not.out", "logical_or.out", "logical_xor.out", "logit.out", "lt.Scalar_out", "lt.Tensor_out",
    "max.unary_out", "maximum.out", "mean.dtype_out", "mean.out", "min.unary_out", "minimum.out", "mul.out",
    "ne.Scalar_out", "ne.Tensor_out", "ones.out", "pow.Scalar_out", "pow.Tensor_Scalar_out", "pow.Tensor_Tensor_out",
    "prod.int_out", "rad2deg.out", "reciprocal.out", "remainder.Scalar_out", "remainder.Tensor_out", "rsqrt.out",
    "scalar_tensor.out", "sigmoid.out", "sin.out", "sinc.out", "sinh.out", "special_erf.out", "sqrt.out", "stack.out",
    "sub.out", "sum.IntList_out", "tan.out", "tanh.out", "var.correction_out", "var.out", "xlogy.OutTensor",
    "zeros.out"};

} // namespace detail

/// True if the out-variant of this name writes a result of the one dtype to a tensor of the other, as PyTorch does;
/// `argument` is the dtype of the first argument.
[[nodiscard]] inline bool writes_result(std::string_view out_variant, dtype result, dtype written,
                                        dtype argument = dtype::undefined) {
    if (result == written)
        return true;
    std::string_view const name = out_variant.substr(out_variant.find("::") + 2);
    // Of truths that are asked for as bytes.
    if ((name.starts_with("any.") || name.starts_with("all.")) && result == dtype::boolean)
        return written == dtype::u8;
    if (name == "abs.out" && is_complex(argument))
        return can_cast(result, written);
    return can_cast(result, written) && std::ranges::binary_search(detail::converting_out_variants, name);
}

} // namespace graft
