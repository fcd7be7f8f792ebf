#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/half.hpp>
#include <graft/core/scalar.hpp>
#include <graft/core/visit_dtype.hpp>

#include <concepts>

namespace graft {

/// The number as an element of a tensor; a number out of range is an error.
template <element T>
[[nodiscard]] constexpr T element_from(scalar value) {
    if constexpr (real_element<T>)
        return value.to<T>();
    else if constexpr (std::same_as<T, complex_half>)
        return {value.to<half>(), half(0)};
    else
        return T(value.to<typename T::value_type>());
}

/// The element as a number; a complex element is an error.
template <element T>
[[nodiscard]] constexpr scalar scalar_from(T value) {
    if constexpr (detail::arithmetic<T>)
        return value;
    else if constexpr (small_float<T>)
        return static_cast<double>(value);
    else
        raise(errc::unsupported, "a complex element is no number of graft::scalar");
}

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
    }
    return x;
}

/// The number as PyTorch converts one for a tensor of this dtype: what is not 0 is true, a fraction is cut off, and a
/// negative integer wraps where there is no sign. A number out of range is an error; infinities and NaN are in the
/// range of reals.
[[nodiscard]] GRAFT_INLINE scalar fitted_to(dtype d, scalar value);

/// The number as an element of this dtype, whatever it is: integers wrap, and a real that is too large is infinite.
[[nodiscard]] GRAFT_INLINE scalar converted_to(dtype d, scalar value);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <cstdint>
#    include <limits>

namespace graft {
namespace detail {

/// Without the fraction; what does not fit is the lowest integer.
[[nodiscard]] constexpr std::int64_t cut_to_integer(double x) {
    constexpr double end = 0x1p63;
    return x >= -end && x < end ? static_cast<std::int64_t>(x) : std::numeric_limits<std::int64_t>::min();
}

} // namespace detail

GRAFT_INLINE scalar fitted_to(dtype d, scalar value) {
    if (d == dtype::boolean)
        return value.to<bool>();
    return visit_dtype(is_complex(d) ? real_part(d) : d, [&]<class T>() -> scalar {
        using limits = std::numeric_limits<T>;
        auto const require = [&](bool fits) {
            if (!fits)
                raise(errc::invalid_argument, "a number is out of range of ", torch_name(d));
        };
        if constexpr (std::integral<T>) {
            if (value.is_real()) {
                double const x = value.to<double>();
                require(x >= static_cast<double>(limits::min()) && x <= static_cast<double>(limits::max()));
                return value.to<std::int64_t>();
            }
            auto const x = value.to<std::int64_t>();
            if constexpr (sizeof(T) == sizeof x) {
                return x;
            } else {
                constexpr auto most = static_cast<std::int64_t>(limits::max());
                require(x <= most && x >= (limits::is_signed ? static_cast<std::int64_t>(limits::min()) : -most));
                return static_cast<std::int64_t>(static_cast<T>(x));
            }
        } else if constexpr (real_element<T>) {
            double const x = value.to<double>(), size = x < 0 ? -x : x;
            require(!(size > static_cast<double>(limits::max())) ||
                    (value.is_real() && size == std::numeric_limits<double>::infinity()));
            return value;
        } else {
            return value;
        }
    });
}

GRAFT_INLINE scalar converted_to(dtype d, scalar value) {
    if (d == dtype::boolean || is_complex(d))
        return d == dtype::boolean ? scalar(value.to<bool>()) : value;
    return visit_dtype(d, [&]<class T>() -> scalar {
        if constexpr (std::integral<T>) {
            auto const x = value.is_real() ? detail::cut_to_integer(value.to<double>()) : value.to<std::int64_t>();
            return sizeof(T) == sizeof x ? x : static_cast<std::int64_t>(static_cast<T>(x));
        } else if constexpr (real_element<T>) {
            double const x = value.to<double>(), size = x < 0 ? -x : x;
            return size > static_cast<double>(std::numeric_limits<T>::max()) ? scalar(rounded_to(d, x)) : value;
        } else {
            return value;
        }
    });
}

} // namespace graft
#endif
