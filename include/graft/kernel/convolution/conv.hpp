#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/convert.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/dispatch.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/convolution/gathered_convolution.hpp>
#include <graft/kernel/elementwise/activation.hpp>
#include <graft/kernel/elementwise/binary.hpp>
#include <graft/kernel/elementwise/complex.hpp>
#include <graft/kernel/image/padded.hpp>
#include <graft/kernel/product/gemm.hpp>
#include <graft/kernel/simd/lanes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// True where it pays to turn f32 images, over height and width, so that their channels go last.
[[nodiscard]] inline bool pays_to_pack(conv_geometry const& g) {
    constexpr std::int64_t few_pixels = 16;
    return g.windows[0].in == 1 && g.windows[0].is_pointwise() && !g.is_pointwise() && g.in_channels >= float_lanes &&
           g.out_channels >= float_lanes && g.batch * g.out_plane() >= few_pixels;
}

/// The convolution of dense images whose channels go last for that time; `bias` may be null.
inline void convolve_packed(conv_geometry const& g, float const* in, float const* weight, float const* bias, float* out,
                            kernel::activation const& then) {
    std::int64_t const in_channels = g.groups * g.in_channels, out_channels = g.groups * g.out_channels,
                       in_plane = g.in_plane(), out_plane = g.out_plane();
    gathered_convolution const packed(g, weight, bias);
    scratch_vector<float> seen(static_cast<std::size_t>(in_channels * in_plane)),
        made(static_cast<std::size_t>(out_channels * out_plane));
    auto const transpose = [](std::int64_t rows, std::int64_t columns, float const* from, float* to) {
        constexpr auto bytes = static_cast<std::int64_t>(sizeof(float));
        transpose_tiles<sizeof(float)>(columns, rows, reinterpret_cast<std::byte*>(to), rows * bytes,
                                       reinterpret_cast<std::byte const*>(from), columns * bytes);
    };
    for (std::int64_t i = 0; i < g.batch; ++i, in += in_channels * in_plane, out += out_channels * out_plane) {
        transpose(in_channels, in_plane, in, seen.data());
        packed.run(g, seen.data(), {made.data(), out_channels});
        transpose(out_plane, out_channels, made.data(), out);
        apply_activation(then, out_channels * out_plane, out);
    }
}

/// Writes what output positions `begin` to `end` see through each tap of each channel: one row per channel and tap, one
/// column per position. Elements are of so many bytes, those of the padding 0.
inline void image_to_columns(conv_geometry const& g, std::byte const* image, std::int64_t begin, std::int64_t end,
                             std::byte* to, std::int64_t bytes) {
    auto const& [depth, height, width] = g.windows;
    std::int64_t const first_line = begin / width.out, first_w = begin % width.out;
    std::int64_t const first_d = first_line / height.out, first_h = first_line % height.out;
    row_function const copy = copy_function(static_cast<std::size_t>(bytes));
    for (std::int64_t c = 0; c < g.in_channels; ++c, image += g.in_plane() * bytes)
        for (std::int64_t kd = 0; kd < depth.size; ++kd)
            for (std::int64_t kh = 0; kh < height.size; ++kh)
                for (std::int64_t kw = 0; kw < width.size; ++kw) {
                    std::int64_t const seen = width.begin(kw), unseen = width.end(kw);
                    std::int64_t out_d = first_d, out_h = first_h, w = first_w;
                    for (std::int64_t at = begin; at < end; w = 0) {
                        std::int64_t const stop = std::min(width.out, w + end - at);
                        std::int64_t const d = out_d * depth.stride + depth.first(kd);
                        std::int64_t const h = out_h * height.stride + height.first(kh);
                        bool const inside = d >= 0 && d < depth.in && h >= 0 && h < height.in;
                        std::int64_t const from = inside ? std::min(std::max(seen, w), stop) : stop;
                        std::int64_t const until = inside ? std::max(std::min(unseen, stop), from) : stop;
                        to = std::fill_n(to, (from - w) * bytes, std::byte{});
                        if (from < until) {
                            std::int64_t const first = from * width.stride + width.first(kw);
                            copy(until - from, to, bytes, image + ((d * height.in + h) * width.in + first) * bytes,
                                 width.stride * bytes);
                        }
                        to = std::fill_n(to + (until - from) * bytes, (stop - until) * bytes, std::byte{});
                        at += stop - w;
                        if (++out_h == height.out) {
                            out_h = 0;
                            ++out_d;
                        }
                    }
                }
}

