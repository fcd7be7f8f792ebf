#pragma once

#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/unary.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/kernel/simd/math.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// Integers to integer powers, which wrap; a negative power is 0 unless the base is 1 or -1.
template <std::integral T>
[[nodiscard]] constexpr T integer_power(T base, T exponent) {
    if constexpr (std::signed_integral<T>)
        if (exponent < T{0}) {
            bool const odd = (exponent & T{1}) != T{0};
            return base == T{1} || (base == T{-1} && !odd) ? T{1} : base == T{-1} ? T{-1} : T{0};
        }
    T result = 1;
    for (; exponent != T{0}; exponent = static_cast<T>(exponent / T{2})) {
        if ((exponent & T{1}) != T{0})
            result = product_of(result, base);
        base = product_of(base, base);
    }
    return result;
}

/// Of log2((1 + s) / (1 - s)) / s by s^2, and of 2^x by x up to 1/2.
inline constexpr auto log2_series = [] {
    std::array<double, 7> result{};
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = 2 * std::numbers::log2e / static_cast<double>(2 * i + 1);
    return result;
}();
inline constexpr auto exp2_series = [] {
    std::array<double, 10> result{1};
    for (std::size_t i = 1; i < result.size(); ++i)
        result[i] = result[i - 1] * std::numbers::ln2 / static_cast<double>(i);
    return result;
}();

/// The mask of a positive finite x whose power is a normal number of f64.
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t has_power_in_double(float x, float y) {
    constexpr float infinity = std::numeric_limits<float>::infinity(), most = 800;
    // Above |log2(x)|, but for subnormal numbers, whose logarithm is above -149.
    auto const exponent = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(x) >> 23) - 127;
    float const size = magnitude(static_cast<float>(exponent)) + 1;
    return mask_of<float>(x > 0) & mask_of<float>(x < infinity) & mask_of<float>(magnitude(y) * size < most);
}

/// x to the power of y where `has_power_in_double`: 2 to the power of y * log2(x), in double, which leaves an error
/// of half a unit in the last place.
[[nodiscard, gnu::always_inline]] constexpr float power_in_double(float x, float y) {
    // x = 2^exponent * mantissa, which lies between sqrt(1/2) and sqrt(2); log2 of it is a series of
    // (mantissa - 1) / (mantissa + 1).
    constexpr std::uint64_t root_half = std::bit_cast<std::uint64_t>(0x1.6a09e667f3bcdp-1), bias = 1024;
    constexpr double shift = 0x1p52, rounding = 0x1.8p52;
    std::uint64_t const bits = std::bit_cast<std::uint64_t>(static_cast<double>(x)) - root_half + (bias << 52);
    double const exponent =
        std::bit_cast<double>(bits >> 52 | std::bit_cast<std::uint64_t>(shift)) - (shift + static_cast<double>(bias));
    double const mantissa = std::bit_cast<double>((bits & 0x000f'ffff'ffff'ffff) + root_half);
    double const s = (mantissa - 1) / (mantissa + 1);
    double const logarithm = exponent + s * polynomial(log2_series, s * s);
    double const power = static_cast<double>(y) * logarithm;
    double const shifted = power + rounding, whole = shifted - rounding;
    std::uint64_t const scale = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
    return static_cast<float>(polynomial(exp2_series, power - whole) * std::bit_cast<double>(scale));
}

struct cube {
    static constexpr auto apply(auto x) { return product_of(product_of(x, x), x); }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// x to the power of y.
///
/// As in PyTorch a real number that is 2, 3, 0.5, -0.5 or -1 is a product, root or quotient,
/// the last three not in f16.
inline constexpr struct pow_t : binary<pow_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "pow";

    template <class T>
    static T apply(T x, T y) {
        if constexpr (std::integral<T>)
            return detail::integer_power(x, y);
        else
            return std::pow(x, y);
    }
    static void apply_row(std::int64_t n, float* out, float const* x, float const* y) {
        // Registers of two doubles are slower than libm.
        constexpr bool wide = detail::double_lanes > 2;
        detail::guarded_loop([](float a, float b) { return wide ? detail::has_power_in_double(a, b) : 0; },
                             [](float a, float b) { return detail::power_in_double(a, b); },
                             [](float a, float b) { return apply(a, b); }, n, out, x, y);
    }

    template <auto const& Dtypes = wide_numeric>
    void operator()(operand const& self, operand const& exponent, tensor& out) const {
        binary<pow_t, wide_numeric, integers::widen>::operator()<Dtypes>(self, exponent, out);
    }

    template <auto const& Dtypes = wide_numeric>
    void operator()(operand const& self, scalar exponent, tensor& out) const {
        std::array<operand, 1> const in{self};
        dtype const d = detail::compute_dtype<integers::widen, 2>(name, dtype::undefined, {self, exponent});
        dtype const common = detail::common_dtype<2>(name, {self, exponent});
        if (common == dtype::boolean)
            return exponent.to<bool>() ? copy(self, out) : fill(out, true);
        if (is_integral(common, false) || element_size(common) == 2)
            exponent = fitted_to(common, exponent);
        double const y = exponent.to<double>();
        bool const roots = is_floating_point(d) && d != dtype::f16;
        if (y == 2)
            square(self, out, d);
        else if (y == 3)
            detail::elementwise<detail::cube, Dtypes>(name, d, out, in);
        else if (roots && y == 0.5)
            kernel::sqrt(self, out, d);
        else if (roots && y == -0.5)
            kernel::rsqrt(self, out, d);
        else if (roots && y == -1)
            kernel::reciprocal(self, out, d);
        else
            (*this).template operator()<Dtypes>(self, operand(exponent), out);
    }
} pow{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
