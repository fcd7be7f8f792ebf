#pragma once

#include <graft/dialect/aten/upsampling.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/image/cubic.hpp>
#include <graft/kernel/image/resample.hpp>
#include <graft/meta/view.hpp>
#include <graft/runtime/kernels/adapter.hpp>
#include <graft/runtime/kernels/resample.hpp>

#include <cstddef>
#include <optional>

namespace graft {

namespace detail::inline GRAFT_INSTRUCTION_SET {

/// The factor of a spatial dimension: one of `scale_factors`, or of the last arguments, which are one for each.
[[nodiscard]] inline std::optional<double> upsampling_factor(call<tensor> const& c, std::size_t i) {
    if (c.op().find_argument("scale_factors") >= 0)
        return scale_factor(c, i);
    return c.optional_real(c.op().arguments.size() - (c.tensor(0).dim() - 2) + i);
}

/// What interpolates between elements: of floating-point numbers, in f32 at least.
inline void require_real_elements(call<tensor> const& c) {
    if (!is_floating_point(c.tensor(0).dtype()))
        raise(errc::unsupported, c.op().name, ": integers are not supported");
}

/// The nearest elements, sampled where they begin or, exactly, in their middle.
template <bool Exact>
struct nearest_kernel {
    static void run(call<tensor> const& c, auto results) {
        resize_spatial(c.tensor(0), results[0], c.tensor(0).dtype(),
                       [&](tensor const& from, std::size_t d, tensor& to) {
                           kernel::resize_nearest(from, d, upsampling_factor(c, d - 2), to, Exact ? 0.5F : 0.0F);
                       });
    }
};

/// Interpolation along one dimension after the other.
template <auto const& Resize>
struct interpolation_kernel {
    static void run(call<tensor> const& c, auto results) {
        require_real_elements(c);
        dtype const between = c.tensor(0).dtype() == dtype::f64 ? dtype::f64 : dtype::f32;
        resize_spatial(c.tensor(0), results[0], between, [&](tensor const& from, std::size_t d, tensor& to) {
            Resize(from, d, c.boolean("align_corners"), upsampling_factor(c, d - 2), to);
        });
    }
};

/// Of bytes, along each dimension rounded to bytes, the last first.
struct cubic_kernel {
    static void run(call<tensor> const& c, auto results) {
        if (c.tensor(0).dtype() != dtype::u8)
            return interpolation_kernel<kernel::resize_cubic>::run(c, results);
        resize_from_last(c.tensor(0), results[0], [&](tensor const& from, std::size_t d, tensor& to) {
            kernel::resize_cubic_bytes(from, d, c.boolean("align_corners"), upsampling_factor(c, d - 2), to);
        });
    }
};

} // namespace detail::inline GRAFT_INSTRUCTION_SET

template <>
struct kernel_of<aten::upsample_nearest1d_default> : detail::nearest_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_nearest_exact1d_default> : detail::nearest_kernel<true> {};
template <>
struct kernel_of<aten::upsample_nearest1d_vec> : detail::nearest_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_nearest_exact1d_vec> : detail::nearest_kernel<true> {};
template <>
struct kernel_of<aten::upsample_nearest2d_default> : detail::nearest_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_nearest_exact2d_default> : detail::nearest_kernel<true> {};
template <>
struct kernel_of<aten::_upsample_nearest_exact2d_vec> : detail::nearest_kernel<true> {};
template <>
struct kernel_of<aten::upsample_nearest3d_default> : detail::nearest_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_nearest_exact3d_default> : detail::nearest_kernel<true> {};
template <>
struct kernel_of<aten::upsample_nearest3d_vec> : detail::nearest_kernel<false> {};
template <>
struct kernel_of<aten::_upsample_nearest_exact3d_vec> : detail::nearest_kernel<true> {};
template <>
struct kernel_of<aten::upsample_linear1d_default> : detail::interpolation_kernel<kernel::resize_linear> {};
template <>
struct kernel_of<aten::upsample_linear1d_vec> : detail::interpolation_kernel<kernel::resize_linear> {};
template <>
struct kernel_of<aten::upsample_bilinear2d_default> : detail::interpolation_kernel<kernel::resize_linear> {};
template <>
struct kernel_of<aten::upsample_trilinear3d_default> : detail::interpolation_kernel<kernel::resize_linear> {};
template <>
struct kernel_of<aten::upsample_trilinear3d_vec> : detail::interpolation_kernel<kernel::resize_linear> {};
template <>
struct kernel_of<aten::upsample_bicubic2d_default> : detail::cubic_kernel {};
template <>
struct kernel_of<aten::upsample_bicubic2d_vec> : detail::cubic_kernel {};

} // namespace graft
