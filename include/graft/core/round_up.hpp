#pragma once

#include <concepts>
#include <type_traits>

namespace graft {

/// The least multiple of `alignment` that is not below the size.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T round_up(T size, std::type_identity_t<T> alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

} // namespace graft
