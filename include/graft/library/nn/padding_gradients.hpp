#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/elementary.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/library/nn/gradient_terms.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>

/// Gradients of what paddings by elements take.
namespace graft::detail {

/// Slices of a gradient added up where `index` says, along a dimension that has the size `to` then.
template <class V>
[[nodiscard]] constexpr V added_at(composing<V> const& k, V const& gradient, std::int64_t dim, V const& index,
                                   sym_int const& to) {
    vec<sym_int> sizes = k.sizes(gradient);
    sizes.at(static_cast<std::size_t>(dim)) = to;
    return k(aten::index_add, k(aten::new_zeros, gradient, sizes), dim, index, gradient);
}

/// Rejects a gradient of anything but such a result.
template <class V>
constexpr void require_gradient_of(composing<V> const& k, vec<sym_int> const& result) {
    vec<sym_int> const given = k.sizes(k->tensor("grad_output"));
    k.require(!certainly_differ(given, result), "'grad_output' is ", shape_text(given), ", not ", shape_text(result));
}

/// Each element of the result of a padding is one of its argument, to whose gradient its own is added: the nearest one,
/// or the one that a mirror at the border shows.
template <class V>
[[nodiscard]] constexpr V padding_gradient(composing<V> const& k, std::int64_t spatial, bool mirrored) {
    gradient_terms<V> const g(k);
    V const& self = k->tensor("self");
    std::int64_t const rank = k.rank(self);
    vec<sym_int> const& padding = k->integers("padding");
    k.require(rank == spatial + 1 || rank == spatial + 2, "'self' must have ", spatial + 1, " or ", spatial + 2,
              " dimensions, not ", rank);
    k.require(static_cast<std::int64_t>(padding.size()) == 2 * spatial, "'padding' has ", padding.size(),
              " entries, not ", 2 * spatial);
    vec<sym_int> padded = k.sizes(self);
    for (std::size_t d = padded.size(), i = 0; i < padding.size(); i += 2) {
        sym_int& size = padded.at(--d);
        for (sym_int const& pad : {padding[i], padding[i + 1]})
            k.require(!mirrored || known_lt(pad, size) != false, "a mirror shows less than 'padding' of 'self'");
        size = size + padding[i] + padding[i + 1];
    }
    require_gradient_of(k, padded);
    V result = g["grad_output"];
    for (std::int64_t d = rank - 1, i = 0; i < 2 * spatial; --d, i += 2) {
        sym_int const &before = padding.at(static_cast<std::size_t>(i)), last = k.size(self, d) - 1;
        V const place =
            k(aten::arange.start_step, -before, padded.at(static_cast<std::size_t>(d)) - before, 1, dtype::i64);
        // last - |last - |place||
        V const index = mirrored
                            ? k(aten::rsub.Scalar, k(aten::abs, k(aten::rsub.Scalar, k(aten::abs, place), last)), last)
                            : k(aten::clamp, place, 0, last);
        result = added_at(k, V(result), d, index, last + 1);
    }
    return in_layout_of(k, self, g.as_given(result));
}

} // namespace graft::detail

namespace graft::aten {

struct replication_pad1d_backward_default : composite_op<replication_pad1d_backward_default> {
    static constexpr schema_text text{
        "aten::replication_pad1d_backward(Tensor grad_output, Tensor self, SymInt[2] padding) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::padding_gradient(k, 1, false); }
};
inline constexpr single_overload<replication_pad1d_backward_default> replication_pad1d_backward{};

struct replication_pad2d_backward_default : composite_op<replication_pad2d_backward_default> {
    static constexpr schema_text text{
        "aten::replication_pad2d_backward(Tensor grad_output, Tensor self, SymInt[4] padding) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::padding_gradient(k, 2, false); }
};
inline constexpr single_overload<replication_pad2d_backward_default> replication_pad2d_backward{};

struct replication_pad3d_backward_default : composite_op<replication_pad3d_backward_default> {
    static constexpr schema_text text{
        "aten::replication_pad3d_backward(Tensor grad_output, Tensor self, SymInt[6] padding) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::padding_gradient(k, 3, false); }
};
inline constexpr single_overload<replication_pad3d_backward_default> replication_pad3d_backward{};

struct reflection_pad1d_backward_default : composite_op<reflection_pad1d_backward_default> {
    static constexpr schema_text text{
        "aten::reflection_pad1d_backward(Tensor grad_output, Tensor self, SymInt[2] padding) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::padding_gradient(k, 1, true); }
};
inline constexpr single_overload<reflection_pad1d_backward_default> reflection_pad1d_backward{};

struct reflection_pad2d_backward_default : composite_op<reflection_pad2d_backward_default> {
    static constexpr schema_text text{
        "aten::reflection_pad2d_backward(Tensor grad_output, Tensor self, SymInt[4] padding) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::padding_gradient(k, 2, true); }
};
inline constexpr single_overload<reflection_pad2d_backward_default> reflection_pad2d_backward{};

struct reflection_pad3d_backward_default : composite_op<reflection_pad3d_backward_default> {
    static constexpr schema_text text{
        "aten::reflection_pad3d_backward(Tensor grad_output, Tensor self, SymInt[6] padding) -> Tensor"};
    static constexpr out_names out{"grad_input", {"grad_input"}};
    static constexpr auto compose(auto const& k) { return detail::padding_gradient(k, 3, true); }
};
inline constexpr single_overload<reflection_pad3d_backward_default> reflection_pad3d_backward{};

/// Every op of this header.
using padding_gradients_ops =
    overloads_of<replication_pad1d_backward, replication_pad2d_backward, replication_pad3d_backward,
                 reflection_pad1d_backward, reflection_pad2d_backward, reflection_pad3d_backward>;

} // namespace graft::aten
