#include <graft/kernel/convolution/depthwise.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;
using namespace graft::detail;

TEST_CASE("depthwise: a packed weight is the bias and one line for each tap, padded with zeros") {
    float const weight[] = {1, 2, 3, 4, 5, 6}; // three channels of two taps
    packed_depthwise const w =
        depthwise_weight(3, 2, weight, [](std::int64_t c) { return static_cast<float>(10 * c); });
    CHECK(w.line % float_lanes == 0);
    CHECK(w.data()[2] == 20);
    CHECK(w.data()[w.line] == 1);
    CHECK(w.data()[w.line + 2] == 5);
    CHECK(w.data()[2 * w.line + 1] == 4);
    CHECK(w.data()[3] == 0);
}

// A line of taps over a line of pixels of one channel.
TEST_CASE("depthwise: taps outside of the image are left out, on both sides") {
    tensor const in = tensor::full({1, 3, 1, 9}, dtype::f32, 1), kernel = tensor::full({3, 1, 1, 3}, dtype::f32, 1);
    std::int64_t const one[] = {1, 1}, padding[] = {0, 2};
    tensor const result = tensor::empty({1, 3, 1, 11}, dtype::f32);
    conv_geometry const g(in, kernel, nullptr, result,
                          {.stride = one, .padding = padding, .dilation = one, .groups = 3});
    float const taps[] = {1, 10, 100, 1, 10, 100, 1, 10, 100};
    packed_depthwise const w = depthwise_weight(3, 3, taps, [](std::int64_t) { return 0.f; });
    convolve_depthwise_last(g, in.data<float>(), w, {result.data<float>(), 3});
    float const expected[] = {100, 110, 111, 111, 111, 111, 111, 111, 111, 11, 1};
    for (std::int64_t p = 0; p < 11; ++p)
        for (std::int64_t c = 0; c < 3; ++c)
            CHECK(result.data<float>()[p * 3 + c] == expected[p]);
}

} // namespace
