#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/float8.hpp>
#include <graft/core/half.hpp>
#include <graft/core/scalar.hpp>

#include <concepts>

namespace graft {

/// The number as a tensor of a floating-point dtype holds it; an integer, and any number for other dtypes, as it is.
template <detail::arithmetic T>
[[nodiscard]] constexpr T rounded_to(dtype d, T x) {
    if constexpr (std::floating_point<T>) {
        if (d == dtype::f32)
            return static_cast<T>(static_cast<float>(x));
        if (d == dtype::f16)
            return static_cast<T>(half(x));
        if (d == dtype::bf16)
            return static_cast<T>(bfloat16(x));
        if (d == dtype::f8e4m3fn)
            return static_cast<T>(float8_e4m3fn(x));
        if (d == dtype::f8e5m2)
            return static_cast<T>(float8_e5m2(x));
        if (d == dtype::f8e8m0fnu)
            return static_cast<T>(float8_e8m0fnu(x));
    }
    return x;
}

/// The number as PyTorch converts one for a tensor of this dtype: what is not 0 is true, a fraction is cut off, and a
/// negative integer wraps where there is no sign. A number out of range is an error; NaN is in the range of reals, and
/// so are infinities but of f8e4m3fn and f8e8m0fnu, which have none; f8e8m0fnu has no negative numbers.
[[nodiscard]] GRAFT_INLINE scalar fitted_to(dtype d, scalar value);

/// The number as an element of this dtype, whatever it is: integers wrap, and a real that is too large is infinite, or
/// the greatest where there is no infinity, NaN of f8e8m0fnu.
[[nodiscard]] GRAFT_INLINE scalar converted_to(dtype d, scalar value);

/// The number that elements of this dtype are multiplied by where an op is given `alpha`: an integer for integers, as
/// `fitted_to` makes it, and one of the 16-bit floats for these; otherwise the number as it is.
[[nodiscard]] GRAFT_INLINE scalar factor_for(dtype d, scalar alpha);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>

#    include <cstdint>
#    include <limits>

namespace graft {
namespace detail {

/// Without the fraction; what does not fit is the lowest integer.
[[nodiscard]] constexpr std::int64_t cut_to_integer(double x) {
    constexpr double end = 0x1p63;
    return x >= -end && x < end ? static_cast<std::int64_t>(x) : std::numeric_limits<std::int64_t>::min();
}

/// The lowest bits of an integer, as many as an element of the dtype has.
[[nodiscard]] constexpr std::int64_t wrapped(dtype d, std::int64_t x) {
    if (!is_signed(d) && d != dtype::u64)
        return x & highest_integer(d);
    auto const spare = static_cast<int>(64 - 8 * element_size(d));
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << spare) >> spare;
}

/// The greatest finite element of a floating-point dtype.
[[nodiscard]] constexpr double highest_real(dtype d) {
    switch (d) {
    case dtype::f16: return static_cast<double>(std::numeric_limits<half>::max());
    case dtype::bf16: return static_cast<double>(std::numeric_limits<bfloat16>::max());
    case dtype::f32: return std::numeric_limits<float>::max();
    case dtype::f64: return std::numeric_limits<double>::max();
    case dtype::f8e4m3fn: return static_cast<double>(std::numeric_limits<float8_e4m3fn>::max());
    case dtype::f8e5m2: return static_cast<double>(std::numeric_limits<float8_e5m2>::max());
    case dtype::f8e8m0fnu: return static_cast<double>(std::numeric_limits<float8_e8m0fnu>::max());
    default: raise(errc::invalid_argument, "an undefined dtype has no elements");
    }
}

[[nodiscard]] constexpr bool has_infinity(dtype d) { return d != dtype::f8e4m3fn && d != dtype::f8e8m0fnu; }

} // namespace detail

GRAFT_INLINE scalar fitted_to(dtype d, scalar value) {
    auto const require = [&](bool fits) {
        if (!fits)
            raise(errc::invalid_argument, "a number is out of range of ", torch_name(real_part(d)));
    };
    if (d == dtype::boolean)
        return value.to<bool>();
    if (value.is_complex() && is_complex(d)) {
        static_cast<void>(fitted_to(d, value.real_part()));
        static_cast<void>(fitted_to(d, value.imaginary_part()));
        return value;
    }
    if (!is_integral(d, false)) {
        double const x = value.to<double>(), size = x < 0 ? -x : x;
        require((!(size > detail::highest_real(real_part(d))) && (d != dtype::f8e8m0fnu || !(x < 0))) ||
                (value.is_real() && size == std::numeric_limits<double>::infinity() && detail::has_infinity(d)));
        return value;
    }
    if (value.is_real()) {
        auto const x = value.to<double>();
        require(x >= static_cast<double>(lowest_integer(d)) &&
                x <= (d == dtype::u64 ? 0x1p64 : static_cast<double>(highest_integer(d))));
        return value.to<std::int64_t>();
    }
    auto const x = value.to<std::int64_t>();
    if (element_size(d) < sizeof x) {
        std::int64_t const most = highest_integer(d);
        require(x <= most && x >= (is_signed(d) ? lowest_integer(d) : -most));
    }
    return detail::wrapped(d, x);
}

GRAFT_INLINE scalar converted_to(dtype d, scalar value) {
    if (d == dtype::boolean || is_complex(d))
        return d == dtype::boolean ? scalar(value.to<bool>()) : value;
    if (is_integral(d, false))
        return detail::wrapped(d,
                               value.is_real() ? detail::cut_to_integer(value.to<double>()) : value.to<std::int64_t>());
    double const x = value.to<double>(), size = x < 0 ? -x : x;
    return size > detail::highest_real(d) ? scalar(rounded_to(d, x)) : value;
}

GRAFT_INLINE scalar factor_for(dtype d, scalar alpha) {
    if (is_integral(d, true))
        return fitted_to(d, alpha);
    return d == dtype::f16 || d == dtype::bf16 ? scalar(rounded_to(d, alpha.to<double>())) : alpha;
}

} // namespace graft
#endif
