#include <graft/library/torchvision/deform_conv2d.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace {

using namespace graft;
using namespace graft_test;

struct numbers {
    std::int64_t stride = 1, pad = 0, dilation = 1, groups = 1, offset_groups = 1;
};

tensor full(std::vector<std::int64_t> sizes, float x) {
    tensor t = tensor::empty(std::move(sizes), dtype::f32);
    std::fill_n(t.data<float>(), t.numel(), x);
    return t;
}

tensor const image = iota({1, 1, 3, 3}), weight = f32({1, 1, 1, 2}, {1, 2}), bias = f32({1}, {10});

tensor deformed(tensor const& offset, tensor const& mask, bool use_mask, numbers const& n = {}) {
    return torchvision::deform_conv2d(image, weight, offset, mask, bias, n.stride, n.stride, n.pad, n.pad, n.dilation,
                                      n.dilation, n.groups, n.offset_groups, use_mask);
}

// What torchvision gives for the same calls: the first tap half a row lower, the second one column to the left.
TEST_CASE("deform_conv2d: each element is taken from a place of its own") {
    tensor offset = full({1, 4, 3, 2}, 0);
    std::fill_n(offset.data<float>(), 6, 0.5F);
    std::fill_n(offset.data<float>() + 18, 6, -1.F);
    CHECK(show(deformed(offset, full({1, 1}, 0), false)) == "f32[1, 1, 3, 2]: 11.5 14.5 20.5 23.5 25 27.5");
    CHECK(show(deformed(offset, full({1, 2, 3, 2}, 0.5F), true)) ==
          "f32[1, 1, 3, 2]: 10.75 12.25 15.25 16.75 17.5 18.75");
}

TEST_CASE("deform_conv2d: what torchvision does not take either") {
    auto const why = [](tensor const& offset, tensor const& mask, numbers const& n) {
        return refusal([&] { static_cast<void>(deformed(offset, mask, true, n)); });
    };
    tensor const offset = full({1, 4, 3, 2}, 0), mask = full({1, 2, 3, 2}, 1);
    CHECK(why(full({1, 3, 3, 2}, 0), mask, {}).find("'offset' is [1, 3, 3, 2], not [1, 4, 3, 2]") != std::string::npos);
    CHECK(why(offset, full({1, 2, 3, 3}, 0), {}).find("'mask' is [1, 2, 3, 3], not [1, 2, 3, 2]") != std::string::npos);
    CHECK(why(offset, mask, {.stride = 0}).find("'stride_h' is 0") != std::string::npos);
    CHECK(why(offset, mask, {.pad = -1}).find("'pad_h' is -1") != std::string::npos);
    CHECK(why(offset, mask, {.dilation = 3}).find("is smaller than 'weight' [1, 1, 1, 2]") != std::string::npos);
    CHECK(why(offset, mask, {.groups = 2}).find("'input' [1, 1, 3, 3] and 'weight' [1, 1, 1, 2] do not fit") !=
          std::string::npos);
    CHECK(why(offset, mask, {.offset_groups = 2})
              .find("the 1 channels of 'input' cannot be divided among 2 groups of offsets") != std::string::npos);
}

} // namespace
