#include <graft/dialect/aten/recurrent.hpp>

#include <doctest/doctest.h>

#include "../inferred.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::inferred;
using graft_test::ops_giving;
using graft_test::tensor;

TEST_CASE("recurrent: an LSTM returns a state for each step and the last two states") {
    graph g;
    value const h = tensor(g, {1, 2, 4}), b = tensor(g, {16});
    std::vector const state{h, h}, weights{tensor(g, {16, 3}), tensor(g, {16, 4}), b, b};
    CHECK(ops_giving("(f32[5, 2, 4], f32[1, 2, 4], f32[1, 2, 4])",
                     {aten::lstm.input(tensor(g, {5, 2, 3}), state, weights, true, 1, 0.0, false, false, false)}) ==
          "lstm.input");
    CHECK(inferred(aten::lstm.input(tensor(g, {2, 5, 3}), state, weights, true, 1, 0.0, false, false, true)) ==
          "(f32[2, 5, 4][4, 8, 1], f32[1, 2, 4], f32[1, 2, 4])");
}

TEST_CASE("recurrent: an LSTM in both directions has two of everything") {
    graph g;
    value const h = tensor(g, {2, 2, 4}), in = tensor(g, {16, 3}), back = tensor(g, {16, 4});
    CHECK(inferred(aten::lstm.input(tensor(g, {5, 2, 3}), std::vector{h, h}, std::vector{in, back, in, back}, false, 1,
                                    0.0, false, true, false)) == "(f32[5, 2, 8], f32[2, 2, 4], f32[2, 2, 4])");
}

static_assert(has(aten::lstm_input::info().tags, op_tags::random));

} // namespace
