#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/storage.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/kernel/convolution/conv_geometry.hpp>
#include <graft/kernel/product/packed_product.hpp>
#include <graft/kernel/simd/lanes.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

inline constexpr double winograd_root = 1.4142135623730951; // of 2

/// Six values in a row of the input under a tile of four outputs, as the products take them. Evaluated at 0, both roots
/// of 1/2, both roots of 2, and infinity, which gives a quarter of the error that 1, -1, 2 and -2 give.
template <class T>
[[gnu::always_inline]] inline void winograd_input(T const (&d)[6], T (&to)[6]) {
    constexpr auto root = static_cast<float>(winograd_root), half = static_cast<float>(winograd_root / 2);
    T const even1 = d[4] - 2 * d[2], odd1 = half * d[3] - root * d[1];
    T const even2 = d[4] - 0.5f * d[2], odd2 = root * d[3] - half * d[1];
    to[0] = d[0] - 2.5f * d[2] + d[4];
    to[1] = even1 + odd1;
    to[2] = even1 - odd1;
    to[3] = even2 + odd2;
    to[4] = even2 - odd2;
    to[5] = d[1] - 2.5f * d[3] + d[5];
}

/// Four outputs in a row of the six products.
template <class T>
[[gnu::always_inline]] inline void winograd_output(T const (&m)[6], T (&to)[4]) {
    constexpr auto root = static_cast<float>(winograd_root), half = static_cast<float>(winograd_root / 2);
    T const sum1 = m[1] + m[2], difference1 = half * (m[1] - m[2]);
    T const sum2 = m[3] + m[4], difference2 = root * (m[3] - m[4]);
    to[0] = m[0] + sum1 + sum2;
    to[1] = difference1 + difference2;
    to[2] = 0.5f * sum1 + 2 * sum2;
    to[3] = 0.5f * difference1 + 2 * difference2 + m[5];
}

/// Three taps as the factors of the six products.
[[nodiscard]] inline std::array<double, 6> winograd_taps(double a, double b, double c) {
    double const root = winograd_root * b;
    return {a, -(2 * a + root + c) / 3, -(2 * a - root + c) / 3, (a + root + 2 * c) / 6, (a - root + 2 * c) / 6, c};
}

/// A convolution with kernels of 3 x 3 and no strides, of images with the channels last: tiles of 4 x 4 outputs by 36
/// products instead of 144 (F(4x4, 3x3)).
class winograd_convolution {
public:
    /// True where it is faster than a product of all taps: the weights are four times as large, so that it takes many
    /// tiles to pay.
    [[nodiscard]] static bool pays(conv_geometry const& g) {
        window const &height = g.windows[1], &width = g.windows[2];
        for (window const* const w : {&height, &width})
            if (w->size != 3 || w->stride != 1 || w->dilation != 1 || w->padding > 2)
                return false;
        std::int64_t const tiles = count(height.out) * count(width.out);
        return g.groups == 1 && g.in_channels >= float_lanes && g.out_channels >= float_lanes &&
               48 * std::max(tiles, few_tiles) < 9 * g.out_plane();
    }

    winograd_convolution() = default;

    /// `weight` is dense, `(out, in, 3, 3)`; `bias(channel)` is the bias.
    template <class Bias>
    winograd_convolution(conv_geometry const& g, float const* weight, Bias const& bias)
        : rows_(count(g.windows[1].out)), columns_(count(g.windows[2].out)),
          at_once_(std::min(rows_ * columns_, 2 * tile_rows)) {
        for (std::int64_t c = 0; c < g.out_channels; ++c)
            bias_.push_back(bias(c));
        scratch_vector<float> factors(static_cast<std::size_t>(products * g.in_channels * g.out_channels));
        for (std::int64_t o = 0; o < g.out_channels; ++o)
            for (std::int64_t i = 0; i < g.in_channels; ++i) {
                float const* const taps = weight + (o * g.in_channels + i) * 9;
                std::array<std::array<double, 6>, 3> lines{};
                for (std::size_t h = 0; h < 3; ++h)
                    lines[h] = winograd_taps(double{taps[3 * h]}, double{taps[3 * h + 1]}, double{taps[3 * h + 2]});
                for (std::size_t w = 0; w < 6; ++w) {
                    auto const column = winograd_taps(lines[0][w], lines[1][w], lines[2][w]);
                    for (std::size_t h = 0; h < 6; ++h)
                        factors[((h * 6 + w) * static_cast<std::size_t>(g.in_channels) + static_cast<std::size_t>(i)) *
                                    static_cast<std::size_t>(g.out_channels) +
                                static_cast<std::size_t>(o)] = static_cast<float>(column[h]);
                }
            }
        for (std::int64_t p = 0; p < products; ++p) {
            float const* const of = factors.data() + p * g.in_channels * g.out_channels;
            weights_.emplace_back(
                g.in_channels, g.out_channels,
                [&](std::int64_t row, std::int64_t column) { return of[row * g.out_channels + column]; },
                [](std::int64_t) { return 0.f; });
        }
        std::int64_t const scratch = products * at_once_ * (line(g.in_channels) + line(g.out_channels));
        scratch_ = storage::allocate(static_cast<std::size_t>(scratch) * sizeof(float));
    }

    [[nodiscard]] bool empty() const { return weights_.empty(); }

