#include <graft/library/torchvision/regions.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/infer.hpp>
#include <graft/runtime/eager.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// test/data/opcases/torchvision has more calls, of each dtype.
TEST_CASE("regions: each op by its schema") {
    tensor const image = iota({1, 1, 4, 4}), parts = iota({1, 4, 3, 3});
    tensor const region = f32({1, 5}, {0, 0, 0, 3, 3}), smaller = f32({1, 5}, {0, 0, 0, 2, 2});
    CHECK(show(torchvision::roi_align(image, region, 1.0, 2, 2, 2, false)) == "f32[1, 1, 2, 2]: 3.75 5.25 9.75 11.25");
    CHECK(show(torchvision::roi_align(image, region, 1.0, 2, 2, -1, true)) == "f32[1, 1, 2, 2]: 1.5625 3 7.3125 8.75");
    auto const largest = torchvision::roi_pool(image, region, 1.0, 2, 2);
    CHECK(show(largest[0]) == "f32[1, 1, 2, 2]: 5 7 13 15");
    CHECK(show(largest[1]) == "i32[1, 1, 2, 2]: 5 7 13 15");
    auto const sampled = torchvision::ps_roi_align(parts, smaller, 1.0, 2, 2, 1);
    CHECK(show(sampled[0]) == "f32[1, 1, 2, 2]: 0 10 21 31");
    CHECK(show(sampled[1]) == "i32[1, 1, 2, 2]: 0 1 2 3");
    auto const mean = torchvision::ps_roi_pool(parts, smaller, 1.0, 2, 2);
    CHECK(show(mean[0]) == "f32[1, 1, 2, 2]: 0 10 21 31");
    CHECK(show(mean[1]) == "i32[1, 1, 2, 2]: 0 1 2 3");
}

TEST_CASE("regions: how many there are may be a symbol") {
    program_builder b;
    value const image = b.input("x", f32_spec({1, 8, 4, 4}));
    value const regions = b.input("rois", f32_spec({symbol("s0"), 5}));
    value const aligned = torchvision::roi_align(image, regions, 0.5, 2, 3, 2, true);
    exported_program const program = b.finish({aligned});
    CHECK(detail::shape_text(recorded_tensor(program.graph(), aligned.id).sizes) == "[s0, 8, 2, 3]");
}

TEST_CASE("regions: what torchvision does not take either") {
    tensor const image = iota({1, 3, 4, 4}), region = f32({1, 5}, {0, 0, 0, 3, 3});
    auto const why = [&](tensor const& x, tensor const& rois, std::int64_t height) {
        return refusal([&] { static_cast<void>(torchvision::ps_roi_align(x, rois, 1.0, height, 2, 2)); });
    };
    CHECK(why(image, f32({1, 4}, {0, 0, 3, 3}), 1).find("'rois' is [1, 4], not 5 numbers for each region") !=
          std::string::npos);
    CHECK(why(image, make<double>({1, 5}, {0, 0, 0, 3, 3}), 1)
              .find("'rois' is torch.float64, but 'input' torch.float32") != std::string::npos);
    CHECK(why(i64({1, 1, 1, 1}, {1}), i64({1, 5}, {0, 0, 0, 3, 3}), 1).find("it is not defined for torch.int64") !=
          std::string::npos);
    CHECK(why(image, region, 1).find("the 3 channels of 'input' cannot be divided among 2 parts") != std::string::npos);
    CHECK(why(image, region, -1).find("'pooled_height' is -1") != std::string::npos);
    CHECK(why(iota({3, 4, 4}), region, 1).find("'input' must have 4 dimensions, not 3") != std::string::npos);
}

} // namespace
