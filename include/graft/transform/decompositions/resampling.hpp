#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/sampling.hpp>
#include <graft/dialect/aten/upsampling.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

// Images scaled by the two ops that are core, or by an index for each dimension.

namespace graft {

namespace detail {

/// What an upsampling is asked for: the sizes of the result, and by which factors, where it says so.
struct upsampling_request {
    vec<sym_int> sizes;
    vec<std::optional<double>> factors;
    bool by_factors = false; // the factors say all about the sizes
};

/// What the call of an op over images of so many dimensions asks for.
template <class V>
[[nodiscard]] constexpr upsampling_request requested_upsampling(composing<V> const& k, std::size_t spatial) {
    upsampling_request request;
    request.factors.resize(spatial, std::nullopt);
    bool const is_vec = k->op().find_argument("scale_factors") >= 0;
    if (!is_vec || !k->has("scale_factors"))
        request.sizes = k->integers("output_size");
    for (std::size_t i = 0; i < spatial; ++i) {
        if (is_vec && k->has("scale_factors"))
            request.factors[i] = k->numbers("scale_factors").at(i).template to<double>();
        else if (!is_vec)
            request.factors[i] = k->optional_real(k->op().arguments.size() - spatial + i);
    }
    request.by_factors = true;
    for (std::size_t i = 0; i < spatial; ++i) {
        auto const from = k.size(k->tensor(0), static_cast<std::int64_t>(i) + 2);
        request.by_factors = request.by_factors && request.factors[i];
        if (is_vec && k->has("scale_factors"))
            request.sizes.push_back(scaled_size(from, *request.factors[i]));
        else if (request.by_factors)
            request.by_factors = scaled_size(from, *request.factors[i]) == request.sizes[i];
    }
    return request;
}

/// Numbers times the step from one element of the result to the next, in elements of what is resized.
template <class V>
[[nodiscard]] constexpr V by_step(composing<V> const& k, V const& numbers, sym_int const& from, sym_int const& to,
                                  std::optional<double> factor) {
    dtype const d = k.dtype(numbers);
    if (!factor && (from.is_symbolic() || to.is_symbolic())) {
        V const parts = k(aten::clamp, k(aten::scalar_tensor, to, d), 1, nullptr); // as of no corners, 0
        return k(aten::mul.Tensor, numbers, k(aten::div.Tensor, k(aten::scalar_tensor, from, d), parts));
    }
    double const step =
        factor ? 1 / *factor : static_cast<double>(k.number_of(from)) / static_cast<double>(k.number_of(to));
    return k(aten::mul.Scalar, numbers, d == dtype::f32 ? static_cast<double>(static_cast<float>(step)) : step);
}

/// Each spatial dimension indexed by its nearest elements, sampled `offset` behind where they begin.
template <class V>
[[nodiscard]] constexpr V nearest_elements(composing<V> const& k, std::size_t spatial, double offset) {
    upsampling_request const request = requested_upsampling(k, spatial);
    V x = k->tensor(0);
    for (std::size_t i = 0; i < spatial; ++i) {
        auto const dim = static_cast<std::int64_t>(i) + 2;
        sym_int const from = k.size(x, dim), to = request.sizes.at(i);
        V const place = k(aten::arange.start_step, 0, to, 1, dtype::f32);
        V const middle = offset == 0 ? place : k(aten::add.Scalar, place, offset);
        V const sample = by_step(k, middle, from, to, request.factors[i]);
        V const index = k(aten::clamp, k(aten::_to_copy, sample, dtype::i64), nullptr, from - 1);
        x = k(aten::index_select, x, dim, index);
    }
    return x;
}

/// The sizes, or the factors that say the same, as the ops take them that are core.
template <class V, class Op, class... Between>
[[nodiscard]] constexpr V upsampled_by(composing<V> const& k, Op const& op, V const& x,
                                       upsampling_request const& request, Between const&... between) {
    if (request.by_factors) {
        vec<double> factors;
        for (std::optional<double> const& factor : request.factors)
            factors.push_back(*factor);
        return k(op, x, nullptr, between..., factors);
    }
    for (std::optional<double> const& factor : request.factors)
        if (factor)
            raise(errc::unsupported, "the factors do not give the sizes");
    return k(op, x, request.sizes, between..., nullptr);
}

template <std::size_t Spatial, bool Exact>
struct nearest_composition {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return nearest_elements(k, Spatial, Exact ? 0.5 : 0.0);
    }
};

/// A line of elements as an image of one row.
struct line_interpolation {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        upsampling_request request = requested_upsampling(k, 1);
        request.sizes.insert(request.sizes.begin(), sym_int(1));
        request.factors.insert(request.factors.begin(), request.by_factors ? std::optional<double>(1) : std::nullopt);
        auto const image = k(aten::unsqueeze, k->tensor(0), -2);
        auto const wide = upsampled_by(k, aten::upsample_bilinear2d.vec, image, request, k["align_corners"]);
        return k(aten::squeeze.dims, wide, vec<sym_int>(1, -2));
    }
};

} // namespace detail

