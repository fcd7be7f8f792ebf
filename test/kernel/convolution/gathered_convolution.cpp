#include <graft/kernel/convolution/gathered_convolution.hpp>

#include <doctest/doctest.h>

#include <graft/kernel/base/view.hpp>
#include <graft/kernel/convolution/conv.hpp>

#include "../image_convolution.hpp"
#include "../reference.hpp"

#include <array>
#include <cmath>

namespace {

using namespace graft;
using reference::sizes;
using setting = reference::image_convolution;

TEST_CASE("packed_kernels: a line of the bias, then one for each channel of each tap") {
    setting const s{1, 1, 2, 3, {4, 4}, {1, 2}, {1, 1}, {0, 0}, {1, 1}};
    tensor const image = tensor::full({1, 2, 4, 4}, dtype::f32, 0.0), weight = tensor::empty({3, 2, 1, 2}, dtype::f32),
                 out = tensor::empty({1, 3, 4, 3}, dtype::f32);
    for (int i = 0; i < 12; ++i) // kernel, channel, tap
        weight.data<float>()[i] = static_cast<float>(i / 4 * 100 + i / 2 % 2 * 10 + i % 2);
    std::array<float, 3> const bias{7, 8, 9};
    detail::packed_matrix const packed =
        detail::packed_kernels({image, weight, nullptr, out, s.options()}, weight.data<float>(), bias.data());
    CHECK(packed.rows() == 4);
    CHECK(packed.columns() == 3);
    for (std::int64_t row = -1; row < 4; ++row)
        for (std::int64_t column = 0; column < 3; ++column)
            CHECK(packed.panel(0)[(row + 1) * packed.panel_width(0) + column] ==
                  static_cast<float>(row < 0 ? 7 + column : column * 100 + row % 2 * 10 + row / 2));
}

TEST_CASE("gathered_convolution: equals the convolution in f64 of images with the channels first") {
    for (setting const& s : {setting{1, 1, 1, 1, {3, 3}, {2, 2}, {1, 1}, {0, 0}, {1, 1}},
                             setting{1, 3, 5, 7, {6, 9}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
                             setting{1, 2, 3, 20, {11, 7}, {3, 2}, {2, 1}, {2, 0}, {1, 2}},
                             setting{1, 1, 4, 2, {2, 2}, {3, 3}, {3, 3}, {5, 5}, {1, 1}}}) {
        reference::source random(static_cast<unsigned>(s.out));
        tensor const x = random.uniform({1, s.groups * s.in, s.space[0], s.space[1]}, dtype::f32, -1, 1).contiguous();
        tensor const w =
            random.uniform({s.groups * s.out, s.in, s.kernel[0], s.kernel[1]}, dtype::f32, -1, 1).contiguous();
        tensor const bias = random.uniform({s.groups * s.out}, dtype::f32, -1, 1).contiguous();
        for (tensor const* const b : {&bias, static_cast<tensor const*>(nullptr)}) {
            tensor expected = tensor::empty(s.result(), dtype::f64);
            kernel::convolution(x, w, b, s.options(), expected);
            tensor const last = kernel::permute(x, std::array<std::int64_t, 4>{0, 2, 3, 1}).contiguous();
            sizes const size = s.result();
            tensor const out = tensor::empty({1, size[2], size[3], size[1]}, dtype::f32);
            detail::conv_geometry const g(x, w, b, expected, s.options());
            detail::gathered_convolution const packed(g, w.data<float>(), b == nullptr ? nullptr : b->data<float>());
            packed.run(g, last.data<float>(), {out.data<float>(), size[1]});
            reference::for_each_index(size, [&](sizes const& i) {
                CHECK(std::fabs(reference::at(expected, i) - reference::at(out, {i[0], i[2], i[3], i[1]})) < 1e-5);
            });
        }
    }
}

} // namespace
