#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/elementwise/activation_functions.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/elementwise/complex_functions.hpp>
#include <graft/kernel/elementwise/select.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <array>
#include <limits>
#include <string_view>

namespace graft {

template <>
struct kernel_of<aten::silu_default> : detail::number_kernel<kernel::silu, kernel::complex_silu> {};
template <>
struct kernel_of<aten::hardswish_default> : detail::unary_kernel<kernel::hardswish> {};
template <>
struct kernel_of<aten::hardsigmoid_default> : detail::unary_kernel<kernel::hardsigmoid> {};
template <>
struct kernel_of<aten::mish_default> : detail::unary_kernel<kernel::mish> {};
template <>
struct kernel_of<aten::log_sigmoid_default> : detail::unary_kernel<kernel::log_sigmoid> {};
template <>
struct kernel_of<aten::leaky_relu_default> : detail::parametric_kernel<kernel::leaky_relu, 1> {};
template <>
struct kernel_of<aten::elu_default> : detail::parametric_kernel<kernel::elu, 3> {};
template <>
struct kernel_of<aten::softplus_default> : detail::parametric_kernel<kernel::softplus, 2> {};
template <>
struct kernel_of<aten::softshrink_default> : detail::parametric_kernel<kernel::softshrink, 1> {};
template <>
struct kernel_of<aten::hardshrink_default> : detail::parametric_kernel<kernel::hardshrink, 1> {};

/// What elements are compared with need not be one of 16 bits.
template <>
struct kernel_of<aten::threshold_default> {
    static void run(call<tensor> const& c, auto results) {
        dtype const d = results[0].dtype();
        dtype const compared = is_floating_point(d) && d != dtype::f64 ? dtype::f32 : d;
        kernel::threshold(c.tensor("self"),
                          {fitted_to(compared, c.number("threshold")), fitted_to(d, c.number("value"))}, results[0]);
    }
};

template <>
struct kernel_of<aten::gelu_default> {
    static void run(call<tensor> const& c, auto results) {
        std::string_view const approximate = c.string("approximate");
        if (approximate == "tanh")
            kernel::gelu_tanh(c.tensor("self"), results[0]);
        else if (approximate == "none")
            kernel::gelu(c.tensor("self"), results[0]);
        else
            raise(errc::invalid_argument, c.op().name, ": 'approximate' must be 'none' or 'tanh', not '", approximate,
                  "'");
    }
};

/// The first half along a dimension times the sigmoid of the second.
template <>
struct kernel_of<aten::glu_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        std::int64_t const dim = detail::integer_of(c, "dim"), middle = self.size(dim) / 2;
        kernel::glu(kernel::slice(self, dim, 0, middle), kernel::slice(self, dim, middle), results[0]);
    }
};

template <>
struct kernel_of<aten::relu6_default> {
    static void run(call<tensor> const& c, auto results) { kernel::hardtanh(c.tensor("self"), 0, 6, results[0]); }
};

template <>
struct kernel_of<aten::celu_default> {
    static void run(call<tensor> const& c, auto results) {
        double const alpha = c.number("alpha").to<double>();
        if (alpha == 0)
            raise(errc::invalid_argument, c.op().name, ": ZeroDivisionError: 'alpha' must not be 0");
        kernel::elu(c.tensor("self"), {alpha, 1, 1 / alpha}, results[0]);
    }
};

template <>
struct kernel_of<aten::selu_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::elu(c.tensor("self"), {1.6732632423543772, 1.0507009873554805, 1}, results[0]);
    }
};

/// 1 - eps is rounded to the dtype of the result; without an epsilon nothing is moved.
template <>
struct kernel_of<aten::logit_default> {
    static void run(call<tensor> const& c, auto results) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double const eps = c.optional_real("eps").value_or(-infinity);
        double const high = visit_dtype(results[0].dtype(), [&]<class T>() -> double {
            if constexpr (real_element<T>)
                return static_cast<double>(static_cast<T>(1 - static_cast<double>(static_cast<T>(eps))));
            else
                return infinity;
        });
        kernel::logit(c.tensor("self"), {eps, high}, results[0]);
    }
};

/// By default NaN becomes 0 and an infinity the number nearest to it; integers stay. Of complex numbers
/// each part.
template <>
struct kernel_of<aten::nan_to_num_default> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& self = c.tensor("self");
        if (is_integral(self.dtype(), true))
            return kernel::copy(self, results[0]);
        double const most = visit_dtype(real_part(self.dtype()), []<class T>() -> double {
            if constexpr (real_element<T>)
                return static_cast<double>(std::numeric_limits<T>::max());
            else
                return 0;
        });
        std::array<scalar, 3> const numbers{c.optional_real("nan").value_or(0),
                                            c.optional_real("posinf").value_or(most),
                                            c.optional_real("neginf").value_or(-most)};
        if (!is_complex(self.dtype()))
            return kernel::nan_to_num(self, numbers, results[0]);
        tensor parts = results[0].view_as_real();
        kernel::nan_to_num(self.view_as_real(), numbers, parts);
    }
};

} // namespace graft
