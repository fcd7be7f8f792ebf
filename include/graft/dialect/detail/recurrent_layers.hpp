#pragma once

#include <graft/dialect/aten/activation.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace graft::detail {

/// What a recurrent cell computes.
enum class recurrence : std::uint8_t { lstm, gru, tanh, relu };

/// The parameters of one direction of one layer; biases and the projection may be missing.
template <class V>
struct cell_parameters {
    V input, hidden;
    argument<V> input_bias = std::nullopt, hidden_bias = std::nullopt, projection = std::nullopt;
};

/// The parts of what weights make of an input, one for each gate.
template <class V>
[[nodiscard]] constexpr vec<V> gates_of(composing<V> const& k, V const& all, std::int64_t count) {
    vec<V> gates = k.all(aten::chunk, all, count, -1);
    k.require(std::ssize(gates) == count, "the weights must have rows for ", count, " gates of one size");
    return gates;
}

/// The next states, the hidden one first, from the gates of the input and the states before.
template <class V>
[[nodiscard]] constexpr vec<V> recurrent_step(composing<V> const& k, recurrence kind, V const& gates,
                                              vec<V> const& states, cell_parameters<V> const& cell) {
    V const& before = states[0];
    V const fed_back = k(aten::linear, before, cell.hidden, cell.hidden_bias);
    if (kind == recurrence::gru) {
        vec<V> const in = gates_of(k, gates, 3), back = gates_of(k, fed_back, 3);
        V const reset = k(aten::sigmoid, k(aten::add.Tensor, back[0], in[0]));
        V const update = k(aten::sigmoid, k(aten::add.Tensor, back[1], in[1]));
        V const fresh = k(aten::tanh, k(aten::add.Tensor, in[2], k(aten::mul.Tensor, back[2], reset)));
        V const kept = k(aten::mul.Tensor, k(aten::sub.Tensor, before, fresh), update);
        return {k(aten::add.Tensor, kept, fresh)};
    }
    V const both = k(aten::add.Tensor, gates, fed_back);
    if (kind == recurrence::tanh)
        return {k(aten::tanh, both)};
    if (kind == recurrence::relu)
        return {k(aten::relu, both)};
    vec<V> const gate = gates_of(k, both, 4);
    V const added = k(aten::mul.Tensor, k(aten::sigmoid, gate[0]), k(aten::tanh, gate[2]));
    V const memory = k(aten::add.Tensor, k(aten::mul.Tensor, k(aten::sigmoid, gate[1]), states[1]), added);
    V shown = k(aten::mul.Tensor, k(aten::sigmoid, gate[3]), k(aten::tanh, memory));
    if (cell.projection.kind == argument_kind::tensor)
        shown = k(aten::linear, V(shown), *cell.projection.tensor);
    return {shown, memory};
}

/// The rows of all states from `first` to before `last`.
template <class V>
[[nodiscard]] constexpr vec<V> state_rows(composing<V> const& k, vec<V> states, sym_int const& first,
                                          sym_int const& last) {
    for (V& state : states)
        if (!(first == 0) || !(k.size(state, 0) == last))
            state = k(aten::slice.Tensor, V(state), 0, first, last);
    return states;
}

/// What one direction of a layer gives for every step, in order, and its last states.
template <class V>
struct layer_results {
    vec<V> outputs, states;
};

/// Runs one direction of a layer over rows of which `batches[t]` belong to step t: as many as sequences last so long.
/// The sizes of batches may be symbolic if they are all the same.
template <class V>
[[nodiscard]] constexpr layer_results<V> run_direction(composing<V> const& k, recurrence kind, V const& rows,
                                                       vec<sym_int> const& batches, vec<V> const& initial,
                                                       cell_parameters<V> const& cell, bool reverse) {
    V const gates = k(aten::linear, rows, cell.input, cell.input_bias);
    std::size_t const steps = batches.size();
    sym_int alive = batches[reverse ? steps - 1 : 0];
    vec<V> states = state_rows(k, initial, 0, alive);
    vec<vec<V>> ended;
    layer_results<V> results;
    // Steps of one size are items, which a symbolic size does not keep from being taken.
    bool const symbolic = batches[0].is_symbolic();
    V const by_step =
        symbolic ? k(aten::view, gates, vec<sym_int>{static_cast<std::int64_t>(steps), alive, k.size(gates, -1)})
                 : gates;
    vec<sym_int> at{0};
    for (sym_int const& batch : batches)
        at.push_back(at.back() + batch);
    for (std::size_t i = 0; i < steps; ++i) {
        std::size_t const t = reverse ? steps - 1 - i : i;
        sym_int const now = batches[t];
        bool const ends = !(now == alive) && k.number_of(now) < k.number_of(alive);
        if (ends) {
            ended.push_back(state_rows(k, states, now, alive));
            states = state_rows(k, std::move(states), 0, now);
        } else if (!(now == alive)) {
            vec<V> const joining = state_rows(k, initial, alive, now);
            for (std::size_t s = 0; s < states.size(); ++s)
                states[s] = k(aten::cat, vec<V>{states[s], joining[s]});
        }
        alive = now;
        V const gate = symbolic ? k(aten::select.int_, by_step, 0, static_cast<std::int64_t>(t))
                                : k(aten::slice.Tensor, gates, 0, at[t], at[t + 1]);
        states = recurrent_step(k, kind, gate, states, cell);
        results.outputs.push_back(states[0]);
    }
    if (reverse)
        std::reverse(results.outputs.begin(), results.outputs.end());
    for (std::size_t s = 0; s < states.size() && !ended.empty(); ++s) {
        vec<V> parts{states[s]};
        for (std::size_t e = ended.size(); e-- > 0;)
            parts.push_back(ended[e][s]);
        states[s] = k(aten::cat, parts);
    }
    results.states = std::move(states);
    return results;
}

