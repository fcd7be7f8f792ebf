#pragma once

#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/special/functions.hpp>
#include <graft/meta/fixed_string.hpp>

#include <cmath>

/// Orthogonal polynomials of degree n at x, where n is rounded towards zero; 0 of a negative degree, and of one that no
/// integer is.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The degree that a number means; a negative one where no 64-bit integer is it, infinity among them.
[[nodiscard]] inline double polynomial_degree(double n) { return n < 0x1p63 ? std::trunc(n) : -1; }

/// The value after `n` steps of p(k + 1) = (a(k) x + b(k)) p(k) - c(k) p(k - 1), from p(0) = 1 and p(1) = first.
template <class Next>
[[nodiscard]] double by_recurrence(double n, double first, Next const& next) {
    if (n < 0)
        return 0;
    double before = 1, here = first;
    if (n < 1)
        return before;
    for (double k = 1; k + 1 <= n && !std::isnan(here); ++k) {
        double const after = next(k, here, before);
        before = here;
        here = after;
    }
    return here;
}

/// All four kinds differ in the second one alone. Between -1 and 1 they are quotients of trigonometric functions, which
/// does not lose digits at high degrees.
[[nodiscard]] inline double chebyshev(double x, double n, double first) {
    return by_recurrence(n, first, [x](double, double here, double before) { return 2 * x * here - before; });
}
[[nodiscard]] inline double chebyshev_t(double x, double n) {
    double const degree = polynomial_degree(n);
    if (degree > 6 && std::abs(x) < 1)
        return std::cos(degree * std::acos(x));
    return chebyshev(x, degree, x);
}
[[nodiscard]] inline double chebyshev_u(double x, double n) {
    double const degree = polynomial_degree(n);
    if (degree > 8 && std::abs(x) < 1)
        return std::sin((degree + 1) * std::acos(x)) / std::sin(std::acos(x));
    return chebyshev(x, degree, 2 * x);
}
[[nodiscard]] inline double chebyshev_v(double x, double n) {
    double const degree = polynomial_degree(n);
    if (degree > 8 && std::abs(x) < 1)
        return std::cos((degree + 0.5) * std::acos(x)) / std::cos(std::acos(x) / 2);
    return chebyshev(x, degree, 2 * x - 1);
}
[[nodiscard]] inline double chebyshev_w(double x, double n) {
    double const degree = polynomial_degree(n);
    if (degree > 8 && std::abs(x) < 1)
        return std::sin((degree + 0.5) * std::acos(x)) / std::sin(std::acos(x) / 2);
    return chebyshev(x, degree, 2 * x + 1);
}
template <double (*F)(double, double)>
[[nodiscard]] double shifted(double x, double n) {
    return F(2 * x - 1, n);
}
[[nodiscard]] inline double hermite_h(double x, double n) {
    return by_recurrence(polynomial_degree(n), 2 * x,
                         [x](double k, double here, double before) { return 2 * x * here - 2 * k * before; });
}
[[nodiscard]] inline double hermite_he(double x, double n) {
    return by_recurrence(polynomial_degree(n), x,
                         [x](double k, double here, double before) { return x * here - k * before; });
}
[[nodiscard]] inline double laguerre_l(double x, double n) {
    return by_recurrence(polynomial_degree(n), 1 - x, [x](double k, double here, double before) {
        return ((2 * k + 1 - x) * here - k * before) / (k + 1);
    });
}
[[nodiscard]] inline double legendre_p(double x, double n) {
    return by_recurrence(polynomial_degree(n), x, [x](double k, double here, double before) {
        return ((2 * k + 1) * x * here - k * before) / (k + 1);
    });
}

