#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/elementwise.hpp>
#include <graft/kernel/elementwise/unary.hpp>
#include <graft/kernel/simd/logarithm.hpp>
#include <graft/kernel/simd/math.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string_view>

// Activation functions of neural networks, on reals unless they say otherwise.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// `x` between bounds that are numbers; NaN stays NaN.
template <class T>
[[nodiscard]] constexpr T clamped(T x, T low, T high) {
    x = blend(mask_of<T>(x < low), low, x);
    return blend(mask_of<T>(x > high), high, x);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// A function of reals only.
template <class D>
using activation_function = unary<D, floating, integers::stay>;

/// x * sigmoid(x).
inline constexpr struct silu_t : activation_function<silu_t> {
    static constexpr std::string_view name = "silu";
    static constexpr auto apply(auto x) { return x / (1 + detail::exp_of(-x)); }
} silu{};

/// x * clamp(x + 3, 0, 6) / 6.
inline constexpr struct hardswish_t : activation_function<hardswish_t> {
    static constexpr std::string_view name = "hardswish";
    template <class T>
    static constexpr T apply(T x) {
        return x * detail::clamped(x + 3, T{0}, T{6}) / 6;
    }
} hardswish{};

/// clamp(x + 3, 0, 6) / 6.
inline constexpr struct hardsigmoid_t : activation_function<hardsigmoid_t> {
    static constexpr std::string_view name = "hardsigmoid";
    template <class T>
    static constexpr T apply(T x) {
        return detail::clamped(x + 3, T{0}, T{6}) / 6;
    }
} hardsigmoid{};

/// x * Phi(x), of the normal distribution.
inline constexpr struct gelu_t : activation_function<gelu_t> {
    static constexpr std::string_view name = "gelu";
    template <class T>
    static T apply(T x) {
        return x * T{0.5} * (1 + detail::erf_of(x * static_cast<T>(std::numbers::sqrt2 / 2)));
    }
} gelu{};

/// `gelu` with the distribution approximated by the hyperbolic tangent.
inline constexpr struct gelu_tanh_t : activation_function<gelu_tanh_t> {
    static constexpr std::string_view name = "gelu";
    template <class T>
    static constexpr T apply(T x) {
        // sqrt(2 / pi)
        constexpr T scale = static_cast<T>(std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
        T const inner = scale * (x + static_cast<T>(0.044715) * x * x * x);
        return x * T{0.5} * (1 + detail::tanh_of(inner));
    }
} gelu_tanh{};

/// x * tanh(log(1 + e^x)).
inline constexpr struct mish_t : activation_function<mish_t> {
    static constexpr std::string_view name = "mish";
    static auto apply(auto x) { return x * detail::tanh_of(detail::log1p_of(detail::exp_of(x))); }
} mish{};

/// log(sigmoid(x)).
inline constexpr struct log_sigmoid_t : activation_function<log_sigmoid_t> {
    static constexpr std::string_view name = "log_sigmoid";
    template <class T>
    static T apply(T x) {
        return (x < 0 ? x : T{0}) - detail::log1p_of(detail::exp_of(-detail::magnitude(x)));
    }
} log_sigmoid{};

/// x * sigmoid(gate).
inline constexpr struct glu_t : binary<glu_t, floating> {
    static constexpr std::string_view name = "glu";
    static constexpr auto apply(auto x, auto gate) { return x * detail::sigmoid_of(gate); }
} glu{};

/// x where it is positive, else slope * x.
inline constexpr struct leaky_relu_t : parametric<leaky_relu_t, floating, 1> {
    static constexpr std::string_view name = "leaky_relu";
    static constexpr auto apply(auto x, auto slope) { return x > 0 ? x : x * slope; }
} leaky_relu{};

/// scale * x where x is positive, else scale * alpha * (e^(x * input_scale) - 1).
inline constexpr struct elu_t : parametric<elu_t, floating, 3> {
    static constexpr std::string_view name = "elu";
    template <class T>
    static T apply(T x, T alpha, T scale, T input_scale) {
        return detail::blend(detail::mask_of<T>(x > 0), x * scale, detail::expm1_of(x * input_scale) * alpha * scale);
    }
} elu{};

/// log(1 + e^(beta * x)) / beta, which is x where beta * x is above the threshold.
inline constexpr struct softplus_t : parametric<softplus_t, floating, 2> {
    static constexpr std::string_view name = "softplus";
    template <class T>
    static T apply(T x, T beta, T threshold) {
        return detail::blend(detail::mask_of<T>(x * beta > threshold), x,
                             detail::log1p_of(detail::exp_of(x * beta)) / beta);
    }
} softplus{};

/// 0 between -lambda and lambda, else x moved towards 0 by lambda.
inline constexpr struct softshrink_t : parametric<softshrink_t, floating, 1> {
    using rounds_numbers = void;
    static constexpr std::string_view name = "softshrink";
    template <class T>
    static constexpr T apply(T x, T lambda) {
        return x > lambda ? x - lambda : x < -lambda ? x + lambda : x * T{0};
    }
} softshrink{};

/// 0 between -lambda and lambda, else x.
inline constexpr struct hardshrink_t : parametric<hardshrink_t, floating, 1> {
    using rounds_numbers = void;
    static constexpr std::string_view name = "hardshrink";
    template <class T>
    static constexpr T apply(T x, T lambda) {
        return x >= -lambda && x <= lambda ? T{0} : x;
    }
} hardshrink{};

/// x where it is above the threshold, else a value; of every numeric dtype.
inline constexpr struct threshold_t : parametric<threshold_t, wide_numeric, 2, integers::widen> {
    static constexpr std::string_view name = "threshold";
    static constexpr auto apply(auto x, auto threshold, auto value) { return x <= threshold ? value : x; }
} threshold{};

/// log(x / (1 - x)), of x moved between two numbers.
inline constexpr struct logit_t : parametric<logit_t, floating, 2, integers::become_floats> {
    static constexpr std::string_view name = "logit";
    template <class T>
    static T apply(T x, T low, T high) {
        x = x < low ? low : x > high ? high : x;
        return detail::log_of(x / (1 - x));
    }
} logit{};

/// Numbers in the place of NaN, infinity and -infinity.
inline constexpr struct nan_to_num_t : parametric<nan_to_num_t, floating, 3> {
    static constexpr std::string_view name = "nan_to_num";
    template <class T>
    static constexpr T apply(T x, T nan, T high, T low) {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        return detail::is_nan(x) ? nan : x == infinity ? high : x == -infinity ? low : x;
    }
} nan_to_num{};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A function of every element of a row.
using row_activation = void (*)(std::int64_t n, float* row);

struct named_row_activation {
    std::string_view name;
    row_activation apply;
};

template <class F>
void apply_to_row(std::int64_t n, float* row) {
    update_loop([](float x) { return F::apply(x); }, n, row);
}

/// Activations that products and convolutions may apply to their results on the way out.
inline constexpr named_row_activation row_activations[] = {
    {"gelu", &apply_to_row<kernel::gelu_t>},
    {"gelu_tanh", &apply_to_row<kernel::gelu_tanh_t>},
    {"hardsigmoid", &apply_to_row<kernel::hardsigmoid_t>},
    {"hardswish", &apply_to_row<kernel::hardswish_t>},
    {"sigmoid", &apply_to_row<kernel::sigmoid_t>},
    {"silu", &apply_to_row<kernel::silu_t>},
    {"tanh", &apply_to_row<kernel::tanh_t>},
};

/// The function of this name, or null.
[[nodiscard]] constexpr row_activation find_row_activation(std::string_view name) {
    for (named_row_activation const& f : row_activations)
        if (f.name == name)
            return f.apply;
    return nullptr;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
