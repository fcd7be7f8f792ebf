#pragma once

#include <graft/config.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/described_op.hpp>
#include <graft/dialect/detail/recurrent_layers.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/dialect/op_list.hpp>
#include <graft/meta/vec.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>

namespace graft {

namespace detail {

/// A recurrent layer over a batch of sequences of one length that begins with `count` states.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_recurrent(call<tensor_spec> const& c, std::size_t count);

} // namespace detail

/// lstm: the outputs of the last layer, and the last hidden and cell state of every layer and
/// direction.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_lstm(call<tensor_spec> const& c) {
    return detail::meta_recurrent(c, 2);
}

/// gru, rnn_tanh, rnn_relu: the outputs of the last layer, and the last state of every layer and direction.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec meta_rnn(call<tensor_spec> const& c) {
    return detail::meta_recurrent(c, 1);
}

/// lstm, gru, rnn_tanh, rnn_relu over sequences of different lengths, whose steps lie one behind the other: the outputs
/// of the last layer, and the last states of every layer and direction.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_packed_recurrent(call<tensor_spec> const& c);

} // namespace graft

/// Recurrent layers and cells.
namespace graft::aten {

/// An op that is made of others, of whose sizes its meta function says more than the composition can.
template <class D, meta_function Meta>
struct recurrent_op : composite_op<D, op_tags::random | op_tags::no_out> {
    static constexpr meta_function meta = Meta; ///< what it says of its results
};

/// A layer of one state over a batch, over sequences of different lengths, and its cell.
/// @{
template <class D, detail::recurrence How>
struct recurrent_input_op : recurrent_op<D, meta_rnn> {
    template <class V>
    static constexpr auto compose(composing<V> const& k) { ///< one step after the other
        return detail::recurrent_input(k, How, vec<V>{k->tensor("hx")});
    }
};
template <class D, detail::recurrence How>
struct recurrent_data_op : recurrent_op<D, meta_packed_recurrent> {
    template <class V>
    static constexpr auto compose(composing<V> const& k) { ///< one step after the other
        return detail::recurrent_data(k, How, vec<V>{k->tensor("hx")});
    }
};
template <class D, detail::recurrence How>
struct recurrent_cell_op : composite_op<D, op_tags::no_out> {
    template <class V>
    static constexpr auto compose(composing<V> const& k) { ///< one step
        return detail::recurrent_cell(k, How, vec<V>{k->tensor("hx")}).front();
    }
};
/// @}

/// The packet of a layer over a batch and one over sequences of different lengths.
template <class Input, class Data>
struct input_or_data : packet<input_or_data<Input, Data>> {
    Input input; ///< the overload of that name
    Data data;   ///< the overload of that name
};

struct lstm_input : recurrent_op<lstm_input, meta_lstm> {
    static constexpr schema_text text{
        "aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float "
        "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) {
        return detail::recurrent_input(k, detail::recurrence::lstm, k.list("hx"));
    }
};

struct lstm_data : recurrent_op<lstm_data, meta_packed_recurrent> {
    static constexpr schema_text text{
        "aten::lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor, Tensor)"};
    static constexpr auto compose(auto const& k) {
        return detail::recurrent_data(k, detail::recurrence::lstm, k.list("hx"));
    }
};
inline constexpr input_or_data<lstm_input, lstm_data> lstm{};

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

struct gru_input : recurrent_input_op<gru_input, detail::recurrence::gru> {
    static constexpr schema_text text{
        "aten::gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
        "bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)"};
};

struct gru_data : recurrent_data_op<gru_data, detail::recurrence::gru> {
    static constexpr schema_text text{
        "aten::gru.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)"};
};
inline constexpr input_or_data<gru_input, gru_data> gru{};

struct gru_cell_default : recurrent_cell_op<gru_cell_default, detail::recurrence::gru> {
    static constexpr schema_text text{
        "aten::gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> "
        "Tensor"};
};
inline constexpr single_overload<gru_cell_default> gru_cell{};

struct rnn_tanh_input : recurrent_input_op<rnn_tanh_input, detail::recurrence::tanh> {
    static constexpr schema_text text{
        "aten::rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
        "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)"};
};

struct rnn_tanh_data : recurrent_data_op<rnn_tanh_data, detail::recurrence::tanh> {
    static constexpr schema_text text{
        "aten::rnn_tanh.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)"};
};
inline constexpr input_or_data<rnn_tanh_input, rnn_tanh_data> rnn_tanh{};

struct rnn_tanh_cell_default : recurrent_cell_op<rnn_tanh_cell_default, detail::recurrence::tanh> {
    static constexpr schema_text text{
        "aten::rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? "
        "b_hh=None) -> Tensor"};
};
inline constexpr single_overload<rnn_tanh_cell_default> rnn_tanh_cell{};

struct rnn_relu_input : recurrent_input_op<rnn_relu_input, detail::recurrence::relu> {
    static constexpr schema_text text{
        "aten::rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
        "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)"};
};

struct rnn_relu_data : recurrent_data_op<rnn_relu_data, detail::recurrence::relu> {
    static constexpr schema_text text{
        "aten::rnn_relu.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
        "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)"};
};
inline constexpr input_or_data<rnn_relu_input, rnn_relu_data> rnn_relu{};

struct rnn_relu_cell_default : recurrent_cell_op<rnn_relu_cell_default, detail::recurrence::relu> {
    static constexpr schema_text text{
        "aten::rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? "
        "b_hh=None) -> Tensor"};
};
inline constexpr single_overload<rnn_relu_cell_default> rnn_relu_cell{};

/// Every op of this header.
using recurrent_ops = overloads_of<lstm, lstm_cell, gru, gru_cell, rnn_tanh, rnn_tanh_cell, rnn_relu, rnn_relu_cell>;

} // namespace graft::aten

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <utility>

