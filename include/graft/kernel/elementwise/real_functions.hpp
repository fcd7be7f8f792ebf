#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/elementwise/unary.hpp>
#include <graft/kernel/simd/angle.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/kernel/simd/logarithm.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

// Elementary functions of reals; integers become floats.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// `f(x, sqrt(1 - x * x))` of a row, which may be the result: a side of a right triangle and the other one.
template <class F>
void sides_loop(F f, std::int64_t n, float* out, float const* in) {
    std::array<float, loop_chunk> sides;
    for (std::int64_t i = 0; i < n; i += loop_chunk) {
        std::int64_t const count = std::min(loop_chunk, n - i);
        element_loop([](float x) { return (1 - x) * (1 + x); }, count, sides.data(), in + i);
        floats_loop([](floats const& x) { return sqrt_floats(x); }, count, sides.data(), sides.data());
        element_loop(f, count, out + i, in + i, sides.data());
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The sine.
inline constexpr struct sin_t : floating_unary<sin_t> {
    static constexpr std::string_view name = "sin";
    static auto apply(auto x) { return std::sin(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        detail::angles_loop([](float x) { return static_cast<float>(detail::quarter_turn(x).sine_after(0)); },
                            [](float x) { return apply(x); }, n, out, in);
    }
} sin{};

/// The cosine.
inline constexpr struct cos_t : floating_unary<cos_t> {
    static constexpr std::string_view name = "cos";
    static auto apply(auto x) { return std::cos(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        detail::angles_loop([](float x) { return static_cast<float>(detail::quarter_turn(x).sine_after(1)); },
                            [](float x) { return apply(x); }, n, out, in);
    }
} cos{};

/// The tangent.
inline constexpr struct tan_t : floating_unary<tan_t> {
    static constexpr std::string_view name = "tan";
    static auto apply(auto x) { return std::tan(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        auto const function = [](float x) {
            detail::quarter_turn const angle(x);
            return static_cast<float>(angle.sine_after(0) / angle.sine_after(1));
        };
        detail::angles_loop(
            function, [](float x) { return apply(x); }, n, out, in);
    }
} tan{};

/// The inverse sine; NaN outside [-1, 1].
inline constexpr struct asin_t : floating_unary<asin_t> {
    static constexpr std::string_view name = "asin";
    static auto apply(auto x) { return std::asin(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        detail::sides_loop([](float x, float side) { return detail::atan2_of(x, side); }, n, out, in);
    }
} asin{};

/// The inverse cosine; NaN outside [-1, 1].
inline constexpr struct acos_t : floating_unary<acos_t> {
    static constexpr std::string_view name = "acos";
    static auto apply(auto x) { return std::acos(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        detail::sides_loop([](float x, float side) { return detail::atan2_of(side, x); }, n, out, in);
    }
} acos{};

/// The inverse tangent.
inline constexpr struct atan_t : floating_unary<atan_t> {
    static constexpr std::string_view name = "atan";
    static auto apply(auto x) { return detail::atan_of(x); }
} atan{};

/// The hyperbolic sine.
inline constexpr struct sinh_t : floating_unary<sinh_t> {
    static constexpr std::string_view name = "sinh";
    static auto apply(auto x) { return std::sinh(x); }
} sinh{};

/// The hyperbolic cosine.
inline constexpr struct cosh_t : floating_unary<cosh_t> {
    static constexpr std::string_view name = "cosh";
    static auto apply(auto x) { return std::cosh(x); }
} cosh{};

/// The inverse hyperbolic sine.
inline constexpr struct asinh_t : floating_unary<asinh_t> {
    static constexpr std::string_view name = "asinh";
    static auto apply(auto x) { return std::asinh(x); }
} asinh{};

/// The inverse hyperbolic cosine; NaN below 1.
inline constexpr struct acosh_t : floating_unary<acosh_t> {
    static constexpr std::string_view name = "acosh";
    static auto apply(auto x) { return std::acosh(x); }
} acosh{};

/// The inverse hyperbolic tangent; NaN outside [-1, 1].
inline constexpr struct atanh_t : floating_unary<atanh_t> {
    static constexpr std::string_view name = "atanh";
    static auto apply(auto x) { return std::atanh(x); }
} atanh{};

/// The natural logarithm; -infinity at 0, NaN below.
inline constexpr struct log_t : floating_unary<log_t> {
    static constexpr std::string_view name = "log";
    static auto apply(auto x) { return detail::log_of(x); }
} log{};

/// The logarithm to base 2.
inline constexpr struct log2_t : floating_unary<log2_t> {
    static constexpr std::string_view name = "log2";
    static auto apply(auto x) { return detail::log2_of(x); }
} log2{};

/// The logarithm to base 10.
inline constexpr struct log10_t : floating_unary<log10_t> {
    static constexpr std::string_view name = "log10";
    static auto apply(auto x) { return detail::log10_of(x); }
} log10{};

/// log(1 + x), exact for small x as well.
inline constexpr struct log1p_t : floating_unary<log1p_t> {
    static constexpr std::string_view name = "log1p";
    static auto apply(auto x) { return detail::log1p_of(x); }
} log1p{};

/// e^x - 1, exact for small x as well.
inline constexpr struct expm1_t : floating_unary<expm1_t> {
    static constexpr std::string_view name = "expm1";
    static auto apply(auto x) { return detail::expm1_of(x); }
} expm1{};

/// 2^x.
inline constexpr struct exp2_t : floating_unary<exp2_t> {
    static constexpr std::string_view name = "exp2";
    static auto apply(auto x) { return std::exp2(x); }
} exp2{};

/// Degrees as radians.
inline constexpr struct deg2rad_t : floating_unary<deg2rad_t> {
    static constexpr std::string_view name = "deg2rad";
    static auto apply(auto x) { return x * static_cast<decltype(x)>(std::numbers::pi / 180); }
} deg2rad{};

/// Radians as degrees.
inline constexpr struct rad2deg_t : floating_unary<rad2deg_t> {
    static constexpr std::string_view name = "rad2deg";
    static auto apply(auto x) { return x * static_cast<decltype(x)>(180 / std::numbers::pi); }
} rad2deg{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
