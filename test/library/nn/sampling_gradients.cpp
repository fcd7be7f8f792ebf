#include <graft/library/nn/sampling_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../io/raises.hpp"
#include "../../runtime/tensors.hpp"

#include <array>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

std::array const both{true, true};

std::string elements(tensor const& t) {
    std::string const shown = show(t);
    return shown.substr(shown.find(':') + 1);
}

// What torch gives.
TEST_CASE("sampling_gradients: of images, by each rule") {
    tensor const image = f32({1, 1, 2, 3}, {1, 2, 4, 8, 16, 32}), grad = f32({1, 1, 1, 3}, {1, 2, 4});
    tensor const grid = f32({1, 1, 3, 2}, {-0.5F, 0.25F, 0.125F, -0.75F, 1.5F, -2.25F});
    auto const gradients = [&](int mode, int padding, bool aligned) {
        auto const found = aten::grid_sampler_2d_backward(grad, image, grid, mode, padding, aligned, both);
        return elements(found.at(0)) + " |" + elements(found.at(1));
    };
    CHECK(gradients(0, 0, false) == " 0.1875 1.28125 0.28125 0.5625 0.1875 0 | 9.375 8.75 4.5 4.75 0 0");
    CHECK(gradients(0, 0, true) == " 0.1875 1.71875 0.96875 0.3125 0.53125 0.03125 | 5.375 5.25 7.5 15.75 -6 4");
    CHECK(gradients(0, 1, false) == " 0.1875 1.6875 4.375 0.5625 0.1875 0 | 9.375 8.75 6 0 -0 0");
    CHECK(gradients(0, 2, false) == " 0.1875 1.9375 1.125 0.5625 0.9375 2.25 | 9.375 8.75 6 0 -75 -98");
    CHECK(gradients(0, 2, true) == " 0.1875 2.46875 0.96875 0.3125 1.78125 1.28125 | 5.375 5.25 7.5 15.75 -43 -42");
    CHECK(gradients(1, 0, false) == " 0 2 0 1 0 0 | 0 0 0 0 0 0");
    CHECK(gradients(1, 1, true) == " 0 2 4 1 0 0 | 0 0 0 0 0 0");
    CHECK(gradients(1, 2, false) == " 0 2 0 1 0 4 | 0 0 0 0 0 0");
    CHECK(gradients(2, 0, false) == " 0.0668406 1.70175 0.331036 0.792058 0.0340362 -0.0699477 | 7.6918 7.39288 "
                                    "0.319805 10.102 0.118652 0.395508");
    CHECK(gradients(2, 2, true) == " -0.0681725 2.62283 0.941433 0.143368 1.79123 1.56931 | 5.42358 5.99854 6.61569 "
                                   "10.5715 -56.4053 -64.5996");
}

TEST_CASE("sampling_gradients: of volumes") {
    tensor const volume = f32({1, 1, 2, 1, 2}, {1, 2, 4, 8}), grad = f32({1, 1, 1, 1, 2}, {1, 2});
    tensor const grid = f32({1, 1, 1, 2, 3}, {-0.5F, 0.25F, 0.125F, -0.75F, 1.5F, -2.25F});
    auto const gradients = [&](int mode, int padding, bool aligned) {
        auto const found = aten::grid_sampler_3d_backward(grad, volume, grid, mode, padding, aligned, both);
        return elements(found.at(0)) + " |" + elements(found.at(1));
    };
    CHECK(gradients(0, 0, false) == " 0.328125 0 0.546875 0 | 2.51562 -1.4375 2.625 0 0 0");
    CHECK(gradients(0, 2, true) == " 0.984375 0.203125 1.51562 0.296875 | 1.34375 -0 1.875 2.875 -0 -3.375");
    CHECK(gradients(1, 1, false) == " 2 0 1 0 | 0 0 0 0 0 0");
}

TEST_CASE("sampling_gradients: arguments have to fit") {
    tensor const image = f32({1, 1, 1, 2}, {1, 2}), grid = f32({1, 1, 1, 2}, {0, 0}), grad = f32({1, 1, 1, 1}, {1});
    CHECK(sentence([&] {
              aten::grid_sampler_2d_backward(image, image, grid, 0, 0, false, both);
          }).find("'grad_output' is [1, 1, 1, 2], not [1, 1, 1, 1]") != std::string::npos);
    CHECK(sentence([&] {
              aten::grid_sampler_2d_backward(grad, image, grad, 0, 0, false, both);
          }).find("'grid' is [1, 1, 1, 1], but 'input' [1, 1, 1, 2]") != std::string::npos);
    CHECK(sentence([&] {
              aten::grid_sampler_2d_backward(grad, image, grid, 3, 0, false, both);
          }).find("'interpolation_mode' is 3") != std::string::npos);
    CHECK(sentence([&] {
              aten::grid_sampler_2d_backward(grad, image, grid, 0, 3, false, both);
          }).find("'padding_mode' is 3") != std::string::npos);
}

} // namespace
