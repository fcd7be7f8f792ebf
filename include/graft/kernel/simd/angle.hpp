#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/simd/math.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

// Sines and angles of f32 without branches and without libm, as in math.hpp; those of f64 are libm's.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Below it `quarter_turn` is right.
inline constexpr float largest_angle = 0x1p20f;

/// An angle in double as a multiple of a right angle and the rest, with the sine and the cosine of the rest, by their
/// series.
struct quarter_turn {
    double sine, cosine;
    std::uint64_t turns; // in the low bits

    [[gnu::always_inline]] constexpr explicit quarter_turn(float x) {
        // A right angle in two parts; a multiple of the first by less than 2^20 is exact. Adding `shift` rounds.
        constexpr double shift = 0x1.8p52, high = 0x1.921fb54p0, low = 0x1.10b4611a62633p-30;
        double const shifted = static_cast<double>(x) * (2 / std::numbers::pi) + shift;
        turns = std::bit_cast<std::uint64_t>(shifted);
        double const n = shifted - shift, rest = (static_cast<double>(x) - n * high) - n * low, square = rest * rest;
        constexpr std::array<double, 4> odd{-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362'880};
        constexpr std::array<double, 5> even{-0.5, 1.0 / 24, -1.0 / 720, 1.0 / 40'320, -1.0 / 3'628'800};
        sine = rest * (1 + square * polynomial(odd, square));
        cosine = 1 + square * polynomial(even, square);
    }

    /// The sine of the angle and so many right angles.
    [[nodiscard, gnu::always_inline]] constexpr double sine_after(std::uint64_t more) const {
        std::uint64_t const all = turns + more;
        double const result = blend(-(all & 1), cosine, sine);
        return std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) ^ (all & 2) << 62);
    }
};

/// `function` of a row by angles, by `exact` where an angle is too large for it.
template <class F, class Exact>
void angles_loop(F function, Exact exact, std::int64_t n, float* out, float const* in) {
    guarded_loop([](float x) { return mask_of<float>(magnitude(x) < largest_angle); }, function, exact, n, out, in);
}

/// The inverse tangent, for 0 <= x <= 1.
[[nodiscard, gnu::always_inline]] constexpr float atan_of_fraction(float x) {
    // atan(x) = pi / 4 + atan((x - 1) / (x + 1)), so that a series of what is below tan(pi / 8) is short.
    constexpr std::array<float, 8> series{-1.0f / 3,  1.0f / 5,  -1.0f / 7,  1.0f / 9,
                                          -1.0f / 11, 1.0f / 13, -1.0f / 15, 1.0f / 17};
    constexpr float most = 0x1.a8279ap-2f, quarter = 0x1.921fb6p-1f;
    std::uint32_t const above = mask_of<float>(x > most);
    float const t = blend(above, (x - 1) / (x + 1), x), square = t * t;
    return blend(above, quarter, 0.0f) + (t + t * (square * polynomial(series, square)));
}

/// The angle of the point (x, y).
[[nodiscard]] inline double atan2_of(double y, double x) { return std::atan2(y, x); }
[[nodiscard, gnu::always_inline]] constexpr float atan2_of(float y, float x) {
    constexpr float half = 0x1.921fb6p0f, whole = 0x1.921fb6p1f;
    float const width = magnitude(x), height = magnitude(y);
    std::uint32_t const steep = mask_of<float>(height > width), same = mask_of<float>(height == width);
    float const small = blend(steep, width, height), large = blend(steep, height, width);
    // 0 / 0 and infinity / infinity are an angle of 0 and of an eighth of a turn.
    float const equal = blend(mask_of<float>(width == 0), 0.0f, 1.0f);
    float angle = atan_of_fraction(blend(same, equal, small / large));
    angle = blend(steep, half - angle, angle);
    angle = blend(-(std::bit_cast<std::uint32_t>(x) >> 31), whole - angle, angle);
    return with_sign(magnitude(angle), y);
}

/// The inverse tangent.
[[nodiscard]] inline double atan_of(double x) { return std::atan(x); }
[[nodiscard, gnu::always_inline]] constexpr float atan_of(float x) { return atan2_of(x, 1.0f); }

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
