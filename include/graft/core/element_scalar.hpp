#pragma once

#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/fitted_number.hpp>
#include <graft/core/half.hpp>
#include <graft/core/scalar.hpp>

#include <concepts>

namespace graft {

/// The number as an element of a tensor; a number out of range is an error.
template <element T>
[[nodiscard]] constexpr T element_from(scalar value) {
    if constexpr (real_element<T>)
        return value.to<T>();
    else if constexpr (std::same_as<T, complex_half>)
        return {scalar(value.real_part()).to<half>(), scalar(value.imaginary_part()).to<half>()};
    else
        return T(scalar(value.real_part()).to<typename T::value_type>(),
                 scalar(value.imaginary_part()).to<typename T::value_type>());
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

} // namespace graft
