#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/elementwise.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/gamma_functions.hpp>
#include <graft/meta/fixed_string.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/schema/detail/derived_text.hpp>

#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/airy.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/erf.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string_view>
#include <type_traits>

/// Bessel's, Airy's, Hurwitz's functions and those of the normal distribution, computed in double by Boost.Math.
namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

// What is not defined is no number, and what is out of range infinite or 0, without exceptions.
using quiet_policy =
    boost::math::policies::policy<boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::pole_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::promote_double<false>>;

inline constexpr double special_nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double special_infinity = std::numeric_limits<double>::infinity();

/// The asymptotic series of I and K of this order, without the exponential: alternating for I.
[[nodiscard]] inline double bessel_tail(double order, double x, double sign) {
    double const mu = 4 * order * order;
    double sum = 1, term = 1;
    for (double n = 1; n < 20; ++n)
        sum += term *= sign * (mu - (2 * n - 1) * (2 * n - 1)) / (8 * n * x);
    return sum;
}

// At infinity functions that oscillate are no numbers, and nor are those that PyTorch computes by differences.

// Above it exponentials leave the range of double, or are soon to do so, and the series is exact.
inline constexpr double bessel_far = 300;

[[nodiscard]] inline double bessel_j0(double x) {
    return std::isinf(x) ? special_nan : boost::math::cyl_bessel_j(0, std::abs(x), quiet_policy());
}
[[nodiscard]] inline double bessel_j1(double x) {
    return std::isinf(x) ? special_nan
                         : std::copysign(1.0, x) * boost::math::cyl_bessel_j(1, std::abs(x), quiet_policy());
}
template <int Order>
[[nodiscard]] double bessel_y(double x) {
    if (x < 0 || std::isinf(x))
        return special_nan;
    return x == 0 ? -special_infinity : boost::math::cyl_neumann(Order, x, quiet_policy());
}
template <int Order>
[[nodiscard]] double bessel_k(double x) {
    if (x < 0)
        return special_nan;
    return x == 0 ? special_infinity : std::isinf(x) ? 0 : boost::math::cyl_bessel_k(Order, x, quiet_policy());
}
/// exp(x) times K.
template <int Order>
[[nodiscard]] double scaled_bessel_k(double x) {
    if (!(x > bessel_far))
        return std::exp(x) * bessel_k<Order>(x);
    return std::sqrt(std::numbers::pi / (2 * x)) * bessel_tail(Order, x, 1);
}
/// exp(-|x|) times I.
template <int Order>
[[nodiscard]] double scaled_bessel_i(double x) {
    double const a = std::abs(x), sign = Order % 2 != 0 && std::signbit(x) ? -1 : 1;
    if (!(a > bessel_far))
        return sign * std::exp(-a) * boost::math::cyl_bessel_i(Order, a, quiet_policy());
    return std::isinf(a) ? 0 : sign * bessel_tail(Order, a, -1) / std::sqrt(2 * std::numbers::pi * a);
}
[[nodiscard]] inline double bessel_i1(double x) {
    double const a = std::abs(x);
    return std::isinf(a)
               ? special_nan
               : std::copysign(a > 720 ? special_infinity : boost::math::cyl_bessel_i(1, a, quiet_policy()), x);
}
[[nodiscard]] inline double spherical_bessel_j0(double x) {
    return std::isinf(x) ? 0 : std::abs(x) < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x;
}
[[nodiscard]] inline double airy_ai(double x) {
    return std::isinf(x) ? special_nan : x > 103.892 ? 0 : boost::math::airy_ai(x, quiet_policy());
}
/// exp(x x) times the complementary error function.
[[nodiscard]] inline double erfcx(double x) {
    if (x < 25)
        return x < -26.7 ? special_infinity : std::exp(x * x) * std::erfc(x);
    double const square = 1 / (2 * x * x);
    double sum = 1, term = 1;
    for (double n = 1; n < 12; ++n)
        sum += term *= -(2 * n - 1) * square;
    return sum / (x * std::sqrt(std::numbers::pi));
}
[[nodiscard]] inline double log_ndtr(double x) {
    double const t = x / std::numbers::sqrt2;
    return x < 1 ? std::log(erfcx(-t) / 2) - t * t : std::log1p(-std::erfc(t) / 2);
}
[[nodiscard]] inline double ndtri(double p) {
    if (!(p >= 0 && p <= 1))
        return special_nan;
    return p == 0   ? -special_infinity
           : p == 1 ? special_infinity
                    : 0 - std::numbers::sqrt2 * boost::math::erfc_inv(2 * p, quiet_policy());
}
[[nodiscard]] inline double zeta_of(double x, double q) {
    constexpr double most = 2.5257e13; // the 23rd power of which is in range, as PyTorch's series multiplies it
    if (x == 1)
        return special_infinity;
    if (x < 1 || std::isnan(q))
        return special_nan;
    if (q <= 0 && q == std::floor(q))
        return special_infinity;
    bool const infinity_times_zero = q > 1 && x > most && std::pow(q, -x) == 0;
    return infinity_times_zero || (q <= 0 && x != std::floor(x)) ? special_nan : hurwitz_zeta(x, q);
}

