#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/library/nn/padding_gradients.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>
#include <graft/transform/decompositions/interpolation.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

/// Gradients of what is resized, one dimension after the other.
namespace graft::detail {

/// The gradient of what is resized: `along(gradient, dim, from, factor)` gives it along each dimension, where the
/// result has the size `from` and was made by that factor.
template <class V, class Along>
[[nodiscard]] constexpr V resizing_gradient(composing<V> const& k, std::size_t spatial, Along const& along) {
    k.require_floating("grad_output");
    gradient_terms<V> const g(k, "grad_output");
    vec<sym_int> const &to = k->integers("output_size"), &from = k->integers("input_size");
    k.require(to.size() == spatial, "'output_size' has ", to.size(), " entries, not ", spatial);
    k.require(from.size() == spatial + 2, "'input_size' has ", from.size(), " entries, not ", spatial + 2);
    vec<sym_int> wanted = from;
    for (std::size_t i = 0; i < spatial; ++i)
        wanted.at(i + 2) = to[i];
    require_gradient_of(k, wanted);
    V result = g["grad_output"];
    for (std::size_t i = 0; i < spatial; ++i) {
        std::optional<double> factor = k->optional_real(k->op().arguments.size() - spatial + i);
        if (factor && !(*factor > 0))
            factor.reset();
        result = along(V(result), static_cast<std::int64_t>(i) + 2, from.at(i + 2), factor);
    }
    return g.as_given(result);
}

/// The gradient of what gives its nearest elements, which are sampled where they begin, or in their middle.
template <class V>
[[nodiscard]] constexpr V nearest_gradient(composing<V> const& k, std::size_t spatial, bool middle) {
    V const result = resizing_gradient(
        k, spatial, [&](V const& grad, std::int64_t dim, sym_int const& from, std::optional<double> factor) {
            sym_int const to = k.size(grad, dim);
            // PyTorch leaves a factor out of account where elements are kept or doubled.
            if (!middle && (known_eq(from, to) == true || known_eq(from * 2, to) == true))
                factor.reset();
            V place = k(aten::arange.start_step, 0, to, 1, dtype::f32);
            if (middle)
                place = k(aten::add.Scalar, V(place), 0.5);
            V const index = k(aten::to.dtype, by_step(k, place, from, to, factor), dtype::i64);
            return added_at(k, grad, dim, k(aten::clamp, index, nullptr, from - 1), from);
        });
    if (spatial == 2)
        return in_layout_of(k, k->tensor("grad_output"), result);
    return result;
}

/// The shares of a gradient, each added to the element that it was made of.
template <class V>
[[nodiscard]] constexpr V given_back(composing<V> const& k, V const& grad, std::int64_t dim, sym_int const& from,
                                     vec<neighbours_along<V>> const& neighbours) {
    vec<sym_int> sizes = k.sizes(grad);
    sizes.at(static_cast<std::size_t>(dim)) = from;
    V result = k(aten::new_zeros, grad, sizes);
    for (auto const& [places, weights] : neighbours)
        result = k(aten::index_add, V(result), dim, places, weighted_along(k, grad, dim, weights));
    return result;
}

/// The gradient of a linear interpolation between the elements on either side.
template <class V>
[[nodiscard]] constexpr V linear_gradient(composing<V> const& k, std::size_t spatial) {
    V const result = resizing_gradient(
        k, spatial, [&](V const& grad, std::int64_t dim, sym_int const& from, std::optional<double> factor) {
            return given_back(k, grad, dim, from, linear_neighbours(k, from, k.size(grad, dim), factor, k.dtype(grad)));
        });
    return in_layout_of(k, k->tensor("grad_output"), result);
}

/// How the weights of an interpolation by cubics rise: of elements `x` away, less than 1, and from there to 2.
/// @{
template <class V>
[[nodiscard]] constexpr V cubic_inner_slope(gradient_terms<V> const& g, V const& x) {
    return g.times(g.plus(g.times(x, 3.75), -4.5), x);
}
template <class V>
[[nodiscard]] constexpr V cubic_outer_slope(gradient_terms<V> const& g, V const& x) {
    return g.plus(g.times(g.plus(g.times(x, -2.25), 7.5), x), -6);
}
/// @}

/// The gradient of an interpolation between four elements by such a cubic.
template <class V>
[[nodiscard]] constexpr V cubic_gradient(composing<V> const& k, std::size_t spatial) {
    vec<sym_int> const &resized = k->integers("output_size"), &given = k->integers("input_size");
    bool kept = given.size() == resized.size() + 2;
    for (std::size_t i = 0; kept && i < resized.size(); ++i)
        kept = known_eq(resized[i], given[i + 2]) == true;
    return resizing_gradient(
        k, spatial, [&](V const& grad, std::int64_t dim, sym_int const& from, std::optional<double> factor) {
            if (kept)
                factor.reset();
            return given_back(k, grad, dim, from, cubic_neighbours(k, from, k.size(grad, dim), factor, k.dtype(grad)));
        });
}

/// The gradient of what is resized by a curve that is as wide as what an element of the result stands for: by lines
/// that fall to 0 at 1, or by cubics whose parameter is -0.5.
template <class V>
[[nodiscard]] constexpr V antialiased_gradient(composing<V> const& k, bool cubic) {
    gradient_terms<V> const g(k, "grad_output");
    return resizing_gradient(
        k, 2, [&](V const& grad, std::int64_t dim, sym_int const& from, std::optional<double> factor) {
            sym_int const to = k.size(grad, dim);
            bool const aligned = k->boolean("align_corners"), corner = aligned && to == 1;
            V const one = k(aten::full, vec<sym_int>(1, 1), 1, dtype::f64);
            V const step = aligned ? by_step(k, one, corner ? sym_int(0) : from - 1, corner ? sym_int(1) : to - 1,
                                             std::optional<double>())
                                   : by_step(k, one, from, to, factor);
            auto const middles = [&](sym_int const& count) {
                return g.plus(k(aten::arange.start_step, 0, count, 1, dtype::f64), 0.5);
            };
            V const places = k(aten::unsqueeze, g.times(middles(to), step), -1);
            V const far =
                k(aten::abs, g.over(k(aten::sub.Tensor, middles(from), places), k(aten::clamp, step, 1, nullptr)));
            V curve = k(aten::clamp, g.from(1, far), 0, nullptr);
            if (cubic)
                curve = g.either(g.less(far, 1), cubic_inner(k, far, -0.5),
                                 cubic_outer(k, k(aten::clamp, far, nullptr, 2), -0.5));
            V const shares = g.over(curve, k(aten::sum.dim_IntList, curve, vec<sym_int>(1, -1), true));
            V const weights = k(aten::to.dtype, shares, k.dtype(grad));
            return dim == 3 ? k(aten::matmul, grad, weights)
                            : k(aten::matmul, k(aten::transpose.int_, weights, 0, 1), grad);
        });
}

} // namespace graft::detail

