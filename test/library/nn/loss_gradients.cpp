#include <graft/library/nn/loss_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../runtime/tensors.hpp"

namespace {

using namespace graft;
using namespace graft_test;

// What torch gives; test/data/opcases/nn has more.
TEST_CASE("loss_gradients: of each element, or shared by all of a mean") {
    tensor const x = f32({4}, {0, 1, 3, -2}), y = f32({4}, {0, 0.5, 1, 0}), one = f32({}, {1});
    CHECK(show(aten::mse_loss_backward(one, x, y, 2)) == "f32[4]: 0 1 4 -4");
    CHECK(show(aten::mse_loss_backward(one, x, y, 1)) == "f32[4]: 0 0.25 1 -1");
    CHECK(show(aten::smooth_l1_loss_backward(one, x, y, 2, 1.0)) == "f32[4]: 0 0.5 1 -1");
    CHECK(show(aten::huber_loss_backward(one, x, y, 2, 0.25)) == "f32[4]: 0 0.25 0.25 -0.25");
    CHECK(show(aten::soft_margin_loss_backward(one, f32({1}, {0}), f32({1}, {1}), 2)) == "f32[1]: -0.5");
    tensor const p = f32({1}, {0.5});
    CHECK(show(aten::binary_cross_entropy_backward(one, p, f32({1}, {1}), f32({1}, {2}), 2)) == "f32[1]: -4");
}

} // namespace
