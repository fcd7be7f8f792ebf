#pragma once

#include <graft/core/checked.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/convolution.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/sym_int.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace graft::detail {

/// A convolution by its kernel size, which says what `weight` says.
template <class V>
[[nodiscard]] constexpr V plain_convolution(composing<V> const& k) {
    V const &input = k->tensor("self"), &weight = k->tensor("weight");
    std::size_t const spatial = k->integers("kernel_size").size();
    vec<sym_int> const ones(spatial, 1), zeros(spatial, 0);
    k.require(k.rank(weight) == static_cast<std::int64_t>(spatial) + 2, "'weight' must have ", spatial + 2,
              " dimensions, not ", k.rank(weight));
    for (std::size_t d = 0; d < spatial; ++d)
        k.require(!certainly_differ(k->integers("kernel_size")[d], k.size(weight, static_cast<std::int64_t>(d) + 2)),
                  "'kernel_size' is not that of 'weight'");
    bool const batched = k.rank(input) == static_cast<std::int64_t>(spatial) + 2;
    V const result = k(aten::convolution, batched ? input : k(aten::unsqueeze, input, 0), weight, k["bias"],
                       k["stride"], k["padding"], ones, false, zeros, 1);
    return batched ? result : k(aten::squeeze.dim, result, 0);
}

/// Which elements of a padded dimension are under each window: `[elements of the window, windows]`.
template <class V>
[[nodiscard]] constexpr V window_indices(composing<V> const& k, sym_int const& size, std::size_t d) {
    auto const of = [&](char const* name) { return k.number_of(k->integers(name).at(d)); };
    k.require(of("kernel_size") > 0 && of("dilation") > 0 && of("stride") > 0 && of("padding") >= 0,
              "'kernel_size', 'dilation' and 'stride' must be positive, and 'padding' not negative");
    std::int64_t const reach = checked_add(checked_mul(of("dilation"), of("kernel_size") - 1), 1);
    sym_int const last = size + checked_mul(2, of("padding")) - reach;
    k.require(known_lt(last, 0) != true, "the window does not fit into 'self'");
    V const starts = k(aten::arange.start_step, 0, last + 1, of("stride"));
    V const places = k(aten::arange.start_step, 0, reach, of("dilation"));
    return k(aten::add.Tensor, starts, k(aten::unsqueeze, places, 1));
}

} // namespace graft::detail

/// Other forms of `convolution`.
namespace graft::aten {

struct _convolution_mode_default : composite_op<_convolution_mode_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_convolution_mode(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, str padding, SymInt[] "
        "dilation, SymInt groups) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::padded_convolution(k, 0); }
};
inline constexpr single_overload<_convolution_mode_default> _convolution_mode{};

struct _convolution_deprecated : composite_op<_convolution_deprecated, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::_convolution.deprecated(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, "
        "SymInt[] dilation, bool transposed, int[] output_padding, SymInt groups, bool benchmark, bool "
        "deterministic, bool cudnn_enabled) -> Tensor"};
    static constexpr auto compose(auto const& k) {
        return k(convolution, k["input"], k["weight"], k["bias"], k["stride"], k["padding"], k["dilation"],
                 k["transposed"], k["output_padding"], k["groups"]);
    }
};
inline constexpr struct _convolution_packet : packet<_convolution_packet> {
    _convolution_deprecated deprecated;
} _convolution{};

struct slow_conv3d_default : composite_op<slow_conv3d_default> {
    static constexpr schema_text text{
        "aten::slow_conv3d(Tensor self, Tensor weight, SymInt[3] kernel_size, Tensor? bias=None, SymInt[3] "
        "stride=[1, 1, 1], SymInt[3] padding=[0, 0, 0]) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::plain_convolution(k); }
};
inline constexpr single_overload<slow_conv3d_default> slow_conv3d{};

struct thnn_conv2d_default : composite_op<thnn_conv2d_default> {
    static constexpr schema_text text{
        "aten::thnn_conv2d(Tensor self, Tensor weight, SymInt[2] kernel_size, Tensor? bias=None, SymInt[2] "
        "stride=[1, 1], SymInt[2] padding=[0, 0]) -> Tensor"};
    static constexpr auto compose(auto const& k) { return detail::plain_convolution(k); }
};
inline constexpr single_overload<thnn_conv2d_default> thnn_conv2d{};

struct im2col_default : composite_op<im2col_default> {
    static constexpr schema_text text{
        "aten::im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        V const& self = k->tensor("self");
        bool const batched = k.rank(self) == 4;
        k.require(batched || k.rank(self) == 3, "'self' must have 3 or 4 dimensions, not ", k.rank(self));
        for (char const* const name : {"kernel_size", "dilation", "padding", "stride"})
            k.require(k->integers(name).size() == 2, "'", name, "' must have 2 entries");
        V const image = batched ? self : k(unsqueeze, self, 0);
        for (std::int64_t d = 1; d < 4; ++d)
            k.require(!(k.size(image, d) == 0), "'self' must have elements");
        std::optional<V> const rows = k(unsqueeze, k(unsqueeze, detail::window_indices(k, k.size(image, 2), 0), 2), 3);
        std::optional<V> const columns = detail::window_indices(k, k.size(image, 3), 1);
        sym_int const &p = k->integers("padding")[0], &q = k->integers("padding")[1];
        V const padded = k(constant_pad_nd, image, vec<sym_int>{q, q, p, p}, 0);
        // [N, C, window rows, windows down, window columns, windows across]
        V const seen = k(aten::index.Tensor, padded, vec<std::optional<V>>{{}, {}, rows, columns});
        V const ordered = k(permute, seen, vec<sym_int>{0, 1, 2, 4, 3, 5});
        vec<sym_int> const s = k.sizes(ordered);
        V const result = k(reshape, ordered, vec<sym_int>{s[0], s[1] * s[2] * s[3], s[4] * s[5]});
        return batched ? result : k(squeeze.dim, result, 0);
    }
};
inline constexpr single_overload<im2col_default> im2col{};

/// Every op of this header.
using convolution_forms_ops = overloads_of<_convolution_mode, _convolution, slow_conv3d, thnn_conv2d, im2col>;

} // namespace graft::aten
