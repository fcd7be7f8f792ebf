#include <graft/library/torchvision/boxes.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

// What torchvision gives for the same calls.
TEST_CASE("boxes: of those that overlap by more than a part the one with the best score is left") {
    tensor const boxes = f32({4, 4}, {0, 0, 4, 4, 1, 0, 5, 4, 0, 0, 4, 3, 6, 6, 8, 8});
    tensor const scores = f32({4}, {0.5F, 0.9F, 0.7F, 0.1F});
    CHECK(show(torchvision::nms(boxes, scores, 0.3)) == "i64[2]: 1 3");
    CHECK(show(torchvision::nms(boxes, scores, 0.5)) == "i64[3]: 1 2 3");
    CHECK(show(torchvision::nms(boxes, scores, 0.8)) == "i64[4]: 1 2 0 3");
    CHECK(show(torchvision::nms(f32({0, 4}, {}), f32({0}, {}), 0.5)) == "i64[0]:");
}

TEST_CASE("boxes: what torchvision does not take either") {
    tensor const boxes = f32({1, 4}, {0, 0, 4, 4}), scores = f32({1}, {1});
    auto const why = [](tensor const& b, tensor const& s) {
        return refusal([&] { static_cast<void>(torchvision::nms(b, s, 0.5)); });
    };
    CHECK(why(f32({4}, {0, 0, 4, 4}), scores).find("'dets' must be 4 numbers for each box") != std::string::npos);
    CHECK(why(boxes, f32({2}, {1, 2})).find("'scores' must be one number for each of the 1 boxes") !=
          std::string::npos);
    CHECK(why(boxes, make<double>({1}, {1})).find("'scores' is torch.float64, but 'dets' torch.float32") !=
          std::string::npos);
    CHECK(why(i64({1, 4}, {0, 0, 4, 4}), i64({1}, {1})).find("it is not defined for torch.int64") != std::string::npos);
}

} // namespace
