#include <graft/library/torchvision/region_kernels.hpp>

#include <doctest/doctest.h>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <limits>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

tensor const image = iota({1, 1, 4, 4});
constexpr kernel::region_options two_by_two{.scale = 1, .height = 2, .width = 2, .samples = 2};

std::string aligned(tensor const& regions, kernel::region_options const& o) {
    tensor out = tensor::empty({regions.size(0), 1, o.height, o.width}, image.dtype());
    kernel::align_regions("roi_align", image, regions, o, out, nullptr);
    return show(out);
}

// What torchvision gives for the same calls.
TEST_CASE("region_kernels: the mean of samples between elements, 0 outside of the image") {
    tensor const regions = f32({2, 5}, {0, 0, 0, 3, 3, 0, 1, 1, 9, 2});
    CHECK(aligned(regions, two_by_two) == "f32[2, 1, 2, 2]: 3.75 5.25 9.75 11.25 7.5 0 9.5 0");
    kernel::region_options o = two_by_two;
    o.samples = -1;
    o.centers = true;
    CHECK(aligned(regions, o) == "f32[2, 1, 2, 2]: 1.5625 3 7.3125 8.75 5.25 0 7.25 0");
}

TEST_CASE("region_kernels: the largest element and where it is, or the mean of channels of their own") {
    tensor const regions = f32({2, 5}, {0, 0, 0, 3, 3, 0, 1, 1, 9, 2});
    tensor out = tensor::empty({2, 1, 2, 2}, dtype::f32), places = tensor::empty({2, 1, 2, 2}, dtype::i32);
    kernel::pool_regions("roi_pool", image, regions, two_by_two, out, places);
    CHECK(show(out) == "f32[2, 1, 2, 2]: 5 7 13 15 7 0 11 0");
    CHECK(show(places) == "i32[2, 1, 2, 2]: 5 7 13 15 7 -1 11 -1");
    kernel::region_options o = two_by_two;
    o.own_channels = true;
    tensor mean = tensor::empty({1, 1, 2, 2}, dtype::f32), channels = tensor::empty({1, 1, 2, 2}, dtype::i32);
    kernel::pool_regions("ps_roi_pool", iota({1, 4, 3, 3}), f32({1, 5}, {0, 0, 0, 2, 2}), o, mean, channels);
    CHECK(show(mean) == "f32[1, 1, 2, 2]: 0 10 21 31");
    CHECK(show(channels) == "i32[1, 1, 2, 2]: 0 1 2 3");
}

TEST_CASE("region_kernels: a coordinate that is no number is outside, and a region needs an image") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(aligned(f32({1, 5}, {0, nan, 0, 3, 3}), two_by_two) == "f32[1, 1, 2, 2]: 0 0 0 0");
    for (float const which : {-1.F, 1.F, nan})
        CHECK(refusal([&] {
                  aligned(f32({2, 5}, {0, 0, 0, 3, 3, which, 0, 0, 3, 3}), two_by_two);
              }).find("roi_align: region 1 is of image ") != std::string::npos);
    kernel::region_options o = two_by_two;
    o.samples = 0;
    CHECK(refusal([&] {
              aligned(f32({1, 5}, {0, 0, 0, 1e8F, 1e8F}), o);
          }).find("region 0 has 50000000 by 50000000 samples in a part, which are too many") != std::string::npos);
}

} // namespace