    /// One image.
    void run(conv_geometry const& g, float const* in, product_target const& to) {
        auto* const inputs = reinterpret_cast<float*>(scratch_.data());
        std::int64_t const in_line = line(g.in_channels), out_line = line(g.out_channels);
        float* const outputs = inputs + products * at_once_ * in_line;
        for (std::int64_t first = 0; first < rows_ * columns_; first += at_once_) {
            std::int64_t const tiles = std::min(at_once_, rows_ * columns_ - first);
            parallel_for(tiles, products * in_line, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t t = begin; t < end; ++t)
                    read_tile(g, in, first + t, inputs + t * in_line);
            });
            parallel_for(products, tiles * in_line * out_line, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t p = begin; p < end; ++p)
                    multiply_packed(inputs + p * at_once_ * in_line, in_line, tiles,
                                    weights_[static_cast<std::size_t>(p)],
                                    {outputs + p * at_once_ * out_line, out_line});
            });
            parallel_for(tiles, products * out_line, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t t = begin; t < end; ++t)
                    write_tile(g, outputs + t * out_line, first + t, to);
            });
        }
    }

private:
    static constexpr std::int64_t products = 36;
    static constexpr std::int64_t few_tiles = 12; // fewer take as long, since the weights have to be read

    [[nodiscard]] static std::int64_t count(std::int64_t size) { return (size + 3) / 4; }
    /// The room for the channels of one tile: whole registers.
    [[nodiscard]] static std::int64_t line(std::int64_t channels) {
        return (channels + float_lanes - 1) / float_lanes * float_lanes;
    }

    // Both are compiled once and never inlined: in each copy the compiler would choose anew which multiplication to fuse
    // with an addition, and results would have other bits where threads run it.
    [[gnu::noinline]] void read_tile(conv_geometry const& g, float const* in, std::int64_t tile, float* to) const {
        window const &height = g.windows[1], &width = g.windows[2];
        std::int64_t const top = tile / columns_ * 4 - height.padding, left = tile % columns_ * 4 - width.padding;
        std::int64_t const step = at_once_ * line(g.in_channels);
        for (std::int64_t c = 0; c < g.in_channels; c += float_lanes) {
            std::int64_t const channels = std::min(float_lanes, g.in_channels - c);
            floats lines[6][6];
            for (std::int64_t h = 0; h < 6; ++h) {
                floats pixels[6];
                bool const inside = top + h >= 0 && top + h < height.in;
                for (std::int64_t w = 0; w < 6; ++w) {
                    float const* const from = in + ((top + h) * width.in + left + w) * g.in_channels + c;
                    pixels[w] = !inside || left + w < 0 || left + w >= width.in ? floats{}
                                : channels == float_lanes                       ? load_floats(from)
                                                                                : load_floats(from, channels);
                }
                winograd_input(pixels, lines[h]);
            }
            for (std::int64_t w = 0; w < 6; ++w) {
                floats const column[6] = {lines[0][w], lines[1][w], lines[2][w], lines[3][w], lines[4][w], lines[5][w]};
                floats factors[6];
                winograd_input(column, factors);
                for (std::int64_t h = 0; h < 6; ++h)
                    store_floats(factors[h], to + (h * 6 + w) * step + c);
            }
        }
    }

    [[gnu::noinline]] void write_tile(conv_geometry const& g, float const* from, std::int64_t tile,
                                      product_target const& to) const {
        window const &height = g.windows[1], &width = g.windows[2];
        std::int64_t const top = tile / columns_ * 4, left = tile % columns_ * 4;
        std::int64_t const step = at_once_ * line(g.out_channels);
        for (std::int64_t c = 0; c < g.out_channels; c += float_lanes) {
            std::int64_t const channels = std::min(float_lanes, g.out_channels - c);
            floats lines[6][4];
            for (std::int64_t h = 0; h < 6; ++h) {
                floats sums[6];
                for (std::int64_t w = 0; w < 6; ++w)
                    sums[w] = load_floats(from + (h * 6 + w) * step + c);
                winograd_output(sums, lines[h]);
            }
            floats const start = load_floats(bias_.data() + c, channels);
            for (std::int64_t w = 0; w < std::min<std::int64_t>(4, width.out - left); ++w) {
                floats const column[6] = {lines[0][w], lines[1][w], lines[2][w], lines[3][w], lines[4][w], lines[5][w]};
                floats results[4];
                winograd_output(column, results);
                for (std::int64_t h = 0; h < std::min<std::int64_t>(4, height.out - top); ++h) {
                    std::int64_t const at = ((top + h) * width.out + left + w) * to.stride + c;
                    floats v = results[h] + start;
                    bool const whole = channels == float_lanes;
                    if (to.other != nullptr)
                        v += whole ? load_floats(to.other + at) : load_floats(to.other + at, channels);
                    v = clamp_floats(v, to.low, to.high);
                    if (whole)
                        store_floats(v, to.out + at);
                    else
                        store_floats(v, to.out + at, channels);
                }
            }
        }
    }

    std::int64_t rows_ = 0, columns_ = 0; // of tiles
    std::int64_t at_once_ = 0;            // tiles
    vec<packed_matrix> weights_;          // of each product
    vec<float> bias_;
    storage scratch_; // factors and sums of the tiles at once, one product after the other
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