namespace graft::aten {

struct upsample_nearest1d_backward_default : composite_op<upsample_nearest1d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_nearest1d_backward(Tensor grad_output, SymInt[1] output_size, SymInt[3] input_size, float? "
        "scales=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::nearest_gradient(k, 1, false); }
};
inline constexpr single_overload<upsample_nearest1d_backward_default> upsample_nearest1d_backward{};

struct upsample_nearest2d_backward_default : composite_op<upsample_nearest2d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_nearest2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, float? "
        "scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::nearest_gradient(k, 2, false); }
};
inline constexpr single_overload<upsample_nearest2d_backward_default> upsample_nearest2d_backward{};

struct upsample_nearest3d_backward_default : composite_op<upsample_nearest3d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_nearest3d_backward(Tensor grad_output, SymInt[3] output_size, SymInt[5] input_size, float? "
        "scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::nearest_gradient(k, 3, false); }
};
inline constexpr single_overload<upsample_nearest3d_backward_default> upsample_nearest3d_backward{};

struct _upsample_nearest_exact1d_backward_default : composite_op<_upsample_nearest_exact1d_backward_default> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact1d_backward(Tensor grad_output, SymInt[1] output_size, SymInt[3] input_size, "
        "float? scales=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::nearest_gradient(k, 1, true); }
};
inline constexpr single_overload<_upsample_nearest_exact1d_backward_default> _upsample_nearest_exact1d_backward{};

