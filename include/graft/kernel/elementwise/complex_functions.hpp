#pragma once

#include <graft/core/element.hpp>
#include <graft/core/fitted_number.hpp>
#include <graft/core/promotion.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/operand.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

using complex_number = std::complex<double>;

/// The product, part by part, so that what is infinite may become NaN.
[[nodiscard]] inline complex_number complex_product(complex_number const& x, complex_number const& y) {
    return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// The quotient, both parts of the divisor divided by the larger one (Smith).
[[nodiscard]] inline complex_number complex_quotient(complex_number const& x, complex_number const& y) {
    double const real = y.real(), imaginary = y.imag();
    if (std::abs(real) >= std::abs(imaginary)) {
        if (real == 0 && imaginary == 0)
            return {x.real() / std::abs(real), x.imag() / std::abs(imaginary)};
        double const ratio = imaginary / real, scale = 1 / (real + imaginary * ratio);
        return {(x.real() + x.imag() * ratio) * scale, (x.imag() - x.real() * ratio) * scale};
    }
    double const ratio = real / imaginary, scale = 1 / (imaginary + real * ratio);
    return {(x.real() * ratio + x.imag()) * scale, (x.imag() * ratio - x.real()) * scale};
}

/// 1 + e^-x.
[[nodiscard]] inline complex_number complex_sigmoid_divisor(complex_number const& x) {
    return 1.0 + std::exp(complex_number() - x);
}

/// sin(pi x) / (pi x), and 1 for 0.
[[nodiscard]] inline complex_number complex_sinc_of(complex_number const& x) {
    complex_number const angle = std::numbers::pi * x;
    return x == 0.0 ? 1.0 : complex_quotient(std::sin(angle), angle);
}

/// The logarithm of 1 + x, exact for small x.
[[nodiscard]] inline complex_number complex_log1p_of(complex_number const& x) {
    double const length = x.real() * (2 + x.real()) + x.imag() * x.imag();
    return {std::log1p(length) / 2, std::atan2(x.imag(), 1 + x.real())};
}

/// The logarithm of e^x + e^y, with the angle near that of the operand of the larger real part, or of `x` where both
/// are alike. Where one is no number, neither part of the result is one.
[[nodiscard]] inline complex_number complex_log_of_powers(complex_number const& x, complex_number const& y) {
    for (complex_number const& one : {x, y})
        if (std::isnan(one.real()) || std::isnan(one.imag())) {
            constexpr double none = std::numeric_limits<double>::quiet_NaN();
            return {none, none};
        }
    bool const ordered = x.real() < y.real();
    complex_number const &high = ordered ? y : x, &low = ordered ? x : y;
    if (std::isinf(high.real()) && high.real() == low.real())
        return high.real() < 0 ? low : std::log(std::exp(low) + std::exp(high));
    complex_number const apart = low - high;
    return high + (std::isinf(apart.real()) ? 0.0 : complex_log1p_of(std::exp(apart)));
}

/// The elements, which broadcast, as dense c128 of the sizes of a result; they become elements of `rounding` first, or
/// their parts do if it is bf16.
[[nodiscard]] inline tensor as_complex(kernel::operand const& self, tensor const& out, dtype rounding) {
    bool const by_parts = rounding == dtype::bf16;
    tensor rounded = tensor::empty(out.sizes(), by_parts ? dtype::c128 : rounding);
    kernel::copy(self, rounded);
    for (std::int64_t i = 0; by_parts && i < rounded.numel(); ++i) {
        complex_number& x = rounded.data<complex_number>()[i];
        x = {rounded_to(rounding, x.real()), rounded_to(rounding, x.imag())};
    }
    if (rounded.dtype() == dtype::c128)
        return rounded;
    tensor wide = tensor::empty(out.sizes(), dtype::c128);
    kernel::copy(rounded, wide);
    return wide;
}

/// Functions of complex numbers, element by element, computed in c128 by a function that is called for each: one loop
/// is compiled for all of them. The result is copied to `out`.
template <class R>
struct complex_unary {
    R (*apply)(complex_number const&);

    void operator()(kernel::operand const& self, tensor& out) const {
        tensor const x = as_complex(self, out, dtype::c128);
        tensor results = tensor::empty(out.sizes(), dtype_of<R>);
        for (std::int64_t i = 0; i < out.numel(); ++i)
            results.data<R>()[i] = apply(x.data<complex_number>()[i]);
        kernel::copy(results, out);
    }
};

/// Functions of two complex numbers, element by element, computed in c128 by a function that is called for each;
/// operands become elements of their common dtype, or of the one that is given, first; the result is copied to `out`.
/// Comparisons know PyTorch's bcomplex32, whose parts are bfloat16, as a common dtype.
template <class R>
struct complex_binary {
    std::string_view name;
    R (*apply)(complex_number const&, complex_number const&);

    void operator()(kernel::operand const& self, kernel::operand const& other, tensor& out,
                    dtype compute = dtype::undefined) const {
        dtype const common = compute != dtype::undefined ? compute : common_of(self, other);
        tensor const x = as_complex(self, out, common), y = as_complex(other, out, common);
        tensor results = tensor::empty(out.sizes(), dtype_of<R>);
        for (std::int64_t i = 0; i < out.numel(); ++i)
            results.data<R>()[i] = apply(x.data<complex_number>()[i], y.data<complex_number>()[i]);
        kernel::copy(results, out);
    }

    [[nodiscard]] dtype common_of(kernel::operand const& self, kernel::operand const& other) const {
        if constexpr (std::same_as<R, bool>)
            if (is_bcomplex32(std::array{self.promotion(), other.promotion()}))
                return dtype::bf16;
        return common_dtype<2>(name, {self, other});
    }
};

/// The sum of one operand and `alpha` times the other, or their difference.
struct complex_sum {
    std::string_view name;
    double sign;

    void operator()(kernel::operand const& self, kernel::operand const& other, scalar alpha, tensor& out) const {
        dtype const common = common_dtype<2>(name, {self, other});
        // The imaginary part of a number that has none is 0 of its own sign, which tells in sums of zeros.
        complex_number const factor(sign * alpha.real_part(), alpha.is_complex() ? sign * alpha.imaginary_part() : 0.0);
        tensor x = as_complex(self, out, common);
        tensor const y = as_complex(other, out, common);
        for (std::int64_t i = 0; i < out.numel(); ++i)
            x.data<complex_number>()[i] += complex_product(factor, y.data<complex_number>()[i]);
        kernel::copy(x, out);
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

// Functions of complex numbers, each of what its name says.
namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

inline constexpr detail::complex_sum complex_add{"add", 1}, complex_sub{"sub", -1};

inline constexpr detail::complex_binary<detail::complex_number> complex_mul{"mul", detail::complex_product},
    complex_div{"div", detail::complex_quotient},
    complex_pow{"pow", [](auto const& x, auto const& y) { return std::pow(x, y); }},
    complex_logaddexp{"logaddexp", detail::complex_log_of_powers};

inline constexpr detail::complex_binary<bool> complex_eq{"eq", [](auto const& x, auto const& y) { return x == y; }},
    complex_ne{"ne", [](auto const& x, auto const& y) { return x != y; }},
    complex_logical_and{"logical_and", [](auto const& x, auto const& y) { return x != 0.0 && y != 0.0; }},
    complex_logical_or{"logical_or", [](auto const& x, auto const& y) { return x != 0.0 || y != 0.0; }},
    complex_logical_xor{"logical_xor", [](auto const& x, auto const& y) { return (x != 0.0) != (y != 0.0); }};

inline constexpr detail::complex_unary<detail::complex_number> complex_exp{[](auto const& x) { return std::exp(x); }},
    complex_expm1{[](auto const& x) {
        double const half = std::sin(x.imag() / 2), grown = std::expm1(x.real());
        return detail::complex_number(grown * std::cos(x.imag()) - 2 * half * half, (grown + 1) * std::sin(x.imag()));
    }},
    complex_log{[](auto const& x) { return std::log(x); }}, complex_log10{[](auto const& x) { return std::log10(x); }},
    complex_log2{[](auto const& x) { return detail::complex_quotient(std::log(x), std::log(2.0)); }},
    complex_log1p{detail::complex_log1p_of}, complex_sinc{detail::complex_sinc_of},
    complex_sqrt{[](auto const& x) { return std::sqrt(x); }},
    complex_rsqrt{[](auto const& x) { return detail::complex_quotient(1.0, std::sqrt(x)); }},
    complex_reciprocal{[](auto const& x) { return detail::complex_quotient(1.0, x); }},
    complex_square{[](auto const& x) { return detail::complex_product(x, x); }},
    complex_exp2{[](auto const& x) { return std::exp(x * std::log(2.0)); }},
    complex_silu{[](auto const& x) { return detail::complex_quotient(x, detail::complex_sigmoid_divisor(x)); }},
    complex_sgn{[](auto const& x) { return x == 0.0 ? 0.0 : detail::complex_quotient(x, std::abs(x)); }},
    complex_sigmoid{[](auto const& x) { return detail::complex_quotient(1.0, detail::complex_sigmoid_divisor(x)); }},
    complex_sin{[](auto const& x) { return std::sin(x); }}, complex_cos{[](auto const& x) { return std::cos(x); }},
    complex_tan{[](auto const& x) { return std::tan(x); }}, complex_sinh{[](auto const& x) { return std::sinh(x); }},
    complex_cosh{[](auto const& x) { return std::cosh(x); }}, complex_tanh{[](auto const& x) { return std::tanh(x); }},
    complex_asin{[](auto const& x) { return std::asin(x); }}, complex_acos{[](auto const& x) { return std::acos(x); }},
    complex_atan{[](auto const& x) { return std::atan(x); }},
    complex_asinh{[](auto const& x) { return std::asinh(x); }},
    complex_acosh{[](auto const& x) { return std::acosh(x); }},
    complex_atanh{[](auto const& x) { return std::atanh(x); }};

/// Of both parts.
inline constexpr detail::complex_unary<bool> complex_isnan{
    [](auto const& x) { return std::isnan(x.real()) || std::isnan(x.imag()); }},
    complex_isinf{[](auto const& x) { return std::isinf(x.real()) || std::isinf(x.imag()); }},
    complex_isfinite{[](auto const& x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }},
    complex_isreal{[](auto const& x) { return x.imag() == 0; }},
    complex_logical_not{[](auto const& x) { return x == 0.0; }};

/// How far the numbers are from 0.
inline constexpr detail::complex_unary<double> complex_abs{[](auto const& x) { return std::abs(x); }};

/// `self + value * left * right`.
inline void complex_addcmul(operand const& self, operand const& left, operand const& right, scalar value, tensor& out) {
    tensor product = tensor::empty(out.sizes(), out.dtype());
    complex_mul(left, value, product, out.dtype());
    complex_mul(product, right, product, out.dtype());
    complex_add(self, product, 1, out);
}

/// `self + value * left / right`.
inline void complex_addcdiv(operand const& self, operand const& left, operand const& right, scalar value, tensor& out) {
    tensor quotient = tensor::empty(out.sizes(), out.dtype());
    complex_mul(left, value, quotient, out.dtype());
    complex_div(quotient, right, quotient, out.dtype());
    complex_add(self, quotient, 1, out);
}

/// `self + weight * (end - self)`, from the nearer end.
inline void complex_lerp(operand const& self, operand const& end, operand const& weight, tensor& out) {
    using detail::as_complex, detail::complex_number, detail::complex_product;
    tensor results = as_complex(self, out, out.dtype());
    tensor const to = as_complex(end, out, out.dtype()), part = as_complex(weight, out, out.dtype());
    for (std::int64_t i = 0; i < out.numel(); ++i) {
        complex_number &x = results.data<complex_number>()[i], y = to.data<complex_number>()[i],
                       w = part.data<complex_number>()[i], way = y - x;
        x = std::abs(w) < 0.5 ? x + complex_product(w, way) : y - complex_product(way, complex_number(1.0) - w);
    }
    copy(results, out);
}

/// `condition ? self : other`; the condition is boolean or u8.
inline void complex_where(tensor const& condition, operand const& self, operand const& other, tensor& out) {
    tensor const truth = detail::truths_of(expand(condition, out.sizes()));
    tensor const x = detail::as_complex(self, out, out.dtype());
    tensor results = detail::as_complex(other, out, out.dtype());
    for (std::int64_t i = 0; i < out.numel(); ++i)
        if (truth.data<bool>()[i])
            results.data<detail::complex_number>()[i] = x.data<detail::complex_number>()[i];
    copy(results, out);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
