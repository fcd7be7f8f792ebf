#include <graft/kernel/convolution/conv.hpp>

#include <graft/kernel/base/view.hpp>

#include <doctest/doctest.h>

#include "../complex_numbers.hpp"
#include "../image_convolution.hpp"
#include "../reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace graft;
using reference::complex;
using reference::sizes;

namespace {

struct setting {
    std::int64_t batch, groups, in, out; // channels per group
    sizes space, kernel, stride, padding, dilation;
};

/// The convolution at an index by its definition.
double convolved(tensor const& input, tensor const& weight, tensor const* bias, setting const& s, sizes const& index) {
    double sum = bias != nullptr ? reference::at(*bias, {index[1]}) : 0;
    std::int64_t const group = index[1] / s.out;
    for (std::int64_t c = 0; c < s.in; ++c)
        reference::for_each_index(s.kernel, [&](sizes const& tap) {
            sizes from{index[0], group * s.in + c}, of{index[1], c};
            bool inside = true;
            for (std::size_t d = 0; d < tap.size(); ++d) {
                from.push_back(index[d + 2] * s.stride[d] - s.padding[d] + tap[d] * s.dilation[d]);
                inside = inside && from.back() >= 0 && from.back() < s.space[d];
                of.push_back(tap[d]);
            }
            if (inside)
                sum += reference::at(input, from) * reference::at(weight, of);
        });
    return sum;
}

void check(setting const& s, dtype d, unsigned seed, kernel::activation const& then = {}) {
    reference::source random(seed);
    sizes in{s.batch, s.groups * s.in}, w{s.groups * s.out, s.in}, result{s.batch, s.groups * s.out};
    for (std::size_t i = 0; i < s.space.size(); ++i) {
        in.push_back(s.space[i]);
        w.push_back(s.kernel[i]);
        result.push_back((s.space[i] + 2 * s.padding[i] - s.dilation[i] * (s.kernel[i] - 1) - 1) / s.stride[i] + 1);
    }
    double const low = is_floating_point(d) ? -1 : 0;
    tensor const input = random.uniform(in, d, low, 2), weight = random.uniform(w, d, low, 2);
    tensor const bias = random.uniform({w[0]}, d, low, 2);
    tensor const* const given = seed % 2 == 0 ? &bias : nullptr;
    tensor out = random.empty(result, d);
    kernel::convolution(input, weight, given,
                        {.stride = s.stride, .padding = s.padding, .dilation = s.dilation, .groups = s.groups}, out,
                        then);
    CHECK(reference::mismatch(
              out,
              [&](sizes const& i) { return std::clamp(convolved(input, weight, given, s, i), then.low, then.high); },
              8) == "");
}

} // namespace

