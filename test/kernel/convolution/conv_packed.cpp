#include <graft/kernel/convolution/conv_packed.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv.hpp>

#include "../image_convolution.hpp"
#include "../reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace {

using namespace graft;
using reference::sizes;
using setting = reference::image_convolution;

TEST_CASE("conv_packed: equals the convolution in f64, which is not packed") {
    for (setting const& s : {setting{2, 1, 17, 19, {6, 9}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
                             setting{1, 2, 16, 33, {11, 7}, {3, 2}, {2, 1}, {2, 0}, {1, 2}},
                             setting{3, 1, 32, 16, {1, 25}, {1, 5}, {1, 3}, {0, 2}, {1, 1}},
                             setting{1, 1, 64, 64, {20, 20}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}}) {
        reference::source random(static_cast<unsigned>(s.in));
        tensor const x = random.uniform({s.batch, s.groups * s.in, s.space[0], s.space[1]}, dtype::f32, -1, 1);
        tensor const w = random.uniform({s.groups * s.out, s.in, s.kernel[0], s.kernel[1]}, dtype::f32, -1, 1);
        tensor const bias = random.uniform({s.groups * s.out}, dtype::f32, -1, 1);
        for (tensor const* const b : {&bias, static_cast<tensor const*>(nullptr)}) {
            tensor packed = tensor::empty(s.result(), dtype::f32), expected = tensor::empty(s.result(), dtype::f64);
            CHECK(detail::pays_to_pack({x, w, b, packed, s.options()}));
            kernel::activation const then = b != nullptr ? kernel::activation{} : kernel::activation::relu();
            kernel::convolution(x, w, b, s.options(), packed, then);
            kernel::convolution(x, w, b, s.options(), expected, then);
            auto const got = reference::elements(packed), wanted = reference::elements(expected);
            double worst = 0;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                worst = std::max(worst, std::abs(got[i] - wanted[i]));
            CHECK(worst < 2e-7 * static_cast<double>(s.in * s.kernel[0] * s.kernel[1]));
        }
    }
}

TEST_CASE("conv_packed: an infinite pixel is seen by the outputs around it alone") {
    tensor const x = tensor::full({1, 16, 32, 32}, dtype::f32, 1.0), w = tensor::full({16, 16, 3, 3}, dtype::f32, 1.0);
    x.data<float>()[10 * 32 + 10] = std::numeric_limits<float>::infinity();
    setting const s{1, 1, 16, 16, {32, 32}, {3, 3}, {1, 1}, {1, 1}, {1, 1}};
    tensor out = tensor::empty(s.result(), dtype::f32);
    kernel::convolution(x, w, nullptr, s.options(), out);
    for (std::int64_t h = 0; h < 32; ++h)
        for (std::int64_t column = 0; column < 32; ++column) {
            bool const near = std::abs(h - 10) <= 1 && std::abs(column - 10) <= 1;
            CHECK(std::isinf(out.data<float>()[h * 32 + column]) == near);
            CHECK_FALSE(std::isnan(out.data<float>()[h * 32 + column]));
        }
}

TEST_CASE("conv_packed: few channels, volumes and single pixels are not packed") {
    auto const pays = [](sizes const& in, sizes const& weight, sizes const& out, std::int64_t groups = 1) {
        std::array<std::int64_t, 1> const one{1}, none{0};
        return detail::pays_to_pack({tensor::empty(in, dtype::f32),
                                     tensor::empty(weight, dtype::f32),
                                     nullptr,
                                     tensor::empty(out, dtype::f32),
                                     {.stride = one, .padding = none, .dilation = one, .groups = groups}});
    };
    CHECK(pays({1, 16, 6, 6}, {16, 16, 3, 3}, {1, 16, 4, 4}));
    CHECK(pays({1, 16, 20}, {16, 16, 3}, {1, 16, 18}));
    CHECK_FALSE(pays({1, 3, 6, 6}, {16, 3, 3, 3}, {1, 16, 4, 4}));
    CHECK_FALSE(pays({1, 16, 6, 6}, {16, 1, 3, 3}, {1, 16, 4, 4}, 16));
    CHECK_FALSE(pays({1, 16, 6, 6}, {16, 16, 1, 1}, {1, 16, 6, 6}));
    CHECK_FALSE(pays({1, 16, 3, 3}, {16, 16, 3, 3}, {1, 16, 1, 1}));
    CHECK_FALSE(pays({1, 16, 3, 6, 6}, {16, 16, 1, 3, 3}, {1, 16, 3, 4, 4}));
}

} // namespace
