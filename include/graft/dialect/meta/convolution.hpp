#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/broadcast.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/math.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>

namespace graft {

namespace detail {

/// What a convolution needs beside its tensors; each list has one entry per spatial dimension.
struct convolution_parameters {
    vec<sym_int> stride, padding, dilation, output_padding;
    bool transposed = false;
    sym_int groups = 1;
};

/// Requires one entry for each of the spatial dimensions, none smaller than `least`; one alone
/// counts for all.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> spatial_argument(call<tensor_spec> const& c, char const* argument,
                                                            std::size_t spatial, int least);

/// The result of a convolution of `input` with `weight`, either without a batch or with one.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec convolved(call<tensor_spec> const& c, tensor_spec const& input,
                                                    tensor_spec const& weight, tensor_spec const* bias,
                                                    convolution_parameters const& p);

/// The result of a convolution of the call's `input` with its `weight` and, where there is one, its `bias`.
[[nodiscard]] GRAFT_CONSTEXPR tensor_spec convolved(call<tensor_spec> const& c, convolution_parameters const& p);

/// How many spatial dimensions the weight has; the input must fit.
[[nodiscard]] GRAFT_CONSTEXPR std::size_t spatial_dims(call<tensor_spec> const& c);

/// What `aten::convolution` and its gradient are given for this many spatial dimensions.
[[nodiscard]] GRAFT_CONSTEXPR convolution_parameters convolution_arguments(call<tensor_spec> const& c,
                                                                           std::size_t spatial);

} // namespace detail

/// convolution: of any number of spatial dimensions, transposed or not.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_convolution(call<tensor_spec> const& c);

/// conv1d, conv2d, conv3d.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_conv(call<tensor_spec> const& c);

/// conv_transpose2d and its kind.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_conv_transpose(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <utility>

