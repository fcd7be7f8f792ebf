#pragma once

#include <graft/dialect/described_op.hpp>
#include <graft/dialect/meta/recurrent.hpp>
#include <graft/dialect/op_list.hpp>

/// Recurrent layers.
namespace graft::aten {

struct lstm_input : described_op<lstm_input, op_tags::random, meta_lstm> {
    static constexpr fixed_string text{
        "aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> "
        "(Tensor, Tensor, Tensor)"};
};
inline constexpr struct lstm_packet : packet<lstm_packet> { lstm_input input; } lstm{};

/// Every op of this header.
using recurrent_ops = op_list<lstm_input>;

} // namespace graft::aten
