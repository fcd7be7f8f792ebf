#pragma once

#include <graft/core/dtype.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

namespace graft {

/// What an operand is: tensors decide before zero-dim tensors, these before scalars.
enum class operand_kind : std::uint8_t { tensor, zero_dim, scalar };

/// What promotion needs to know of an operand; the dtype of a scalar is boolean, i64, f64 or
/// c128.
struct promotion_operand {
    graft::dtype dtype = graft::dtype::undefined; ///< of its elements, or that of the number
    operand_kind kind = operand_kind::tensor;     ///< which of the three classes it counts in
};

/// The dtype torch.get_default_dtype() starts with: what integers become in a division.
inline constexpr dtype default_dtype = dtype::f32;

/// The complex dtype whose parts are of this dtype, or `undefined`: bfloat16 has none here.
[[nodiscard]] constexpr dtype to_complex(dtype d) {
    for (dtype complex : {dtype::c32, dtype::c64, dtype::c128})
        if (real_part(complex) == d)
            return complex;
    return dtype::undefined;
}

/// The default floating-point dtype of a boolean or integer, else the dtype itself.
[[nodiscard]] constexpr dtype integral_to_float(dtype d) { return is_integral(d, true) ? default_dtype : d; }

/// i64 of a boolean or integer, else the dtype itself: how sums and products widen.
[[nodiscard]] constexpr dtype integral_to_i64(dtype d) { return is_integral(d, true) ? dtype::i64 : d; }

namespace detail {

/// The promotion of different dtypes of one kind.
[[nodiscard]] constexpr dtype promote_within(dtype_kind kind, dtype a, dtype b) {
    if (kind == dtype_kind::complex)
        return to_complex(promote_within(dtype_kind::real, real_part(a), real_part(b)));
    if (element_size(a) != element_size(b) || a == b)
        return element_size(a) < element_size(b) ? b : a;
    return kind == dtype_kind::real ? dtype::f32 : dtype::i16; // f16 and bf16; u8 and i8
}

/// torch promotes u16, u32 and u64 to floating-point dtypes, and to nothing else.
[[nodiscard]] constexpr bool is_unordered(dtype d) { return d == dtype::u16 || d == dtype::u32 || d == dtype::u64; }

} // namespace detail

/// The smallest dtype of the higher kind that holds both, or `undefined` where torch raises.
[[nodiscard]] constexpr dtype promote_types(dtype a, dtype b) {
    if (a == b)
        return a;
    detail::dtype_kind const lower = std::min(detail::facts(a).kind, detail::facts(b).kind);
    detail::dtype_kind const higher = std::max(detail::facts(a).kind, detail::facts(b).kind);
    bool const unordered = detail::is_unordered(a) || detail::is_unordered(b);
    if (lower == detail::dtype_kind::none || (unordered && higher != detail::dtype_kind::real) || is_float8(a) ||
        is_float8(b))
        return dtype::undefined;
    if (lower == higher || lower == detail::dtype_kind::real)
        return detail::promote_within(higher, a, b);
    return detail::facts(a).kind == higher ? a : b;
}

/// True if a value may be converted without leaving its kind: not from complex to real, not
/// from real to integer, not from a number to boolean.
[[nodiscard]] constexpr bool can_cast(dtype from, dtype to) {
    return detail::facts(from).kind <= detail::facts(to).kind;
}

/// The dtype of a binary or n-ary operation, or `undefined` where torch raises or without
/// operands.
///
/// Operands of one kind are promoted; those of a later kind then count only by being numbers
/// beside booleans, real beside integers, or complex beside real.
[[nodiscard]] constexpr dtype result_type(view<promotion_operand const> operands) {
    std::array<dtype, 3> of_kind{};
    for (promotion_operand const& operand : operands) {
        dtype d = operand.dtype;
        if (operand.kind == operand_kind::scalar && !is_integral(d, true))
            d = is_complex(d) ? to_complex(default_dtype) : default_dtype;
        dtype& slot = of_kind[static_cast<std::size_t>(operand.kind)];
        slot = slot == dtype::undefined ? d : promote_types(slot, d);
        if (slot == dtype::undefined)
            return dtype::undefined;
    }
    dtype result = dtype::undefined;
    for (dtype lower : of_kind) {
        if (lower == dtype::undefined)
            continue;
        if (result == dtype::undefined)
            result = lower;
        else if (is_complex(lower) && is_floating_point(result))
            result = to_complex(result);
        else if (is_integral(result, false) && !is_integral(lower, true))
            result = is_float8(lower) ? dtype::undefined : lower;
        else if (result == dtype::boolean)
            result = promote_types(result, lower);
        if (result == dtype::undefined)
            return dtype::undefined;
    }
    return result;
}

/// The dtype of an operation on a braced list of operands, or `undefined` where torch raises or without operands.
[[nodiscard]] constexpr dtype result_type(std::initializer_list<promotion_operand> operands) {
    return result_type(view(operands.begin(), operands.size()));
}

/// True of operands whose common dtype would be PyTorch's bcomplex32, which is none here: bfloat16 and complex numbers
/// of a later kind. `result_type` is `undefined` of them.
[[nodiscard]] constexpr bool is_bcomplex32(view<promotion_operand const> operands) {
    auto const has = [&](auto is) {
        return std::any_of(operands.begin(), operands.end(), [&](promotion_operand const& o) { return is(o.dtype); });
    };
    return result_type(operands) == dtype::undefined && has([](dtype d) { return d == dtype::bf16; }) &&
           has([](dtype d) { return is_complex(d); });
}

} // namespace graft
