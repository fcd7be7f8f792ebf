#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>
#include <graft/kernel/elementwise/unary.hpp>

#include <cmath>
#include <concepts>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function to integral values, which integers are already.
template <class D>
struct rounding : unary<rounding<D>, wide_numeric, integers::widen> {
    static constexpr std::string_view name = D::name;
    template <class T>
    static T apply(T x) {
        if constexpr (std::integral<T>)
            return x;
        else
            return D::round(x);
    }
};

// By the nearest integral value, which vectorises where the others do not, as they may trap.

/// The largest integral value not above x.
inline constexpr struct floor_t : rounding<floor_t> {
    static constexpr std::string_view name = "floor";
    template <class T>
    static T round(T x) {
        T const nearest = std::nearbyint(x);
        return detail::blend(detail::mask_of<T>(nearest > x), nearest - 1, nearest);
    }
} floor{};

/// The smallest integral value not below x.
inline constexpr struct ceil_t : rounding<ceil_t> {
    static constexpr std::string_view name = "ceil";
    template <class T>
    static T round(T x) {
        T const nearest = std::nearbyint(x);
        T const above = detail::blend(detail::mask_of<T>(nearest < x), nearest + 1, nearest);
        return detail::with_sign(detail::magnitude(above), x);
    }
} ceil{};

/// The fraction cut off.
inline constexpr struct trunc_t : rounding<trunc_t> {
    static constexpr std::string_view name = "trunc";
    static auto round(auto x) { return detail::with_sign(floor_t::round(detail::magnitude(x)), x); }
} trunc{};

/// The nearest integral value, the even one of two.
inline constexpr struct round_t : rounding<round_t> {
    static constexpr std::string_view name = "round";
    static auto round(auto x) { return std::nearbyint(x); }
} round{};

/// The fraction, with the sign of x.
inline constexpr struct frac_t : unary<frac_t, floating, integers::stay> {
    static constexpr std::string_view name = "frac";
    static auto apply(auto x) { return x - trunc_t::round(x); }
} frac{};

/// `round` to a multiple of 1 / factor, a power of ten.
inline constexpr struct round_up_to_t : parametric<round_up_to_t, floating, 1> {
    static constexpr std::string_view name = "round";
    static auto apply(auto x, auto factor) { return std::nearbyint(x * factor) / factor; }
} round_up_to{};

/// `round` to a multiple of a factor, a power of ten.
inline constexpr struct round_down_to_t : parametric<round_down_to_t, floating, 1> {
    static constexpr std::string_view name = "round";
    static auto apply(auto x, auto factor) { return std::nearbyint(x / factor) * factor; }
} round_down_to{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
