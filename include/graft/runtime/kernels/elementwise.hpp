#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/binary_functions.hpp>
#include <graft/kernel/elementwise/compare.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/elementwise/divide.hpp>
#include <graft/kernel/elementwise/power.hpp>
#include <graft/kernel/elementwise/rounding.hpp>
#include <graft/kernel/elementwise/select.hpp>
#include <graft/kernel/elementwise/unary.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace graft {

template <>
struct kernel_of<aten::relu_default> : detail::unary_kernel<kernel::relu> {};
template <>
struct kernel_of<aten::neg_default> : detail::number_kernel<kernel::neg, kernel::complex_neg> {};
template <>
struct kernel_of<aten::exp_default> : detail::number_kernel<kernel::exp, kernel::complex_exp> {};
template <>
struct kernel_of<aten::sqrt_default> : detail::number_kernel<kernel::sqrt, kernel::complex_sqrt> {};
template <>
struct kernel_of<aten::rsqrt_default> : detail::number_kernel<kernel::rsqrt, kernel::complex_rsqrt> {};
template <>
struct kernel_of<aten::tanh_default> : detail::number_kernel<kernel::tanh, kernel::complex_tanh> {};
template <>
struct kernel_of<aten::sigmoid_default> : detail::number_kernel<kernel::sigmoid, kernel::complex_sigmoid> {};
template <>
struct kernel_of<aten::reciprocal_default> : detail::number_kernel<kernel::reciprocal, kernel::complex_reciprocal> {};

template <>
struct kernel_of<aten::sgn_default> : detail::number_kernel<kernel::sign, kernel::complex_sgn> {};
template <>
struct kernel_of<aten::abs_default> : detail::number_kernel<kernel::abs, kernel::complex_abs> {};
template <>
struct kernel_of<aten::sign_default> : detail::unary_kernel<kernel::sign> {};
template <>
struct kernel_of<aten::square_default> : detail::number_kernel<kernel::square, kernel::complex_square> {};
template <>
struct kernel_of<aten::ceil_default> : detail::unary_kernel<kernel::ceil> {};
template <>
struct kernel_of<aten::floor_default> : detail::unary_kernel<kernel::floor> {};
template <>
struct kernel_of<aten::trunc_default> : detail::unary_kernel<kernel::trunc> {};
template <>
struct kernel_of<aten::frac_default> : detail::unary_kernel<kernel::frac> {};
template <>
struct kernel_of<aten::round_default> : detail::unary_kernel<kernel::round> {};

template <>
struct kernel_of<aten::add_tensor> : detail::scaled_kernel<kernel::add, kernel::complex_add> {};
template <>
struct kernel_of<aten::add_scalar> : detail::scaled_kernel<kernel::add, kernel::complex_add> {};
template <>
struct kernel_of<aten::sub_tensor> : detail::scaled_kernel<kernel::sub, kernel::complex_sub> {};
template <>
struct kernel_of<aten::sub_scalar> : detail::scaled_kernel<kernel::sub, kernel::complex_sub> {};
template <>
struct kernel_of<aten::mul_tensor> : detail::number_pair_kernel<kernel::mul, kernel::complex_mul> {};
template <>
struct kernel_of<aten::mul_scalar> : detail::number_pair_kernel<kernel::mul, kernel::complex_mul> {};
template <>
struct kernel_of<aten::div_tensor> : detail::number_pair_kernel<kernel::div, kernel::complex_div> {};
template <>
struct kernel_of<aten::div_scalar> : detail::number_pair_kernel<kernel::div, kernel::complex_div> {};
template <>
struct kernel_of<aten::maximum_default> : detail::binary_kernel<kernel::maximum> {};
template <>
struct kernel_of<aten::minimum_default> : detail::binary_kernel<kernel::minimum> {};