/// What the op of this name computes.
template <fixed_string Name>
inline constexpr auto special_function = nullptr;
template <>
inline constexpr auto special_function<"special_airy_ai"> = &airy_ai;
template <>
inline constexpr auto special_function<"special_bessel_j0"> = &bessel_j0;
template <>
inline constexpr auto special_function<"special_bessel_j1"> = &bessel_j1;
template <>
inline constexpr auto special_function<"special_bessel_y0"> = &bessel_y<0>;
template <>
inline constexpr auto special_function<"special_bessel_y1"> = &bessel_y<1>;
template <>
inline constexpr auto special_function<"special_modified_bessel_i1"> = &bessel_i1;
template <>
inline constexpr auto special_function<"special_i1"> = &bessel_i1;
template <>
inline constexpr auto special_function<"special_i0e"> = &scaled_bessel_i<0>;
template <>
inline constexpr auto special_function<"special_i1e"> = &scaled_bessel_i<1>;
template <>
inline constexpr auto special_function<"special_modified_bessel_k0"> = &bessel_k<0>;
template <>
inline constexpr auto special_function<"special_modified_bessel_k1"> = &bessel_k<1>;
template <>
inline constexpr auto special_function<"special_scaled_modified_bessel_k0"> = &scaled_bessel_k<0>;
template <>
inline constexpr auto special_function<"special_scaled_modified_bessel_k1"> = &scaled_bessel_k<1>;
template <>
inline constexpr auto special_function<"special_spherical_bessel_j0"> = &spherical_bessel_j0;
template <>
inline constexpr auto special_function<"special_erfcx"> = &erfcx;
template <>
inline constexpr auto special_function<"special_log_ndtr"> = &log_ndtr;
template <>
inline constexpr auto special_function<"special_ndtri"> = &ndtri;
template <>
inline constexpr auto special_function<"special_zeta"> = &zeta_of;

/// A function of one number; what is no number stays so.
template <auto F>
struct special_unary_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const x = as_dense(c.tensor(0), dtype::f64);
        tensor out = tensor::empty(x.sizes(), dtype::f64);
        for (std::int64_t i = 0; i < x.numel(); ++i)
            out.data<double>()[i] = std::isnan(x.data<double>()[i]) ? x.data<double>()[i] : F(x.data<double>()[i]);
        kernel::copy(out, results[0]);
    }
};

