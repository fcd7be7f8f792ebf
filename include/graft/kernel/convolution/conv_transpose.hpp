#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv.hpp>
#include <graft/kernel/image/window.hpp>
#include <graft/kernel/index/rearrange.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The weight `(in, out / groups, sizes...)` of a transposed convolution as that of a
/// convolution, `(out, in / groups, sizes...)` with the taps in reverse.
[[nodiscard]] inline tensor transposed_weight(tensor const& weight, std::int64_t groups) {
    dim_vector spatial, split = weight.sizes(), joined = weight.sizes();
    for (std::size_t d = 2; d < weight.dim(); ++d)
        spatial.push_back(static_cast<std::int64_t>(d));
    tensor flipped = tensor::empty(weight.sizes(), weight.dtype());
    kernel::flip(weight, spatial, flipped);
    split[0] /= groups;
    split.insert(split.begin(), groups);
    joined[0] = weight.size(1) * groups;
    joined[1] = weight.size(0) / groups;
    return kernel::reshape(kernel::transpose(flipped.view(split), 1, 2), joined);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The transposed convolution: a convolution of the input with zeros between its elements and
/// around it. Other than there the options are those of a convolution, padding is cut off.
inline void conv_transpose(tensor const& input, tensor const& weight, tensor const* bias,
                           convolution_options const& options, tensor& out, activation const& then = {}) {
    if (weight.dim() < 3 || weight.dim() > 5 || options.groups <= 0 || weight.size(0) % options.groups != 0)
        raise(errc::invalid_argument, "conv_transpose: a weight of ", weight.dim(), " dimensions in ", options.groups,
              " groups");
    if (input.dim() + 1 == weight.dim()) {
        tensor batch = unsqueeze(out, 0);
        return conv_transpose(unsqueeze(input, 0), weight, bias, options, batch, then);
    }
    std::size_t const spatial = weight.dim() - 2;
    dim_vector sizes = input.sizes(), pad, dilation;
    tensor spread = input;
    for (std::size_t i = 0; i < spatial; ++i) {
        auto const setting = [&](graft::view<std::int64_t const> values, std::int64_t least, std::int64_t otherwise) {
            return values.empty() ? otherwise
                                  : detail::window_setting("conv_transpose", "a setting", values, i, spatial, least);
        };
        std::int64_t const stride = setting(options.stride, 1, 1);
        dilation.push_back(setting(options.dilation, 1, 1));
        std::int64_t const reach = checked_mul(dilation.back(), weight.sizes()[i + 2] - 1);
        std::int64_t const around = reach - setting(options.padding, 0, 0);
        std::int64_t const behind = checked_add(around, setting(options.output_padding, 0, 0));
        std::int64_t const size = sizes[i + 2];
        sizes[i + 2] = size == 0 ? 0 : checked_add(checked_mul(size - 1, stride), 1);
        tensor const wider = tensor::zeros(sizes, input.dtype());
        tensor steps = slice(wider, static_cast<std::int64_t>(i + 2), {}, {}, stride);
        copy(spread, steps);
        spread = wider;
        pad.insert(pad.begin(), {around, behind});
    }
    for (std::size_t i = 0; i < spatial; ++i)
        for (std::int64_t const width : {pad[2 * (spatial - 1 - i)], pad[2 * (spatial - 1 - i) + 1]})
            sizes[i + 2] = checked_add(sizes[i + 2], width);
    if (out.numel() == 0) // of what has rows, too, where padding takes them all
        return;
    tensor padded = tensor::empty(sizes, input.dtype());
    constant_pad(spread, pad, 0, padded);
    dim_vector const ones(spatial, 1), zeros(spatial, 0);
    convolution(padded, detail::transposed_weight(weight, options.groups), bias,
                {ones, zeros, dilation, false, {}, options.groups}, out, then);
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
