#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/upsampling.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/transform/decompositions/resampling.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

// Images and volumes scaled by no op that is core: each element of a result as a sum of those that it lies between,
// along one dimension after the other.

namespace graft {

namespace detail {

/// Elements of what is resized along a dimension, one for each of the result, and their shares in those.
template <class V>
struct neighbours_along {
    V places, weights;
};

/// Where elements of a result along a dimension lie among those of what is resized.
template <class V>
[[nodiscard]] constexpr V places_among(composing<V> const& k, sym_int const& from, sym_int const& to,
                                       std::optional<double> factor) {
    V const place = k(aten::arange.start_step, 0, to, 1, dtype::f64);
    if (!k->boolean("align_corners"))
        return k(aten::add.Scalar, by_step(k, k(aten::add.Scalar, place, 0.5), from, to, factor), -0.5);
    // The corners are one where there is only one element.
    return by_step(k, place, from - 1, to == 1 ? sym_int(1) : to - 1, std::nullopt);
}

/// The elements on either side, for a linear interpolation whose weights are of dtype `d`.
template <class V>
[[nodiscard]] constexpr vec<neighbours_along<V>> linear_neighbours(composing<V> const& k, sym_int const& from,
                                                                   sym_int const& to, std::optional<double> factor,
                                                                   dtype d) {
    std::optional<bool> const stays = known_eq(from, to);
    if (stays == true)
        factor.reset();
    V place = places_among(k, from, to, factor);
    // A factor counts only where it does not leave the size as it is.
    if (!stays && factor && *factor > 1 && *factor < 2) {
        auto const number = [&](sym_int const& size) { return k(aten::scalar_tensor, size, dtype::i64); };
        V const own = k(aten::arange.start_step, 0, to, 1, dtype::f64);
        place = k(aten::where.self, k(aten::eq.Tensor, number(from), number(to)), own, place);
    }
    place = k(aten::clamp, place, 0, nullptr);
    V const low = k(aten::clamp, k(aten::to.dtype, place, dtype::i64), nullptr, from - 1);
    V const high = k(aten::clamp, k(aten::add.Scalar, low, 1), nullptr, from - 1);
    V const above = k(aten::to.dtype, k(aten::clamp, k(aten::sub.Tensor, place, low), 0, 1), d);
    return {{low, k(aten::rsub.Scalar, above, 1)}, {high, above}};
}

/// The weights of an interpolation by cubics whose parameter is `a`: of elements `x` away, less than 1, and from there
/// to 2.
/// @{
template <class V>
[[nodiscard]] constexpr V cubic_inner(composing<V> const& k, V const& x, double a = -0.75) {
    V const risen = k(aten::add.Scalar, k(aten::mul.Scalar, x, a + 2), -a - 3);
    return k(aten::add.Scalar, k(aten::mul.Tensor, k(aten::mul.Tensor, risen, x), x), 1);
}
template <class V>
[[nodiscard]] constexpr V cubic_outer(composing<V> const& k, V const& x, double a = -0.75) {
    V const risen = k(aten::mul.Tensor, k(aten::add.Scalar, k(aten::mul.Scalar, x, a), -5 * a), x);
    return k(aten::add.Scalar, k(aten::mul.Tensor, k(aten::add.Scalar, risen, 8 * a), x), -4 * a);
}
/// @}

/// Two elements on either side, for an interpolation by such cubics whose weights are of dtype `d`.
template <class V>
[[nodiscard]] constexpr vec<neighbours_along<V>>
cubic_neighbours(composing<V> const& k, sym_int const& from, sym_int const& to, std::optional<double> factor, dtype d) {
    V const place = places_among(k, from, to, factor);
    V const whole = k(aten::floor, place), rest = k(aten::sub.Tensor, place, whole);
    V const low = k(aten::to.dtype, whole, dtype::i64);
    auto const one = [&](std::int64_t offset, V const& weights) {
        V const at = k(aten::clamp, k(aten::add.Scalar, low, offset), 0, from - 1);
        return neighbours_along<V>{at, k(aten::to.dtype, weights, d)};
    };
    return {one(-1, cubic_outer(k, k(aten::add.Scalar, rest, 1))), one(0, cubic_inner(k, rest)),
            one(1, cubic_inner(k, k(aten::rsub.Scalar, rest, 1))),
            one(2, cubic_outer(k, k(aten::rsub.Scalar, rest, 2)))};
}

/// Elements times the weights of a dimension.
template <class V>
[[nodiscard]] constexpr V weighted_along(composing<V> const& k, V const& x, std::int64_t dim, V const& weights) {
    vec<sym_int> beside(static_cast<std::size_t>(k.rank(x) - dim), 1);
    beside.front() = -1;
    return k(aten::mul.Tensor, x, k(aten::view, weights, beside));
}

/// The sums of the elements that `neighbours` finds along each dimension. Narrow floats are computed with as f32.
template <class V, class Neighbours>
[[nodiscard]] constexpr V interpolated(composing<V> const& k, std::size_t spatial, Neighbours const& neighbours) {
    V const& self = k->tensor("self");
    dtype const given = k.dtype(self), d = given == dtype::f64 ? dtype::f64 : dtype::f32;
    if (!is_floating_point(given))
        raise(errc::unsupported, "integers are not interpolated by ops that are core");
    upsampling_request const request = requested_upsampling(k, spatial);
    V x = k(aten::to.dtype, self, d);
    for (std::size_t i = 0; i < spatial; ++i) {
        auto const dim = static_cast<std::int64_t>(i) + 2;
        std::optional<V> sum;
        for (auto const& [places, weights] :
             neighbours(k, k.size(x, dim), request.sizes.at(i), request.factors[i], d)) {
            V const part = weighted_along(k, k(aten::index_select, x, dim, places), dim, weights);
            sum = sum ? k(aten::add.Tensor, *sum, part) : part;
        }
        x = *sum;
    }
    return in_layout_of(k, self, k(aten::to.dtype, x, given));
}

} // namespace detail

template <>
struct composition_of<aten::upsample_trilinear3d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::interpolated(k, 3, [](auto const&... a) { return detail::linear_neighbours(a...); });
    }
};

template <>
struct composition_of<aten::upsample_bicubic2d_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::interpolated(k, 2, [](auto const&... a) { return detail::cubic_neighbours(a...); });
    }
};

} // namespace graft
