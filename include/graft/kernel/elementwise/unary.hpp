#pragma once

#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/kernel/simd/math.hpp>

#include <cmath>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function of one operand: `out = D::apply(self)`, computed in `compute` if one is given.
template <class D, auto const& Default, integers Integers>
struct unary {
    template <auto const& Dtypes = Default>
    void operator()(operand const& self, tensor& out, dtype compute = dtype::undefined) const {
        detail::promoted_elementwise<D, Dtypes, Integers, 1>(out, compute, {self});
    }
};

template <class D>
using numeric_unary = unary<D, numeric, integers::stay>;
template <class D>
using floating_unary = unary<D, floating, integers::become_floats>;

/// max(x, 0); NaN stays NaN.
inline constexpr struct relu_t : unary<relu_t, with_u64<numeric>, integers::stay> {
    using takes_order = void;
    static constexpr std::string_view name = "relu";
    static constexpr auto apply(auto x) { return x < 0 ? decltype(x){0} : x; }
} relu{};

/// -x; the lowest integer is its own negative.
inline constexpr struct neg_t : numeric_unary<neg_t> {
    static constexpr std::string_view name = "neg";
    template <class T>
    static constexpr T apply(T x) {
        if constexpr (std::floating_point<T>)
            return -x;
        else
            return detail::difference_of(T{0}, x);
    }
} neg{};

/// |x|; the lowest integer is its own.
inline constexpr struct abs_t : unary<abs_t, any_real, integers::stay> {
    using takes_float8 = void;
    static constexpr std::string_view name = "abs";
    template <class T>
    static constexpr T apply(T x) {
        if constexpr (std::floating_point<T>)
            return detail::magnitude(x);
        else if constexpr (std::same_as<T, bool>)
            return x;
        else
            return x < T{0} ? detail::difference_of(T{0}, x) : x;
    }
} abs{};

/// -1, 0 or 1; 0 of NaN.
inline constexpr struct sign_t : unary<sign_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "sign";
    template <class T>
    static constexpr T apply(T x) {
        return static_cast<T>(static_cast<int>(T{0} < x) - static_cast<int>(x < T{0}));
    }
} sign{};

/// x * x; "and" of booleans.
inline constexpr struct square_t : unary<square_t, wide_numeric, integers::widen> {
    static constexpr std::string_view name = "square";
    static constexpr auto apply(auto x) { return detail::product_of(x, x); }
} square{};

/// e^x.
inline constexpr struct exp_t : floating_unary<exp_t> {
    static constexpr std::string_view name = "exp";
    static constexpr auto apply(auto x) { return detail::exp_of(x); }
} exp{};

/// 1 / (1 + e^-x).
inline constexpr struct sigmoid_t : floating_unary<sigmoid_t> {
    static constexpr std::string_view name = "sigmoid";
    static constexpr auto apply(auto x) { return detail::sigmoid_of(x); }
} sigmoid{};

/// The hyperbolic tangent.
inline constexpr struct tanh_t : floating_unary<tanh_t> {
    static constexpr std::string_view name = "tanh";
    static constexpr auto apply(auto x) { return detail::tanh_of(x); }
} tanh{};

/// 1 / x; infinite at 0.
inline constexpr struct reciprocal_t : floating_unary<reciprocal_t> {
    static constexpr std::string_view name = "reciprocal";
    static constexpr auto apply(auto x) { return 1 / x; }
} reciprocal{};

/// The square root; NaN below 0.
inline constexpr struct sqrt_t : floating_unary<sqrt_t> {
    static constexpr std::string_view name = "sqrt";
    static auto apply(auto x) { return std::sqrt(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        detail::floats_loop([](detail::floats x) { return detail::sqrt_floats(x); }, n, out, in);
    }
} sqrt{};

/// 1 / sqrt(x); infinite at 0, NaN below.
inline constexpr struct rsqrt_t : floating_unary<rsqrt_t> {
    static constexpr std::string_view name = "rsqrt";
    static auto apply(auto x) { return 1 / std::sqrt(x); }
    static void apply_row(std::int64_t n, float* out, float const* in) {
        detail::floats_loop([](detail::floats x) { return 1 / detail::sqrt_floats(x); }, n, out, in);
    }
} rsqrt{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
