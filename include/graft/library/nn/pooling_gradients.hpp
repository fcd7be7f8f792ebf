#pragma once

#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/gradient.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

/// Gradients of what poolings take, in two and three dimensions.
namespace graft::detail {

/// Rejects a pooling's gradient whose tensors are not images of so many dimensions each, of as many channels.
template <class V>
constexpr void require_pooled(composing<V> const& k, std::int64_t spatial) {
    vec<sym_int> const self = k.sizes(k->tensor("self")), grad = k.sizes(k->tensor("grad_output"));
    auto const rank = static_cast<std::int64_t>(self.size());
    k.require_floating("self");
    k.require_one_dtype("grad_output", "self");
    k.require(rank == spatial + 1 || rank == spatial + 2, "'self' must have ", spatial + 1, " or ", spatial + 2,
              " dimensions, not ", rank);
    bool fits = grad.size() == self.size();
    for (std::size_t d = 0; fits && d < self.size() - static_cast<std::size_t>(spatial); ++d)
        fits = !certainly_differ(grad[d], self[d]);
    k.require(fits, "'grad_output' is ", shape_text(grad), ", but 'self' ", shape_text(self));
}

/// The product of the sizes from one dimension to before another.
[[nodiscard]] constexpr sym_int product_of(vec<sym_int> const& sizes, std::size_t first, std::size_t last) {
    sym_int product = 1;
    for (std::size_t d = first; d < last; ++d)
        product *= sizes.at(d);
    return product;
}

/// What the gradients of maxima give the elements that these are, by their indices in the last so many dimensions.
template <class V>
[[nodiscard]] constexpr V gradient_of_maxima(composing<V> const& k, std::int64_t spatial) {
    require_pooled(k, spatial);
    gradient_terms<V> const g(k);
    V const &self = k->tensor("self"), &indices = k->tensor("indices"), grad = g["grad_output"];
    k.require(k.dtype(indices) == dtype::i64, "'indices' must be torch.int64, not ", torch_name(k.dtype(indices)));
    k.require(!certainly_differ(k.sizes(indices), k.sizes(grad)), "'indices' is ", shape_text(k.sizes(indices)),
              ", but 'grad_output' ", shape_text(k.sizes(grad)));
    vec<sym_int> const sizes = k.sizes(self);
    auto const rows = [&](vec<sym_int> const& of) {
        std::size_t const planes = of.size() - static_cast<std::size_t>(spatial);
        return vec<sym_int>{product_of(of, 0, planes), product_of(of, planes, of.size())};
    };
    V const given = k(aten::reshape, grad, rows(k.sizes(grad)));
    V const sums = k(aten::scatter_add, k(aten::new_zeros, grad, rows(sizes)), 1,
                     k(aten::reshape, indices, rows(k.sizes(grad))), given);
    return g.as_given(k(aten::reshape, sums, sizes));
}

/// A gradient of means in volumes as those of images: of their rows, then of their columns and slices. `first` and
/// `then` say of a gradient and of what is like the argument what the argument's is.
template <class V, class First, class Then>
[[nodiscard]] constexpr V gradient_of_means(composing<V> const& k, First const& first, Then const& then) {
    require_pooled(k, 3);
    gradient_terms<V> const g(k);
    vec<sym_int> const sizes = k.sizes(k->tensor("self"));
    std::size_t const rank = sizes.size();
    V const grad = g["grad_output"];
    vec<sym_int> const pooled = k.sizes(grad);
    sym_int const volumes = product_of(sizes, 0, rank - 3), plane = pooled.at(rank - 2) * pooled.at(rank - 1);
    auto const like = [&](vec<sym_int> const& image) { return k(aten::new_zeros, grad, image); };
    V const slices = first(k(aten::reshape, grad, vec<sym_int>{volumes, pooled.at(rank - 3), plane}),
                           like({volumes, sizes.at(rank - 3), plane}));
    sym_int const images = volumes * sizes.at(rank - 3);
    V const whole = then(k(aten::reshape, slices, vec<sym_int>{images, pooled.at(rank - 2), pooled.at(rank - 1)}),
                         like({images, sizes.at(rank - 2), sizes.at(rank - 1)}));
    return g.as_given(k(aten::reshape, whole, sizes));
}

/// The entries of a list of three numbers, or of the one that stands for each.
template <class V>
[[nodiscard]] constexpr vec<sym_int> of_volume(composing<V> const& k, char const* list) {
    vec<sym_int> const& given = k->integers(list);
    k.require(given.size() == 1 || given.size() == 3, "'", list, "' has ", given.size(), " entries, not 3");
    return given.size() == 1 ? vec<sym_int>(3, given[0]) : vec<sym_int>(given);
}

} // namespace graft::detail

