#pragma once

#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <utility>

// Elementary functions without branches and without libm, so that loops over them vectorise on
// every compiler. Errors are a few units in the last place; NaN, infinities, -0 and subnormals
// are kept.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

template <std::floating_point T>
inline constexpr bits_of_t<T> sign_bit = bits_of_t<T>{1} << (sizeof(T) * 8 - 1);

template <std::floating_point T>
[[nodiscard]] constexpr T magnitude(T x) {
    return std::bit_cast<T>(std::bit_cast<bits_of_t<T>>(x) & ~sign_bit<T>);
}

/// `x >= 0` with the sign of `sign`.
template <std::floating_point T>
[[nodiscard]] constexpr T with_sign(T x, T sign) {
    return std::bit_cast<T>(std::bit_cast<bits_of_t<T>>(x) | (std::bit_cast<bits_of_t<T>>(sign) & sign_bit<T>));
}

/// c[0] + c[1] * x + c[2] * x^2 + ..., by Horner's rule; without a loop, which would keep the one around it from
/// vectorising at -O2.
template <std::floating_point T, std::size_t N>
[[nodiscard]] constexpr T polynomial(std::array<T, N> const& c, T x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        T sum = c[N - 1];
        ((sum = sum * x + c[N - 2 - I]), ...);
        return sum;
    }(std::make_index_sequence<N - 1>{});
}

template <class T>
struct exp_facts;

template <>
struct exp_facts<float> {
    static constexpr std::size_t degree = 7;
    static constexpr float shift = 0x1.8p23f, log2e = 0x1.715476p0f;
    // ln 2 in two parts; a multiple of the first by an exponent is exact.
    static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
    static constexpr float lowest = -104, highest = 89;
};

template <>
struct exp_facts<double> {
    static constexpr std::size_t degree = 13;
    static constexpr double shift = 0x1.8p52, log2e = 0x1.71547652b82fep0;
    static constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
    static constexpr double lowest = -746, highest = 710;
};

/// e^x = (1 + tail) * 2^n, as n + 2 * bias in the low bits of `exponent`, for lowest <= x <= highest.
template <std::floating_point T>
struct exp_parts {
    T tail;
    bits_of_t<T> exponent;

    using facts = exp_facts<T>;
    static constexpr int mantissa = std::numeric_limits<T>::digits - 1;
    static constexpr T shift = facts::shift + 2 * (std::numeric_limits<T>::max_exponent - 1);

    constexpr explicit exp_parts(T x) {
        // Adding `shift` rounds x / ln 2 to an integer, n, and leaves n + 2 * bias in the low bits.
        T const shifted = x * facts::log2e + shift;
        exponent = std::bit_cast<bits_of_t<T>>(shifted);
        T const n = shifted - shift;
        T const r = (x - n * facts::ln2_high) - n * facts::ln2_low;
        tail = r + r * r * polynomial(series, r);
    }

    /// y * 2^n in two steps, as 2^n alone may be out of range.
    [[nodiscard]] constexpr T scale(T y) const {
        bits_of_t<T> const half = exponent >> 1;
        return y * std::bit_cast<T>(half << mantissa) * std::bit_cast<T>((exponent - half) << mantissa);
    }

private:
    /// 1/2!, 1/3!, ...
    static constexpr auto series = [] {
        std::array<T, facts::degree - 1> result;
        long double factorial = 1;
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] = static_cast<T>(1 / (factorial *= static_cast<long double>(i + 2)));
        return result;
    }();
};

/// e^x.
template <std::floating_point T>
[[nodiscard]] constexpr T exp_of(T x) {
    using facts = exp_facts<T>;
    x = blend(mask_of<T>(x > facts::highest), facts::highest, x);
    x = blend(mask_of<T>(x < facts::lowest), facts::lowest, x);
    exp_parts<T> const parts(x);
    return parts.scale(1 + parts.tail);
}

/// 1 / (1 + e^-x); 0 where e^-x is out of range.
template <std::floating_point T>
[[nodiscard]] constexpr T sigmoid_of(T x) {
    return 1 / (1 + exp_of(-x));
}

/// The hyperbolic tangent, exact to a few units for small x as well.
template <std::floating_point T>
[[nodiscard]] constexpr T tanh_of(T x) {
    // tanh = t / (t + 2) with t = e^2|x| - 1; it is 1 long before e^2|x| overflows.
    constexpr T large = sizeof(T) == 8 ? 20 : 10;
    T const a = blend(mask_of<T>(magnitude(x) > large), large, magnitude(x));
    exp_parts<T> const parts(2 * a);
    T const t = parts.scale(parts.tail) + (parts.scale(T{1}) - 1);
    return with_sign(t / (t + 2), x);
}

/// The error function.
[[nodiscard]] inline double erf_of(double x) { return std::erf(x); }
[[nodiscard, gnu::always_inline]] constexpr float erf_of(float x) {
    // Up to 1, erf(x) / x is a polynomial in x * x. Above, where erf is near 1, 1 - erf(x) is the eighth power of
    // 1 / p(x), as (1 - erf(x))^(-1/8) is almost a straight line. Both are fitted for the least greatest error, which
    // is below half a unit; from 4 on erf is 1 in f32, as p grows without end.
    constexpr std::array<float, 7> below_one{0x1.20dd74p+0f, -0x1.81273ep-2f,  0x1.ce2cf8p-4f, -0x1.b7f90cp-6f,
                                             0x1.5405b2p-8f, -0x1.a3f6fep-11f, 0x1.496a2ap-14f};
    constexpr std::array<float, 8> above_one{0x1.fe254p-1f,   0x1.471aa8p-3f, 0x1.8ca7dp-5f,   0x1.3264aep-4f,
                                             -0x1.14175ap-5f, 0x1.26e68p-6f,  -0x1.099106p-8f, 0x1.1f41bp-11f};
    float const a = magnitude(x);
    float p = polynomial(above_one, a);
    p *= p;
    p *= p;
    return with_sign(blend(mask_of<float>(a < 1), a * polynomial(below_one, a * a), 1 - 1 / (p * p)), x);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