template <>
struct composition_of<aten::upsample_nearest1d_default> : detail::nearest_composition<1, false> {};
template <>
struct composition_of<aten::upsample_nearest1d_vec> : detail::nearest_composition<1, false> {};
template <>
struct composition_of<aten::upsample_nearest3d_default> : detail::nearest_composition<3, false> {};
template <>
struct composition_of<aten::upsample_nearest3d_vec> : detail::nearest_composition<3, false> {};
template <>
struct composition_of<aten::_upsample_nearest_exact1d_default> : detail::nearest_composition<1, true> {};
template <>
struct composition_of<aten::_upsample_nearest_exact1d_vec> : detail::nearest_composition<1, true> {};
template <>
struct composition_of<aten::_upsample_nearest_exact2d_default> : detail::nearest_composition<2, true> {};
template <>
struct composition_of<aten::_upsample_nearest_exact2d_vec> : detail::nearest_composition<2, true> {};
template <>
struct composition_of<aten::_upsample_nearest_exact3d_default> : detail::nearest_composition<3, true> {};
template <>
struct composition_of<aten::_upsample_nearest_exact3d_vec> : detail::nearest_composition<3, true> {};

template <>
struct composition_of<aten::upsample_linear1d_default> : detail::line_interpolation {};
template <>
struct composition_of<aten::upsample_linear1d_vec> : detail::line_interpolation {};

template <>
struct composition_of<aten::upsample_nearest2d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::upsampled_by(k, aten::upsample_nearest2d.vec, k->tensor("self"),
                                    detail::requested_upsampling(k, 2));
    }
};

template <>
struct composition_of<aten::upsample_bilinear2d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::upsampled_by(k, aten::upsample_bilinear2d.vec, k->tensor("self"),
                                    detail::requested_upsampling(k, 2), k["align_corners"]);
    }
};

namespace detail {

/// Of factors it becomes the op of sizes, which has an out-variant.
template <class Op, std::size_t Spatial>
struct upsampling_of_sizes {
    template <class V>
    [[nodiscard]] static constexpr V compose(composing<V> const& k) {
        upsampling_request const asked = requested_upsampling(k, Spatial);
        auto const by = [&]<std::size_t... I>(std::index_sequence<I...>) {
            return k(Op{}, k->tensor("input"), asked.sizes, k["align_corners"], argument<V>(asked.factors[I])...);
        };
        return by(std::make_index_sequence<Spatial>());
    }
};

} // namespace detail

template <>
struct composition_of<aten::upsample_bicubic2d_vec> : detail::upsampling_of_sizes<aten::upsample_bicubic2d_default, 2> {
};
template <>
struct composition_of<aten::_upsample_bilinear2d_aa_vec>
    : detail::upsampling_of_sizes<aten::_upsample_bilinear2d_aa_default, 2> {};
template <>
struct composition_of<aten::_upsample_bicubic2d_aa_vec>
    : detail::upsampling_of_sizes<aten::_upsample_bicubic2d_aa_default, 2> {};
template <>
struct composition_of<aten::upsample_trilinear3d_vec>
    : detail::upsampling_of_sizes<aten::upsample_trilinear3d_default, 3> {};

} // namespace graft
