#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/transform/decompositions/views.hpp>

#include <cstdint>
#include <limits>

// Element-wise functions by those that are core.

namespace graft {

namespace detail {

/// A Scalar argument as a real number.
template <class V>
[[nodiscard]] constexpr double real_of(composing<V> const& k, char const* name) {
    return k->number(name).template to<double>();
}

/// A Scalar argument as a real number; as it is if only a run tells it.
template <class V>
[[nodiscard]] constexpr argument<V> given_real(composing<V> const& k, char const* name) {
    argument<V> const given = k[name];
    return given.is_unknown_number() ? given : argument<V>(real_of(k, name));
}

/// Where elements are this infinity, which integers never are.
template <class V>
[[nodiscard]] constexpr V equals_infinity(composing<V> const& k, double infinity) {
    V const& x = k->tensor("self");
    return is_floating_point(k.dtype(x)) ? k(aten::eq.Scalar, x, infinity) : k(aten::ne.Tensor, x, x);
}

} // namespace detail

template <>
struct composition_of<aten::silu_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return k(aten::mul.Tensor, x, k(aten::sigmoid, x));
    }
};

template <>
struct composition_of<aten::mish_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return k(aten::mul.Tensor, x, k(aten::tanh, k(aten::softplus, x)));
    }
};

template <>
struct composition_of<aten::softplus_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const beta = detail::given_real(k, "beta"), threshold = detail::given_real(k, "threshold");
        auto const scaled = k(aten::mul.Scalar, x, beta);
        auto const smooth = k(aten::div.Scalar, k(aten::log1p, k(aten::exp, scaled)), beta);
        return k(aten::where.self, k(aten::gt.Scalar, scaled, threshold), x, smooth);
    }
};

template <>
struct composition_of<aten::hardsigmoid_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return k(aten::div.Scalar, k(aten::clamp, k(aten::add.Scalar, x, 3), 0, 6), 6);
    }
};

template <>
struct composition_of<aten::hardswish_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const gate = k(aten::clamp, k(aten::add.Scalar, x, 3), 0, 6);
        return k(aten::div.Scalar, k(aten::mul.Tensor, x, gate), 6);
    }
};

template <>
struct composition_of<aten::relu6_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k(aten::hardtanh, k->tensor("self"), 0, 6); }
};

template <>
struct composition_of<aten::celu_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        if (k["alpha"].is_unknown_number()) {
            V const wide = detail::converted(k, x, detail::computing_dtype(k.dtype(x)));
            V const curve = k(aten::expm1, k(aten::div.Scalar, wide, k["alpha"]));
            V const bent = detail::converted(k, k(aten::mul.Scalar, curve, k["alpha"]), k.dtype(x));
            return k(aten::where.self, k(aten::gt.Scalar, x, 0), x, bent);
        }
        double const alpha = detail::real_of(k, "alpha");
        return k(aten::elu, k->tensor("self"), alpha, 1.0, 1 / alpha);
    }
};

template <>
struct composition_of<aten::selu_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::elu, k->tensor("self"), 1.6732632423543772848170429916717, 1.0507009873554804934193349852946);
    }
};

template <>
struct composition_of<aten::threshold_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        V const value = k(aten::full, vec<sym_int>{}, k["value"], k.dtype(x));
        // Of integers both numbers are converted to theirs.
        bool const cut = is_integral(k.dtype(x), false) && k["threshold"].kind != argument_kind::integer;
        argument<V> const threshold =
            cut ? argument<V>(k->number("threshold").template to<std::int64_t>()) : k["threshold"];
        return k(aten::where.self, k(aten::le.Scalar, x, threshold), value, x);
    }
};

template <>
struct composition_of<aten::log_sigmoid_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const rest = k(aten::log1p, k(aten::exp, k(aten::neg, k(aten::abs, x))));
        return k(aten::sub.Tensor, k(aten::clamp, x, nullptr, 0), rest);
    }
};

template <>
struct composition_of<aten::glu_default> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const& x = k->tensor("self");
        std::int64_t const dim = k.dim("dim", k.rank(x));
        vec<V> const halves = k.all(aten::split_with_sizes, x, vec<sym_int>(2, floor_div(k.size(x, dim), 2)), dim);
        return k(aten::mul.Tensor, halves[0], k(aten::sigmoid, halves[1]));
    }
};

