#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/simd/math.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// Logarithms of f32 without branches and without libm, as in math.hpp; those of f64 are libm's.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// log(x) = exponent * ln 2 + log(1 + fraction), 1 + fraction between sqrt(1/2) and sqrt(2), of positive finite x.
struct log_parts {
    float exponent, fraction;

    [[gnu::always_inline]] constexpr explicit log_parts(float x) {
        constexpr float least_normal = std::numeric_limits<float>::min(), scale = 0x1p23f;
        constexpr std::uint32_t root_half = std::bit_cast<std::uint32_t>(0x1.6a09e6p-1f);
        std::uint32_t const small = mask_of<float>(x < least_normal);
        std::uint32_t const bits = std::bit_cast<std::uint32_t>(x * blend(small, scale, 1.0f)) - root_half;
        exponent = static_cast<float>(static_cast<std::int32_t>(bits) >> 23) - blend(small, 23.0f, 0.0f);
        fraction = std::bit_cast<float>((bits & 0x007fffff) + root_half) - 1;
    }

    /// log(1 + fraction) + more, by the series of log((1 + s) / (1 - s)) for s = fraction / (2 + fraction).
    [[nodiscard, gnu::always_inline]] constexpr float sum(float more) const {
        constexpr std::array<float, 4> series{2.0f / 3, 2.0f / 5, 2.0f / 7, 2.0f / 9};
        float const s = fraction / (2 + fraction), square = s * s, half = fraction * fraction * 0.5f;
        return fraction - (half - (s * (half + square * polynomial(series, square)) + more));
    }
};

/// What the logarithm of x is where x is not positive and finite, else `result`.
[[nodiscard, gnu::always_inline]] constexpr float logarithm_or(float x, float result) {
    using limits = std::numeric_limits<float>;
    result = blend(mask_of<float>(x == limits::infinity()), x, result);
    result = blend(mask_of<float>(x == 0), -limits::infinity(), result);
    return blend(static_cast<std::uint32_t>(mask_of<float>(x < 0) | mask_of<float>(is_nan(x))), limits::quiet_NaN(),
                 result);
}

/// ln 2 in two parts; a multiple of the first by an exponent is exact.
inline constexpr float ln2_high = exp_facts<float>::ln2_high, ln2_low = exp_facts<float>::ln2_low;

/// The natural logarithm; -infinity at 0, NaN below.
[[nodiscard]] inline double log_of(double x) { return std::log(x); }
[[nodiscard, gnu::always_inline]] constexpr float log_of(float x) {
    log_parts const parts(x);
    return logarithm_or(x, parts.exponent * ln2_high + parts.sum(parts.exponent * ln2_low));
}

/// The logarithm to base 2, exact for powers of 2.
[[nodiscard]] inline double log2_of(double x) { return std::log2(x); }
[[nodiscard, gnu::always_inline]] constexpr float log2_of(float x) {
    log_parts const parts(x);
    return logarithm_or(x, parts.exponent + parts.sum(0) * exp_facts<float>::log2e);
}

/// The logarithm to base 10.
[[nodiscard]] inline double log10_of(double x) { return std::log10(x); }
[[nodiscard, gnu::always_inline]] constexpr float log10_of(float x) {
    // log10(2) in two parts as ln 2 is.
    constexpr float log10e = 0x1.bcb7b2p-2f, high = 0x1.344p-2f, low = 0x1.3509f8p-18f;
    log_parts const parts(x);
    return logarithm_or(x, parts.exponent * high + (parts.exponent * low + parts.sum(0) * log10e));
}

/// log(1 + x), exact for small x as well.
[[nodiscard]] inline double log1p_of(double x) { return std::log1p(x); }
[[nodiscard, gnu::always_inline]] constexpr float log1p_of(float x) {
    // What rounding 1 + x loses comes back as a part of the result (Kahan; Higham, Accuracy and Stability of Numerical
    // Algorithms, 1.14.1).
    constexpr float tiny = 0x1p-24f, most = std::numeric_limits<float>::max();
    float const u = 1 + x, lost = (x - (u - 1)) / u;
    log_parts const parts(u);
    std::uint32_t const regular = mask_of<float>(u > 0) & mask_of<float>(u <= most);
    float const result = parts.exponent * ln2_high + parts.sum(parts.exponent * ln2_low + blend(regular, lost, 0.0f));
    return blend(mask_of<float>(magnitude(x) < tiny), x, logarithm_or(u, result));
}

/// e^x - 1, exact for small x as well.
[[nodiscard]] inline double expm1_of(double x) { return std::expm1(x); }
[[nodiscard, gnu::always_inline]] constexpr float expm1_of(float x) {
    constexpr float large = 88; // below it 2^n is finite
    exp_parts<float> const parts(x);
    float const result = parts.scale(parts.tail) + (parts.scale(1) - 1);
    return with_sign(magnitude(blend(mask_of<float>(magnitude(x) < large), result, exp_of(x) - 1)), x);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
