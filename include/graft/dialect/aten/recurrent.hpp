#pragma once

#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/detail/recurrent_layers.hpp>
#include <graft/dialect/meta/recurrent.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>

/// Recurrent layers and cells.
namespace graft::aten {

struct lstm_input : described_op<lstm_input, op_tags::random | op_tags::no_out, meta_lstm> {
    static constexpr schema_text text{
        "aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float "
        "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) {
        return detail::recurrent_input(k, detail::recurrence::lstm, k.list("hx"));
    }
};

struct lstm_data : described_op<lstm_data, op_tags::random | op_tags::no_out, meta_packed_recurrent> {
    static constexpr schema_text text{
        "aten::lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) {
        return detail::recurrent_data(k, detail::recurrence::lstm, k.list("hx"));
    }
};
inline constexpr struct lstm_packet : packet<lstm_packet> {
    lstm_input input;
    lstm_data data;
} lstm{};

struct lstm_cell_default : composite_op<lstm_cell_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) "
        "-> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        vec<V> const states = k.list("hx");
        k.require(states.size() == 2, "'hx' must be two states, not ", states.size());
        return detail::recurrent_cell(k, detail::recurrence::lstm, states);
    }
};
inline constexpr single_overload<lstm_cell_default> lstm_cell{};

struct gru_input : described_op<gru_input, op_tags::random | op_tags::no_out, meta_rnn> {
    static constexpr schema_text text{
        "aten::gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
        "bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_input(k, detail::recurrence::gru, vec<V>{k->tensor("hx")});
    }
};

struct gru_data : described_op<gru_data, op_tags::random | op_tags::no_out, meta_packed_recurrent> {
    static constexpr schema_text text{
        "aten::gru.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_data(k, detail::recurrence::gru, vec<V>{k->tensor("hx")});
    }
};
inline constexpr struct gru_packet : packet<gru_packet> {
    gru_input input;
    gru_data data;
} gru{};

struct gru_cell_default : composite_op<gru_cell_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> "
        "Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_cell(k, detail::recurrence::gru, vec<V>{k->tensor("hx")}).front();
    }
};
inline constexpr single_overload<gru_cell_default> gru_cell{};

struct rnn_tanh_input : described_op<rnn_tanh_input, op_tags::random | op_tags::no_out, meta_rnn> {
    static constexpr schema_text text{
        "aten::rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
        "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_input(k, detail::recurrence::tanh, vec<V>{k->tensor("hx")});
    }
};

struct rnn_tanh_data : described_op<rnn_tanh_data, op_tags::random | op_tags::no_out, meta_packed_recurrent> {
    static constexpr schema_text text{
        "aten::rnn_tanh.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_data(k, detail::recurrence::tanh, vec<V>{k->tensor("hx")});
    }
};
inline constexpr struct rnn_tanh_packet : packet<rnn_tanh_packet> {
    rnn_tanh_input input;
    rnn_tanh_data data;
} rnn_tanh{};

struct rnn_tanh_cell_default : composite_op<rnn_tanh_cell_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? "
        "b_hh=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_cell(k, detail::recurrence::tanh, vec<V>{k->tensor("hx")}).front();
    }
};
inline constexpr single_overload<rnn_tanh_cell_default> rnn_tanh_cell{};

struct rnn_relu_input : described_op<rnn_relu_input, op_tags::random | op_tags::no_out, meta_rnn> {
    static constexpr schema_text text{
        "aten::rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
        "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_input(k, detail::recurrence::relu, vec<V>{k->tensor("hx")});
    }
};

struct rnn_relu_data : described_op<rnn_relu_data, op_tags::random | op_tags::no_out, meta_packed_recurrent> {
    static constexpr schema_text text{
        "aten::rnn_relu.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_data(k, detail::recurrence::relu, vec<V>{k->tensor("hx")});
    }
};
inline constexpr struct rnn_relu_packet : packet<rnn_relu_packet> {
    rnn_relu_input input;
    rnn_relu_data data;
} rnn_relu{};

struct rnn_relu_cell_default : composite_op<rnn_relu_cell_default, op_tags::no_out> {
    static constexpr schema_text text{
        "aten::rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? "
        "b_hh=None) -> Tensor"};
    template <class V>
    static constexpr auto compose(composing<V> const& k) {
        return detail::recurrent_cell(k, detail::recurrence::relu, vec<V>{k->tensor("hx")}).front();
    }
};
inline constexpr single_overload<rnn_relu_cell_default> rnn_relu_cell{};

/// Every op of this header.
using recurrent_ops = overloads_of<lstm, lstm_cell, gru, gru_cell, rnn_tanh, rnn_tanh_cell, rnn_relu, rnn_relu_cell>;

} // namespace graft::aten