template <>
struct composition_of<aten::square_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return k.dtype(x) == dtype::boolean ? k(aten::pow.Tensor_Scalar, k(aten::_to_copy, x, dtype::i64), 2)
                                            : k(aten::pow.Tensor_Scalar, x, 2);
    }
};

template <>
struct composition_of<aten::frac_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return k(aten::sub.Tensor, x, k(aten::trunc, x));
    }
};

template <>
struct composition_of<aten::deg2rad_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::mul.Scalar, k->tensor("self"), 0.017453292519943295769236907684886);
    }
};

template <>
struct composition_of<aten::rad2deg_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::mul.Scalar, k->tensor("self"), 57.295779513082320876798154814105);
    }
};

namespace detail {

/// self + value * tensor1, times or by tensor2: of 16-bit floats in f32, rounded once, as a step may be too large for
/// them.
template <class V, class Op>
[[nodiscard]] constexpr V sum_with_scaled(composing<V> const& k, Op const& op) {
    dtype const d = promoted_of_three(k, k->tensor("self"), k->tensor("tensor1"), k->tensor("tensor2"));
    dtype const computed = computing_dtype(d);
    argument<V> const value = is_integral(d, true) ? factor_of(k, "value", d) : k["value"];
    auto const wide = [&](char const* name) {
        V const& x = k->tensor(name);
        return computed == d ? x : converted(k, converted(k, x, d), computed);
    };
    V const scaled = k(aten::mul.Scalar, converted(k, wide("tensor1"), computed), value);
    return converted(k, k(aten::add.Tensor, wide("self"), k(op, scaled, wide("tensor2"))), d);
}

} // namespace detail

template <>
struct composition_of<aten::addcmul_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::sum_with_scaled(k, aten::mul.Tensor); }
};

template <>
struct composition_of<aten::addcdiv_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::sum_with_scaled(k, aten::div.Tensor); }
};

template <>
struct composition_of<aten::lerp_scalar> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const &start = k->tensor("self"), &end = k->tensor("end");
        double const weight = detail::real_of(k, "weight");
        V const way = k(aten::sub.Tensor, end, start);
        return weight < 0.5 && weight > -0.5 ? k(aten::add.Tensor, start, k(aten::mul.Scalar, way, weight))
                                             : k(aten::sub.Tensor, end, k(aten::mul.Scalar, way, 1 - weight));
    }
};

template <>
struct composition_of<aten::lerp_tensor> {
    template <class V>
    [[nodiscard]] static constexpr auto compose(composing<V> const& k) {
        V const &self = k->tensor("self"), &other = k->tensor("weight");
        graft::dtype const d = detail::promoted(k, self, other);
        V const start = detail::converted(k, self, d), end = detail::converted(k, k->tensor("end"), d);
        V const weight = detail::converted(k, other, d); // which may be one whole number
        V const way = k(aten::sub.Tensor, end, start);
        V const from_start = k(aten::add.Tensor, start, k(aten::mul.Tensor, way, weight));
        V const from_end = k(aten::sub.Tensor, end, k(aten::mul.Tensor, way, k(aten::rsub.Scalar, weight, 1)));
        return k(aten::where.self, k(aten::lt.Scalar, k(aten::abs, weight), 0.5), from_start, from_end);
    }
};

template <>
struct composition_of<aten::rsub_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        dtype const d = detail::promoted(k, x, k->tensor("other"));
        auto const alpha = detail::factor_of(k, "alpha", d);
        if (detail::is_one(alpha))
            return k(aten::sub.Tensor, k->tensor("other"), x);
        auto const scaled = k(aten::mul.Scalar, detail::converted(k, x, d), alpha);
        return k(aten::sub.Tensor, k->tensor("other"), scaled);
    }
};

template <>
struct composition_of<aten::clamp_min_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::clamp, k->tensor("self"), k->number("min"));
    }
};

template <>
struct composition_of<aten::clamp_max_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::clamp, k->tensor("self"), nullptr, k->number("max"));
    }
};