template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_t"> = &chebyshev_t;
template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_u"> = &chebyshev_u;
template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_v"> = &chebyshev_v;
template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_w"> = &chebyshev_w;
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_t"> = &shifted<chebyshev_t>;
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_u"> = &shifted<chebyshev_u>;
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_v"> = &shifted<chebyshev_v>;
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_w"> = &shifted<chebyshev_w>;
template <>
inline constexpr auto special_function<"special_hermite_polynomial_h"> = &hermite_h;
template <>
inline constexpr auto special_function<"special_hermite_polynomial_he"> = &hermite_he;
template <>
inline constexpr auto special_function<"special_laguerre_polynomial_l"> = &laguerre_l;
template <>
inline constexpr auto special_function<"special_legendre_polynomial_p"> = &legendre_p;

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::aten {

/// The overloads of a polynomial of degree `n` at `x`.
template <fixed_string Name>
struct polynomial_packet : packet<polynomial_packet<Name>> {
    special_binary<Name, "x", "n"> default_;      ///< of tensors
    special_binary<Name, "x", "n", "x"> x_scalar; ///< at one place
    special_binary<Name, "x", "n", "n"> n_scalar; ///< of one degree
    /// all of them
    using members = op_list<decltype(default_), decltype(x_scalar), decltype(n_scalar)>;
};

/// Chebyshev polynomials of the first kind, T.
inline constexpr polynomial_packet<"special_chebyshev_polynomial_t"> special_chebyshev_polynomial_t{};
/// Chebyshev polynomials of the second kind, U.
inline constexpr polynomial_packet<"special_chebyshev_polynomial_u"> special_chebyshev_polynomial_u{};
/// Chebyshev polynomials of the third kind, V.
inline constexpr polynomial_packet<"special_chebyshev_polynomial_v"> special_chebyshev_polynomial_v{};
/// Chebyshev polynomials of the fourth kind, W.
inline constexpr polynomial_packet<"special_chebyshev_polynomial_w"> special_chebyshev_polynomial_w{};
/// T of 2x - 1.
inline constexpr polynomial_packet<"special_shifted_chebyshev_polynomial_t"> special_shifted_chebyshev_polynomial_t{};
/// U of 2x - 1.
inline constexpr polynomial_packet<"special_shifted_chebyshev_polynomial_u"> special_shifted_chebyshev_polynomial_u{};
/// V of 2x - 1.
inline constexpr polynomial_packet<"special_shifted_chebyshev_polynomial_v"> special_shifted_chebyshev_polynomial_v{};
/// W of 2x - 1.
inline constexpr polynomial_packet<"special_shifted_chebyshev_polynomial_w"> special_shifted_chebyshev_polynomial_w{};
/// Hermite polynomials of the physicists.
inline constexpr polynomial_packet<"special_hermite_polynomial_h"> special_hermite_polynomial_h{};
/// Hermite polynomials of probability theory.
inline constexpr polynomial_packet<"special_hermite_polynomial_he"> special_hermite_polynomial_he{};
/// Laguerre polynomials.
inline constexpr polynomial_packet<"special_laguerre_polynomial_l"> special_laguerre_polynomial_l{};
/// Legendre polynomials.
inline constexpr polynomial_packet<"special_legendre_polynomial_p"> special_legendre_polynomial_p{};

/// Every op of this header.
using special_polynomials_ops =
    join_ops<decltype(special_chebyshev_polynomial_t)::members, decltype(special_chebyshev_polynomial_u)::members,
             decltype(special_chebyshev_polynomial_v)::members, decltype(special_chebyshev_polynomial_w)::members,
             decltype(special_shifted_chebyshev_polynomial_t)::members,
             decltype(special_shifted_chebyshev_polynomial_u)::members,
             decltype(special_shifted_chebyshev_polynomial_v)::members,
             decltype(special_shifted_chebyshev_polynomial_w)::members, decltype(special_hermite_polynomial_h)::members,
             decltype(special_hermite_polynomial_he)::members, decltype(special_laguerre_polynomial_l)::members,
             decltype(special_legendre_polynomial_p)::members>;

} // namespace graft::aten
