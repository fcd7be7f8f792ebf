#pragma once

#include <graft/core/dim_vector.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/upsampling.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/antialias.hpp>
#include <graft/kernel/image/pad.hpp>
#include <graft/kernel/image/resample.hpp>
#include <graft/runtime/kernels/adapter.hpp>

#include <optional>
#include <string_view>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The factor by which the op is asked to scale a spatial dimension, if it is.
[[nodiscard]] inline std::optional<double> scale_factor(call<tensor> const& c, std::size_t i) {
    return c.has("scale_factors") ? std::optional(c.numbers("scale_factors").at(i).to<double>()) : std::nullopt;
}

/// Resizes the spatial dimensions, which follow batch and channels, one after the other; what is between
/// is at least f32.
template <class Resize>
void resize_spatial(tensor const& input, tensor& out, dtype between, Resize const& resize) {
    tensor from = input;
    for (std::size_t d = 2; d < input.dim(); ++d) {
        dim_vector sizes = from.sizes();
        sizes[d] = out.sizes()[d];
        tensor to = tensor::empty(std::move(sizes), between);
        resize(from, d, to);
        from = to;
    }
    kernel::copy(from, out);
}

/// Resizes the spatial dimensions, which follow batch and channels, one after the other: from the last on, only where
/// the size changes, and in the dtype of the argument.
template <class Resize>
void resize_from_last(tensor const& input, tensor& out, Resize const& resize) {
    tensor from = input;
    for (std::size_t d = input.dim(); d-- > 2;) {
        if (from.sizes()[d] == out.sizes()[d])
            continue;
        dim_vector sizes = from.sizes();
        sizes[d] = out.sizes()[d];
        tensor to = tensor::empty(std::move(sizes), input.dtype());
        resize(from, d, to);
        from = to;
    }
    kernel::copy(from, out);
}

template <kernel::pad_mode Mode>
struct pad_kernel {
    static void run(call<tensor> const& c, auto results) {
        kernel::pad(c.op().name, c.tensor("self"), integers_of(c, "padding"), Mode, results[0]);
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::upsample_nearest2d_vec> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        detail::resize_spatial(input, results[0], input.dtype(), [&](tensor const& from, std::size_t d, tensor& to) {
            kernel::resize_nearest(from, d, detail::scale_factor(c, d - 2), to);
        });
    }
};

template <>
struct kernel_of<aten::upsample_bilinear2d_vec> {
    static void run(call<tensor> const& c, auto results) {
        tensor const& input = c.tensor("input");
        auto const factor = [&](std::size_t i) { return detail::scale_factor(c, i); };
        if (input.dtype() == dtype::u8)
            return detail::resize_from_last(input, results[0], [&](tensor const& from, std::size_t d, tensor& to) {
                kernel::resize_linear_bytes(from, d, c.boolean("align_corners"), factor(d - 2), to);
            });
        dtype const between = input.dtype() == dtype::f64 ? dtype::f64 : dtype::f32;
        detail::resize_spatial(input, results[0], between, [&](tensor const& from, std::size_t d, tensor& to) {
            kernel::resize_linear(from, d, c.boolean("align_corners"), factor(d - 2), to);
        });
    }
};

template <>
struct kernel_of<aten::reflection_pad1d_default> : detail::pad_kernel<kernel::pad_mode::reflect> {};
template <>
struct kernel_of<aten::reflection_pad2d_default> : detail::pad_kernel<kernel::pad_mode::reflect> {};
template <>
struct kernel_of<aten::reflection_pad3d_default> : detail::pad_kernel<kernel::pad_mode::reflect> {};
template <>
struct kernel_of<aten::replication_pad1d_default> : detail::pad_kernel<kernel::pad_mode::replicate> {};
template <>
struct kernel_of<aten::replication_pad2d_default> : detail::pad_kernel<kernel::pad_mode::replicate> {};
template <>
struct kernel_of<aten::replication_pad3d_default> : detail::pad_kernel<kernel::pad_mode::replicate> {};

/// Padding by the mode that is named: with a number, 0 by default, or with elements of the tensor.
template <>
struct kernel_of<aten::pad_default> {
    static void run(call<tensor> const& c, auto results) {
        std::string_view const mode = c.string("mode");
        dim_vector const widths = detail::integers_of(c, "pad");
        tensor const& self = c.tensor("self");
        if (mode == "constant")
            kernel::constant_pad(self, widths, c.optional_real("value").value_or(0), results[0]);
        else if (mode == "reflect")
            kernel::pad(c.op().name, self, widths, kernel::pad_mode::reflect, results[0]);
        else if (mode == "replicate")
            kernel::pad(c.op().name, self, widths, kernel::pad_mode::replicate, results[0]);
        else if (mode == "circular")
            kernel::pad(c.op().name, self, widths, kernel::pad_mode::circular, results[0]);
        else
            raise(errc::invalid_argument, c.op().name, ": 'mode' cannot be '", mode, "'");
    }
};

} // namespace graft