/// The parameters of every direction of every layer, as `params` lists them.
template <class V>
[[nodiscard]] constexpr vec<cell_parameters<V>> cells_of(composing<V> const& k, vec<V> const& params, std::size_t count,
                                                         bool projected) {
    bool const biases = k->boolean("has_biases");
    std::size_t const each = (biases ? 4 : 2) + (projected ? 1 : 0);
    k.require(params.size() == each * count, "'params' must be ", each * count, " tensors, not ", params.size());
    vec<cell_parameters<V>> cells;
    for (std::size_t i = 0; i < params.size(); i += each) {
        cell_parameters<V> cell{params[i], params[i + 1]};
        if (biases) {
            cell.input_bias = params[i + 2];
            cell.hidden_bias = params[i + 3];
        }
        if (projected)
            cell.projection = params[i + each - 1];
        cells.push_back(std::move(cell));
    }
    return cells;
}

/// All layers over rows of steps: the outputs in rows as well, then the last states.
template <class V>
[[nodiscard]] constexpr vec<V> run_layers(composing<V> const& k, recurrence kind, V rows, vec<sym_int> const& batches,
                                          vec<V> const& initial, vec<V> const& params) {
    auto const layers = static_cast<std::size_t>(k.number_of(k->integer("num_layers")));
    std::size_t const directions = k->boolean("bidirectional") ? 2 : 1;
    if (k->boolean("train") && k->real("dropout") != 0)
        raise(errc::unsupported, k->op().name, ": dropout is not supported");
    k.require(!batches.empty(), "the sequences must not be empty");
    k.require(initial.size() == (kind == recurrence::lstm ? 2 : 1), "'hx' has ", initial.size(), " tensors");
    for (V const& state : initial)
        k.require(k.rank(state) == 3 && k.size(state, 0) == static_cast<std::int64_t>(layers * directions),
                  "'hx' must have a state for each layer and direction");
    bool const projected = kind == recurrence::lstm && !(k.size(initial[0], 2) == k.size(initial[1], 2));
    vec<cell_parameters<V>> const cells = cells_of(k, params, layers * directions, projected);
    vec<vec<V>> last(initial.size());
    for (std::size_t layer = 0; layer < layers; ++layer) {
        vec<V> sides;
        for (std::size_t d = 0; d < directions; ++d) {
            std::size_t const i = layer * directions + d;
            vec<V> first;
            for (V const& state : initial)
                first.push_back(k(aten::select.int_, state, 0, static_cast<std::int64_t>(i)));
            layer_results<V> results = run_direction(k, kind, rows, batches, first, cells[i], d == 1);
            for (std::size_t s = 0; s < last.size(); ++s)
                last[s].push_back(results.states[s]);
            sides.push_back(k(aten::cat, results.outputs));
        }
        rows = directions == 1 ? sides[0] : k(aten::cat, sides, 1);
    }
    vec<V> all{rows};
    for (vec<V> const& states : last)
        all.push_back(k(aten::stack, states));
    return all;
}

/// A recurrent layer over a batch of sequences of one length.
template <class V>
[[nodiscard]] constexpr vec<V> recurrent_input(composing<V> const& k, recurrence kind, vec<V> states) {
    V input = k->tensor("input");
    bool const batched = k.rank(input) == 3, batch_first = batched && k->boolean("batch_first");
    if (batch_first)
        input = k(aten::transpose.int_, V(input), 0, 1);
    if (!batched) {
        input = k(aten::unsqueeze, V(input), 1);
        for (V& state : states)
            state = k(aten::unsqueeze, V(state), 1);
    }
    std::int64_t const steps = k.number_of(k.size(input, 0));
    sym_int const batch = k.size(input, 1);
    V const rows = k(aten::reshape, input, vec<sym_int>{batch * steps, k.size(input, 2)});
    vec<sym_int> const batches(static_cast<std::size_t>(steps), batch);
    vec<V> results = run_layers(k, kind, rows, batches, states, k.list("params"));
    results[0] = k(aten::view, V(results[0]), vec<sym_int>{steps, batch, k.size(results[0], -1)});
    if (batch_first)
        results[0] = k(aten::transpose.int_, V(results[0]), 0, 1);
    if (!batched)
        for (V& result : results)
            result = k(aten::squeeze.dim, V(result), 1);
    return results;
}

/// A recurrent layer over sequences of different lengths: `batch_sizes` says how many have each step.
template <class V>
[[nodiscard]] constexpr vec<V> recurrent_data(composing<V> const& k, recurrence kind, vec<V> const& states) {
    vec<std::int64_t> const sizes = k.values(k->tensor("batch_sizes"));
    return run_layers(k, kind, k->tensor("data"), {sizes.begin(), sizes.end()}, states, k.list("params"));
}

/// One step of a cell.
template <class V>
[[nodiscard]] constexpr vec<V> recurrent_cell(composing<V> const& k, recurrence kind, vec<V> const& states) {
    V const& weight = k->tensor("w_ih");
    k.require(k.rank(k->tensor("input")) == k.rank(states[0]), "'input' and 'hx' must have as many dimensions");
    V const gates = k(aten::linear, k->tensor("input"), weight, k["b_ih"]);
    return recurrent_step(k, kind, gates, states, cell_parameters<V>{weight, k->tensor("w_hh"), k["b_ih"], k["b_hh"]});
}

} // namespace graft::detail
