#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/tensor.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/reject.hpp>
#include <graft/dialect/meta/result.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/library/torchvision/region_kernels.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernel.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/schema/op.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <utility>

namespace graft::detail {

/// Requires images and regions of one dtype: [image, x1, y1, x2, y2] each.
GRAFT_CONSTEXPR_INLINE void require_regions(call<tensor_spec> const& c) {
    require_rank(c, "input", 4);
    require_rank(c, "rois", 2);
    if (certainly_differ(c.tensor("rois").sizes[1], 5))
        reject(c, "'rois' is ", shape_text(c.tensor("rois").sizes), ", not 5 numbers for each region");
    require_one_dtype(c, "rois", "input");
    dtype const d = c.tensor("input").dtype;
    if (d != dtype::f16 && d != dtype::f32 && d != dtype::f64)
        reject(c, "it is not defined for ", torch_name(d));
    for (char const* const name : {"pooled_height", "pooled_width"})
        if (known_lt(c.integer(name), 0) == true)
            reject(c, "'", name, "' is ", text(c.integer(name)));
}

/// An image with so many channels for each region.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE tensor_spec images_of_regions(call<tensor_spec> const& c, dtype d,
                                                                   sym_int channels) {
    return new_tensor(
        c.tensor("input"), d,
        {c.tensor("rois").sizes[0], std::move(channels), c.integer("pooled_height"), c.integer("pooled_width")});
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_roi_align(call<tensor_spec> const& c) {
    require_regions(c);
    return images_of_regions(c, c.tensor("input").dtype, c.tensor("input").sizes[1]);
}

/// With where each element is from.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_roi_pool(call<tensor_spec> const& c) {
    require_regions(c);
    sym_int const& channels = c.tensor("input").sizes[1];
    return value_spec::of_list(
        {images_of_regions(c, c.tensor("input").dtype, channels), images_of_regions(c, dtype::i32, channels)});
}

/// Where each part of a region has channels of its own.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_ps_roi(call<tensor_spec> const& c) {
    require_regions(c);
    sym_int const &channels = c.tensor("input").sizes[1],
                  parts = c.integer("pooled_height") * c.integer("pooled_width");
    if (parts == 0 || certainly_differ(mod(channels, parts), 0))
        reject(c, "the ", text(channels), " channels of 'input' cannot be divided among ", text(parts), " parts");
    sym_int const made = floor_div(channels, parts);
    return value_spec::of_list(
        {images_of_regions(c, c.tensor("input").dtype, made), images_of_regions(c, dtype::i32, made)});
}

} // namespace graft::detail

/// Ops of torchvision.
namespace graft::torchvision {

/// Regions of images, [image, x1, y1, x2, y2] each, as images of one size: the mean of samples between the elements of
/// each part. Of f16, f32 or f64, as all ops of regions. A region of an image that there is not is an error.
struct roi_align_default : described_op<roi_align_default, op_tags::none, detail::meta_roi_align> {
    static constexpr schema_text text{
        "torchvision::roi_align(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt "
        "pooled_width, int sampling_ratio, bool aligned) -> Tensor"};
};
inline constexpr single_overload<roi_align_default> roi_align{};

/// Regions of images as images of one size: the largest element of each part, and where it is in its image.
struct roi_pool_default : described_op<roi_pool_default, op_tags::none, detail::meta_roi_pool> {
    static constexpr schema_text text{
        "torchvision::roi_pool(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt "
        "pooled_width) -> (Tensor, Tensor)"};
};
inline constexpr single_overload<roi_pool_default> roi_pool{};

/// `roi_align` where each part of a region has channels of its own, and which channel each element is of.
struct ps_roi_align_default : described_op<ps_roi_align_default, op_tags::none, detail::meta_ps_roi> {
    static constexpr schema_text text{
        "torchvision::ps_roi_align(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt "
        "pooled_width, int sampling_ratio) -> (Tensor, Tensor)"};
};
inline constexpr single_overload<ps_roi_align_default> ps_roi_align{};

/// The mean of the elements of each part of a region, which has channels of its own, and which channel that is.
struct ps_roi_pool_default : described_op<ps_roi_pool_default, op_tags::none, detail::meta_ps_roi> {
    static constexpr schema_text text{
        "torchvision::ps_roi_pool(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt "
        "pooled_width) -> (Tensor, Tensor)"};
};
inline constexpr single_overload<ps_roi_pool_default> ps_roi_pool{};

/// The ops of this header.
using region_ops = overloads_of<roi_align, roi_pool, ps_roi_align, ps_roi_pool>;

} // namespace graft::torchvision

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// What the arguments say of how regions become images.
[[nodiscard]] inline kernel::region_options region_options_of(call<tensor> const& c) {
    kernel::region_options o;
    o.scale = c.real("spatial_scale");
    o.height = integer_of(c, "pooled_height");
    o.width = integer_of(c, "pooled_width");
    if (c.op().find_argument("sampling_ratio") >= 0)
        o.samples = integer_of(c, "sampling_ratio");
    return o;
}

/// The elements of each part of a region.
template <bool OwnChannels>
struct pooled_regions_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::region_options o = region_options_of(c);
        o.own_channels = OwnChannels;
        kernel::pool_regions(c.op().name, c.tensor("input"), c.tensor("rois"), o, results[0], results[1]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<torchvision::roi_align_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::region_options o = detail::region_options_of(c);
        o.centers = c.boolean("aligned");
        kernel::align_regions(c.op().name, c.tensor("input"), c.tensor("rois"), o, results[0], nullptr);
    }
};

template <>
struct kernel_of<torchvision::ps_roi_align_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::region_options o = detail::region_options_of(c);
        o.centers = o.own_channels = true;
        kernel::align_regions(c.op().name, c.tensor("input"), c.tensor("rois"), o, results[0], &results[1]);
    }
};

template <>
struct kernel_of<torchvision::roi_pool_default> : detail::pooled_regions_kernel<false> {};
template <>
struct kernel_of<torchvision::ps_roi_pool_default> : detail::pooled_regions_kernel<true> {};

} // namespace graft