/// Writes what output positions `begin` to `end` see through each tap of each channel of an image of type `T`: one row
/// per channel and tap, one column per position, 0 in the padding.
template <class T>
void image_to_columns(conv_geometry const& g, T const* image, std::int64_t begin, std::int64_t end, T* to) {
    image_to_columns(g, reinterpret_cast<std::byte const*>(image), begin, end, reinterpret_cast<std::byte*>(to),
                     sizeof(T));
}

/// A convolution of each channel by its own kernels, f32, tap by tap.
inline void convolve_depthwise(conv_geometry const& g, float const* in, float const* weight, float const* bias,
                               float* out, kernel::activation const& then) {
    padded_image<float> padded(g.windows, 0);
    scratch_vector<float const*> lines;
    std::int64_t const plane = g.out_plane(), line = g.windows[2].out;
    for (std::int64_t i = 0; i < g.batch * g.groups; ++i, in += g.in_plane()) {
        padded.load(in);
        std::int64_t const first = i % g.groups * g.out_channels;
        for (std::int64_t c = first; c < first + g.out_channels; ++c) {
            float const* const factors = weight + c * g.taps();
            for (std::int64_t d = 0; d < g.windows[0].out; ++d)
                for (std::int64_t h = 0; h < g.windows[1].out; ++h, out += line) {
                    padded.lines(d, h, lines);
                    fold_lines(line, out, lines, bias != nullptr ? bias[c] : 0.0f,
                               [factors](float total, float x, std::size_t tap) { return total + factors[tap] * x; });
                }
            apply_activation(then, plane, out - plane);
        }
    }
}

/// One image by one group of kernels, added to `out`; `columns` is scratch memory.
template <class T>
void add_group(conv_geometry const& g, T const* image, T const* weight, T* out, scratch_vector<T>& columns,
               kernel::activation const& then) {
    std::int64_t const plane = g.out_plane(), depth = g.in_channels * g.taps();
    matrix_view<T const> const kernels{weight, g.out_channels, depth, depth, 1};
    auto const finish = [&](std::int64_t begin, std::int64_t count) {
        for (std::int64_t c = 0; c < g.out_channels; ++c)
            apply_activation(then, count, out + c * plane + begin);
    };
    if (g.is_pointwise()) {
        multiply_matrices(matrix_view<T>{out, g.out_channels, plane, plane, 1}, kernels,
                          matrix_view<T const>{image, depth, plane, plane, 1});
        finish(0, plane);
        return;
    }
    // A tile of columns stays in the second-level cache between being written and being
    // multiplied.
    constexpr std::int64_t tile_bytes = 512 * 1024, whole = 64; // whole panels of a product
    std::int64_t const fitting = tile_bytes / static_cast<std::int64_t>(sizeof(T)) / std::max<std::int64_t>(depth, 1);
    std::int64_t const tile = std::min(plane, std::max(whole, fitting / whole * whole));
    columns.resize(static_cast<std::size_t>(tile * depth));
    for (std::int64_t begin = 0; begin < plane; begin += tile) {
        std::int64_t const count = std::min(tile, plane - begin);
        image_to_columns(g, image, begin, begin + count, columns.data());
        multiply_matrices(matrix_view<T>{out + begin, g.out_channels, count, plane, 1}, kernels,
                          matrix_view<T const>{columns.data(), depth, count, count, 1});
        finish(begin, count);
    }
}

