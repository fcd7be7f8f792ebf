#pragma once

#include <graft/dialect/aten/distance.hpp>
#include <graft/dialect/aten/sampling.hpp>
#include <graft/dialect/aten/upsampling.hpp>
#include <graft/dialect/meta/strides.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/image/antialias.hpp>
#include <graft/kernel/image/blocks.hpp>
#include <graft/kernel/image/grid_sample.hpp>
#include <graft/kernel/linalg/distance.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/resample.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <array>
#include <cstddef>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// Anti-aliased resizing; `factor(i)` is the factor of spatial dimension `i`, if one is given.
template <class Factor>
void run_antialiased(call<tensor> const& c, tensor const& input, Factor const& factor, tensor& out, bool cubic) {
    // Of floats that become one element wide PyTorch returns the first row only (2.15), but where several channels are
    // last.
    bool const repeats_row = input.dtype() != dtype::u8 && out.sizes()[3] == 1 &&
                             (out.sizes()[1] == 1 || !suggests_channels_last(spec_of(input)));
    resize_from_last(input, out, [&](tensor const& from, std::size_t d, tensor& to) {
        kernel::resize_antialiased(from, d, c.boolean("align_corners"), factor(d - 2), to, cubic);
        if (repeats_row && d == 2) {
            tensor others = kernel::slice(to, 2, 1, to.size(2));
            kernel::copy(kernel::slice(to, 2, 0, 1), others);
        }
    });
}

/// Of sizes, with a factor for each dimension or none.
template <bool Cubic>
struct antialiased_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const factor = [&](std::size_t i) { return c.optional_real(i == 0 ? "scales_h" : "scales_w"); };
        run_antialiased(c, c.tensor("self"), factor, results[0], Cubic);
    }
};

/// Of sizes or factors, each a list.
template <bool Cubic>
struct antialiased_vec_kernel {
    static void run(call<tensor> const& c, auto results) {
        auto const factor = [&](std::size_t i) { return scale_factor(c, i); };
        run_antialiased(c, c.tensor("input"), factor, results[0], Cubic);
    }
};

/// Images or volumes at the places of a grid.
template <auto const& Sample>
struct grid_kernel {
    static void run(call<tensor> const& c, auto results) {
        Sample(c.tensor("input"), c.tensor("grid"),
               static_cast<kernel::interpolation>(detail::integer_of(c, "interpolation_mode")),
               static_cast<kernel::outside>(detail::integer_of(c, "padding_mode")), c.boolean("align_corners"),
               results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::_upsample_bilinear2d_aa_default> : detail::antialiased_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_bilinear2d_aa_vec> : detail::antialiased_vec_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_bicubic2d_aa_default> : detail::antialiased_kernel<true> {};
template <>
struct kernel_of<aten::_upsample_bicubic2d_aa_vec> : detail::antialiased_vec_kernel<true> {};

template <>
struct kernel_of<aten::col2im_default> {
    static void run(call<tensor> const& c, auto results) {
        std::array<detail::window, 2> windows;
        for (std::size_t i = 0; i < 2; ++i) {
            auto const setting = [&](char const* name) { return detail::integers_of(c, name)[i]; };
            windows[i] = {results[0].size(static_cast<std::int64_t>(i) - 2),
                          0,
                          setting("kernel_size"),
                          setting("stride"),
                          setting("padding"),
                          setting("dilation")};
            windows[i].slide(c.op().name, false);
        }
        kernel::col2im(c.tensor("self"), windows, results[0]);
    }
};

template <>
struct kernel_of<aten::grid_sampler_2d_default> : detail::grid_kernel<kernel::grid_sample_2d<tensor>> {};
template <>
struct kernel_of<aten::grid_sampler_3d_default> : detail::grid_kernel<kernel::grid_sample_3d<tensor>> {};

template <>
struct kernel_of<aten::_cdist_forward_default> {
    static void run(call<tensor> const& c, auto results) {
        kernel::cdist(c.tensor("x1"), c.tensor("x2"), c.real("p"), results[0]);
    }
};

template <>
struct kernel_of<aten::_pdist_forward_default> {
    static void run(call<tensor> const& c, auto results) { kernel::pdist(c.tensor("self"), c.real("p"), results[0]); }
};

} // namespace graft
