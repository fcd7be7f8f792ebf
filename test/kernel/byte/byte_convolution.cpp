#include <graft/kernel/byte/byte_convolution.hpp>

#include "../byte_reference.hpp"

#include <doctest/doctest.h>

namespace {

using namespace graft_test;

TEST_CASE("byte_convolution: equals the convolution of the integers for every kind of window") {
    convolution_sizes const all[] = {
        {1, 1, 8, 8, 32, 3, 3, 1, 1, 1, 1},  {2, 32, 8, 8, 17, 3, 3, 1, 1, 1, 1}, {1, 16, 7, 9, 40, 1, 1, 1, 0, 1, 1},
        {1, 3, 11, 10, 5, 5, 3, 2, 2, 1, 1}, {2, 6, 9, 8, 4, 3, 2, 1, 2, 2, 2},   {1, 20, 5, 5, 33, 3, 3, 2, 1, 2, 1},
        {1, 12, 6, 20, 9, 2, 4, 3, 0, 1, 3}, {1, 5, 1, 1, 7, 1, 1, 1, 0, 1, 1},   {3, 18, 4, 6, 16, 1, 3, 1, 1, 3, 1},
        {1, 1, 3, 30, 2, 3, 7, 1, 0, 1, 1},  {1, 130, 3, 3, 70, 3, 3, 1, 0, 1, 1}};
    unsigned seed = 0;
    for (convolution_sizes const& sizes : all)
        for (int round = 0; round < 8; ++round) {
            CAPTURE(++seed);
            CHECK(wrong_convolution<graft::detail::byte_convolution>(sizes, seed) == 0);
        }
}

TEST_CASE("byte_depthwise: equals the convolution of the integers for any stride, dilation and number of outputs") {
    convolution_sizes const all[] = {{1, 8, 9, 9, 8, 3, 3, 1, 1, 1, 8},
                                     {2, 5, 12, 7, 5, 3, 3, 2, 1, 1, 5},
                                     {1, 3, 10, 40, 9, 5, 2, 1, 2, 2, 3},
                                     {1, 2, 4, 4, 2, 4, 4, 3, 0, 1, 2}};
    unsigned seed = 100;
    for (convolution_sizes const& sizes : all)
        for (int round = 0; round < 8; ++round) {
            CAPTURE(++seed);
            CHECK(wrong_convolution<graft::detail::byte_depthwise>(sizes, seed) == 0);
        }
}

} // namespace
