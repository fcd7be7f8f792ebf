#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/view.hpp>
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