/// The convolution of dense tensors; `bias` may be null.
template <class T>
void convolve(conv_geometry const& g, T const* in, T const* weight, T const* bias, T* out,
              kernel::activation const& then) {
    if constexpr (std::is_same_v<T, float>) {
        if (pays_to_pack(g))
            return convolve_packed(g, in, weight, bias, out, then);
        if (g.in_channels == 1 && g.groups > 1)
            return convolve_depthwise(g, in, weight, bias, out, then);
    }
    std::int64_t const in_group = g.in_channels * g.in_plane(), plane = g.out_plane();
    std::int64_t const kernel_size = g.in_channels * g.taps();
    scratch_vector<T> columns;
    for (std::int64_t i = 0; i < g.batch * g.groups; ++i, in += in_group, out += g.out_channels * plane) {
        std::int64_t const first = i % g.groups * g.out_channels;
        for (std::int64_t c = 0; c < g.out_channels; ++c)
            std::fill_n(out + c * plane, plane, bias != nullptr ? bias[first + c] : T{});
        add_group(g, in, weight + first * kernel_size, out, columns, then);
    }
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET

namespace graft::kernel::inline GRAFT_INSTRUCTION_SET {

/// The cross-correlation of a batch of images, or of one, with a weight `(out, in / groups,
/// sizes...)` over one to three dimensions, plus a bias, which may be null; types as for
/// products.
///
/// Depthwise kernels of f32 run directly, all others as a matrix product, in f32 over many channels by a
/// packed weight. The result must not overlap an argument.
inline constexpr struct convolution_t {
    template <auto const& Dtypes = numeric>
    void operator()(tensor const& input, tensor const& weight, tensor const* bias, convolution_options const& options,
                    tensor& out, activation const& then = {}) const {
        if (options.transposed)
            raise(errc::unsupported, "convolution: transposed convolutions are not supported");
        if (weight.dim() < 3 || weight.dim() > 5)
            raise(errc::unsupported, "convolution: a weight of ", weight.dim(), " dimensions");
        if (input.dim() + 1 == weight.dim() && out.dim() == input.dim()) {
            tensor batch = unsqueeze(out, 0);
            return operator()<Dtypes>(unsqueeze(input, 0), weight, bias, options, batch, then);
        }
        if (input.dim() != weight.dim() || out.dim() != weight.dim())
            raise(errc::invalid_argument, "convolution: an input of ", input.dim(), " dimensions for a weight of ",
                  weight.dim());
        detail::conv_geometry const g(input, weight, bias, out, options);
        if (out.numel() == 0)
            return;
        dtype const computed = detail::product_dtype<Dtypes>(out.dtype(), "convolution");
        tensor const in = detail::as_dense(input, computed), w = detail::as_dense(weight, computed);
        tensor const b = bias != nullptr ? detail::as_dense(*bias, computed) : tensor();
        detail::dense_buffer result(out, computed);
        detail::dispatch_product<Dtypes>(out.dtype(), "convolution", [&]<class T>() {
            detail::convolve<T>(g, in.data<T>(), w.data<T>(), b.defined() ? b.data<T>() : nullptr,
                                result.get().data<T>(), then);
        });
        result.finish();
    }
} convolution{};

/// A convolution of complex tensors by four of their real and imaginary parts: `convolve(input, weight, bias, out)` is
/// one of real tensors, whose bias may be null.
template <class Convolve>
void complex_convolution(tensor const& input, tensor const& weight, tensor const* bias, tensor& out,
                         Convolve const& convolve) {
    auto const of_dtype = [&](tensor const& t) {
        tensor copied = tensor::empty(t.sizes(), out.dtype());
        copy(t, copied);
        return copied;
    };
    tensor const a = of_dtype(input), b = of_dtype(weight), start = bias == nullptr ? tensor() : of_dtype(*bias);
    dtype const real = real_part(out.dtype());
    tensor first = tensor::empty(out.sizes(), real), second = tensor::empty(out.sizes(), real);
    for (std::int64_t const part : {0, 1}) {
        tensor const bias_part = bias == nullptr ? tensor() : detail::complex_part(start, part);
        convolve(detail::complex_part(a, 0), detail::complex_part(b, part), bias == nullptr ? nullptr : &bias_part,
                 first);
        convolve(detail::complex_part(a, 1), detail::complex_part(b, 1 - part), nullptr, second);
        tensor to = detail::complex_part(out, part);
        add(first, second, part == 0 ? -1 : 1, to);
    }
}

} // namespace graft::kernel::inline GRAFT_INSTRUCTION_SET
