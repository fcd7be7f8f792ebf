#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/float8.hpp>
#include <graft/core/half.hpp>

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

namespace graft {

/// The storage of a c32 element; arithmetic is done in std::complex<float>.
struct complex_half {
    /// The two parts, of 16 bits each.
    /// @{
    half real, imag;
    /// @}

    friend constexpr bool operator==(complex_half, complex_half) = default;
};

namespace detail {

/// In the order of `dtype`, which starts with `undefined`.
using element_types =
    std::tuple<void, bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint16_t,
               std::uint32_t, std::uint64_t, half, bfloat16, float, double, complex_half, std::complex<float>,
               std::complex<double>, float8_e4m3fn, float8_e5m2, float8_e8m0fnu>;

template <class T, class... Elements>
consteval dtype find_dtype(std::type_identity<std::tuple<Elements...>>) {
    std::uint8_t index = 0;
    bool const found = ((std::same_as<T, Elements> || (++index, false)) || ...);
    return found ? static_cast<dtype>(index) : dtype::undefined;
}

} // namespace detail

/// The C++ type of one element of a tensor of this dtype.
template <dtype D>
    requires(D != dtype::undefined)
using element_t = std::tuple_element_t<static_cast<std::size_t>(D), detail::element_types>;

/// The dtype whose elements are `T`, or `undefined`.
template <class T>
inline constexpr dtype dtype_of = detail::find_dtype<T>(std::type_identity<detail::element_types>{});

/// A type that is the element of some tensor.
template <class T>
concept element = dtype_of<T> != dtype::undefined;

/// An element that is one number: not complex.
template <class T>
concept real_element = element<T> && !is_complex(dtype_of<T>);

} // namespace graft
