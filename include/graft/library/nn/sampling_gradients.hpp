#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/library/nn/pooling_gradients.hpp>
#include <graft/library/nn/resizing_gradients.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// Gradients of images and volumes that a grid of places is taken from, and of that grid.
namespace graft::detail {

/// Elements along a dimension, one at each place: which, with what weight, how that rises with the place, and whether
/// there is such an element.
template <class V>
struct sampled_elements {
    V index;
    V weight;
    V slope;
    V there;
};

/// One dimension of what a grid looks at. As in PyTorch each step rounds to the dtype.
template <class V>
class sampled_dimension {
public:
    sampled_dimension(composing<V> const& k, sym_int const& size, V const& coordinates)
        : k_(k), last_(size - 1), padding_(k.number_of(k->integer("padding_mode"))),
          aligned_(k->boolean("align_corners")) {
        sym_int const range = aligned_ ? last_ : size;
        V const scaled = k(aten::mul.Scalar, k(aten::add.Scalar, coordinates, 1), range);
        at_ = k(aten::mul.Scalar, aligned_ ? scaled : k(aten::sub.Scalar, scaled, 1), 0.5);
        rise_ = k(aten::mul.Scalar, k(aten::full_like, at_, range), 0.5);
    }

    /// The elements that make one, and how places rise with coordinates.
    [[nodiscard]] std::pair<vec<sampled_elements<V>>, V> elements(std::int64_t mode) const {
        gradient_terms<V> const g(k_, "input");
        vec<sampled_elements<V>> found;
        auto const add = [&](V const& index, V const& weight, V const& slope) {
            V const whole = k_(aten::to.dtype, index, dtype::i64);
            V const there = g.both(k_(aten::ge.Scalar, index, 0), k_(aten::le.Scalar, index, last_));
            found.push_back({k_(aten::clamp, whole, 0, last_), weight, slope, there});
        };
        if (mode == 2) {
            V const whole = k_(aten::floor, at_), t = k_(aten::sub.Tensor, at_, whole);
            auto const element = [&](std::int64_t offset, V const& weight, V const& slope) {
                add(inside(k_(aten::add.Scalar, whole, offset)).first, weight, slope);
            };
            V const before = g.plus(t, 1), after = g.from(1, t), behind = g.from(2, t);
            element(-1, cubic_outer(k_, before), cubic_outer_slope(g, before));
            element(0, cubic_inner(k_, t), cubic_inner_slope(g, t));
            element(1, cubic_inner(k_, after), k_(aten::neg, cubic_inner_slope(g, after)));
            element(2, cubic_outer(k_, behind), k_(aten::neg, cubic_outer_slope(g, behind)));
            return {found, rise_};
        }
        auto const [place, rise] = inside(at_);
        V const one = k_(aten::ones_like, place);
        if (mode == 1) {
            add(k_(aten::round, place), one, k_(aten::zeros_like, place));
        } else {
            V const whole = k_(aten::floor, place), above = k_(aten::sub.Tensor, place, whole);
            add(whole, g.from(1, above), k_(aten::neg, one));
            add(g.plus(whole, 1), above, one);
        }
        return {found, g.times(rise_, rise)};
    }

private:
    /// The places that count for others, which may be outside, and how they rise with those.
    [[nodiscard]] std::pair<V, V> inside(V const& places) const {
        gradient_terms<V> const g(k_, "input");
        V place = places, rise = k_(aten::ones_like, places);
        if (padding_ == 0)
            return {place, rise};
        if (padding_ == 2) {
            double const low = aligned_ ? 0 : -0.5;
            // Where there is one element, any distance will do from one mirror to the next but one.
            sym_int const turn = known_eq(last_, 0) == true ? sym_int(2) : 2 * (aligned_ ? last_ : last_ + 1);
            V const from_low = g.plus(places, -low), rest = k_(aten::fmod.Scalar, k_(aten::abs, from_low), turn);
            V const back = k_(aten::add.Scalar, k_(aten::neg, rest), turn);
            V const turned = k_(aten::logical_xor, g.less(from_low, 0), k_(aten::gt.Tensor, rest, back));
            rise = k_(aten::where.self, turned, k_(aten::neg, rise), rise);
            place = g.plus(k_(aten::minimum, rest, back), low);
        }
        V const beyond = g.one_of(g.at_most(place, 0), k_(aten::ge.Scalar, place, last_));
        return {k_(aten::clamp, place, 0, last_), g.zero_where(beyond, rise)};
    }

