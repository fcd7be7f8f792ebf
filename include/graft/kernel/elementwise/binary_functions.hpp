#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/simd/angle.hpp>
#include <graft/kernel/simd/logarithm.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <numbers>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// log(e^x + e^y) for a base whose logarithm is `ln_base`, without overflow.
template <class T>
[[nodiscard]] T log_sum_exp(T x, T y, T ln_base) {
    T const high = std::max(x, y);
    if (x == y && std::isinf(x))
        return x;
    return high + log1p_of(exp_of(-magnitude(x - y) * ln_base)) / ln_base;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function of two reals; integers become floats.
template <class D>
using floating_binary = binary<D, floating, integers::become_floats>;

/// The angle of the point (y, x).
inline constexpr struct atan2_t : floating_binary<atan2_t> {
    static constexpr std::string_view name = "atan2";
    static auto apply(auto y, auto x) { return detail::atan2_of(y, x); }
} atan2{};

/// x with the sign of y.
inline constexpr struct copysign_t : floating_binary<copysign_t> {
    static constexpr std::string_view name = "copysign";
    static auto apply(auto x, auto y) { return std::copysign(x, y); }
} copysign{};

/// x * log(y); 0 where x is, NaN where y is.
inline constexpr struct xlogy_t : floating_binary<xlogy_t> {
    static constexpr std::string_view name = "xlogy";
    static auto apply(auto x, auto y) {
        return detail::is_nan(y) ? y : x == 0 ? decltype(x){0} : x * detail::log_of(y);
    }
} xlogy{};

/// sqrt(x^2 + y^2) without overflow.
inline constexpr struct hypot_t : floating_binary<hypot_t> {
    static constexpr std::string_view name = "hypot";
    static auto apply(auto x, auto y) { return std::hypot(x, y); }
} hypot{};

/// log(e^x + e^y).
inline constexpr struct logaddexp_t : floating_binary<logaddexp_t> {
    static constexpr std::string_view name = "logaddexp";
    static auto apply(auto x, auto y) { return detail::log_sum_exp(x, y, decltype(x){1}); }
} logaddexp{};

/// log2(2^x + 2^y).
inline constexpr struct logaddexp2_t : floating_binary<logaddexp2_t> {
    static constexpr std::string_view name = "logaddexp2";
    static auto apply(auto x, auto y) { return detail::log_sum_exp(x, y, static_cast<decltype(x)>(std::numbers::ln2)); }
} logaddexp2{};

/// The next number of its dtype after x towards y.
inline constexpr struct nextafter_t {
    static constexpr std::string_view name = "nextafter";
    void operator()(operand const& x, operand const& y, tensor& out) const {
        dtype const d = detail::common_dtype<2>(name, {x, y});
        if (d == dtype::f16)
            detail::elementwise<narrow<11, -24>, only_f32, 2>(name, dtype::f32, out, {x, y}, true, d);
        else if (d == dtype::bf16)
            detail::elementwise<narrow<8, -133>, only_f32, 2>(name, dtype::f32, out, {x, y}, true, d);
        else
            detail::elementwise<exact, exact_floats, 2>(name, d, out, {x, y});
    }

private:
    static constexpr auto only_f32 = values<dtype::f32>;
    static constexpr auto exact_floats = values<dtype::f32, dtype::f64>;
    struct exact {
        static auto apply(auto x, auto y) { return std::nextafter(x, y); }
    };
    /// Of numbers with so many digits, of which the smallest positive one is 2 to the power of `Lowest`.
    template <int Digits, int Lowest>
    struct narrow {
        static float apply(float x, float y) {
            if (x != x || y != y)
                return x + y;
            if (x == y)
                return y;
            float const least = std::ldexp(1.0f, Lowest);
            if (x == 0)
                return std::copysign(least, y);
            // Away from 0 by a unit of the last place, towards it by one of the place where that ends.
            int power = 0;
            float const digits = std::frexp(std::abs(x), &power);
            bool const outward = (y > x) == (x > 0);
            int const place = power - Digits - (!outward && digits == 0.5f ? 1 : 0);
            float const step = std::max(std::ldexp(1.0f, place), least);
            float const result = std::isinf(x) ? largest() : std::abs(x) + (outward ? step : -step);
            return std::copysign(result, x);
        }
        static float largest() { return (2 - std::ldexp(1.0f, 1 - Digits)) * std::ldexp(1.0f, Digits == 8 ? 127 : 15); }
    };
} nextafter{};

/// One of two numbers, by what is the first of two zeros, which in f16 and bf16 is the second of them.
template <class D>
struct chosen_number {
    template <auto const& Dtypes = with_u64<wide_numeric>>
    void operator()(operand const& self, operand const& other, tensor& out) const {
        binary<D, Dtypes, integers::widen> const choose;
        dtype const common = detail::common_dtype<2>(D::name, {self, other});
        dtype const compute = common == dtype::u64 ? common : dtype::undefined;
        if (element_size(out.dtype()) == 2 && is_floating_point(out.dtype()))
            choose(other, self, out, compute);
        else
            choose(self, other, out, compute);
    }
};

/// The larger; a NaN only if both are.
inline constexpr struct fmax_t : chosen_number<fmax_t> {
    static constexpr std::string_view name = "fmax";
    static constexpr auto apply(auto x, auto y) { return detail::is_nan(y) || x >= y ? x : y; }
} fmax{};

/// The smaller; a NaN only if both are.
inline constexpr struct fmin_t : chosen_number<fmin_t> {
    static constexpr std::string_view name = "fmin";
    static constexpr auto apply(auto x, auto y) { return detail::is_nan(y) || x <= y ? x : y; }
} fmin{};

/// 0 below 0, 1 above, y at 0.
inline constexpr struct heaviside_t : binary<heaviside_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "heaviside";
    template <class T>
    static constexpr T apply(T x, T y) {
        return x == T{0} ? y : static_cast<T>(x > T{0});
    }
} heaviside{};

