// Header-only: what holds in constants needs bodies.
#include <graft/dialect/aten/recurrent.hpp>

#include <graft/schema/infer.hpp>

#include "../inferred.hpp"
#include "../meta/specs.hpp"

#include <doctest/doctest.h>

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

using namespace graft_test;

constexpr value_spec lstm(tensor_spec const& input, std::vector<tensor_spec> const& state, bool bidirectional,
                          bool batch_first) {
    return aten::lstm.input(input, state, std::vector<tensor_spec>{}, true, 1, 0.0, false, bidirectional, batch_first);
}

constexpr value_spec list(std::vector<value_spec> items) { return value_spec::of_list(std::move(items)); }

static_assert([] {
    return lstm(f32({s0(), 2, 3}), {f32({1, 2, 4}), f32({1, 2, 4})}, false, false) ==
           list({f32({s0(), 2, 4}), f32({1, 2, 4}), f32({1, 2, 4})});
}());

} // namespace

TEST_CASE("recurrent: the outputs of both directions stand side by side") {
    CHECK(lstm(f32({7, 3}), {f32({2, 4}), f32({2, 4})}, true, false) == list({f32({7, 8}), f32({2, 4}), f32({2, 4})}));
}

TEST_CASE("recurrent: a batch in front is a view of steps in front") {
    CHECK(lstm(f32({2, 7, 3}), {f32({1, 2, 4}), f32({1, 2, 4})}, false, true).items.at(0) ==
          strided(f32({2, 7, 4}), {4, 8, 1}));
}

TEST_CASE("recurrent: states that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(lstm(f32({7, 3}), {f32({1, 4})}, false, false)),
                      "graft: aten::lstm.input: 'hx' must be two states of as many dimensions "
                      "as 'input', 2 or 3");
}
