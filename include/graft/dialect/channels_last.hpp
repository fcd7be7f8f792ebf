#pragma once

#include <graft/config.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/convolution.hpp>
#include <graft/dialect/meta/pooling.hpp>
#include <graft/dialect/op_list.hpp>

#include <array>
#include <cstddef>

namespace graft {

namespace detail {

/// An image with the dimensions in this order, contiguous.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec reordered_image(call<tensor_spec> const& c, tensor_spec const& image,
                                                          std::array<std::size_t, 4> const& order);
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec channels_last(call<tensor_spec> const& c, tensor_spec const& image) {
    return reordered_image(c, image, {0, 2, 3, 1});
}

} // namespace detail

/// Ops of the Backend dialect on images `(batch, height, width, channels)`, in that order in memory.
namespace channels_last {

/// A convolution over height and width; the weight is that of `aten::convolution`. `other`, of the sizes of the
/// result, is added to it, then it is clamped, and then the function `activation` of each element takes its place.
struct convolution_t : op<convolution_t> {
    static constexpr schema_text text{
        "channels_last::convolution(Tensor input, Tensor weight, Tensor? bias, Tensor? other, SymInt[] stride, "
        "SymInt[] padding, SymInt[] dilation, SymInt groups, Scalar? min, Scalar? max, str? activation=None) -> "
        "Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static GRAFT_CONSTEXPR value_spec meta(call<tensor_spec> const& c);
};
inline constexpr convolution_t convolution;

/// `aten::max_pool2d`.
struct max_pool2d_t : op<max_pool2d_t> {
    static constexpr schema_text text{
        "channels_last::max_pool2d(Tensor input, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] "
        "dilation=1, bool ceil_mode=False) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    static GRAFT_CONSTEXPR value_spec meta(call<tensor_spec> const& c);
};
inline constexpr max_pool2d_t max_pool2d;

/// Every op of this header.
using channels_last_ops = op_list<convolution_t, max_pool2d_t>;

} // namespace channels_last
} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR tensor_spec reordered_image(call<tensor_spec> const& c, tensor_spec const& image,
                                            std::array<std::size_t, 4> const& order) {
    if (image.dim() != order.size())
        reject(c, "'input' must have 4 dimensions, not ", image.dim());
    vec<sym_int> sizes;
    for (std::size_t const d : order)
        sizes.push_back(image.sizes[d]);
    return new_tensor(image, image.dtype, std::move(sizes));
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec channels_first(call<tensor_spec> const& c, tensor_spec const& image) {
    return reordered_image(c, image, {0, 3, 1, 2});
}

} // namespace detail

namespace channels_last {

GRAFT_CONSTEXPR value_spec convolution_t::meta(call<tensor_spec> const& c) {
    detail::convolution_parameters p;
    p.stride = detail::spatial_argument(c, "stride", 2, 1);
    p.padding = detail::spatial_argument(c, "padding", 2, 0);
    p.dilation = detail::spatial_argument(c, "dilation", 2, 1);
    p.groups = c.integer("groups");
    if (c.tensor("weight").dim() != 4)
        detail::reject(c, "'weight' must have 4 dimensions, not ", c.tensor("weight").dim());
    return detail::channels_last(c, detail::convolved(c, detail::channels_first(c, c.tensor("input")),
                                                      c.tensor("weight"), c.optional_tensor("bias"), p));
}

GRAFT_CONSTEXPR value_spec max_pool2d_t::meta(call<tensor_spec> const& c) {
    detail::pooling_window const w = detail::window_argument<2>(c);
    tensor_spec image = detail::channels_first(c, c.tensor("input"));
    for (std::size_t i = 0; i < 2; ++i)
        image.sizes[2 + i] = detail::pooled_size(w, i, image.sizes[2 + i]);
    return detail::channels_last(c, image);
}

} // namespace channels_last
} // namespace graft
#endif