namespace graft {
namespace detail {

GRAFT_CONSTEXPR vec<sym_int> spatial_argument(call<tensor_spec> const& c, char const* argument, std::size_t spatial,
                                              int least) {
    vec<sym_int> values = c.integers(argument);
    if (values.size() == 1)
        values.resize(spatial, values[0]);
    if (values.size() != spatial)
        reject(c, "'", argument, "' has ", values.size(), " entries for ", spatial, " spatial dimensions");
    for (sym_int const& value : values)
        if (known_lt(value, least) == true)
            reject(c, "'", argument, "' is ", shape_text(values));
    return values;
}

/// The size of one spatial dimension of the result.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE sym_int convolved_size(convolution_parameters const& p, std::size_t i,
                                                            sym_int const& input, sym_int const& kernel) {
    sym_int const reach = p.dilation[i] * (kernel - 1);
    if (p.transposed)
        return (input - 1) * p.stride[i] - 2 * p.padding[i] + reach + p.output_padding[i] + 1;
    return floor_div(input + 2 * p.padding[i] - reach - 1, p.stride[i]) + 1;
}

/// A batch of images: of a tensor without a batch one of one, of a signal its rows of one column.
[[nodiscard]] constexpr tensor_spec as_batch_of_images(tensor_spec of, convolution_parameters const& p) {
    auto const insert = [&of](std::size_t d) {
        sym_int stride = of.sizes[d] * of.strides[d];
        of.sizes.insert(of.sizes.begin() + static_cast<std::ptrdiff_t>(d), 1);
        of.strides.insert(of.strides.begin() + static_cast<std::ptrdiff_t>(d), std::move(stride));
    };
    if (of.dim() == p.stride.size() + 1)
        insert(0);
    if (p.stride.size() == 1) {
        of = made_contiguous(std::move(of));
        insert(2);
    }
    return of;
}

GRAFT_CONSTEXPR tensor_spec convolved(call<tensor_spec> const& c, tensor_spec const& input, tensor_spec const& weight,
                                      tensor_spec const* bias, convolution_parameters const& p) {
    std::size_t const first = input.dim() - p.stride.size();
    sym_int channels = weight.sizes[1] * p.groups, features = weight.sizes[0];
    if (p.transposed)
        std::swap(channels, features);
    for (std::size_t i = 0; p.transposed && i < p.stride.size(); ++i)
        if (known_lt(p.output_padding[i], max(p.stride[i], p.dilation[i])) == false)
            reject(c, "'output_padding' ", shape_text(p.output_padding), " must be below 'stride' ",
                   shape_text(p.stride), " or 'dilation' ", shape_text(p.dilation));
    if (certainly_differ(input.sizes[first - 1], channels))
        reject_sizes(c, "input", "weight");
    if (bias != nullptr && (bias->dim() != 1 || certainly_differ(bias->sizes[0], features)))
        reject_sizes(c, "bias", "weight");
    if (bias != nullptr && bias->dtype != input.dtype)
        reject(c, "'bias' is ", torch_name(bias->dtype), ", but the input ", torch_name(input.dtype));
    vec<sym_int> sizes(input.sizes.begin(), input.sizes.begin() + static_cast<std::ptrdiff_t>(first));
    sizes[first - 1] = features;
    for (std::size_t i = 0; i < p.stride.size(); ++i) {
        sizes.push_back(convolved_size(p, i, input.sizes[first + i], weight.sizes[2 + i]));
        // A transposed one whose padding takes all there is gives nothing, as in PyTorch.
        if (p.transposed && known_lt(sizes.back(), 0) == true)
            reject(c, "'padding' ", shape_text(p.padding), " takes more than the kernel ", shape_text(weight.sizes),
                   " makes of the input ", shape_text(input.sizes));
        if (!p.transposed && known_lt(sizes.back(), 1) == true && !(input.sizes[first + i] == 0))
            reject(c, "the kernel ", shape_text(weight.sizes), " is larger than the input ", shape_text(input.sizes));
    }
    bool const channels_last = p.stride.size() < 3 && (suggests_channels_last(as_batch_of_images(input, p)) ||
                                                       suggests_channels_last(as_batch_of_images(weight, p)));
    if (p.stride.size() != 1 || !channels_last)
        return new_image(input, std::move(sizes), channels_last);
    // One dimension counts as rows of an image, whose only column it is.
    vec<sym_int> image = sizes;
    image.insert(image.end() - 1, 1);
    image = channels_last_strides(image);
    image.erase(image.end() - 2);
    return new_tensor(input, input.dtype, std::move(sizes), std::move(image));
}

GRAFT_CONSTEXPR tensor_spec convolved(call<tensor_spec> const& c, convolution_parameters const& p) {
    return convolved(c, c.tensor("input"), c.tensor("weight"), c.optional_tensor("bias"), p);
}

GRAFT_CONSTEXPR std::size_t spatial_dims(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    tensor_spec const& weight = c.tensor("weight");
    if (weight.dim() < 3 || (input.dim() != weight.dim() && input.dim() + 1 != weight.dim()))
        reject_sizes(c, "input", "weight");
    require_one_dtype(c, "weight", "input");
    return weight.dim() - 2;
}

GRAFT_CONSTEXPR convolution_parameters convolution_arguments(call<tensor_spec> const& c, std::size_t spatial) {
    convolution_parameters p;
    p.stride = spatial_argument(c, "stride", spatial, 1);
    p.padding = spatial_argument(c, "padding", spatial, 0);
    p.dilation = spatial_argument(c, "dilation", spatial, 1);
    p.output_padding = spatial_argument(c, "output_padding", spatial, 0);
    p.transposed = c.boolean("transposed");
    p.groups = c.integer("groups");
    return p;
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_convolution(call<tensor_spec> const& c) {
    return detail::convolved(c, detail::convolution_arguments(c, detail::spatial_dims(c)));
}

GRAFT_CONSTEXPR value_spec meta_conv(call<tensor_spec> const& c) {
    std::size_t const spatial = detail::spatial_dims(c);
    detail::convolution_parameters p;
    p.stride = detail::spatial_argument(c, "stride", spatial, 1);
    p.padding = detail::spatial_argument(c, "padding", spatial, 0);
    p.dilation = detail::spatial_argument(c, "dilation", spatial, 1);
    p.groups = c.integer("groups");
    return detail::convolved(c, p);
}

GRAFT_CONSTEXPR value_spec meta_conv_transpose(call<tensor_spec> const& c) {
    std::size_t const spatial = detail::spatial_dims(c);
    detail::convolution_parameters p;
    p.stride = detail::spatial_argument(c, "stride", spatial, 1);
    p.padding = detail::spatial_argument(c, "padding", spatial, 0);
    p.dilation = detail::spatial_argument(c, "dilation", spatial, 1);
    p.output_padding = detail::spatial_argument(c, "output_padding", spatial, 0);
    p.transposed = true;
    p.groups = c.integer("groups");
    return detail::convolved(c, p);
}

} // namespace graft
#endif
