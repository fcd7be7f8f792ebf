#include <graft/dialect/aten/loss.hpp>

#include <doctest/doctest.h>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("loss: the sizes are kept without a reduction, and gone with one") {
    CHECK(text(aten::mse_loss(f32({s0(), 3}), f32({3}), 0)) == "f32[s0, 3]");
    CHECK(text(aten::l1_loss(f32({2, 3}), f32({2, 3}))) == "f32[]");
    CHECK(text(aten::huber_loss(f32({2}), f32({2}), 2)) == "f32[]");
    CHECK(text(aten::triplet_margin_loss(f32({2, 3}), f32({2, 3}), f32({2, 3}), 1.0, 2.0, 1e-6, false, 0)) == "f32[2]");
    CHECK(text(aten::log_sigmoid_forward(f32({4}))) == "(f32[4], f32[4])");
}

TEST_CASE("loss: what does not fit is rejected by name") {
    CHECK_THROWS_WITH(static_cast<void>(aten::mse_loss(f32({2}), f32({2}), 3)),
                      "graft: aten::mse_loss: 'reduction' must be 0, 1 or 2");
    CHECK_THROWS_WITH(static_cast<void>(aten::binary_cross_entropy(f32({2}), f32({3}))),
                      "graft: aten::binary_cross_entropy: 'target' does not have the sizes of 'self'");
    CHECK_THROWS_WITH(static_cast<void>(aten::huber_loss(f32({2}), f32({2}), 1, 0.0)),
                      "graft: aten::huber_loss: 'delta' must be positive");
}

} // namespace