template <>
struct kernel_of<aten::floor_divide_default> : detail::binary_kernel<kernel::floor_divide> {};
template <>
struct kernel_of<aten::floor_divide_scalar> : detail::binary_kernel<kernel::floor_divide> {};
template <>
struct kernel_of<aten::fmod_tensor> : detail::binary_kernel<kernel::fmod> {};
template <>
struct kernel_of<aten::fmod_scalar> : detail::binary_kernel<kernel::fmod> {};
template <>
struct kernel_of<aten::remainder_tensor> : detail::binary_kernel<kernel::remainder> {};
template <>
struct kernel_of<aten::remainder_scalar> : detail::binary_kernel<kernel::remainder> {};
template <>
struct kernel_of<aten::remainder_scalar_tensor> : detail::binary_kernel<kernel::remainder> {};
template <>
struct kernel_of<aten::max_other> : detail::binary_kernel<kernel::maximum> {};
template <>
struct kernel_of<aten::min_other> : detail::binary_kernel<kernel::minimum> {};
template <>
struct kernel_of<aten::fmax_default> : detail::binary_kernel<kernel::fmax> {};
template <>
struct kernel_of<aten::fmin_default> : detail::binary_kernel<kernel::fmin> {};
template <>
struct kernel_of<aten::atan2_default> : detail::binary_kernel<kernel::atan2> {};
template <>
struct kernel_of<aten::copysign_tensor> : detail::binary_kernel<kernel::copysign> {};
template <>
struct kernel_of<aten::copysign_scalar> : detail::binary_kernel<kernel::copysign> {};
template <>
struct kernel_of<aten::hypot_default> : detail::binary_kernel<kernel::hypot> {};
template <>
struct kernel_of<aten::logaddexp_default> : detail::number_pair_kernel<kernel::logaddexp, kernel::complex_logaddexp> {};
template <>
struct kernel_of<aten::logaddexp2_default> : detail::binary_kernel<kernel::logaddexp2> {};
template <>
struct kernel_of<aten::xlogy_tensor> : detail::binary_kernel<kernel::xlogy> {};
template <>
struct kernel_of<aten::xlogy_scalar_other> : detail::binary_kernel<kernel::xlogy> {};
template <>
struct kernel_of<aten::xlogy_scalar_self> : detail::binary_kernel<kernel::xlogy> {};
template <>
struct kernel_of<aten::nextafter_default> : detail::binary_kernel<kernel::nextafter> {};
template <>
struct kernel_of<aten::heaviside_default> : detail::binary_kernel<kernel::heaviside> {};
template <>
struct kernel_of<aten::clamp_min_tensor> : detail::binary_kernel<kernel::maximum> {};
template <>
struct kernel_of<aten::clamp_max_tensor> : detail::binary_kernel<kernel::minimum> {};

template <>
struct kernel_of<aten::eq_tensor> : detail::number_pair_kernel<kernel::eq, kernel::complex_eq> {};
template <>
struct kernel_of<aten::eq_scalar> : detail::number_pair_kernel<kernel::eq, kernel::complex_eq> {};
template <>
struct kernel_of<aten::ne_tensor> : detail::number_pair_kernel<kernel::ne, kernel::complex_ne> {};
template <>
struct kernel_of<aten::ne_scalar> : detail::number_pair_kernel<kernel::ne, kernel::complex_ne> {};
template <>
struct kernel_of<aten::lt_tensor> : detail::binary_kernel<kernel::lt> {};
template <>
struct kernel_of<aten::lt_scalar> : detail::binary_kernel<kernel::lt> {};
template <>
struct kernel_of<aten::le_tensor> : detail::binary_kernel<kernel::le> {};
template <>
struct kernel_of<aten::le_scalar> : detail::binary_kernel<kernel::le> {};
template <>
struct kernel_of<aten::gt_tensor> : detail::binary_kernel<kernel::gt> {};
template <>
struct kernel_of<aten::gt_scalar> : detail::binary_kernel<kernel::gt> {};
template <>
struct kernel_of<aten::ge_tensor> : detail::binary_kernel<kernel::ge> {};
template <>
struct kernel_of<aten::ge_scalar> : detail::binary_kernel<kernel::ge> {};

