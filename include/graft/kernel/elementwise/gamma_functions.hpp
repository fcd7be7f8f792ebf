#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/special_functions.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

// Functions of the gamma family, computed in double whatever the dtype, so that they are compiled once.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The modified Bessel function of the first kind and order 0.
[[nodiscard]] inline double bessel_i0(double x) {
    double const a = std::abs(x);
    double sum = 1, term = 1;
    if (a < 30) {
        for (double k = 1; term > sum * 1e-17; ++k)
            sum += term *= (a / 2 / k) * (a / 2 / k);
        return sum;
    }
    // The asymptotic series, whose terms become smaller up to 2a.
    for (double k = 1; k < 30; ++k)
        sum += term *= (2 * k - 1) * (2 * k - 1) / (8 * a * k);
    // Infinite where e^a alone is; PyTorch's series has no limit at infinity.
    return std::exp(a) * (sum / (std::sqrt(2 * std::numbers::pi) * std::sqrt(a))) - (a - a);
}

/// The share of the incomplete gamma integral of order `a` up to `x`, or, with `upper`, from `x` on.
[[nodiscard]] inline double incomplete_gamma(double a, double x, bool upper) {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    if (a < 0 || x < 0 || (a == 0 && x == 0) || (std::isnan(a) && x != 0 && !std::isinf(x)) ||
        (std::isnan(x) && !std::isinf(a)))
        return nan;
    if (std::isinf(1 / a) || (std::isinf(x) && !std::isinf(a)))
        return upper ? 0 : 1;
    if (x == 0 || std::isinf(a))
        return std::isinf(x) ? nan : upper ? 1 : 0;
    if (a > 1e8) { // where it is the step of a normal distribution, and series would take too many terms
        double const step = (x - a) / a, eta = std::copysign(std::sqrt(2 * (step - std::log1p(step))), step);
        double const scaled = eta * std::sqrt(a / 2), skew = -1.0 / 3 + eta / 12;
        double const rest =
            std::isinf(eta) ? 0 : std::exp(-scaled * scaled) / std::sqrt(2 * std::numbers::pi * a) * skew;
        return upper ? std::erfc(scaled) / 2 + rest : std::erfc(-scaled) / 2 - rest;
    }
    // x^a e^-x / gamma(a)
    double const scale = std::exp(a * std::log(x) - x - std::lgamma(a));
    constexpr int most_terms = 100000;
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (int n = 1; n < most_terms && term > sum * 1e-17; ++n)
            sum += term *= x / (a + n);
        double const lower = sum * scale;
        return upper ? 1 - lower : lower;
    }
    // The continued fraction by Lentz's method.
    constexpr double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, fraction = d;
    for (int n = 1; n < most_terms; ++n) {
        double const numerator = -n * (n - a);
        b += 2;
        d = numerator * d + b;
        c = b + numerator / c;
        d = 1 / (std::abs(d) < tiny ? tiny : d);
        c = std::abs(c) < tiny ? tiny : c;
        fraction *= d * c;
        if (std::abs(d * c - 1) < 1e-16)
            break;
    }
    return upper ? scale * fraction : 1 - scale * fraction;
}

/// The sum of (q + k)^-s over k = 0, 1, ... for s > 1, by Euler and Maclaurin's formula.
[[nodiscard]] inline double hurwitz_zeta(double s, double q) {
    if (q <= 0 && q == std::floor(q))
        return std::numeric_limits<double>::infinity();
    if (q < 0 && s != std::floor(s))
        return std::numeric_limits<double>::quiet_NaN();
    constexpr double few = 32;
    if (q < -few) { // the terms before and behind the poles, each summed from where they are the largest
        double const from = q - std::floor(q), sign = std::fmod(s, 2) == 0 ? 1 : -1;
        return hurwitz_zeta(s, from) + sign * hurwitz_zeta(s, 1 - from) - sign * hurwitz_zeta(s, 1 - q);
    }
    double sum = 0;
    // Far enough for the series, or for the terms to be too small.
    for (; q < 12 + s; ++q) {
        double const term = std::pow(q, -s);
        sum += term;
        if (q > 0 && !(term > std::abs(sum) * 1e-17)) // NaN too, of infinite terms on both sides of a pole
            return sum;
    }
    double const power = std::pow(q, -s);
    sum += q * power / (s - 1) + power / 2;
    // B(2k) / (2k)!
    constexpr double numbers[] = {1.0 / 12,          -1.0 / 720,
                                  1.0 / 30240,       -1.0 / 1209600,
                                  1.0 / 47900160,    -691.0 / 1307674368000,
                                  1.0 / 74724249600, -3617.0 / 10670622842880000};
    double factor = s * power / q;
    double at = s + 1;
    for (double const number : numbers) {
        sum += number * factor;
        factor *= at * (at + 1) / (q * q);
        at += 2;
    }
    return sum;
}

/// The derivative of order `n` of the logarithmic derivative of the gamma function.
[[nodiscard]] inline double polygamma_of(std::int64_t n, double x) {
    if (n == 0)
        return digamma_of(x);
    double const order = static_cast<double>(n);
    double const magnitude = std::exp(std::lgamma(order + 1)) * hurwitz_zeta(order + 1, x);
    return n % 2 == 0 ? -magnitude : magnitude;
}

/// The derivative of `digamma`. Its poles are as high as the sine of a multiple of pi, in single or in double
/// precision, is not 0, as in PyTorch.
[[nodiscard]] inline double trigamma_of(double x, bool single) {
    if (x > 0x1p60)
        return 1 / x;
    if (!(x < 0.5))
        return hurwitz_zeta(2, x);
    double const sine =
        single ? std::sin(std::numbers::pi_v<float> * static_cast<float>(x)) : std::sin(std::numbers::pi * x);
    return std::numbers::pi * std::numbers::pi / (sine * sine) - trigamma_of(1 - x, single);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// `out[i] = f(self[i])` in double.
template <class F>
void map_in_double(tensor const& self, tensor& out, F f) {
    tensor values = tensor::empty(out.sizes(), dtype::f64);
    copy(self, values);
    for (std::int64_t i = 0; i < values.numel(); ++i)
        values.data<double>()[i] = f(values.data<double>()[i]);
    copy(values, out);
}

/// The modified Bessel function of order 0.
inline void i0(tensor const& self, tensor& out) { map_in_double(self, out, detail::bessel_i0); }

/// The `n`-th derivative of `digamma`.
inline void polygamma(std::int64_t n, tensor const& self, tensor& out) {
    if (n == 1) {
        bool const single = out.dtype() != dtype::f64;
        return map_in_double(self, out, [single](double x) { return detail::trigamma_of(x, single); });
    }
    map_in_double(self, out, [n](double x) { return detail::polygamma_of(n, x); });
}

/// The lower or upper regularised incomplete gamma function of two tensors that broadcast.
inline void incomplete_gamma(tensor const& self, tensor const& other, bool upper, tensor& out) {
    tensor bounds = tensor::empty(out.sizes(), dtype::f64);
    copy(other, bounds);
    double const* x = bounds.data<double>();
    map_in_double(self, out, [&](double a) { return detail::incomplete_gamma(a, *x++, upper); });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
