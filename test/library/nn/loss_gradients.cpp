#include <graft/library/nn/loss_gradients.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/library/nn.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/transform/decompose.hpp>

#include "../../runtime/tensors.hpp"
#include "../../runtime/test_program.hpp"

#include <optional>

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

// What torch gives.
TEST_CASE("loss_gradients: of the logarithm at each target, of which some are ignored") {
    tensor const log = f32({3, 3}, {0, 0, 0, 0, 0, 0, 0, 0, 0}), at = i64({3}, {2, 1, 0}), two = f32({}, {2});
    CHECK(show(aten::nll_loss_backward(f32({}, {6}), log, at, std::nullopt, 1, 1, two)) ==
          "f32[3, 3]: 0 0 -3 0 0 0 -3 0 0");
    CHECK(show(aten::nll_loss_backward(f32({3}, {1, 2, 3}), log, at, f32({3}, {1, 2, 4}), 0, -100, two)) ==
          "f32[3, 3]: 0 0 -4 0 -4 0 -3 0 0");
    CHECK(show(aten::nll_loss_backward(f32({}, {3}), f32({2}, {0, 0}), i64({}, {1}), f32({2}, {1, 2}), 2, -100, two)) ==
          "f32[2]: 0 -6");
    CHECK(show(aten::nll_loss_backward(two, f32({1, 2}, {0, 0}), i64({1}, {-100}), std::nullopt, 1, -100,
                                       f32({}, {0}))) == "f32[1, 2]: 0 0");
    tensor const plane = f32({1, 2, 1, 2}, {0, 0, 0, 0});
    CHECK(show(aten::nll_loss2d_backward(f32({1, 1, 2}, {1, 2}), plane, i64({1, 1, 2}, {1, 0}), std::nullopt, 0, -100,
                                         two)) == "f32[1, 2, 1, 2]: 0 -2 -1 0");
}

TEST_CASE("loss_gradients: shared by all of a mean, of sizes that are symbols") {
    tensor const x = f32({4, 1}, {0, 1, 3, -2}), y = f32({4, 1}, {0, 0.5, 1, 0}), one = f32({}, {1});
    auto const shown = [&](auto const& loss) {
        program_builder b;
        value_spec const matrix = f32_spec({symbol("s0"), symbol("s1")});
        value const grad = b.input("grad", f32_spec({})), self = b.input("self", matrix),
                    target = b.input("target", matrix);
        exported_program program = b.finish({aten::clone(loss(grad, self, target))});
        CHECK(decompose(program.graph(), decomposition_table<nn_ops>()) == 1);
        return show(executor(program, {kernels_of<known_ops>(), {}}).run({one, x, y})[0]);
    };
    CHECK(shown([](auto const&... of) { return aten::mse_loss_backward(of..., 1); }) == "f32[4, 1]: 0 0.25 1 -1");
    CHECK(shown([](auto const&... of) { return aten::huber_loss_backward(of..., 1, 0.25); }) ==
          "f32[4, 1]: 0 0.0625 0.0625 -0.0625");
}

} // namespace
