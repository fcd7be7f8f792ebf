#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/unary.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The inverse of the error function: an approximation made exact by Newton's method in double.
template <class T>
[[nodiscard]] T inverse_erf(T y) {
    using limits = std::numeric_limits<T>;
    if (!(y >= -1 && y <= 1))
        return limits::quiet_NaN();
    if (y == 1 || y == -1)
        return y * limits::infinity();
    double const target = static_cast<double>(y);
    double const l = std::log1p(-target * target), h = 2 / (std::numbers::pi * 0.147) + l / 2;
    double x = std::copysign(std::sqrt(std::sqrt(h * h - l / 0.147) - h), target);
    for (int step = 0; step < 3; ++step) {
        // Near 1 the complement keeps the digits that the difference would lose.
        double const beyond = (1 - std::abs(target)) - std::erfc(std::abs(x));
        double const error = std::abs(target) < 0.5 ? std::erf(x) - target : target < 0 ? -beyond : beyond;
        double const slope = std::exp(-x * x) * 2 / std::sqrt(std::numbers::pi);
        x -= error / slope;
    }
    return static_cast<T>(x);
}

/// The logarithmic derivative of the gamma function.
template <class T>
[[nodiscard]] T digamma_of(T argument) {
    double x = static_cast<double>(argument);
    if (x == 0)
        return std::copysign(std::numeric_limits<T>::infinity(), -argument);
    double result = 0;
    if (x < 0) {
        if (x == std::trunc(x))
            return std::numeric_limits<T>::quiet_NaN();
        double whole = 0;
        double const fraction = std::modf(x, &whole);
        result = -std::numbers::pi / std::tan(std::numbers::pi * fraction);
        x = 1 - x;
    }
    for (; x < 10; ++x)
        result -= 1 / x;
    double const square = 1 / (x * x);
    // The asymptotic series in Bernoulli's numbers.
    double const series =
        square * (1.0 / 12 -
                  square * (1.0 / 120 -
                            square * (1.0 / 252 - square * (1.0 / 240 - square * (1.0 / 132 - square * 691 / 32760)))));
    return static_cast<T>(result + std::log(x) - 0.5 / x - series);
}

template <class T>
[[nodiscard]] T sinc_of(T x) {
    T const angle = static_cast<T>(std::numbers::pi) * x;
    return x == 0 ? T{1} : std::sin(angle) / angle;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The error function.
inline constexpr struct erf_t : floating_unary<erf_t> {
    static constexpr std::string_view name = "erf";
    static auto apply(auto x) { return detail::erf_of(x); }
} erf{};

/// 1 - erf(x), exact for large x as well.
inline constexpr struct erfc_t : floating_unary<erfc_t> {
    static constexpr std::string_view name = "erfc";
    static auto apply(auto x) { return std::erfc(x); }
} erfc{};

/// The inverse of `erf`; NaN outside [-1, 1].
inline constexpr struct erfinv_t : floating_unary<erfinv_t> {
    static constexpr std::string_view name = "erfinv";
    static auto apply(auto x) { return detail::inverse_erf(x); }
} erfinv{};

/// The logarithm of the absolute value of the gamma function.
inline constexpr struct lgamma_t : floating_unary<lgamma_t> {
    static constexpr std::string_view name = "lgamma";
    static auto apply(auto x) { return std::lgamma(x); }
} lgamma{};

/// The derivative of `lgamma`; NaN at negative integers.
inline constexpr struct digamma_t : floating_unary<digamma_t> {
    static constexpr std::string_view name = "digamma";
    static auto apply(auto x) { return detail::digamma_of(x); }
} digamma{};

/// sin(pi x) / (pi x); 1 at 0.
inline constexpr struct sinc_t : floating_unary<sinc_t> {
    static constexpr std::string_view name = "sinc";
    static auto apply(auto x) { return detail::sinc_of(x); }
} sinc{};

/// Numbers as mantissas, of a magnitude in [0.5, 1), times powers of two; of 0, NaN and infinities the exponent
/// is 0.
inline void frexp(tensor const& self, tensor& mantissas, tensor& exponents) {
    tensor values = tensor::empty(self.sizes(), dtype::f64);
    copy(self, values);
    detail::dense_result<std::int32_t> exponent(exponents);
    for (std::int64_t i = 0; i < values.numel(); ++i) {
        int power = 0;
        double& value = values.data<double>()[i];
        if (std::isfinite(value))
            value = std::frexp(value, &power);
        exponent.data()[i] = power;
    }
    copy(values, mantissas);
    exponent.finish();
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