struct _upsample_nearest_exact2d_backward_default : composite_op<_upsample_nearest_exact2d_backward_default> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, "
        "float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::nearest_gradient(k, 2, true); }
};
inline constexpr single_overload<_upsample_nearest_exact2d_backward_default> _upsample_nearest_exact2d_backward{};

struct _upsample_nearest_exact3d_backward_default : composite_op<_upsample_nearest_exact3d_backward_default> {
    static constexpr schema_text text{
        "aten::_upsample_nearest_exact3d_backward(Tensor grad_output, SymInt[3] output_size, SymInt[5] input_size, "
        "float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::nearest_gradient(k, 3, true); }
};
inline constexpr single_overload<_upsample_nearest_exact3d_backward_default> _upsample_nearest_exact3d_backward{};

struct upsample_linear1d_backward_default : composite_op<upsample_linear1d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_linear1d_backward(Tensor grad_output, SymInt[1] output_size, SymInt[3] input_size, bool "
        "align_corners, float? scales=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::linear_gradient(k, 1); }
};
inline constexpr single_overload<upsample_linear1d_backward_default> upsample_linear1d_backward{};

struct upsample_bilinear2d_backward_default : composite_op<upsample_bilinear2d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_bilinear2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool "
        "align_corners, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::linear_gradient(k, 2); }
};
inline constexpr single_overload<upsample_bilinear2d_backward_default> upsample_bilinear2d_backward{};

struct upsample_trilinear3d_backward_default : composite_op<upsample_trilinear3d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_trilinear3d_backward(Tensor grad_output, SymInt[3] output_size, SymInt[5] input_size, bool "
        "align_corners, float? scales_d=None, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::linear_gradient(k, 3); }
};
inline constexpr single_overload<upsample_trilinear3d_backward_default> upsample_trilinear3d_backward{};

struct upsample_bicubic2d_backward_default : composite_op<upsample_bicubic2d_backward_default> {
    static constexpr schema_text text{
        "aten::upsample_bicubic2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool "
        "align_corners, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::cubic_gradient(k, 2); }
};
inline constexpr single_overload<upsample_bicubic2d_backward_default> upsample_bicubic2d_backward{};

struct _upsample_bilinear2d_aa_backward_default : composite_op<_upsample_bilinear2d_aa_backward_default> {
    static constexpr schema_text text{
        "aten::_upsample_bilinear2d_aa_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool "
        "align_corners, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) {
        return detail::in_layout_of(k, k->tensor("grad_output"), detail::antialiased_gradient(k, false));
    }
};
inline constexpr single_overload<_upsample_bilinear2d_aa_backward_default> _upsample_bilinear2d_aa_backward{};

struct _upsample_bicubic2d_aa_backward_default : composite_op<_upsample_bicubic2d_aa_backward_default> {
    static constexpr schema_text text{
        "aten::_upsample_bicubic2d_aa_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool "
        "align_corners, float? scales_h=None, float? scales_w=None) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::antialiased_gradient(k, true); }
};
inline constexpr single_overload<_upsample_bicubic2d_aa_backward_default> _upsample_bicubic2d_aa_backward{};

/// Every op of this header.
using resizing_gradients_ops =
    overloads_of<upsample_nearest1d_backward, upsample_nearest2d_backward, upsample_nearest3d_backward,
                 _upsample_nearest_exact1d_backward, _upsample_nearest_exact2d_backward,
                 _upsample_nearest_exact3d_backward, upsample_linear1d_backward, upsample_bilinear2d_backward,
                 upsample_trilinear3d_backward, upsample_bicubic2d_backward, _upsample_bilinear2d_aa_backward,
                 _upsample_bicubic2d_aa_backward>;

} // namespace graft::aten