namespace graft {
namespace detail {

/// The states that a recurrent layer begins with: `hx` is one or a list of them.
[[nodiscard]] constexpr vec<tensor_spec const*> initial_states(call<tensor_spec> const& c) {
    if (c["hx"].kind == argument_kind::tensors)
        return c.tensors("hx");
    return {&c.tensor("hx")};
}

/// The results: the outputs of the last layer, then a last state for every initial one.
[[nodiscard]] constexpr value_spec with_last_states(tensor_spec output, vec<tensor_spec const*> const& states) {
    vec<value_spec> results;
    tensor_spec const like = output;
    results.push_back(std::move(output));
    for (tensor_spec const* const state : states)
        results.push_back(new_tensor(like, like.dtype, state->sizes));
    return value_spec::of_list(std::move(results));
}

GRAFT_CONSTEXPR value_spec meta_recurrent(call<tensor_spec> const& c, std::size_t count) {
    tensor_spec const& input = c.tensor("input");
    vec<tensor_spec const*> const states = initial_states(c);
    bool fits = states.size() == count && input.dim() >= 2 && input.dim() <= 3;
    for (tensor_spec const* const state : states)
        fits = fits && state->dim() == input.dim();
    if (!fits)
        reject(c, "'hx' must be ", count == 1 ? "a state" : "two states", " of as many dimensions as 'input', 2 or 3");
    std::size_t const d = input.dim() - 1;
    bool const batch_first = c.boolean("batch_first") && input.dim() == 3;
    vec<sym_int> sizes = input.sizes;
    if (batch_first)
        std::swap(sizes[0], sizes[1]);
    sizes[d] = states[0]->sizes[d] * (c.boolean("bidirectional") ? 2 : 1);
    tensor_spec output = new_tensor(input, input.dtype, std::move(sizes));
    if (batch_first)
        output = transposed(output, 0, 1);
    return with_last_states(std::move(output), states);
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_packed_recurrent(call<tensor_spec> const& c) {
    tensor_spec const& data = c.tensor("data");
    vec<tensor_spec const*> const states = detail::initial_states(c);
    bool fits = !states.empty() && data.dim() == 2;
    for (tensor_spec const* const state : states)
        fits = fits && state->dim() == 3;
    if (!fits)
        detail::reject(c, "'data' must have 2 dimensions and 'hx' 3");
    sym_int const width = states[0]->sizes[2] * (c.boolean("bidirectional") ? 2 : 1);
    return detail::with_last_states(detail::new_tensor(data, data.dtype, {data.sizes[0], width}), states);
}

} // namespace graft
#endif
