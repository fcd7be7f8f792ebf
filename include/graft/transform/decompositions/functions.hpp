#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/complex.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/fourier.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>
#include <graft/transform/decompositions/bits.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

// Functions of numbers by those that are core.

namespace graft {

namespace detail {

/// The tensor with another number in the place of an infinity.
template <class V>
[[nodiscard]] constexpr V where_infinite(composing<V> const& k, V const& x, double infinity, double otherwise) {
    return k(aten::where.self, k(aten::eq.Scalar, x, infinity), number_tensor(k, otherwise, k.dtype(x)), x);
}

/// What two operands are promoted to by an op that makes floats of integers.
template <class V, class A, class B>
[[nodiscard]] constexpr dtype promoted_real(composing<V> const& k, A const& a, B const& b) {
    dtype const d = promoted(k, a, b);
    return is_integral(d, true) ? dtype::f32 : d;
}

/// The largest finite number of a floating-point dtype.
[[nodiscard]] constexpr double largest(dtype d) {
    switch (d) {
    case dtype::f16: return 65504;
    case dtype::bf16: return 0x1.fep127;
    case dtype::f32: return static_cast<double>(std::numeric_limits<float>::max());
    default: return std::numeric_limits<double>::max();
    }
}

/// Dropout of elements, or with `Channels` of whole channels, by `native_dropout`; with `Alpha` so that mean and
/// deviation of normal numbers stay (Klambauer et al., Self-Normalizing Neural Networks, 2017). Without training all is
/// kept.
template <bool Channels, bool Alpha>
struct dropout_composition {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("input");
        double const p = k->real("p");
        if (!k->boolean("train") || p == 0)
            return x;
        if (Channels && k.rank(x) < 2)
            raise(errc::unsupported, "a tensor without channels");
        if (p == 1)
            return k(aten::mul.Scalar, x, 0);
        vec<sym_int> sizes = k.sizes(x);
        for (std::size_t d = 2; Channels && d < sizes.size(); ++d)
            sizes[d] = 1;
        // 0 where something is dropped, 1 / (1 - p) elsewhere.
        auto const drawn = k.all(aten::native_dropout, k(aten::full, sizes, 1.0, k.dtype(x)), p, true).front();
        if (!Alpha)
            return k(aten::mul.Tensor, x, drawn);
        constexpr double lowest = 1.7580993408473766; // of selu
        double const a = 1 / std::sqrt((lowest * lowest * p + 1) * (1 - p));
        auto const kept = k(aten::mul.Scalar, drawn, 1 - p);
        auto const moved = k(aten::add.Scalar, k(aten::mul.Scalar, kept, lowest * a), lowest * a * (p - 1));
        return k(aten::add.Tensor, k(aten::mul.Tensor, k(aten::mul.Scalar, x, a), kept), moved);
    }
};

} // namespace detail

template <>
struct composition_of<aten::rsub_scalar> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& self = k->tensor("self");
        auto const x = detail::converted(k, self, detail::promoted(k, self, k->number("other")));
        auto const taken =
            k->number("alpha") == scalar(1) ? x : k(aten::mul.Scalar, x, factor_for(k.dtype(x), k->number("alpha")));
        if (dtype const d = k.dtype(x); is_complex(d)) { // an infinite number added to a complex one is no number
            scalar const other = k->number("other");
            return k(aten::sub.Tensor, detail::number_tensor(k, other, other.is_complex() ? d : real_part(d)), taken);
        }
        return k(aten::add.Scalar, k(aten::neg, taken), k->number("other"));
    }
};

template <>
struct composition_of<aten::floor_divide_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::div.Tensor_mode, k->tensor("self"), k->tensor("other"), "floor");
    }
};

template <>
struct composition_of<aten::floor_divide_scalar> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::div.Scalar_mode, k->tensor("self"), k->number("other"), "floor");
    }
};

