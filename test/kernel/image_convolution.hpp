#pragma once

#include <graft/kernel/convolution/conv_geometry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace reference {

/// A convolution over height and width.
struct image_convolution {
    std::int64_t batch, groups, in, out; // channels per group
    std::array<std::int64_t, 2> space, kernel, stride, padding, dilation;

    [[nodiscard]] graft::kernel::convolution_options options() const {
        return {.stride = stride, .padding = padding, .dilation = dilation, .groups = groups};
    }
    /// The sizes of the result.
    [[nodiscard]] std::vector<std::int64_t> result() const {
        std::vector<std::int64_t> all{batch, groups * out};
        for (std::size_t i = 0; i < 2; ++i)
            all.push_back((space[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) / stride[i] + 1);
        return all;
    }
};

} // namespace reference
