#pragma once

#include <graft/config.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

// Arithmetic as PyTorch does it on one element type: integers wrap without undefined behaviour,
// booleans add as "or" and multiply as "and".

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// An unsigned type in which sums and products of `T` wrap and are not promoted to a signed
/// one.
template <std::integral T>
using wrapping_t = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

template <class T>
[[nodiscard]] constexpr T sum_of(T a, T b) {
    if constexpr (std::same_as<T, bool>)
        return a || b;
    else if constexpr (std::integral<T>)
        return static_cast<T>(static_cast<wrapping_t<T>>(a) + static_cast<wrapping_t<T>>(b));
    else
        return a + b;
}

template <class T>
[[nodiscard]] constexpr T difference_of(T a, T b) {
    if constexpr (std::integral<T>)
        return static_cast<T>(static_cast<wrapping_t<T>>(a) - static_cast<wrapping_t<T>>(b));
    else
        return a - b;
}

template <class T>
[[nodiscard]] constexpr T product_of(T a, T b) {
    if constexpr (std::same_as<T, bool>)
        return a && b;
    else if constexpr (std::integral<T>)
        return static_cast<T>(static_cast<wrapping_t<T>>(a) * static_cast<wrapping_t<T>>(b));
    else
        return a * b;
}

/// True of NaN only; false of every integer.
template <class T>
[[nodiscard]] constexpr bool is_nan(T x) {
    if constexpr (std::floating_point<T>)
        return x != x;
    else
        return false;
}

/// An unsigned integer of the size of `T`.
template <class T>
using bits_of_t = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

/// All bits set if the condition holds, none if not.
template <class T>
[[nodiscard]] constexpr bits_of_t<T> mask_of(bool condition) {
    return static_cast<bits_of_t<T>>(-static_cast<bits_of_t<T>>(condition));
}

/// `a` where the mask has its bits set, `b` where not: a choice that no compiler turns into a
/// branch, which would keep loops from vectorising.
template <class T>
[[nodiscard]] constexpr T blend(bits_of_t<T> mask, T a, T b) {
    using bits = bits_of_t<T>;
    return std::bit_cast<T>(
        static_cast<bits>((std::bit_cast<bits>(a) & mask) | (std::bit_cast<bits>(b) & static_cast<bits>(~mask))));
}

/// The mask of a > b, and of a NaN in `a`.
template <class T>
[[nodiscard]] constexpr bits_of_t<T> exceeds(T a, T b) {
    return static_cast<bits_of_t<T>>(mask_of<T>(a > b) | mask_of<T>(is_nan(a)));
}

/// The larger, `a` of two zeros; NaN if one of them is.
template <class T>
[[nodiscard]] constexpr T max_of(T a, T b) {
    return blend(mask_of<T>(is_nan(b)), b, b > a ? b : a);
}

/// The smaller, `a` of two zeros; NaN if one of them is.
template <class T>
[[nodiscard]] constexpr T min_of(T a, T b) {
    return blend(mask_of<T>(is_nan(b)), b, b < a ? b : a);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
