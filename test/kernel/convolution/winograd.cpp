#include <graft/kernel/convolution/winograd.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv.hpp>

#include "../reference.hpp"

#include <array>
#include <cmath>
#include <cstring>

namespace {

using namespace graft;
using reference::sizes;

detail::conv_geometry geometry(std::int64_t in, std::int64_t out, std::array<std::int64_t, 2> space,
                               std::array<std::int64_t, 2> padding, std::int64_t size = 3, std::int64_t stride = 1) {
    std::array<std::int64_t, 2> const strides{stride, stride}, one{1, 1};
    sizes result{1, out};
    for (std::size_t i = 0; i < 2; ++i)
        result.push_back((space[i] + 2 * padding[i] - size) / stride + 1);
    return {tensor::empty({1, in, space[0], space[1]}, dtype::f32),
            tensor::empty({out, in, size, size}, dtype::f32),
            nullptr,
            tensor::empty(result, dtype::f32),
            {.stride = strides, .padding = padding, .dilation = one}};
}

TEST_CASE("winograd: the transforms of one dimension give what three taps over six values give") {
    double const d[6] = {3, -1, 4, 1, -5, 9}, g[3] = {2, -6, 5};
    double inputs[6], outputs[4];
    detail::winograd_input(d, inputs);
    auto const taps = detail::winograd_taps(g[0], g[1], g[2]);
    for (std::size_t i = 0; i < 6; ++i)
        inputs[i] *= taps[i];
    detail::winograd_output(inputs, outputs);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(outputs[i] == doctest::Approx(d[i] * g[0] + d[i + 1] * g[1] + d[i + 2] * g[2]).epsilon(1e-6));
}

TEST_CASE("winograd: equals the convolution, of any size, with what is added and clamped") {
    struct setting {
        std::int64_t in, out;
        std::array<std::int64_t, 2> space, padding;
    };
    for (setting const& s : {setting{5, 7, {6, 9}, {1, 1}}, setting{18, 33, {4, 5}, {0, 2}},
                             setting{16, 16, {23, 25}, {1, 0}}, setting{1, 1, {3, 3}, {0, 0}}}) {
        detail::conv_geometry const g = geometry(s.in, s.out, s.space, s.padding);
        reference::source random(7);
        tensor const x = random.uniform({1, s.in, s.space[0], s.space[1]}, dtype::f32, -1, 1).contiguous();
        tensor const w = random.uniform({s.out, s.in, 3, 3}, dtype::f32, -1, 1).contiguous();
        tensor const b = random.uniform({s.out}, dtype::f32, -1, 1).contiguous();
        std::array<std::int64_t, 2> const one{1, 1};
        tensor expected = tensor::empty({1, s.out, g.windows[1].out, g.windows[2].out}, dtype::f32);
        kernel::convolution(x, w, &b, {.stride = one, .padding = s.padding, .dilation = one}, expected);
        std::array<std::int64_t, 4> const last{0, 2, 3, 1};
        tensor const in = kernel::permute(x, last).contiguous();
        tensor const out = tensor::empty(kernel::permute(expected, last).sizes(), dtype::f32);
        tensor const other = random.uniform(out.sizes(), dtype::f32, -1, 1).contiguous();
        detail::winograd_convolution packed(g, w.data<float>(), [&](std::int64_t c) { return b.data<float>()[c]; });
        for (int run = 0; run < 2; ++run)
            packed.run(g, in.data<float>(), {out.data<float>(), s.out, other.data<float>(), -3, 4});
        double largest = 0;
        reference::for_each_index(expected.sizes(), [&](sizes const& i) {
            sizes const at{i[0], i[2], i[3], i[1]};
            double const right = std::min(4.0, std::max(-3.0, reference::at(expected, i) + reference::at(other, at)));
            largest = std::max(largest, std::fabs(right - reference::at(out, at)));
        });
        CHECK(largest < 3e-5);
    }
}

/// Two parts, one after the other.
struct halves final : parallel_runner {
    void run(std::int64_t count, std::int64_t, part_function part, void const* work) override {
        part(work, 0, count / 3);
        part(work, count / 3, count);
    }
};

TEST_CASE("winograd: the same bits whether its work is divided or not") {
    for (std::int64_t const channels : {16, 19}) {
        detail::conv_geometry const g = geometry(channels, channels, {32, 30}, {1, 1});
        reference::source random(9);
        tensor const in = random.uniform({1, 32, 30, channels}, dtype::f32, -1, 1).contiguous();
        tensor const w = random.uniform({channels, channels, 3, 3}, dtype::f32, -1, 1).contiguous();
        tensor const whole = tensor::empty({1, 32, 30, channels}, dtype::f32),
                     divided = tensor::empty({1, 32, 30, channels}, dtype::f32);
        detail::winograd_convolution packed(g, w.data<float>(), [](std::int64_t) { return 0.25f; });
        packed.run(g, in.data<float>(), {whole.data<float>(), channels});
        halves runner;
        parallel_scope const scope(&runner);
        packed.run(g, in.data<float>(), {divided.data<float>(), channels});
        CHECK(std::memcmp(whole.data(), divided.data(), whole.nbytes()) == 0);
    }
}

TEST_CASE("winograd: pays for kernels of 3 x 3 over many pixels and channels alone") {
    using detail::winograd_convolution;
    CHECK(winograd_convolution::pays(geometry(64, 64, {56, 56}, {1, 1})));
    CHECK(winograd_convolution::pays(geometry(256, 256, {14, 14}, {1, 1})));
    CHECK_FALSE(winograd_convolution::pays(geometry(512, 512, {7, 7}, {1, 1})));
    CHECK_FALSE(winograd_convolution::pays(geometry(64, 64, {56, 56}, {1, 1}, 5)));
    CHECK_FALSE(winograd_convolution::pays(geometry(64, 64, {56, 56}, {1, 1}, 3, 2)));
    CHECK_FALSE(winograd_convolution::pays(geometry(3, 64, {56, 56}, {1, 1})));
}

} // namespace