namespace graft::aten {

struct avg_pool3d_backward_default : composite_op<avg_pool3d_backward_default> {
    static constexpr schema_text text{
        "aten::avg_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] "
        "padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    template <class V>
    static constexpr V compose(composing<V> const& k) {
        vec<sym_int> const window = detail::of_volume(k, "kernel_size"), padding = detail::of_volume(k, "padding");
        vec<sym_int> const step = detail::of_volume(k, k->integers("stride").empty() ? "kernel_size" : "stride");
        k.require(!k->has("divisor_override") || !(k->integer("divisor_override") == 0), "'divisor_override' is 0");
        // Means are divided once by what divides them all.
        auto const means = [&](V const& grad, V const& self, vec<sym_int> const& kernel, vec<sym_int> const& steps,
                               vec<sym_int> const& around, bool last) {
            std::optional<std::int64_t> divisor;
            if (k->has("divisor_override"))
                divisor = last ? k.number_of(k->integer("divisor_override")) : 1;
            return k(avg_pool2d_backward, grad, self, kernel, steps, around, k["ceil_mode"], k["count_include_pad"],
                     divisor);
        };
        return detail::gradient_of_means(
            k,
            [&](V const& grad, V const& self) {
                return means(grad, self, {window[0], 1}, {step[0], 1}, {padding[0], 0}, false);
            },
            [&](V const& grad, V const& self) {
                return means(grad, self, {window[1], window[2]}, {step[1], step[2]}, {padding[1], padding[2]}, true);
            });
    }
};
inline constexpr single_overload<avg_pool3d_backward_default> avg_pool3d_backward{};

struct _adaptive_avg_pool3d_backward_default : composite_op<_adaptive_avg_pool3d_backward_default> {
    static constexpr schema_text text{"aten::_adaptive_avg_pool3d_backward(Tensor grad_output, Tensor self) -> Tensor"};
    template <class V>
    static constexpr V compose(composing<V> const& k) {
        auto const means = [&](V const& grad, V const& self) { return k(_adaptive_avg_pool2d_backward, grad, self); };
        return detail::gradient_of_means(k, means, means);
    }
};
inline constexpr single_overload<_adaptive_avg_pool3d_backward_default> _adaptive_avg_pool3d_backward{};

struct max_pool3d_with_indices_backward_default : composite_op<max_pool3d_with_indices_backward_default> {
    static constexpr schema_text text{
        "aten::max_pool3d_with_indices_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, "
        "int[3] padding, int[3] dilation, bool ceil_mode, Tensor indices) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) {
        return detail::in_layout_of(k, k->tensor("self"), detail::gradient_of_maxima(k, 3));
    }
};
inline constexpr single_overload<max_pool3d_with_indices_backward_default> max_pool3d_with_indices_backward{};

struct adaptive_max_pool2d_backward_default : composite_op<adaptive_max_pool2d_backward_default> {
    static constexpr schema_text text{
        "aten::adaptive_max_pool2d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) {
        return detail::in_layout_of(k, k->tensor("self"), detail::gradient_of_maxima(k, 2));
    }
};
inline constexpr single_overload<adaptive_max_pool2d_backward_default> adaptive_max_pool2d_backward{};

struct adaptive_max_pool3d_backward_default : composite_op<adaptive_max_pool3d_backward_default> {
    static constexpr schema_text text{
        "aten::adaptive_max_pool3d_backward(Tensor grad_output, Tensor self, Tensor indices) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::gradient_of_maxima(k, 3); }
};
inline constexpr single_overload<adaptive_max_pool3d_backward_default> adaptive_max_pool3d_backward{};

/// Every op of this header.
using pooling_gradients_ops =
    overloads_of<avg_pool3d_backward, _adaptive_avg_pool3d_backward, max_pool3d_with_indices_backward,
                 adaptive_max_pool2d_backward, adaptive_max_pool3d_backward>;

} // namespace graft::aten
