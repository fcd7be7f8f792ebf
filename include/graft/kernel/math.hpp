#pragma once

#include <graft/kernel/arithmetic.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

// Elementary functions without branches and without libm, so that loops over them vectorise on
// every compiler. Errors are a few units in the last place; NaN, infinities, -0 and subnormals
// are kept.

namespace graft::detail {

template <std::floating_point T>
inline constexpr bits_of_t<T> sign_bit = bits_of_t<T>{1} << (sizeof(T) * 8 - 1);

template <std::floating_point T>
[[nodiscard]] constexpr T magnitude(T x) {
    return std::bit_cast<T>(std::bit_cast<bits_of_t<T>>(x) & ~sign_bit<T>);
}

/// `x >= 0` with the sign of `sign`.
template <std::floating_point T>
[[nodiscard]] constexpr T with_sign(T x, T sign) {
    return std::bit_cast<T>(std::bit_cast<bits_of_t<T>>(x) |
                            (std::bit_cast<bits_of_t<T>>(sign) & sign_bit<T>));
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

/// e^x = (1 + tail) * 2^n, as n + 2 * bias in `exponent`, for lowest <= x <= highest.
template <std::floating_point T>
struct exp_parts {
    T tail;
    bits_of_t<T> exponent;

    using facts = exp_facts<T>;
    static constexpr int mantissa = std::numeric_limits<T>::digits - 1;
    static constexpr int bias = std::numeric_limits<T>::max_exponent - 1;

    constexpr explicit exp_parts(T x) {
        // Adding `shift` rounds x / ln 2 to an integer, which the low bits then hold.
        using bits = bits_of_t<T>;
        exponent = std::bit_cast<bits>(x * facts::log2e + facts::shift) -
                   std::bit_cast<bits>(facts::shift) + bits{2 * bias};
        T const n = static_cast<T>(static_cast<std::int32_t>(exponent) - 2 * bias);
        T const r = (x - n * facts::ln2_high) - n * facts::ln2_low;
        tail = r + r * r * series(r, std::make_index_sequence<facts::degree - 2>{});
    }

    /// y * 2^n in two steps, as 2^n alone may be out of range.
    [[nodiscard]] constexpr T scale(T y) const {
        bits_of_t<T> const half = exponent >> 1;
        return y * std::bit_cast<T>(half << mantissa) *
               std::bit_cast<T>((exponent - half) << mantissa);
    }

private:
    static consteval auto inverse_factorials() {
        std::array<T, facts::degree + 1> result{1};
        long double factorial = 1;
        for (std::size_t i = 1; i <= facts::degree; ++i)
            result[i] = static_cast<T>(1 / (factorial *= static_cast<long double>(i)));
        return result;
    }

    /// 1/2! + r/3! + r^2/4! + ...
    template <std::size_t... I>
    [[nodiscard]] static constexpr T series(T r, std::index_sequence<I...>) {
        constexpr auto c = inverse_factorials();
        T sum = c[facts::degree];
        ((sum = sum * r + c[facts::degree - 1 - I]), ...);
        return sum;
    }
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
[[nodiscard]] constexpr float erf_of(float x) {
    // erf(x) / x is a quotient of polynomials in x * x, whose greatest relative error up to 3.84 is the least that
    // there is (2^-26); from there on erf is 1 in f32. All terms are positive, so that none cancel.
    constexpr std::array<float, 6> above{0x1.20dd74p+0f, 0x1.801fcap-3f,  0x1.ada06ep-5f,
                                         0x1.dff6p-9f,   0x1.2bb5e8p-12f, 0x1.1c1aaap-19f};
    constexpr std::array<float, 6> below{1.0f,           0x1.ff8b2p-2f,   0x1.ced74p-4f,
                                         0x1.e3ad12p-7f, 0x1.2bb75ap-10f, 0x1.45b392p-15f};
    constexpr float most = 3.84f;
    float const a = blend(mask_of<float>(magnitude(x) > most), most, magnitude(x)), square = a * a;
    float p = above.back(), q = below.back();
    for (std::size_t i = above.size() - 1; i-- > 0;) {
        p = p * square + above[i];
        q = q * square + below[i];
    }
    float const result = a * p / q;
    return with_sign(blend(mask_of<float>(result > 1 || a == most), 1.0f, result), x);
}

} // namespace graft::detail
