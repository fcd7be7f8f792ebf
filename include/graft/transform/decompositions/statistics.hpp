#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>

#include <limits>

// Norms, and deviations, alone and with their means, by sums and extrema.

namespace graft {

namespace detail {

/// The norm of the vectors along `dims`, of elements that are wide enough to add up.
template <class V>
[[nodiscard]] constexpr V vector_norm(composing<V> const& k, V const& x, double order, vec<sym_int> const& dims,
                                      bool keepdim) {
    double const infinity = std::numeric_limits<double>::infinity();
    if (order == 2)
        return k(aten::sqrt, k(aten::sum.dim_IntList, k(aten::mul.Tensor, x, x), dims, keepdim));
    if (order == 0)
        return k(aten::_to_copy, k(aten::sum.dim_IntList, k(aten::ne.Scalar, x, 0), dims, keepdim), k.dtype(x));
    V const sizes = k(aten::abs, x);
    if (order == infinity)
        return k(aten::amax, sizes, dims, keepdim);
    if (order == -infinity)
        return k(aten::amin, sizes, dims, keepdim);
    if (order == 1)
        return k(aten::sum.dim_IntList, sizes, dims, keepdim);
    V const sum = k(aten::sum.dim_IntList, k(aten::pow.Tensor_Scalar, sizes, order), dims, keepdim);
    return k(aten::pow.Tensor_Scalar, sum, 1 / order);
}

/// A variance, or its square root: of 16-bit floats by way of f32, as the variance may leave their range.
template <class V>
[[nodiscard]] constexpr V deviation(composing<V> const& k, argument<V> const& dims, argument<V> const& correction,
                                    argument<V> const& keepdim, bool root) {
    V const& x = k->tensor("self");
    if (!root)
        return k(aten::var.correction, x, dims, correction, keepdim);
    V const wide = converted(k, x, computing_dtype(k.dtype(x)));
    return converted(k, k(aten::sqrt, k(aten::var.correction, wide, dims, correction, keepdim)), real_part(k.dtype(x)));
}

/// A variance, or its square root, and the mean.
template <class V>
[[nodiscard]] constexpr vec<V> deviation_and_mean(composing<V> const& k, argument<V> const& dims,
                                                  argument<V> const& correction, argument<V> const& keepdim,
                                                  bool root) {
    bool const all = dims.kind == argument_kind::none || dims.kind == argument_kind::missing;
    return {deviation<V>(k, dims, correction, keepdim, root),
            k(aten::mean.dim, k->tensor("self"), all ? argument<V>(nullptr) : dims, keepdim)};
}

template <bool Root>
struct deviation_of_all {
    template <class V>
    [[nodiscard]] static constexpr vec<V> compose(composing<V> const& k) {
        return deviation_and_mean<V>(k, nullptr, k->boolean("unbiased") ? 1 : 0, false, Root);
    }
};
template <bool Root>
struct deviation_of_dims {
    template <class V>
    [[nodiscard]] static constexpr vec<V> compose(composing<V> const& k) {
        return deviation_and_mean<V>(k, k["dim"], k->boolean("unbiased") ? 1 : 0, k["keepdim"], Root);
    }
};
template <bool Root>
struct corrected_deviation {
    template <class V>
    [[nodiscard]] static constexpr vec<V> compose(composing<V> const& k) {
        return deviation_and_mean<V>(k, k["dim"], k["correction"], k["keepdim"], Root);
    }
};

} // namespace detail

template <>
struct composition_of<aten::linalg_vector_norm_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        dtype const own = k.dtype(x), given = k->dtype("dtype").value_or(own);
        if (is_complex(own) || is_complex(given))
            raise(errc::unsupported, "a norm of complex numbers");
        dtype const wide = detail::computing_dtype(given);
        vec<sym_int> const dims = k->has("dim") ? k->integers("dim") : vec<sym_int>{};
        auto const norm = detail::vector_norm(k, detail::converted(k, x, wide), k->number("ord").template to<double>(),
                                              dims, k->boolean("keepdim"));
        return detail::converted(k, norm, given);
    }
};

template <>
struct composition_of<aten::count_nonzero_dim_intlist> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::sum.dim_IntList, k(aten::ne.Scalar, k->tensor("self"), 0), k["dim"]);
    }
};

template <>
struct composition_of<aten::std_default> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        return detail::deviation<V>(k, nullptr, k->boolean("unbiased") ? 1 : 0, false, true);
    }
};
template <>
struct composition_of<aten::std_dim> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        return detail::deviation<V>(k, k["dim"], k->boolean("unbiased") ? 1 : 0, k["keepdim"], true);
    }
};
template <>
struct composition_of<aten::std_correction> {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        return detail::deviation<V>(k, k["dim"], k["correction"], k["keepdim"], true);
    }
};

template <>
struct composition_of<aten::var_mean_default> : detail::deviation_of_all<false> {};
template <>
struct composition_of<aten::var_mean_dim> : detail::deviation_of_dims<false> {};
template <>
struct composition_of<aten::var_mean_correction> : detail::corrected_deviation<false> {};
template <>
struct composition_of<aten::std_mean_default> : detail::deviation_of_all<true> {};
template <>
struct composition_of<aten::std_mean_dim> : detail::deviation_of_dims<true> {};
template <>
struct composition_of<aten::std_mean_correction> : detail::corrected_deviation<true> {};

} // namespace graft