template <>
struct kernel_of<aten::hardtanh_default> {
    static void run(call<tensor> const& c, auto results) {
        dtype const d = results[0].dtype();
        kernel::hardtanh(c.tensor("self"), kernel::reachable_bound(c.number("min_val"), d),
                         kernel::reachable_bound(c.number("max_val"), d), results[0]);
    }
};

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// `clamp` between numbers or tensors, each of which may be None or no argument of the op.
struct clamp_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const bound = [&](char const* name) -> std::optional<kernel::operand> {
            if (c.op().find_argument(name) < 0 || !c.has(name))
                return std::nullopt;
            if (c[name].kind == argument_kind::tensor)
                return operand_of(c, name);
            dtype const d = results[0].dtype();
            if (d == dtype::boolean)
                raise(errc::invalid_argument, c.op().name, ": truth values have no bounds");
            return fitted_to(d, kernel::reachable_bound(c.number(name), d));
        };
        kernel::clamp(c.tensor("self"), bound("min"), bound("max"), results[0]);
    }
};

struct where_kernel {
    static void run(call<tensor> const& c, auto results) {
        dtype const d = results[0].dtype();
        // PyTorch makes a tensor of a number; one of 16 bits takes every number.
        auto const chosen = [&](char const* name) {
            return element_size(d) == 2 && is_floating_point(d) ? operand_of(c, name).rounded(d)
                                                                : operand_for(d, c, name);
        };
        kernel::operand const self = chosen("self"), other = chosen("other");
        if (is_complex(d))
            kernel::complex_where(c.tensor("condition"), self, other, results[0]);
        else
            kernel::where(c.tensor("condition"), self, other, results[0], d);
    }
};

/// A number or a tensor of one element where a mask is true.
struct masked_fill_kernel {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        kernel::operand const value = element_for(self.dtype(), c, "value");
        if (is_complex(results[0].dtype()))
            kernel::complex_where(c.tensor("mask"), value, self, results[0]);
        else
            kernel::where(c.tensor("mask"), value, self, results[0], self.dtype());
    }
};

/// Division by the rounding mode that is named. A quotient of 16 bits is rounded before it is cut off, but where one
/// number divides.
struct div_mode_kernel {
    static void run(call<tensor> const& c, auto results) {
        std::string_view const mode = c.string("rounding_mode");
        dtype const d = results[0].dtype();
        if (mode == "trunc" && is_floating_point(d) && element_size(d) == 2 &&
            c["other"].kind == argument_kind::tensor && c.tensor("other").numel() != 1) {
            number_pair_kernel<kernel::div, kernel::complex_div>::run(c, results);
            kernel::trunc(results[0], results[0]);
        } else if (mode == "trunc")
            binary_kernel<kernel::trunc_divide>::run(c, results);
        else if (mode == "floor")
            binary_kernel<kernel::floor_divide>::run(c, results);
        else
            number_pair_kernel<kernel::div, kernel::complex_div>::run(c, results);
    }
};

/// alpha * other is what is subtracted from.
struct rsub_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const subtract = [&](auto const& sub) {
            sub(operand_of(c, "other"), operand_of(c, "self"), c.number("alpha"), results[0]);
        };
        has_complex(c, results[0], 2) ? subtract(kernel::complex_sub) : subtract(kernel::sub);
    }
};

/// A power of complex numbers, of which some have functions of their own.
inline void complex_power(call<tensor> const& c, tensor& out) {
    auto const real = [&](char const* name) { return c[name].is_number() && c.number(name).imaginary_part() == 0; };
    if (real("self") && c.number("self").real_part() == 1)
        return kernel::fill(out, 1);
    kernel::operand const self = operand_of(c, "self");
    if (real("exponent")) {
        double const exponent = c.number("exponent").real_part();
        if (exponent == 0)
            return kernel::fill(out, 1);
        if (exponent == 1)
            return kernel::copy(self, out);
        if (exponent == 0.5)
            return kernel::complex_sqrt(self, out);
        if (exponent == 2)
            return kernel::complex_square(self, out);
        if (exponent == 3) {
            tensor square = tensor::empty(out.sizes(), out.dtype());
            kernel::complex_square(self, square);
            return kernel::complex_mul(square, self, out);
        }
        if (exponent == -1)
            return kernel::complex_reciprocal(self, out);
    }
    kernel::complex_pow(self, operand_of(c, "exponent"), out);
}

