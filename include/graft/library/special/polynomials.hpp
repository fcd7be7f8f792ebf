#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/special/functions.hpp>
#include <graft/runtime/kernel.hpp>

#include <cmath>

/// Orthogonal polynomials of degree n at x, where n is rounded towards zero; 0 of a negative degree.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The value after `n` steps of p(k + 1) = (a(k) x + b(k)) p(k) - c(k) p(k - 1), from p(0) = 1 and p(1) = first.
template <class Next>
[[nodiscard]] double by_recurrence(double n, double first, Next const& next) {
    if (!(n >= 0))
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
    double const degree = std::trunc(n);
    if (degree > 6 && std::abs(x) < 1)
        return std::cos(degree * std::acos(x));
    return chebyshev(x, degree, x);
}
[[nodiscard]] inline double chebyshev_u(double x, double n) {
    double const degree = std::trunc(n);
    if (degree > 8 && std::abs(x) < 1)
        return std::sin((degree + 1) * std::acos(x)) / std::sin(std::acos(x));
    return chebyshev(x, degree, 2 * x);
}
[[nodiscard]] inline double chebyshev_v(double x, double n) {
    double const degree = std::trunc(n);
    if (degree > 8 && std::abs(x) < 1)
        return std::cos((degree + 0.5) * std::acos(x)) / std::cos(std::acos(x) / 2);
    return chebyshev(x, degree, 2 * x - 1);
}
[[nodiscard]] inline double chebyshev_w(double x, double n) {
    double const degree = std::trunc(n);
    if (degree > 8 && std::abs(x) < 1)
        return std::sin((degree + 0.5) * std::acos(x)) / std::sin(std::acos(x) / 2);
    return chebyshev(x, degree, 2 * x + 1);
}
template <double (*F)(double, double)>
[[nodiscard]] double shifted(double x, double n) {
    return F(2 * x - 1, n);
}
[[nodiscard]] inline double hermite_h(double x, double n) {
    return by_recurrence(std::trunc(n), 2 * x,
                         [x](double k, double here, double before) { return 2 * x * here - 2 * k * before; });
}
[[nodiscard]] inline double hermite_he(double x, double n) {
    return by_recurrence(std::trunc(n), x, [x](double k, double here, double before) { return x * here - k * before; });
}
[[nodiscard]] inline double laguerre_l(double x, double n) {
    return by_recurrence(std::trunc(n), 1 - x, [x](double k, double here, double before) {
        return ((2 * k + 1 - x) * here - k * before) / (k + 1);
    });
}
[[nodiscard]] inline double legendre_p(double x, double n) {
    return by_recurrence(std::trunc(n), x, [x](double k, double here, double before) {
        return ((2 * k + 1) * x * here - k * before) / (k + 1);
    });
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::aten {

struct special_chebyshev_polynomial_t_default
    : described_op<special_chebyshev_polynomial_t_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_t_x_scalar
    : described_op<special_chebyshev_polynomial_t_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_t.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_t_n_scalar
    : described_op<special_chebyshev_polynomial_t_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_t.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Chebyshev polynomials of the first kind, T.
inline constexpr struct special_chebyshev_polynomial_t_packet : packet<special_chebyshev_polynomial_t_packet> {
    special_chebyshev_polynomial_t_default default_;
    special_chebyshev_polynomial_t_x_scalar x_scalar;
    special_chebyshev_polynomial_t_n_scalar n_scalar;
} special_chebyshev_polynomial_t{};

struct special_chebyshev_polynomial_u_default
    : described_op<special_chebyshev_polynomial_u_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_u_x_scalar
    : described_op<special_chebyshev_polynomial_u_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_u.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_u_n_scalar
    : described_op<special_chebyshev_polynomial_u_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_u.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Chebyshev polynomials of the second kind, U.
inline constexpr struct special_chebyshev_polynomial_u_packet : packet<special_chebyshev_polynomial_u_packet> {
    special_chebyshev_polynomial_u_default default_;
    special_chebyshev_polynomial_u_x_scalar x_scalar;
    special_chebyshev_polynomial_u_n_scalar n_scalar;
} special_chebyshev_polynomial_u{};

struct special_chebyshev_polynomial_v_default
    : described_op<special_chebyshev_polynomial_v_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_v_x_scalar
    : described_op<special_chebyshev_polynomial_v_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_v.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_v_n_scalar
    : described_op<special_chebyshev_polynomial_v_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_v.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Chebyshev polynomials of the third kind, V.
inline constexpr struct special_chebyshev_polynomial_v_packet : packet<special_chebyshev_polynomial_v_packet> {
    special_chebyshev_polynomial_v_default default_;
    special_chebyshev_polynomial_v_x_scalar x_scalar;
    special_chebyshev_polynomial_v_n_scalar n_scalar;
} special_chebyshev_polynomial_v{};

struct special_chebyshev_polynomial_w_default
    : described_op<special_chebyshev_polynomial_w_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_w_x_scalar
    : described_op<special_chebyshev_polynomial_w_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_w.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_chebyshev_polynomial_w_n_scalar
    : described_op<special_chebyshev_polynomial_w_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_chebyshev_polynomial_w.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Chebyshev polynomials of the fourth kind, W.
inline constexpr struct special_chebyshev_polynomial_w_packet : packet<special_chebyshev_polynomial_w_packet> {
    special_chebyshev_polynomial_w_default default_;
    special_chebyshev_polynomial_w_x_scalar x_scalar;
    special_chebyshev_polynomial_w_n_scalar n_scalar;
} special_chebyshev_polynomial_w{};

struct special_shifted_chebyshev_polynomial_t_default
    : described_op<special_shifted_chebyshev_polynomial_t_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_shifted_chebyshev_polynomial_t(Tensor x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_t_x_scalar
    : described_op<special_shifted_chebyshev_polynomial_t_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_t.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_t_n_scalar
    : described_op<special_shifted_chebyshev_polynomial_t_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_t.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// T of 2x - 1.
inline constexpr struct special_shifted_chebyshev_polynomial_t_packet
    : packet<special_shifted_chebyshev_polynomial_t_packet> {
    special_shifted_chebyshev_polynomial_t_default default_;
    special_shifted_chebyshev_polynomial_t_x_scalar x_scalar;
    special_shifted_chebyshev_polynomial_t_n_scalar n_scalar;
} special_shifted_chebyshev_polynomial_t{};

struct special_shifted_chebyshev_polynomial_u_default
    : described_op<special_shifted_chebyshev_polynomial_u_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_shifted_chebyshev_polynomial_u(Tensor x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_u_x_scalar
    : described_op<special_shifted_chebyshev_polynomial_u_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_u.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_u_n_scalar
    : described_op<special_shifted_chebyshev_polynomial_u_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_u.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// U of 2x - 1.
inline constexpr struct special_shifted_chebyshev_polynomial_u_packet
    : packet<special_shifted_chebyshev_polynomial_u_packet> {
    special_shifted_chebyshev_polynomial_u_default default_;
    special_shifted_chebyshev_polynomial_u_x_scalar x_scalar;
    special_shifted_chebyshev_polynomial_u_n_scalar n_scalar;
} special_shifted_chebyshev_polynomial_u{};

struct special_shifted_chebyshev_polynomial_v_default
    : described_op<special_shifted_chebyshev_polynomial_v_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_shifted_chebyshev_polynomial_v(Tensor x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_v_x_scalar
    : described_op<special_shifted_chebyshev_polynomial_v_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_v.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_v_n_scalar
    : described_op<special_shifted_chebyshev_polynomial_v_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_v.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// V of 2x - 1.
inline constexpr struct special_shifted_chebyshev_polynomial_v_packet
    : packet<special_shifted_chebyshev_polynomial_v_packet> {
    special_shifted_chebyshev_polynomial_v_default default_;
    special_shifted_chebyshev_polynomial_v_x_scalar x_scalar;
    special_shifted_chebyshev_polynomial_v_n_scalar n_scalar;
} special_shifted_chebyshev_polynomial_v{};

struct special_shifted_chebyshev_polynomial_w_default
    : described_op<special_shifted_chebyshev_polynomial_w_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_shifted_chebyshev_polynomial_w(Tensor x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_w_x_scalar
    : described_op<special_shifted_chebyshev_polynomial_w_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_w.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_shifted_chebyshev_polynomial_w_n_scalar
    : described_op<special_shifted_chebyshev_polynomial_w_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{
        "aten::special_shifted_chebyshev_polynomial_w.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// W of 2x - 1.
inline constexpr struct special_shifted_chebyshev_polynomial_w_packet
    : packet<special_shifted_chebyshev_polynomial_w_packet> {
    special_shifted_chebyshev_polynomial_w_default default_;
    special_shifted_chebyshev_polynomial_w_x_scalar x_scalar;
    special_shifted_chebyshev_polynomial_w_n_scalar n_scalar;
} special_shifted_chebyshev_polynomial_w{};

struct special_hermite_polynomial_h_default
    : described_op<special_hermite_polynomial_h_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_hermite_polynomial_h(Tensor x, Tensor n) -> Tensor"};
};
struct special_hermite_polynomial_h_x_scalar
    : described_op<special_hermite_polynomial_h_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_hermite_polynomial_h.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_hermite_polynomial_h_n_scalar
    : described_op<special_hermite_polynomial_h_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_hermite_polynomial_h.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Hermite polynomials of the physicists.
inline constexpr struct special_hermite_polynomial_h_packet : packet<special_hermite_polynomial_h_packet> {
    special_hermite_polynomial_h_default default_;
    special_hermite_polynomial_h_x_scalar x_scalar;
    special_hermite_polynomial_h_n_scalar n_scalar;
} special_hermite_polynomial_h{};

struct special_hermite_polynomial_he_default
    : described_op<special_hermite_polynomial_he_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_hermite_polynomial_he(Tensor x, Tensor n) -> Tensor"};
};
struct special_hermite_polynomial_he_x_scalar
    : described_op<special_hermite_polynomial_he_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_hermite_polynomial_he.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_hermite_polynomial_he_n_scalar
    : described_op<special_hermite_polynomial_he_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_hermite_polynomial_he.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Hermite polynomials of probability theory.
inline constexpr struct special_hermite_polynomial_he_packet : packet<special_hermite_polynomial_he_packet> {
    special_hermite_polynomial_he_default default_;
    special_hermite_polynomial_he_x_scalar x_scalar;
    special_hermite_polynomial_he_n_scalar n_scalar;
} special_hermite_polynomial_he{};

struct special_laguerre_polynomial_l_default
    : described_op<special_laguerre_polynomial_l_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_laguerre_polynomial_l(Tensor x, Tensor n) -> Tensor"};
};
struct special_laguerre_polynomial_l_x_scalar
    : described_op<special_laguerre_polynomial_l_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_laguerre_polynomial_l.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_laguerre_polynomial_l_n_scalar
    : described_op<special_laguerre_polynomial_l_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_laguerre_polynomial_l.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Laguerre polynomials.
inline constexpr struct special_laguerre_polynomial_l_packet : packet<special_laguerre_polynomial_l_packet> {
    special_laguerre_polynomial_l_default default_;
    special_laguerre_polynomial_l_x_scalar x_scalar;
    special_laguerre_polynomial_l_n_scalar n_scalar;
} special_laguerre_polynomial_l{};

struct special_legendre_polynomial_p_default
    : described_op<special_legendre_polynomial_p_default, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_legendre_polynomial_p(Tensor x, Tensor n) -> Tensor"};
};
struct special_legendre_polynomial_p_x_scalar
    : described_op<special_legendre_polynomial_p_x_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_legendre_polynomial_p.x_scalar(Scalar x, Tensor n) -> Tensor"};
};
struct special_legendre_polynomial_p_n_scalar
    : described_op<special_legendre_polynomial_p_n_scalar, op_tags::none, meta_xlogy> {
    static constexpr schema_text text{"aten::special_legendre_polynomial_p.n_scalar(Tensor x, Scalar n) -> Tensor"};
};
/// Legendre polynomials.
inline constexpr struct special_legendre_polynomial_p_packet : packet<special_legendre_polynomial_p_packet> {
    special_legendre_polynomial_p_default default_;
    special_legendre_polynomial_p_x_scalar x_scalar;
    special_legendre_polynomial_p_n_scalar n_scalar;
} special_legendre_polynomial_p{};

/// Every op of this header.
using special_polynomials_ops =
    op_list<special_chebyshev_polynomial_t_default, special_chebyshev_polynomial_t_x_scalar,
            special_chebyshev_polynomial_t_n_scalar, special_chebyshev_polynomial_u_default,
            special_chebyshev_polynomial_u_x_scalar, special_chebyshev_polynomial_u_n_scalar,
            special_chebyshev_polynomial_v_default, special_chebyshev_polynomial_v_x_scalar,
            special_chebyshev_polynomial_v_n_scalar, special_chebyshev_polynomial_w_default,
            special_chebyshev_polynomial_w_x_scalar, special_chebyshev_polynomial_w_n_scalar,
            special_shifted_chebyshev_polynomial_t_default, special_shifted_chebyshev_polynomial_t_x_scalar,
            special_shifted_chebyshev_polynomial_t_n_scalar, special_shifted_chebyshev_polynomial_u_default,
            special_shifted_chebyshev_polynomial_u_x_scalar, special_shifted_chebyshev_polynomial_u_n_scalar,
            special_shifted_chebyshev_polynomial_v_default, special_shifted_chebyshev_polynomial_v_x_scalar,
            special_shifted_chebyshev_polynomial_v_n_scalar, special_shifted_chebyshev_polynomial_w_default,
            special_shifted_chebyshev_polynomial_w_x_scalar, special_shifted_chebyshev_polynomial_w_n_scalar,
            special_hermite_polynomial_h_default, special_hermite_polynomial_h_x_scalar,
            special_hermite_polynomial_h_n_scalar, special_hermite_polynomial_he_default,
            special_hermite_polynomial_he_x_scalar, special_hermite_polynomial_he_n_scalar,
            special_laguerre_polynomial_l_default, special_laguerre_polynomial_l_x_scalar,
            special_laguerre_polynomial_l_n_scalar, special_legendre_polynomial_p_default,
            special_legendre_polynomial_p_x_scalar, special_legendre_polynomial_p_n_scalar>;

} // namespace graft::aten

namespace graft {

template <>
struct kernel_of<aten::special_chebyshev_polynomial_t_default> : detail::special_binary_kernel<detail::chebyshev_t> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_t_x_scalar> : detail::special_binary_kernel<detail::chebyshev_t> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_t_n_scalar> : detail::special_binary_kernel<detail::chebyshev_t> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_u_default> : detail::special_binary_kernel<detail::chebyshev_u> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_u_x_scalar> : detail::special_binary_kernel<detail::chebyshev_u> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_u_n_scalar> : detail::special_binary_kernel<detail::chebyshev_u> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_v_default> : detail::special_binary_kernel<detail::chebyshev_v> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_v_x_scalar> : detail::special_binary_kernel<detail::chebyshev_v> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_v_n_scalar> : detail::special_binary_kernel<detail::chebyshev_v> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_w_default> : detail::special_binary_kernel<detail::chebyshev_w> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_w_x_scalar> : detail::special_binary_kernel<detail::chebyshev_w> {};
template <>
struct kernel_of<aten::special_chebyshev_polynomial_w_n_scalar> : detail::special_binary_kernel<detail::chebyshev_w> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_t_default>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_t>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_t_x_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_t>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_t_n_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_t>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_u_default>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_u>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_u_x_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_u>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_u_n_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_u>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_v_default>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_v>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_v_x_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_v>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_v_n_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_v>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_w_default>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_w>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_w_x_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_w>> {};
template <>
struct kernel_of<aten::special_shifted_chebyshev_polynomial_w_n_scalar>
    : detail::special_binary_kernel<detail::shifted<detail::chebyshev_w>> {};
template <>
struct kernel_of<aten::special_hermite_polynomial_h_default> : detail::special_binary_kernel<detail::hermite_h> {};
template <>
struct kernel_of<aten::special_hermite_polynomial_h_x_scalar> : detail::special_binary_kernel<detail::hermite_h> {};
template <>
struct kernel_of<aten::special_hermite_polynomial_h_n_scalar> : detail::special_binary_kernel<detail::hermite_h> {};
template <>
struct kernel_of<aten::special_hermite_polynomial_he_default> : detail::special_binary_kernel<detail::hermite_he> {};
template <>
struct kernel_of<aten::special_hermite_polynomial_he_x_scalar> : detail::special_binary_kernel<detail::hermite_he> {};
template <>
struct kernel_of<aten::special_hermite_polynomial_he_n_scalar> : detail::special_binary_kernel<detail::hermite_he> {};
template <>
struct kernel_of<aten::special_laguerre_polynomial_l_default> : detail::special_binary_kernel<detail::laguerre_l> {};
template <>
struct kernel_of<aten::special_laguerre_polynomial_l_x_scalar> : detail::special_binary_kernel<detail::laguerre_l> {};
template <>
struct kernel_of<aten::special_laguerre_polynomial_l_n_scalar> : detail::special_binary_kernel<detail::laguerre_l> {};
template <>
struct kernel_of<aten::special_legendre_polynomial_p_default> : detail::special_binary_kernel<detail::legendre_p> {};
template <>
struct kernel_of<aten::special_legendre_polynomial_p_x_scalar> : detail::special_binary_kernel<detail::legendre_p> {};
template <>
struct kernel_of<aten::special_legendre_polynomial_p_n_scalar> : detail::special_binary_kernel<detail::legendre_p> {};

} // namespace graft
