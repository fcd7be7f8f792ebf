#pragma once

#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/special/functions.hpp>
#include <graft/meta/fixed_string.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

/// Orthogonal polynomials of degree n at x, where n is rounded towards zero; 0 of a negative degree, and of one that no
/// integer is. As in PyTorch they are computed in the type of x, whose range their steps may leave.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The degree that a number means; a negative one where no 64-bit integer is it, infinity among them.
template <class T>
[[nodiscard]] std::int64_t polynomial_degree(T n) {
    return n >= -T{0x1p63} && n < T{0x1p63} ? static_cast<std::int64_t>(n) : -1;
}

/// The value after `n` steps of p(k + 1) = next(k, p(k), p(k - 1)), from p(0) = 1 and p(1) = first.
template <class T, class Next>
[[nodiscard]] T by_recurrence(std::int64_t n, T first, Next const& next) {
    T before{1}, here = first;
    if (n < 1)
        return n < 0 ? T{0} : before;
    for (std::int64_t k = 1; k < n && !std::isnan(here); ++k) {
        T const after = next(static_cast<T>(k), here, before);
        before = here;
        here = after;
    }
    return here;
}

/// What tells the kinds of Chebyshev polynomials apart: the first one of x, the sizes of those at 1 and at -1, and what
/// they are of an angle whose cosine is x, which does not lose digits at high degrees.
struct chebyshev_t {
    static constexpr std::int64_t exact = 6, exact_shifted = 6; // up to this degree by recurrence between -1 and 1
    static std::int64_t at_one(std::int64_t) { return 1; }
    static std::int64_t at_minus_one(std::int64_t) { return 1; }
    template <class T>
    static T first(T x) {
        return x;
    }
    template <class T>
    static T of_angle(T n, T angle) {
        return std::cos(n * angle);
    }
};
struct chebyshev_u {
    static constexpr std::int64_t exact = 8, exact_shifted = 6;
    static std::int64_t at_one(std::int64_t n) { return n + 1; }
    static std::int64_t at_minus_one(std::int64_t n) { return n + 1; }
    template <class T>
    static T first(T x) {
        return x + x;
    }
    template <class T>
    static T of_angle(T n, T angle) {
        return std::sin((n + 1) * angle) / std::sin(angle);
    }
};
struct chebyshev_v {
    static constexpr std::int64_t exact = 8, exact_shifted = 6;
    static std::int64_t at_one(std::int64_t) { return 1; }
    static std::int64_t at_minus_one(std::int64_t n) { return n + n + 1; }
    template <class T>
    static T first(T x) {
        return x + x - 1;
    }
    template <class T>
    static T of_angle(T n, T angle) {
        return std::cos((n + T(0.5)) * angle) / std::cos(angle / 2);
    }
};
struct chebyshev_w {
    static constexpr std::int64_t exact = 8, exact_shifted = 4;
    static std::int64_t at_one(std::int64_t n) { return n + n + 1; }
    static std::int64_t at_minus_one(std::int64_t) { return 1; }
    template <class T>
    static T first(T x) {
        return x + x + 1;
    }
    template <class T>
    static T of_angle(T n, T angle) {
        return std::sin((n + T(0.5)) * angle) / std::sin(angle / 2);
    }
};

/// Chebyshev polynomials of a kind at x, or at 2 x - 1.
template <class Kind, bool Shifted = false>
struct chebyshev {
    template <class T>
    T operator()(T given, T degree) const {
        std::int64_t const n = polynomial_degree(degree);
        T const x = Shifted ? given + given - 1 : given;
        if (n >= 0 && std::abs(x) == 1)
            return static_cast<T>(x > 0        ? Kind::at_one(n)
                                  : n % 2 == 0 ? Kind::at_minus_one(n)
                                               : -Kind::at_minus_one(n));
        if (n > (Shifted ? Kind::exact_shifted : Kind::exact) && std::abs(x) < 1)
            return Kind::of_angle(static_cast<T>(n), std::acos(x));
        return by_recurrence(n, Kind::first(x), [x](T, T here, T before) { return (x + x) * here - before; });
    }
};

/// A Hermite polynomial by recurrence, of which PyTorch knows none of high degrees.
template <class T, class Next>
[[nodiscard]] T hermite(T degree, T first, Next const& next) {
    constexpr std::int64_t highest = sizeof(T) == sizeof(double) ? 512 : 128;
    std::int64_t const n = polynomial_degree(degree);
    return n > highest ? std::numeric_limits<T>::quiet_NaN() : by_recurrence(n, first, next);
}
struct hermite_h {
    template <class T>
    T operator()(T x, T degree) const {
        return hermite(degree, x + x, [x](T k, T here, T before) { return (x + x) * here - 2 * k * before; });
    }
};
struct hermite_he {
    template <class T>
    T operator()(T x, T degree) const {
        return hermite(degree, x, [x](T k, T here, T before) { return x * here - k * before; });
    }
};
struct laguerre_l {
    template <class T>
    T operator()(T x, T degree) const {
        std::int64_t const n = polynomial_degree(degree);
        if (n >= 0 && x == 0)
            return 1;
        return by_recurrence(n, 1 - x,
                             [x](T k, T here, T before) { return ((k + k + (1 - x)) * here - k * before) / (k + 1); });
    }
};
struct legendre_p {
    template <class T>
    T operator()(T x, T degree) const {
        std::int64_t const n = polynomial_degree(degree);
        if (n >= 0 && std::abs(x) == 1)
            return x > 0 || n % 2 == 0 ? T{1} : T{-1};
        return by_recurrence(n, x,
                             [x](T k, T here, T before) { return ((k + k + 1) * x * here - k * before) / (k + 1); });
    }
};

template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_t"> = chebyshev<chebyshev_t>{};
template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_u"> = chebyshev<chebyshev_u>{};
template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_v"> = chebyshev<chebyshev_v>{};
template <>
inline constexpr auto special_function<"special_chebyshev_polynomial_w"> = chebyshev<chebyshev_w>{};
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_t"> = chebyshev<chebyshev_t, true>{};
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_u"> = chebyshev<chebyshev_u, true>{};
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_v"> = chebyshev<chebyshev_v, true>{};
template <>
inline constexpr auto special_function<"special_shifted_chebyshev_polynomial_w"> = chebyshev<chebyshev_w, true>{};
template <>
inline constexpr auto special_function<"special_hermite_polynomial_h"> = hermite_h{};
template <>
inline constexpr auto special_function<"special_hermite_polynomial_he"> = hermite_he{};
template <>
inline constexpr auto special_function<"special_laguerre_polynomial_l"> = laguerre_l{};
template <>
inline constexpr auto special_function<"special_legendre_polynomial_p"> = legendre_p{};

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