/// A number in the place of the exponent is an exponent of its own kind.
struct pow_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (has_complex(c, results[0], 2))
            complex_power(c, results[0]);
        else if (c["exponent"].is_number())
            kernel::pow(operand_of(c, "self"), c.number("exponent"), results[0]);
        else
            kernel::pow(operand_of(c, "self"), operand_of(c, "exponent"), results[0]);
    }
};

template <auto const& Real, auto const& Complex>
struct ternary_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            Complex(operand_of(c, 0), operand_of(c, 1), operand_of(c, 2), c.number("value"), results[0]);
        else
            Real(operand_of(c, 0), operand_of(c, 1), operand_of(c, 2), c.number("value"), results[0]);
    }
};

struct lerp_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (is_complex(results[0].dtype()))
            kernel::complex_lerp(c.tensor("self"), c.tensor("end"), operand_of(c, "weight"), results[0]);
        else
            kernel::lerp(c.tensor("self"), c.tensor("end"), operand_of(c, "weight"), results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::clamp_default> : detail::clamp_kernel {};
template <>
struct kernel_of<aten::clamp_min_default> : detail::clamp_kernel {};
template <>
struct kernel_of<aten::clamp_max_default> : detail::clamp_kernel {};
template <>
struct kernel_of<aten::clamp_tensor> : detail::clamp_kernel {};
template <>
struct kernel_of<aten::where_self> : detail::where_kernel {};
template <>
struct kernel_of<aten::where_scalar_other> : detail::where_kernel {};
template <>
struct kernel_of<aten::where_scalarself> : detail::where_kernel {};
template <>
struct kernel_of<aten::where_scalar> : detail::where_kernel {};
template <>
struct kernel_of<aten::masked_fill_scalar> : detail::masked_fill_kernel {};
template <>
struct kernel_of<aten::masked_fill_tensor> : detail::masked_fill_kernel {};
template <>
struct kernel_of<aten::div_tensor_mode> : detail::div_mode_kernel {};
template <>
struct kernel_of<aten::div_scalar_mode> : detail::div_mode_kernel {};
template <>
struct kernel_of<aten::rsub_scalar> : detail::rsub_kernel {};
template <>
struct kernel_of<aten::rsub_tensor> : detail::rsub_kernel {};
template <>
struct kernel_of<aten::pow_tensor_tensor> : detail::pow_kernel {};
template <>
struct kernel_of<aten::pow_tensor_scalar> : detail::pow_kernel {};
template <>
struct kernel_of<aten::pow_scalar> : detail::pow_kernel {};
template <>
struct kernel_of<aten::addcmul_default> : detail::ternary_kernel<kernel::addcmul, kernel::complex_addcmul> {};
template <>
struct kernel_of<aten::addcdiv_default> : detail::ternary_kernel<kernel::addcdiv, kernel::complex_addcdiv> {};
template <>
struct kernel_of<aten::lerp_scalar> : detail::lerp_kernel {};
template <>
struct kernel_of<aten::lerp_tensor> : detail::lerp_kernel {};

template <>
struct kernel_of<aten::round_decimals> {
    static void run(call<tensor> const& c, auto results) {
        std::int64_t const decimals = detail::integer_of(c, "decimals");
        std::array<scalar, 1> const factor{std::pow(10.0, std::abs(static_cast<double>(decimals)))};
        if (is_integral(c.tensor("self").dtype(), true) || decimals == 0)
            kernel::round(c.tensor("self"), results[0]);
        else if (decimals > 0)
            kernel::round_up_to(c.tensor("self"), factor, results[0]);
        else
            kernel::round_down_to(c.tensor("self"), factor, results[0]);
    }
};

} // namespace graft
