#pragma once

#include <graft/kernel/byte/byte_layer.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace graft_test {

/// Bytes of all values; one in three is at an end of the range of signed or unsigned ones.
inline std::vector<std::uint8_t> random_bytes(std::int64_t count, std::mt19937& random) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
    for (std::uint8_t& b : bytes) {
        std::uint8_t const ends[] = {0, 255, 0x80, 0x7f};
        b = random() % 3 == 0 ? ends[random() % 4] : static_cast<std::uint8_t>(random());
    }
    return bytes;
}

/// What a layer of bytes is random in: signs, scales, zero points at either end or between, ranges, relu and bias. The
/// outputs of `depth` products spread over the range.
inline graft::detail::byte_layer random_layer(std::int64_t channels, std::int64_t depth, std::mt19937& random) {
    auto const some = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random() % 10001) / 10000;
    };
    auto const zero_point = [&](bool is_signed) {
        std::int64_t const lowest = is_signed ? -128 : 0, choice = random() % 3;
        return choice == 0 ? lowest : choice == 1 ? lowest + 255 : lowest + static_cast<std::int64_t>(random() % 256);
    };
    auto const range = [&](double scale) {
        bool const is_signed = random() % 2 == 0;
        return graft::detail::byte_range{.scale = scale,
                                         .zero_point = zero_point(is_signed),
                                         .least = is_signed ? -128 : 0,
                                         .most = is_signed ? 127 : 255,
                                         .is_signed = is_signed};
    };
    double const step = some(0.001, 0.1);
    graft::detail::byte_layer layer{.input = range(step), .output = range(0.01)};
    layer.weight_is_signed = random() % 2 == 0;
    layer.output.cuts_negative = random() % 2 == 0;
    bool const symmetric = layer.weight_is_signed && random() % 2 == 0, biased = random() % 2 == 0;
    double largest = 0;
    for (std::int64_t c = 0; c < channels; ++c) {
        layer.weight_scales.push_back(some(0.001, 0.02));
        layer.weight_zero_points.push_back(symmetric ? 0 : zero_point(layer.weight_is_signed));
        largest = std::max(largest, step * layer.weight_scales.back() * 8000 * std::sqrt(double(depth) + 1));
        if (biased)
            layer.bias.push_back(static_cast<float>(some(-1, 1) * largest));
    }
    layer.output.scale = largest / 100;
    return layer;
}

/// Whether a byte is the real number `products + addend`, in units of the output's scale, quantized. Where that number,
/// but for its rounding to a float, lies between two integers, it may be either.
inline bool is_quantized(double products, double addend, graft::detail::byte_range const& range, std::uint8_t byte) {
    double const real = products + addend, slack = 2e-7 * (std::fabs(products) + std::fabs(addend)) + 1e-9;
    auto const quantized = [&](double v) {
        v = range.cuts_negative ? std::max(v, 0.0) : v;
        double const moved = std::nearbyint(v) + static_cast<double>(range.zero_point);
        return std::clamp(moved, static_cast<double>(range.least), static_cast<double>(range.most));
    };
    double const got =
        range.is_signed ? static_cast<double>(static_cast<std::int8_t>(byte)) : static_cast<double>(byte);
    return got == quantized(real) || got == quantized(real - slack) || got == quantized(real + slack);
}

/// How many bytes of `out` are not what the definition of a convolution over two dimensions gives.
inline std::int64_t wrong_bytes(graft::detail::conv_geometry const& g, graft::detail::byte_layer const& layer,
                                std::vector<std::uint8_t> const& in, std::vector<std::uint8_t> const& weight,
                                std::vector<std::uint8_t> const& out) {
    auto const integer = [](std::uint8_t byte, bool is_signed) {
        return is_signed ? std::int64_t{static_cast<std::int8_t>(byte)} : std::int64_t{byte};
    };
    auto const& [depth, height, width] = g.windows;
    std::int64_t wrong = 0;
    std::size_t at = 0;
    for (std::int64_t image = 0; image < g.batch; ++image)
        for (std::int64_t o = 0; o < g.groups * g.out_channels; ++o)
            for (std::int64_t pixel = 0; pixel < g.out_plane(); ++pixel, ++at) {
                std::int64_t sum = 0;
                auto const channel = static_cast<std::size_t>(o);
                for (std::int64_t i = 0; i < g.in_channels * g.taps(); ++i) {
                    std::int64_t const c = o / g.out_channels * g.in_channels + i / g.taps(), tap = i % g.taps();
                    std::int64_t const h = pixel / width.out * height.stride + height.first(tap / width.size);
                    std::int64_t const w = pixel % width.out * width.stride + width.first(tap % width.size);
                    if (h < 0 || h >= height.in || w < 0 || w >= width.in)
                        continue;
                    std::int64_t const x = ((image * g.groups * g.in_channels + c) * height.in + h) * width.in + w;
                    sum += (integer(in[static_cast<std::size_t>(x)], layer.input.is_signed) - layer.input.zero_point) *
                           (integer(weight[static_cast<std::size_t>(o * g.in_channels * g.taps() + i)],
                                    layer.weight_is_signed) -
                            layer.weight_zero_points[channel]);
                }
                wrong += !is_quantized(static_cast<double>(sum) * layer.factor(channel), layer.addend(channel),
                                       layer.output, out[at]);
            }
    return wrong;
}

/// A convolution over two dimensions, by its numbers.
struct convolution_sizes {
    std::int64_t batch, channels, height, width, out, kernel_height, kernel_width, stride, padding, dilation, groups;

    [[nodiscard]] graft::detail::conv_geometry geometry() const {
        auto const size = [&](std::int64_t in, std::int64_t kernel) {
            return (in + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
        };
        std::int64_t const s[] = {stride}, p[] = {padding}, d[] = {dilation};
        graft::kernel::convolution_options options{s, p, d};
        options.groups = groups;
        using graft::tensor;
        return {tensor::empty({batch, channels, height, width}, graft::dtype::u8),
                tensor::empty({out, channels / groups, kernel_height, kernel_width}, graft::dtype::u8), nullptr,
                tensor::empty({batch, out, size(height, kernel_height), size(width, kernel_width)}, graft::dtype::u8),
                options};
    }
};

/// How many bytes `Packed` computes wrongly for a random layer of these sizes.
template <class Packed>
std::int64_t wrong_convolution(convolution_sizes const& sizes, unsigned seed) {
    std::mt19937 random(seed);
    graft::detail::conv_geometry const g = sizes.geometry();
    std::int64_t const depth = g.in_channels * g.taps(), channels = g.groups * g.out_channels;
    graft::detail::byte_layer const layer = random_layer(channels, depth, random);
    if (!layer.is_sound(depth))
        return -1;
    std::vector<std::uint8_t> const in = random_bytes(g.batch * g.groups * g.in_channels * g.in_plane(), random),
                                    weight = random_bytes(channels * depth, random);
    std::vector<std::uint8_t> out(static_cast<std::size_t>(g.batch * channels * g.out_plane()));
    Packed packed(g, layer, weight.data());
    packed.run(in.data(), out.data());
    std::vector<std::uint8_t> const first = out;
    packed.run(in.data(), out.data());
    return first == out ? wrong_bytes(g, layer, in, weight, out) : -2;
}

} // namespace graft_test
