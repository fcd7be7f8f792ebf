#include <graft/kernel/convolution/conv_transpose.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <cmath>
#include <vector>

using namespace graft;
using reference::elements;
using reference::make;
using reference::sizes;

using numbers = std::vector<double>;

namespace {

// Every input element adds the weight, times itself, to the result.
tensor scatter(tensor const& input, tensor const& weight, std::int64_t stride, std::int64_t padding,
               std::int64_t dilation, std::int64_t groups, sizes const& out_sizes) {
    tensor const out = tensor::zeros(out_sizes, dtype::f64);
    std::int64_t const in_group = input.size(1) / groups, out_group = weight.size(1);
    reference::for_each_index(input.sizes(), [&](sizes const& i) {
        for (std::int64_t o = 0; o < out_group; ++o)
            for (std::int64_t h = 0; h < weight.size(2); ++h)
                for (std::int64_t w = 0; w < weight.size(3); ++w) {
                    std::int64_t const y = i[2] * stride + h * dilation - padding,
                                       x = i[3] * stride + w * dilation - padding;
                    if (y < 0 || x < 0 || y >= out.size(2) || x >= out.size(3))
                        continue;
                    sizes const to{i[0], i[1] / in_group * out_group + o, y, x};
                    reference::put(out, to,
                                   reference::at(out, to) +
                                       reference::at(input, i) * reference::at(weight, {i[1], o, h, w}));
                }
    });
    return out;
}

} // namespace

TEST_CASE("conv transpose: every element of the input spreads the weight") {
    reference::source random(12);
    for (dtype d : {dtype::f32, dtype::f64, dtype::i32})
        for (int round = 0; round < 10; ++round) {
            std::int64_t const groups = random.integer(1, 2), stride = random.integer(1, 3),
                               dilation = random.integer(1, 2), padding = random.integer(0, 2),
                               extra = random.integer(0, stride - 1);
            tensor const input = random.uniform({2, 2 * groups, random.integer(3, 4), random.integer(3, 4)}, d),
                         weight = random.uniform({2 * groups, 2, 3, 3}, d), bias = random.uniform({2 * groups}, d);
            auto const size = [&](std::int64_t in) {
                return (in - 1) * stride - 2 * padding + dilation * 2 + 1 + extra;
            };
            sizes const space{2, 2 * groups, size(input.size(2)), size(input.size(3))};
            if (space[2] < 1 || space[3] < 1)
                continue;
            tensor out = random.empty(space, d);
            kernel::conv_transpose(input, weight, &bias,
                                   {sizes{stride}, sizes{padding}, sizes{dilation}, true, sizes{extra}, groups}, out);
            tensor const want = scatter(input, weight, stride, padding, dilation, groups, space);
            CHECK(reference::mismatch(
                      out, [&](sizes const& i) { return reference::at(want, i) + reference::at(bias, {i[1]}); }, 64) ==
                  "");
        }
}

TEST_CASE("conv transpose: over one dimension, without a batch") {
    tensor out = tensor::empty({1, 4}, dtype::f32);
    kernel::conv_transpose(make({1, 2}, dtype::f32, {1, 2}), make({1, 1, 2}, dtype::f32, {10, 1}), nullptr,
                           {sizes{2}, sizes{0}, sizes{1}, true, {}, 1}, out);
    CHECK(elements(out) == numbers{10, 1, 20, 2});
}

TEST_CASE("conv transpose: sizes that do not fit into 64 bits are errors") {
    sizes const one{1}, none{0}, far{std::int64_t{1} << 62};
    tensor out = tensor::empty({0, 1, (std::int64_t{1} << 62) + 1}, dtype::f32);
    CHECK_THROWS_AS(kernel::conv_transpose(tensor::empty({0, 1, 1}, dtype::f32), tensor::zeros({1, 1, 2}, dtype::f32),
                                           nullptr, {one, none, far}, out),
                    error);
}
