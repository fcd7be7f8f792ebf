#pragma once

#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/window.hpp>

#include <array>
#include <cstdint>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// Blocks of images, each a column of `self`, one row for each channel and tap of the two windows, added up where
/// they overlap.
void col2im(tensor const& self, std::array<detail::window, 2> const& windows, tensor_parameter auto& out) {
    auto const& [height, width] = windows;
    dispatch_wide(out.dtype(), "col2im", [&]<class T>() {
        tensor const from = detail::as_dense(self, dtype_of<T>);
        tensor sums = tensor::zeros(out.sizes(), dtype_of<T>);
        T const* in = from.data<T>();
        T* image = sums.data<T>();
        std::int64_t const plane = height.in * width.in, taps = height.size * width.size;
        for (std::int64_t i = 0; i < self.numel() / (height.out * width.out); ++i) {
            std::int64_t const tap = i % taps, y = height.first(tap / width.size), x = width.first(tap % width.size);
            for (std::int64_t oh = 0; oh < height.out; ++oh)
                for (std::int64_t ow = 0; ow < width.out; ++ow, ++in) {
                    std::int64_t const h = y + oh * height.stride, w = x + ow * width.stride;
                    if (h >= 0 && h < height.in && w >= 0 && w < width.in)
                        image[h * width.in + w] += *in;
                }
            if (tap + 1 == taps)
                image += plane;
        }
        copy(sums, out);
    });
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