/// The numbers of an argument, which may be one number, broadcast to these sizes.
[[nodiscard]] inline tensor broadcast_numbers(call<tensor> const& c, std::size_t slot, dim_vector const& sizes,
                                              dtype d = dtype::f64) {
    tensor wide = tensor::empty(sizes, d);
    if (c[slot].kind == argument_kind::tensor)
        kernel::copy(*c[slot].tensor, wide);
    else
        kernel::fill(wide, c.number(slot).to<double>());
    return wide;
}

/// A function of two numbers, computed in f32 where the result is no f64 and `F` is a function of floats too.
template <auto F>
struct special_binary_kernel {
    static void run(call<tensor> const& c, auto results) {
        if constexpr (std::is_same_v<decltype(F(0.0F, 0.0F)), float>)
            if (results[0].dtype() != dtype::f64)
                return run_in<float>(c, results[0]);
        run_in<double>(c, results[0]);
    }

private:
    template <class T>
    static void run_in(call<tensor> const& c, tensor& result) {
        tensor const a = broadcast_numbers(c, 0, result.sizes(), dtype_of<T>),
                     b = broadcast_numbers(c, 1, result.sizes(), dtype_of<T>);
        tensor out = tensor::empty(result.sizes(), dtype_of<T>);
        for (std::int64_t i = 0; i < out.numel(); ++i)
            out.data<T>()[i] = F(a.data<T>()[i], b.data<T>()[i]);
        kernel::copy(out, result);
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::detail {

/// The schema of a function of one number, or of two, of which `Scalar` is a number and no tensor.
template <fixed_string Name, fixed_string Argument>
inline constexpr auto unary_characters = [] {
    text_buffer<Name.size + Argument.size + 32> made;
    for (std::string_view const part : {std::string_view("aten::"), Name.view(), std::string_view("(Tensor "),
                                        Argument.view(), std::string_view(") -> Tensor")})
        made.add(part);
    return made;
}();
template <fixed_string Name, fixed_string First, fixed_string Second, fixed_string Scalar>
inline constexpr auto binary_characters = [] {
    text_buffer<Name.size + First.size + Second.size + Scalar.size + 48> made;
    made.add("aten::");
    made.add(Name.view());
    if (Scalar.size != 0) {
        made.add(".");
        made.add(Scalar.view());
        made.add("_scalar");
    }
    made.add(First.view() == Scalar.view() ? "(Scalar " : "(Tensor ");
    made.add(First.view());
    made.add(Second.view() == Scalar.view() ? ", Scalar " : ", Tensor ");
    made.add(Second.view());
    made.add(") -> Tensor");
    return made;
}();

} // namespace graft::detail

namespace graft::aten {

/// A function of one number, computed in double.
template <fixed_string Name, fixed_string Argument = "self">
struct special_unary : described_op<special_unary<Name, Argument>, op_tags::none, meta_unary_float> {
    /// the schema
    static constexpr schema_text text{graft::detail::text_of<graft::detail::unary_characters<Name, Argument>>.view()};
};

/// A function of two numbers; the argument `Scalar` is one for all elements.
template <fixed_string Name, fixed_string First, fixed_string Second, fixed_string Scalar = "">
struct special_binary : described_op<special_binary<Name, First, Second, Scalar>, op_tags::none, meta_xlogy> {
    /// the schema
    static constexpr schema_text text{
        graft::detail::text_of<graft::detail::binary_characters<Name, First, Second, Scalar>>.view()};
};

using special_airy_ai_default = special_unary<"special_airy_ai", "x">;
inline constexpr single_overload<special_airy_ai_default> special_airy_ai{};
using special_bessel_j0_default = special_unary<"special_bessel_j0">;
inline constexpr single_overload<special_bessel_j0_default> special_bessel_j0{};
using special_bessel_j1_default = special_unary<"special_bessel_j1">;
inline constexpr single_overload<special_bessel_j1_default> special_bessel_j1{};
using special_bessel_y0_default = special_unary<"special_bessel_y0">;
inline constexpr single_overload<special_bessel_y0_default> special_bessel_y0{};
using special_bessel_y1_default = special_unary<"special_bessel_y1">;
inline constexpr single_overload<special_bessel_y1_default> special_bessel_y1{};
using special_modified_bessel_i1_default = special_unary<"special_modified_bessel_i1">;
inline constexpr single_overload<special_modified_bessel_i1_default> special_modified_bessel_i1{};
using special_i1_default = special_unary<"special_i1">;
inline constexpr single_overload<special_i1_default> special_i1{};
using special_i0e_default = special_unary<"special_i0e">;
inline constexpr single_overload<special_i0e_default> special_i0e{};
using special_i1e_default = special_unary<"special_i1e">;
inline constexpr single_overload<special_i1e_default> special_i1e{};
using special_modified_bessel_k0_default = special_unary<"special_modified_bessel_k0">;
inline constexpr single_overload<special_modified_bessel_k0_default> special_modified_bessel_k0{};
using special_modified_bessel_k1_default = special_unary<"special_modified_bessel_k1">;
inline constexpr single_overload<special_modified_bessel_k1_default> special_modified_bessel_k1{};
using special_scaled_modified_bessel_k0_default = special_unary<"special_scaled_modified_bessel_k0", "x">;
inline constexpr single_overload<special_scaled_modified_bessel_k0_default> special_scaled_modified_bessel_k0{};
using special_scaled_modified_bessel_k1_default = special_unary<"special_scaled_modified_bessel_k1", "x">;
inline constexpr single_overload<special_scaled_modified_bessel_k1_default> special_scaled_modified_bessel_k1{};
using special_spherical_bessel_j0_default = special_unary<"special_spherical_bessel_j0", "x">;
inline constexpr single_overload<special_spherical_bessel_j0_default> special_spherical_bessel_j0{};
using special_erfcx_default = special_unary<"special_erfcx">;
inline constexpr single_overload<special_erfcx_default> special_erfcx{};
using special_log_ndtr_default = special_unary<"special_log_ndtr">;
inline constexpr single_overload<special_log_ndtr_default> special_log_ndtr{};
using special_ndtri_default = special_unary<"special_ndtri">;
inline constexpr single_overload<special_ndtri_default> special_ndtri{};

/// The overloads of a function of two.
template <fixed_string Name>
struct special_binary_packet : packet<special_binary_packet<Name>> {
    special_binary<Name, "self", "other"> default_;              ///< of tensors
    special_binary<Name, "self", "other", "other"> other_scalar; ///< of a tensor and a number
    special_binary<Name, "self", "other", "self"> self_scalar;   ///< of a number and a tensor
    /// all of them
    using members = op_list<decltype(default_), decltype(other_scalar), decltype(self_scalar)>;
};
using special_zeta_packet = special_binary_packet<"special_zeta">;
inline constexpr special_zeta_packet special_zeta{};

/// Every op of this header.
using special_functions_ops =
    join_ops<op_list<special_airy_ai_default, special_bessel_j0_default, special_bessel_j1_default,
                     special_bessel_y0_default, special_bessel_y1_default, special_modified_bessel_i1_default,
                     special_i1_default, special_i0e_default, special_i1e_default, special_modified_bessel_k0_default,
                     special_modified_bessel_k1_default, special_scaled_modified_bessel_k0_default,
                     special_scaled_modified_bessel_k1_default, special_spherical_bessel_j0_default,
                     special_erfcx_default, special_log_ndtr_default, special_ndtri_default>,
             special_zeta_packet::members>;

} // namespace graft::aten

namespace graft {

template <fixed_string Name, fixed_string Argument>
struct kernel_of<aten::special_unary<Name, Argument>> : detail::special_unary_kernel<detail::special_function<Name>> {};
template <fixed_string Name, fixed_string First, fixed_string Second, fixed_string Scalar>
struct kernel_of<aten::special_binary<Name, First, Second, Scalar>>
    : detail::special_binary_kernel<detail::special_function<Name>> {};

} // namespace graft
