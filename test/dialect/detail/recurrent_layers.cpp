#include <graft/dialect/detail/recurrent_layers.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/recurrent.hpp>
#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

/// What the composition of an op gives, in row-major order, for these arguments.
template <class Op>
std::string composed_text(std::vector<argument<tensor_spec>> const& arguments) {
    call<tensor_spec> c(Op::info());
    for (std::size_t i = 0; i < arguments.size(); ++i)
        c.set(i, arguments[i]);
    composition_world<tensor_spec> world;
    std::string all;
    for (tensor_spec spec : detail::compose_in(world, detail::composition_by<Op, any_value>, c)) {
        spec.strides = contiguous_strides(spec.sizes);
        all += (all.empty() ? "" : " ") + text(spec);
    }
    return all;
}

TEST_CASE("recurrent_layers: the composition has the sizes that the meta function says") {
    tensor_spec const in = f32({5, 2, 3}), h = f32({4, 2, 4}), bias = f32({16});
    tensor_spec const first = f32({16, 3}), second = f32({16, 8}), back = f32({16, 4});
    std::vector<tensor_spec> const states{h, h},
        params{first, back, bias, bias, first, back, bias, bias, second, back, bias, bias, second, back, bias, bias};
    CHECK(composed_text<aten::lstm_input>({in, states, params, true, 2, 0.0, false, true, false}) ==
          "f32[5, 2, 8] f32[4, 2, 4] f32[4, 2, 4]");
    CHECK(text(aten::lstm.input(in, states, params, true, 2, 0.0, false, true, false)) ==
          "(f32[5, 2, 8], f32[4, 2, 4], f32[4, 2, 4])");
}

TEST_CASE("recurrent_layers: a projection narrows the hidden state alone") {
    tensor_spec const h = f32({1, 2, 2}), memory = f32({1, 2, 4});
    std::vector<tensor_spec> const states{h, memory}, params{f32({16, 3}), f32({16, 2}), f32({2, 4})};
    CHECK(composed_text<aten::lstm_input>({f32({5, 2, 3}), states, params, false, 1, 0.0, false, false, false}) ==
          "f32[5, 2, 2] f32[1, 2, 2] f32[1, 2, 4]");
}

TEST_CASE("recurrent_layers: one sequence without a batch, and a batch in front") {
    std::vector<tensor_spec> const params{f32({12, 3}), f32({12, 4})};
    CHECK(composed_text<aten::gru_input>({f32({5, 3}), f32({1, 4}), params, false, 1, 0.0, false, false, false}) ==
          "f32[5, 4] f32[1, 4]");
    CHECK(composed_text<aten::gru_input>({f32({2, 5, 3}), f32({1, 2, 4}), params, false, 1, 0.0, false, false, true}) ==
          "f32[2, 5, 4] f32[1, 2, 4]");
}

TEST_CASE("recurrent_layers: a batch of no sequences") {
    std::vector<tensor_spec> const params{f32({12, 3}), f32({12, 4})};
    CHECK(composed_text<aten::gru_input>({f32({5, 0, 3}), f32({1, 0, 4}), params, false, 1, 0.0, false, false,
                                          false}) == "f32[5, 0, 4] f32[1, 0, 4]");
}

TEST_CASE("recurrent_layers: cells, and parameters that are missing") {
    CHECK(text(aten::rnn_tanh_cell(f32({2, 3}), f32({2, 4}), f32({4, 3}), f32({4, 4}))) == "f32[2, 4]");
    CHECK(text(aten::gru_cell(f32({2, 3}), f32({2, 4}), f32({12, 3}), f32({12, 4}))) == "f32[2, 4]");
    std::vector<tensor_spec> const none;
    CHECK_THROWS_WITH(
        composed_text<aten::rnn_relu_input>({f32({5, 2, 3}), f32({1, 2, 4}), none, false, 1, 0.0, false, false, false}),
        "graft: aten::rnn_relu.input: 'params' must be 2 tensors, not 0");
}

TEST_CASE("recurrent_layers: weights of fewer rows than gates are an error") {
    tensor_spec const in = f32({2, 3}), h = f32({2, 1});
    CHECK_THROWS_WITH_AS(
        composed_text<aten::gru_cell_default>({in, h, f32({2, 3}), f32({2, 1}), std::nullopt, std::nullopt}),
        doctest::Contains("3 gates"), error);
    std::vector<tensor_spec> const states{h, h};
    CHECK_THROWS_WITH_AS(
        composed_text<aten::lstm_cell_default>({in, states, f32({3, 3}), f32({3, 1}), std::nullopt, std::nullopt}),
        doctest::Contains("4 gates"), error);
}

} // namespace