/// A function of three operands and a number.
template <class D, auto const& Default>
struct ternary {
    template <auto const& Dtypes = Default>
    void operator()(operand const& x, operand const& y, operand const& z, scalar number, tensor& out) const {
        dtype const common = detail::common_dtype<3>(D::name, {x, y, z}), d = integral_to_i64(common);
        if (common == dtype::boolean)
            raise(errc::invalid_argument, D::name, ": it is not defined for truth values");
        if (is_integral(common, false))
            number = fitted_to(common, number);
        detail::elementwise<D, Dtypes, 4>(D::name, d, out, {x, y, z, number});
    }
};

/// x + value * y * z.
inline constexpr struct addcmul_t : ternary<addcmul_t, wide_numeric> {
    static constexpr std::string_view name = "addcmul";
    static constexpr auto apply(auto x, auto y, auto z, auto value) {
        return detail::sum_of(x, detail::product_of(detail::product_of(value, y), z));
    }
} addcmul{};

/// x + value * y / z.
inline constexpr struct addcdiv_t : ternary<addcdiv_t, floating> {
    static constexpr std::string_view name = "addcdiv";
    static constexpr auto apply(auto x, auto y, auto z, auto value) { return x + value * y / z; }
} addcdiv{};

/// x + weight * (y - x), exact at both ends.
inline constexpr struct lerp_t {
    static constexpr std::string_view name = "lerp";
    template <class T>
    static constexpr T apply(T x, T y, T weight) {
        bool const near = (weight < 0 ? -weight : weight) < T{0.5};
        return near ? x + weight * (y - x) : y - (y - x) * (1 - weight);
    }
    template <auto const& Dtypes = floating>
    void operator()(operand const& x, operand const& y, operand const& weight, tensor& out) const {
        detail::elementwise<lerp_t, Dtypes, 3>(name, out.dtype(), out, {x, y, weight});
    }
} lerp{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
