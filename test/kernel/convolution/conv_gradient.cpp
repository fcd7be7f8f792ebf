#include <graft/kernel/convolution/conv_gradient.hpp>

#include <doctest/doctest.h>

#include "../reference.hpp"

#include <span>
#include <vector>

namespace {

using namespace graft;
using reference::sizes;

double dot(tensor const& a, tensor const& b) {
    std::vector<double> const x = reference::elements(a), y = reference::elements(b);
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

TEST_CASE("conv_gradient: a convolution is linear in input and weight, and these are the transposes") {
    reference::source random(81);
    sizes const stride{2, 1}, padding{1, 0}, dilation{1, 2}, rest{1, 0}, none{0};
    for (bool transposed : {false, true}) {
        kernel::convolution_options const options{stride,
                                                  padding,
                                                  dilation,
                                                  transposed,
                                                  transposed ? std::span<std::int64_t const>(rest)
                                                             : std::span<std::int64_t const>(none),
                                                  2};
        tensor const x = random.uniform({2, 4, 6, 7}, dtype::f64, -1, 1);
        tensor const w = random.uniform(transposed ? sizes{4, 3, 3, 2} : sizes{6, 2, 3, 2}, dtype::f64, -1, 1);
        tensor y = tensor::empty(transposed ? sizes{2, 6, 12, 9} : sizes{2, 6, 3, 5}, dtype::f64);
        if (transposed)
            kernel::conv_transpose(x, w, nullptr, options, y);
        else
            kernel::convolution(x, w, nullptr, options, y);
        tensor const dy = random.uniform(y.sizes(), dtype::f64, -1, 1);
        tensor dx = tensor::empty(x.sizes(), dtype::f64), dw = tensor::empty(w.sizes(), dtype::f64);
        kernel::convolution_input_gradient(dy, w, options, dx);
        kernel::convolution_weight_gradient(dy, x, options, dw);
        CHECK(dot(y, dy) == doctest::Approx(dot(x, dx)));
        CHECK(dot(y, dy) == doctest::Approx(dot(w, dw)));
    }
}

TEST_CASE("conv_gradient: of no results it is zero, and of no channels none") {
    sizes const far{INT64_MAX}, one{1}, none{0};
    tensor dx = tensor::empty({1, 1, 0}, dtype::f32), row = reference::make({1, 1, 2}, dtype::f32, {7, 7});
    kernel::convolution_input_gradient(tensor::empty({1, 1, 0}, dtype::f32), tensor::zeros({1, 1, 4}, dtype::f32),
                                       {far, one, one}, dx);
    kernel::convolution_input_gradient(tensor::empty({1, 0, 1}, dtype::f32), tensor::empty({0, 1, 2}, dtype::f32),
                                       {one, none, one}, row);
    CHECK(reference::elements(row) == std::vector<double>{0, 0});
    tensor dw = tensor::empty({0, 0, 2}, dtype::f32);
    kernel::convolution_weight_gradient(tensor::empty({1, 0, 3}, dtype::f32), tensor::empty({1, 0, 4}, dtype::f32),
                                        {one, none, one, false, {}, std::int64_t{1} << 48}, dw);
}

} // namespace
