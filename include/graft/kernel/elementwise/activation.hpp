#pragma once

#include <graft/config.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>

#include <concepts>
#include <cstdint>
#include <limits>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// What a convolution or product does to its result on the way out: it clamps it, between
/// infinities by default.
struct activation {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    /// max(x, 0).
    [[nodiscard]] static constexpr activation relu() { return {.low = 0}; }

    /// min(max(x, low), high).
    [[nodiscard]] static constexpr activation clamp(double low, double high) { return {low, high}; }

    [[nodiscard]] constexpr bool is_none() const { return *this == activation{}; }

    friend constexpr bool operator==(activation, activation) = default;
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A bound as `T`: infinity, or what rounds to more than `T` holds, is the end of an integer's
/// range.
template <class T>
[[nodiscard]] constexpr T clamp_bound(double bound) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::integral<T>) {
        if (bound <= static_cast<double>(limits::lowest()))
            return limits::lowest();
        if (bound >= static_cast<double>(limits::max()))
            return limits::max();
    }
    return static_cast<T>(bound);
}

/// Clamps `n` elements in a row; NaN stays NaN.
template <class T>
void apply_activation(kernel::activation const& a, std::int64_t n, T* row) {
    if (a.is_none())
        return;
    T const low = clamp_bound<T>(a.low), high = clamp_bound<T>(a.high);
    update_loop(
        [low, high](T x) {
            T const y = x < low ? low : x;
            return y > high ? high : y;
        },
        n, row);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