TEST_CASE("convolution: kernels, strides, paddings, dilations and groups in every numeric dtype") {
    setting const settings[] = {
        {2, 1, 3, 4, {6, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, // the usual one
        {1, 1, 3, 4, {6, 7}, {3, 2}, {2, 3}, {1, 0}, {1, 2}},
        {2, 2, 3, 2, {5, 5}, {3, 3}, {1, 2}, {2, 1}, {2, 1}}, // groups
        {1, 1, 5, 4, {4, 6}, {1, 1}, {1, 1}, {0, 0}, {1, 1}}, // pointwise
        {2, 2, 3, 4, {4, 6}, {1, 1}, {1, 1}, {0, 0}, {1, 1}},
        {1, 1, 3, 4, {5, 6}, {1, 1}, {2, 2}, {1, 0}, {1, 1}},
        {2, 4, 1, 1, {6, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, // depthwise
        {1, 3, 1, 2, {7, 8}, {3, 2}, {2, 3}, {1, 0}, {2, 1}},
        {2, 1, 3, 2, {9}, {3}, {2}, {1}, {1}}, // one dimension
        {1, 4, 1, 1, {9}, {4}, {1}, {3}, {2}},
        {1, 1, 2, 3, {4, 5, 4}, {2, 3, 2}, {1, 2, 1}, {1, 1, 0}, {1, 1, 2}}, // three
        {1, 2, 1, 1, {3, 4, 5}, {2, 2, 3}, {2, 1, 2}, {1, 0, 1}, {1, 2, 1}},
    };
    for (dtype d : reference::numeric) {
        unsigned seed = 110;
        for (setting const& s : settings)
            check(s, d, seed++);
    }
}

TEST_CASE("convolution: images of more than one tile") {
    check({1, 1, 40, 3, {24, 25}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, dtype::f32, 120);
    check({1, 1, 40, 3, {24, 25}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, dtype::f64, 121);
}

TEST_CASE("convolution: an activation follows on every path") {
    auto const relu = kernel::activation::relu(), relu6 = kernel::activation::clamp(0, 2);
    check({2, 1, 3, 4, {6, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, dtype::f32, 122, relu);
    check({2, 1, 3, 4, {6, 7}, {1, 1}, {1, 1}, {0, 0}, {1, 1}}, dtype::f16, 123, relu6);
    check({2, 4, 1, 1, {6, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}, dtype::f32, 124, relu6);
}

TEST_CASE("convolution: a value checked by hand") {
    sizes const one{1}, zero{0};
    tensor const input = reference::make({1, 1, 3}, dtype::f32, {1, 2, 3}),
                 weight = reference::make({1, 1, 2}, dtype::f32, {10, 1});
    tensor out = tensor::empty({1, 1, 4}, dtype::f32);
    kernel::convolution(input, weight, nullptr, {.stride = one, .padding = one, .dilation = one}, out);
    CHECK(reference::elements(out) == std::vector<double>{1, 12, 23, 30});
}

TEST_CASE("convolution: one image without a batch, no images, no channels") {
    sizes const one{1}, zero{0};
    kernel::convolution_options const options{.stride = one, .padding = zero, .dilation = one};
    tensor const weight = tensor::full({2, 1, 2, 2}, dtype::f32, 1), image = tensor::full({1, 3, 3}, dtype::f32, 2);
    tensor out = tensor::empty({2, 2, 2}, dtype::f32);
    kernel::convolution(image, weight, nullptr, options, out);
    CHECK(reference::mismatch(out, [](sizes const&) { return 8; }) == "");
    tensor none = tensor::empty({0, 2, 2, 2}, dtype::f32);
    kernel::convolution(tensor::empty({0, 1, 3, 3}, dtype::f32), weight, nullptr, options, none);
    tensor const bias = reference::make({2}, dtype::f32, {3, 4});
    tensor empty_sum = tensor::empty({1, 2, 2, 2}, dtype::f32);
    kernel::convolution(tensor::empty({1, 0, 3, 3}, dtype::f32), tensor::empty({2, 0, 2, 2}, dtype::f32), &bias,
                        options, empty_sum);
    CHECK(reference::mismatch(empty_sum, [](sizes const& i) { return double(3 + i[1]); }) == "");
}

TEST_CASE("convolution: is linear in the input") {
    reference::source random(125);
    sizes const one{1};
    tensor const a = random.uniform({1, 2, 6, 6}, dtype::f64), b = random.uniform({1, 2, 6, 6}, dtype::f64),
                 w = random.uniform({3, 2, 3, 3}, dtype::f64);
    tensor sum = tensor::empty({1, 2, 6, 6}, dtype::f64);
    reference::for_each_index(
        sum.sizes(), [&](sizes const& i) { reference::put(sum, i, reference::at(a, i) + 2 * reference::at(b, i)); });
    tensor x = tensor::empty({1, 3, 6, 6}, dtype::f64), y = x.clone(), z = x.clone();
    kernel::convolution_options const options{.stride = one, .padding = one, .dilation = one};
    kernel::convolution(a, w, nullptr, options, x);
    kernel::convolution(b, w, nullptr, options, y);
    kernel::convolution(sum, w, nullptr, options, z);
    CHECK(reference::mismatch(
              z, [&](sizes const& i) { return reference::at(x, i) + 2 * reference::at(y, i); }, 100) == "");
}

TEST_CASE("convolution: what is not supported or does not fit is an error") {
    sizes const one{1}, zero{0};
    tensor const input = tensor::zeros({1, 2, 4, 4}, dtype::f32), weight = tensor::zeros({2, 2, 3, 3}, dtype::f32);
    tensor out = tensor::empty({1, 2, 2, 2}, dtype::f32), flags = tensor::empty({1, 2, 2, 2}, dtype::boolean);
    kernel::convolution_options options{.stride = one, .padding = zero, .dilation = one, .transposed = true};
    CHECK_THROWS_WITH_AS(kernel::convolution(input, weight, nullptr, options, out),
                         "graft: convolution: transposed convolutions are not supported", error);
    options.transposed = false;
    CHECK_THROWS_AS(kernel::convolution(input, weight, nullptr, options, flags), error);
    CHECK_THROWS_AS(kernel::convolution(weight, tensor::zeros({2, 2}, dtype::f32), nullptr, options, out), error);
    CHECK_THROWS_AS(kernel::convolution(tensor::zeros({2, 2}, dtype::f32), weight, nullptr, options, out), error);
    kernel::convolution(input, weight, nullptr, options, out);
}

TEST_CASE("convolution: padding that only the ends of a long step see") {
    constexpr std::int64_t far = std::int64_t{1} << 31;
    sizes const one{1}, none{0}, step{far}, longest{INT64_MAX};
    for (dtype const d : {dtype::f32, dtype::i64}) {
        tensor const x = reference::make({1, 1, 4}, d, {1, 2, 3, 4});
        tensor out = tensor::empty({1, 1, 3}, d), first = tensor::empty({1, 1, 1}, d);
        // The three places are before, on and behind the image.
        kernel::convolution(x, reference::make({1, 1, 1}, d, {5}), nullptr, {step, step, one}, out);
        CHECK(reference::elements(out) == std::vector<double>{0, 5, 0});
        kernel::convolution(x, reference::make({1, 1, 1}, d, {5}), nullptr, {longest, none, longest}, first);
        CHECK(reference::elements(first) == std::vector<double>{5});
    }
}

namespace {

TEST_CASE("conv_packed: equals the convolution in f64, which is not packed") {
    for (reference::image_convolution const& s :
         {reference::image_convolution{2, 1, 17, 19, {6, 9}, {3, 3}, {1, 1}, {1, 1}, {1, 1}},
          reference::image_convolution{1, 2, 16, 33, {11, 7}, {3, 2}, {2, 1}, {2, 0}, {1, 2}},
          reference::image_convolution{3, 1, 32, 16, {1, 25}, {1, 5}, {1, 3}, {0, 2}, {1, 1}},
          reference::image_convolution{1, 1, 64, 64, {20, 20}, {3, 3}, {1, 1}, {1, 1}, {1, 1}}}) {
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
    reference::image_convolution const s{1, 1, 16, 16, {32, 32}, {3, 3}, {1, 1}, {1, 1}, {1, 1}};
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

TEST_CASE("complex_convolution: each element is a sum of products, with a bias or without") {
    std::mt19937 random(7);
    std::array<std::int64_t, 1> const one{1}, none{0};
    for (dtype const d : reference::complex_dtypes)
        for (bool const biased : {false, true}) {
            tensor const input = reference::random_complex(random, {2, 3, 6}, d);
            tensor const weight = reference::random_complex(random, {4, 3, 2}, d);
            tensor const bias = reference::random_complex(random, {4}, d);
            tensor out = tensor::empty({2, 4, 5}, d);
            kernel::complex_convolution(input, weight, biased ? &bias : nullptr, out,
                                        [&](tensor const& x, tensor const& w, tensor const* b, tensor& result) {
                                            kernel::convolution(x, w, b, {one, none, one, false, none, 1}, result);
                                        });
            std::vector<complex> const x = reference::complex_elements(input), w = reference::complex_elements(weight);
            std::vector<complex> const start = reference::complex_elements(bias);
            std::vector<complex> expected;
            for (std::size_t n = 0; n < 2; ++n)
                for (std::size_t to = 0; to < 4; ++to)
                    for (std::size_t i = 0; i < 5; ++i) {
                        complex sum = biased ? start[to] : complex{};
                        for (std::size_t from = 0; from < 3; ++from)
                            for (std::size_t k = 0; k < 2; ++k)
                                sum += x[(n * 3 + from) * 6 + i + k] * w[(to * 3 + from) * 2 + k];
                        expected.push_back(sum);
                    }
            reference::check_close(out, expected);
        }
}

} // namespace
