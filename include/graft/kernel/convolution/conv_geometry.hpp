#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/window.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The settings of a convolution; a list of one value counts for every spatial dimension.
struct convolution_options {
    graft::view<std::int64_t const> stride, padding, dilation;
    bool transposed = false;
    graft::view<std::int64_t const> output_padding = {};
    std::int64_t groups = 1;
};

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The sizes of a convolution over up to three spatial dimensions, of which the missing are in
/// front.
struct conv_geometry {
    std::int64_t batch, groups, in_channels, out_channels; // channels per group
    std::array<window, 3> windows;

    /// Checks the arguments; `input` and `out` have a batch dimension.
    conv_geometry(tensor const& input, tensor const& weight, tensor const* bias, tensor const& out,
                  kernel::convolution_options const& options)
        : batch(input.size(0)), groups(options.groups), in_channels(0), out_channels(0) {
        std::size_t const spatial = weight.dim() - 2;
        if (groups <= 0 || input.size(1) % groups != 0 || weight.size(0) % groups != 0 ||
            weight.size(1) * groups != input.size(1))
            raise(errc::invalid_argument, "convolution: a weight of ", weight.size(0), " x ", weight.size(1),
                  " channels in ", groups, " groups does not fit an input of ", input.size(1), " channels");
        if (bias != nullptr && (bias->dim() != 1 || bias->size(0) != weight.size(0)))
            raise(errc::invalid_argument, "convolution: the bias needs one element per output channel, ",
                  weight.size(0));
        in_channels = weight.size(1);
        out_channels = weight.size(0) / groups;
        auto const setting = [&](std::string_view name, graft::view<std::int64_t const> values, std::size_t i,
                                 std::int64_t least) {
            return window_setting("convolution", name, values, i, spatial, least);
        };
        bool fits = out.size(0) == batch && out.size(1) == weight.size(0);
        for (std::size_t i = 0; i < spatial; ++i) {
            window& w = windows[3 - spatial + i];
            w.in = input.sizes()[i + 2];
            w.size = weight.sizes()[i + 2];
            w.stride = setting("stride", options.stride, i, 1);
            w.padding = setting("padding", options.padding, i, 0);
            w.dilation = setting("dilation", options.dilation, i, 1);
            w.slide("convolution", /*round_up=*/false);
            fits = fits && out.sizes()[i + 2] == w.out;
        }
        if (!fits)
            raise(errc::invalid_argument, "convolution: the result does not have the size that the arguments give");
    }

    [[nodiscard]] std::int64_t in_plane() const { return product(&window::in); }
    [[nodiscard]] std::int64_t out_plane() const { return product(&window::out); }
    [[nodiscard]] std::int64_t taps() const { return product(&window::size); }
    [[nodiscard]] bool is_pointwise() const {
        return std::all_of(windows.begin(), windows.end(), [](window const& w) { return w.is_pointwise(); });
    }

private:
    [[nodiscard]] std::int64_t product(std::int64_t window::*size) const {
        return checked_mul(windows[0].*size, checked_mul(windows[1].*size, windows[2].*size));
    }
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
