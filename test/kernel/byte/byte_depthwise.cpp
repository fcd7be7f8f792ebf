#include <graft/kernel/byte/byte_depthwise.hpp>

#include <doctest/doctest.h>

#include "../byte_reference.hpp"

namespace {

using namespace graft_test;

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
