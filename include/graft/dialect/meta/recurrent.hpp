#pragma once

#include <graft/dialect/meta/view.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace graft {

/// lstm: the outputs of the last layer, and the last hidden and cell state of every layer and
/// direction.
[[nodiscard]] constexpr value_spec meta_lstm(call<tensor_spec> const& c) {
    tensor_spec const& input = c.tensor("input");
    std::vector<tensor_spec const*> const& state = c.tensors("hx");
    if (state.size() != 2 || input.dim() < 2 || input.dim() > 3 ||
        state[0]->dim() != input.dim() || state[1]->dim() != input.dim())
        detail::reject(c, "'hx' must be two states of as many dimensions as 'input', 2 or 3");
    std::size_t const d = input.dim() - 1;
    bool const batch_first = c.boolean("batch_first") && input.dim() == 3;
    std::vector<sym_int> sizes = input.sizes;
    if (batch_first)
        std::swap(sizes[0], sizes[1]);
    sizes[d] = state[0]->sizes[d] * (c.boolean("bidirectional") ? 2 : 1);
    tensor_spec output = detail::new_tensor(input, input.dtype, std::move(sizes));
    if (batch_first)
        output = detail::transposed(output, 0, 1);
    return value_spec::of_list({output, detail::new_tensor(input, input.dtype, state[0]->sizes),
                                detail::new_tensor(input, input.dtype, state[1]->sizes)});
}

} // namespace graft