template <>
struct composition_of<aten::heaviside_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const step = detail::converted(k, k(aten::gt.Scalar, x, 0), k.dtype(x));
        return k(aten::where.self, k(aten::eq.Scalar, x, 0), k->tensor("values"), step);
    }
};

template <>
struct composition_of<aten::softshrink_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const nearer = k(aten::sub.Tensor, x, k(aten::mul.Scalar, k(aten::sign, x), k["lambd"]));
        // Zero times a number keeps NaN.
        return k(aten::where.self, k(aten::gt.Scalar, k(aten::abs, x), k["lambd"]), nearer, k(aten::mul.Scalar, x, 0));
    }
};

template <>
struct composition_of<aten::nan_to_num_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        dtype const d = k.dtype(x);
        if (is_complex(d))
            return k(aten::view_as_complex,
                     k(aten::nan_to_num, k(aten::view_as_real, x), k["nan"], k["posinf"], k["neginf"]));
        if (!is_floating_point(d))
            return k(aten::clone, x);
        double const infinity = std::numeric_limits<double>::infinity();
        auto const number =
            k(aten::where.self, k(aten::isnan, x), detail::number_tensor(k, k->optional_real("nan").value_or(0), d), x);
        double const most = k->optional_real("posinf").value_or(detail::largest(d));
        double const least = k->optional_real("neginf").value_or(-detail::largest(d));
        return detail::where_infinite(k, detail::where_infinite(k, number, infinity, most), -infinity, least);
    }
};

template <>
struct composition_of<aten::sgn_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        if (is_complex(k.dtype(k->tensor("self"))))
            raise(errc::unsupported, "the direction of complex numbers");
        return k(aten::sign, k->tensor("self"));
    }
};

namespace detail {

/// The logarithm of the sum of the powers of a base, of which this is the natural logarithm.
template <class V>
[[nodiscard]] constexpr V log_of_summed_powers(composing<V> const& k, double log_of_base) {
    V const &x = k->tensor("self"), &y = k->tensor("other");
    V const most = k(aten::maximum, x, y), apart = k(aten::abs, k(aten::sub.Tensor, x, y));
    bool const natural = log_of_base == 1;
    V const power = natural ? k(aten::neg, apart) : k(aten::mul.Scalar, apart, -log_of_base);
    V const rest = k(aten::log1p, k(aten::exp, power));
    // Equal infinities, whose difference is no number, stay what they are.
    V const same = k(aten::logical_and, k(aten::isinf, most), k(aten::eq.Tensor, x, y));
    V const sum = k(aten::add.Tensor, most, natural ? rest : k(aten::div.Scalar, rest, log_of_base));
    return k(aten::where.self, same, most, sum);
}

/// The logarithm of the sum of two complex powers of e, with the angle near that of the operand of larger real part.
template <class V>
[[nodiscard]] constexpr V log_of_complex_powers(composing<V> const& k) {
    V const &x = k->tensor("self"), &y = k->tensor("other");
    V const left = k(aten::real, x), right = k(aten::real, y), near = k(aten::ge.Tensor, left, right);
    V const high = k(aten::where.self, near, x, y), low = k(aten::where.self, near, y, x);
    V const sum = k(aten::add.Tensor, high, k(aten::log1p, k(aten::exp, k(aten::sub.Tensor, low, high))));
    V const same = k(aten::logical_and, k(aten::isinf, left), k(aten::eq.Tensor, left, right));
    V const far = k(aten::where.self, k(aten::lt.Scalar, left, 0), low,
                    k(aten::log, k(aten::add.Tensor, k(aten::exp, x), k(aten::exp, y))));
    return k(aten::where.self, same, far, sum);
}

/// The one of two that `op` gives, or the other one where one is no number. Of two zeros it is the second in f16 and
/// bf16, and the first in other dtypes.
template <class V, class Op>
[[nodiscard]] constexpr V numbers_first(composing<V> const& k, Op const& op) {
    V const &x = k->tensor("self"), &y = k->tensor("other");
    dtype const d = promoted(k, x, y);
    V const best = is_floating_point(d) && element_size(d) == 2 ? k(op, y, x) : k(op, x, y);
    V const or_x = k(aten::where.self, k(aten::ne.Tensor, y, y), x, best);
    return k(aten::where.self, k(aten::ne.Tensor, x, x), y, or_x);
}

} // namespace detail