    composing<V> const& k_;
    sym_int last_;
    std::int64_t padding_;
    bool aligned_;
    V at_;
    V rise_;
};

/// The gradients of `input` and of `grid`.
template <class V>
[[nodiscard]] constexpr vec<V> grid_sampler_gradients(composing<V> const& k, std::size_t spatial) {
    V const &input = k->tensor("input"), &grid = k->tensor("grid"), &grad = k->tensor("grad_output");
    k.require_floating("input");
    k.require_one_dtype("grid", "input");
    k.require_one_dtype("grad_output", "input");
    std::int64_t const mode = k.number_of(k->integer("interpolation_mode"));
    std::int64_t const padding = k.number_of(k->integer("padding_mode"));
    k.require(mode >= 0 && mode <= (spatial == 2 ? 2 : 1), "'interpolation_mode' is ", mode);
    k.require(padding >= 0 && padding <= 2, "'padding_mode' is ", padding);
    vec<sym_int> const from = k.sizes(input), places = k.sizes(grid);
    k.require(from.size() == spatial + 2, "'input' must have ", spatial + 2, " dimensions, not ", from.size());
    k.require(places.size() == spatial + 2 && !certainly_differ(places.front(), from.front()) &&
                  !certainly_differ(places.back(), sym_int(static_cast<std::int64_t>(spatial))),
              "'grid' is ", shape_text(places), ", but 'input' ", shape_text(from));
    vec<sym_int> wanted = places;
    wanted.pop_back();
    wanted.insert(wanted.begin() + 1, from.at(1));
    require_gradient_of(k, wanted);

    gradient_terms<V> const g(k, "input");
    sym_int const &batch = from.at(0), &channels = from.at(1), count = product_of(places, 1, spatial + 1);
    V const given = k(aten::reshape, grad, vec<sym_int>{batch, channels, count});
    V const shown = k(aten::reshape, input, vec<sym_int>{batch, channels, product_of(from, 2, from.size())});
    vec<vec<sampled_elements<V>>> elements;
    vec<V> rises;
    for (std::size_t d = 0; d < spatial; ++d) {
        V const along = k(aten::select.int_, grid, -1, static_cast<std::int64_t>(spatial - 1 - d));
        sampled_dimension<V> const sampled(k, from.at(d + 2), k(aten::reshape, along, vec<sym_int>{batch, count}));
        auto [found, rise] = sampled.elements(mode);
        elements.push_back(std::move(found));
        rises.push_back(std::move(rise));
    }
    V of_input = k(aten::new_zeros, shown, k.sizes(shown));
    vec<V> of_places(spatial, k(aten::new_zeros, given, vec<sym_int>{batch, count}));
    // Each choice of an element along each dimension.
    std::size_t choices = 1;
    for (auto const& along : elements)
        choices *= along.size();
    for (std::size_t choice = 0; choice < choices; ++choice) {
        vec<sampled_elements<V> const*> chosen;
        for (std::size_t d = 0, rest = choice; d < spatial; rest /= elements.at(d++).size())
            chosen.push_back(&elements.at(d).at(rest % elements.at(d).size()));
        V index = chosen.front()->index, there = chosen.front()->there;
        for (std::size_t d = 1; d < spatial; ++d) {
            index = k(aten::add.Tensor, k(aten::mul.Scalar, V(index), from.at(d + 2)), chosen.at(d)->index);
            there = g.both(V(there), chosen.at(d)->there);
        }
        // The product of the weights, of which that of one dimension, if any, is replaced by how it rises.
        auto const product = [&](std::size_t rising) {
            V factor = rising == 0 ? chosen.front()->slope : chosen.front()->weight;
            for (std::size_t d = 1; d < spatial; ++d)
                factor = g.times(V(factor), rising == d ? chosen.at(d)->slope : chosen.at(d)->weight);
            return k(aten::where.ScalarOther, there, factor, 0);
        };
        V const at = k(aten::expand, k(aten::unsqueeze, index, 1), k.sizes(given));
        V const shares = g.times(given, k(aten::unsqueeze, product(spatial), 1));
        of_input = k(aten::scatter_add, V(of_input), 2, at, shares);
        if (mode == 1)
            continue;
        V const seen =
            k(aten::sum.dim_IntList, g.times(given, k(aten::gather, shown, 2, at)), vec<sym_int>(1, 1), false);
        for (std::size_t d = 0; d < spatial; ++d)
            of_places.at(d) = g.plus(V(of_places.at(d)), g.times(seen, product(d)));
    }
    vec<V> of_coordinates;
    for (std::size_t d = spatial; d-- > 0;) {
        if (mode != 1)
            of_places.at(d) = g.times(V(of_places.at(d)), rises.at(d));
        of_coordinates.push_back(of_places.at(d));
    }
    return {k(aten::reshape, of_input, from), k(aten::reshape, k(aten::stack, of_coordinates, -1), places)};
}

} // namespace graft::detail

namespace graft::aten {

struct grid_sampler_2d_backward_default : composite_op<grid_sampler_2d_backward_default> {
    static constexpr schema_text text{
        "aten::grid_sampler_2d_backward(Tensor grad_output, Tensor input, Tensor grid, int interpolation_mode, int "
        "padding_mode, bool align_corners, bool[2] output_mask) -> (Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return detail::grid_sampler_gradients(k, 2); }
};
inline constexpr single_overload<grid_sampler_2d_backward_default> grid_sampler_2d_backward{};

struct grid_sampler_3d_backward_default : composite_op<grid_sampler_3d_backward_default> {
    static constexpr schema_text text{
        "aten::grid_sampler_3d_backward(Tensor grad_output, Tensor input, Tensor grid, int interpolation_mode, int "
        "padding_mode, bool align_corners, bool[2] output_mask) -> (Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) { return detail::grid_sampler_gradients(k, 3); }
};
inline constexpr single_overload<grid_sampler_3d_backward_default> grid_sampler_3d_backward{};

/// Every op of this header.
using sampling_gradients_ops = overloads_of<grid_sampler_2d_backward, grid_sampler_3d_backward>;

} // namespace graft::aten