template <>
struct composition_of<aten::clamp_min_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::maximum, k->tensor("self"), k->tensor("min"));
    }
};

template <>
struct composition_of<aten::clamp_max_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::minimum, k->tensor("self"), k->tensor("max"));
    }
};

template <>
struct composition_of<aten::isposinf_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::equals_infinity(k, std::numeric_limits<double>::infinity());
    }
};

template <>
struct composition_of<aten::isneginf_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::equals_infinity(k, -std::numeric_limits<double>::infinity());
    }
};

template <>
struct composition_of<aten::hardshrink_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const inside = k(aten::le.Scalar, k(aten::abs, x), k["lambd"]);
        return k(aten::masked_fill.Scalar, x, inside, 0);
    }
};

/// Of 16-bit floats in f32, as pi times a number may leave their range.
template <>
struct composition_of<aten::sinc_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        dtype const own = k.dtype(self), computed = detail::computing_dtype(own);
        V const x = detail::converted(k, self, computed);
        auto const turned = k(aten::mul.Scalar, x, 3.1415926535897932384626433832795);
        auto const quotient = k(aten::div.Tensor, k(aten::sin, turned), turned);
        V const result = k(aten::masked_fill.Scalar, quotient, k(aten::eq.Scalar, x, 0), 1);
        return computed == own ? result : detail::converted(k, result, own); // of whole numbers it is of floats
    }
};

template <>
struct composition_of<aten::where_scalar_other> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        scalar const other = k->number("other");
        return k(aten::where.self, k->tensor("condition"), x,
                 detail::number_tensor(k, other, detail::promoted(k, x, other)));
    }
};

template <>
struct composition_of<aten::where_scalarself> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& y = k->tensor("other");
        scalar const self = k->number("self");
        return k(aten::where.self, k->tensor("condition"), detail::number_tensor(k, self, detail::promoted(k, self, y)),
                 y);
    }
};

template <>
struct composition_of<aten::where_scalar> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        scalar const self = k->number("self"), other = k->number("other");
        dtype const d = detail::promoted(k, self, other);
        return k(aten::where.self, k->tensor("condition"), detail::number_tensor(k, self, d),
                 detail::number_tensor(k, other, d));
    }
};

template <>
struct composition_of<aten::masked_fill_scalar> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const value = k(aten::full, vec<sym_int>{}, k->number("value"), k.dtype(self));
        return k(aten::where.self, k->tensor("mask"), value, self);
    }
};

template <>
struct composition_of<aten::all_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::logical_not, k(aten::any, k(aten::logical_not, k->tensor("self"))));
    }
};

template <>
struct composition_of<aten::all_dim> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::logical_not, k(aten::any.dim, k(aten::logical_not, k->tensor("self")), k["dim"], k["keepdim"]));
    }
};

template <>
struct composition_of<aten::all_dims> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::logical_not, k(aten::any.dims, k(aten::logical_not, k->tensor("self")), k["dim"], k["keepdim"]));
    }
};

template <>
struct composition_of<aten::masked_fill_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        return k(aten::where.self, k->tensor("mask"), detail::converted(k, k->tensor("value"), k.dtype(self)), self);
    }
};

template <>
struct composition_of<aten::outer_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::mul.Tensor, k(aten::unsqueeze, k->tensor("self"), 1), k->tensor("vec2"));
    }
};

template <>
struct composition_of<aten::xlogy_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const y =
            detail::converted(k, k->tensor("other"), integral_to_float(detail::promoted(k, x, k->tensor("other"))));
        auto const product = k(aten::mul.Tensor, x, k(aten::log, y));
        auto const known = k(aten::logical_and, k(aten::eq.Scalar, x, 0), k(aten::logical_not, k(aten::isnan, y)));
        return k(aten::masked_fill.Scalar, product, known, 0);
    }
};

template <>
struct composition_of<aten::scalar_tensor_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        dtype const d = k->dtype("dtype").value_or(dtype::f32);
        return element_size(d) == 2 && is_floating_point(d) ? detail::number_tensor(k, k->number("s"), d)
                                                            : k(aten::full, vec<sym_int>{}, k->number("s"), d);
    }
};

} // namespace graft