template <>
struct composition_of<aten::logaddexp_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return is_complex(detail::promoted(k, k->tensor("self"), k->tensor("other")))
                   ? detail::log_of_complex_powers(k)
                   : detail::log_of_summed_powers(k, 1);
    }
};

template <>
struct composition_of<aten::logaddexp2_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::log_of_summed_powers(k, std::numbers::ln2);
    }
};

template <>
struct composition_of<aten::fmax_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::numbers_first(k, aten::maximum); }
};

template <>
struct composition_of<aten::fmin_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::numbers_first(k, aten::minimum); }
};

template <>
struct composition_of<aten::logit_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        auto const wide = is_integral(k.dtype(x), true) ? k(aten::_to_copy, x, dtype::f32) : x;
        auto const eps = k->optional_real("eps");
        auto inside = wide;
        if (eps && *eps <= 0.5) {
            inside = k(aten::clamp, wide, *eps, 1 - *eps);
        } else if (eps) {
            // The limits lie the wrong way round: the lower one comes first.
            auto const limit = [&](double number) { return detail::number_tensor(k, number, k.dtype(wide)); };
            auto const below = k(aten::where.self, k(aten::gt.Scalar, wide, 1 - *eps), limit(1 - *eps), wide);
            inside = k(aten::where.self, k(aten::lt.Scalar, wide, *eps), limit(*eps), below);
        }
        return k(aten::log, k(aten::div.Tensor, inside, k(aten::rsub.Scalar, inside, 1)));
    }
};

template <>
struct composition_of<aten::isfinite_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return k(aten::logical_not, k(aten::logical_or, k(aten::isnan, x), k(aten::isinf, x)));
    }
};

template <>
struct composition_of<aten::isreal_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        if (is_complex(k.dtype(x)))
            return k(aten::eq.Scalar, k(aten::imag, x), 0);
        return k(aten::full_like, x, true, dtype::boolean);
    }
};

template <>
struct composition_of<aten::exp2_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k(aten::pow.Scalar, 2.0, k->tensor("self")); }
};

template <>
struct composition_of<aten::xlogy_scalar_other> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        scalar const other = k->number("other");
        return k(aten::xlogy.Tensor, x, detail::number_tensor(k, other, detail::promoted_real(k, x, other)));
    }
};

template <>
struct composition_of<aten::xlogy_scalar_self> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& y = k->tensor("other");
        scalar const self = k->number("self");
        return k(aten::xlogy.Tensor, detail::number_tensor(k, self, detail::promoted_real(k, self, y)), y);
    }
};

template <>
struct composition_of<aten::dropout_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        if (!k->boolean("train") || k->real("p") == 0)
            return k->tensor("input");
        return k.all(aten::native_dropout, k["input"], k["p"], k["train"]).front();
    }
};

template <>
struct composition_of<aten::alpha_dropout_default> : detail::dropout_composition<false, true> {};
template <>
struct composition_of<aten::feature_dropout_default> : detail::dropout_composition<true, false> {};
template <>
struct composition_of<aten::feature_alpha_dropout_default> : detail::dropout_composition<true, true> {};

template <>
struct composition_of<aten::_conj_physical_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        if (is_complex(k.dtype(k->tensor("self"))))
            raise(errc::unsupported, "complex numbers");
        return k(aten::clone, k->tensor("self"));
    }
};

template <>
struct composition_of<aten::positive_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k->tensor("self"); }
};

} // namespace graft
