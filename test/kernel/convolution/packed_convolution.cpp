#include <graft/kernel/convolution/packed_convolution.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv.hpp>

#include "../image_convolution.hpp"
#include "../reference.hpp"

#include <array>

namespace {

using namespace graft;
using reference::sizes;
using setting = reference::image_convolution;

/// The largest difference to the convolution of images with the channels first, clamped and halved; run twice.
double worst(setting const& s, bool adds = false) {
    reference::source random(11);
    sizes const result = s.result();
    auto const image = [&](std::int64_t channels, std::int64_t h, std::int64_t w) {
        return random.uniform({s.batch, channels, h, w}, dtype::f32, -1, 1).contiguous();
    };
    tensor const input = image(s.groups * s.in, s.space[0], s.space[1]);
    tensor const other = image(result[1], result[2], result[3]);
    tensor const weight =
        random.uniform({s.groups * s.out, s.in, s.kernel[0], s.kernel[1]}, dtype::f32, -1, 1).contiguous();
    tensor const bias = random.uniform({s.groups * s.out}, dtype::f32, -1, 1).contiguous();
    kernel::convolution_options const options = s.options();
    tensor expected = tensor::empty(other.sizes(), dtype::f32);
    kernel::convolution(input, weight, &bias, options, expected);

    std::array<std::int64_t, 4> const last{0, 2, 3, 1};
    tensor const in = kernel::permute(input, last).contiguous(), more = kernel::permute(other, last).contiguous();
    tensor out = tensor::empty(more.sizes(), dtype::f32);
    detail::conv_geometry const g(input, weight, &bias, expected, options);
    detail::packed_convolution packed(g, weight.data<float>(), bias.data<float>());
    auto const halve = [](std::int64_t n, float* row) {
        for (std::int64_t i = 0; i < n; ++i)
            row[i] = row[i] / 2 + 1;
    };
    for (int run = 0; run < 2; ++run)
        packed.run(in.data<float>(), {out.data<float>(), 0, adds ? more.data<float>() : nullptr, -2, 1.5f, halve});
    double largest = 0;
    reference::for_each_index(other.sizes(), [&](sizes const& i) {
        double right = reference::at(expected, i) + (adds ? reference::at(other, i) : 0);
        right = std::min(1.5, std::max(-2.0, right)) / 2 + 1;
        largest = std::max(largest, std::fabs(right - reference::at(out, {i[0], i[2], i[3], i[1]})));
    });
    return largest;
}

TEST_CASE("packed_convolution: equals the convolution of images with the channels first") {
    CHECK(worst({2, 1, 5, 20, {6, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}) < 1e-5);
    CHECK(worst({1, 1, 9, 40, {5, 5}, {1, 1}, {1, 1}, {0, 0}, {1, 1}}, true) < 1e-5);
    CHECK(worst({1, 1, 8, 3, {7, 5}, {3, 2}, {2, 1}, {1, 0}, {1, 2}}) < 1e-5);
    CHECK(worst({1, 1, 6, 4, {4, 4}, {1, 1}, {2, 2}, {1, 1}, {1, 1}}) < 1e-5);
}

TEST_CASE("packed_convolution: images of few channels, whose taps are read in one piece") {
    CHECK(worst({2, 1, 3, 9, {9, 8}, {3, 3}, {2, 2}, {1, 1}, {1, 1}}) < 1e-5);
    CHECK(worst({1, 1, 1, 5, {9, 8}, {5, 4}, {1, 2}, {2, 3}, {2, 1}}, true) < 1e-5);
}

TEST_CASE("packed_convolution: groups, and one group for each channel") {
    CHECK(worst({2, 2, 3, 5, {5, 6}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}) < 1e-5);
    CHECK(worst({1, 3, 1, 2, {5, 6}, {2, 3}, {1, 1}, {1, 1}, {1, 1}}, true) < 1e-5);
    CHECK(worst({2, 37, 1, 1, {6, 9}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, true) < 1e-5);
    CHECK(worst({1, 16, 1, 1, {9, 11}, {3, 5}, {2, 2}, {1, 2}, {2, 1}}) < 1e-5);
}

TEST_CASE("packed_convolution: more padding than image, and images of nothing but padding under a tap") {
    CHECK(worst({1, 1, 5, 6, {2, 2}, {3, 3}, {3, 3}, {5, 5}, {1, 1}}) < 1e-5);
    CHECK(worst({1, 5, 1, 1, {2, 2}, {3, 3}, {1, 1}, {6, 6}, {3, 3}}) < 1e-5);
}

TEST_CASE("packed_convolution: kernels of 3 x 3 over many pixels, by Winograd's method") {
    CHECK(worst({2, 1, 16, 17, {21, 23}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, true) < 3e-5);
}

TEST_CASE("packed_convolution: a batch of no images is none") {
    CHECK(worst({0, 1, 5, 20, {6, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}) == 0);
}

} // namespace
