#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/elementwise/activation_functions.hpp>
#include <graft/kernel/elementwise/unary.hpp>

#include <cstdint>
#include <string_view>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// A function of every element of a row.
using row_activation = void (*)(std::int64_t n, float* row);

struct named_row_activation {
    std::string_view name;
    row_activation apply;
};

template <class F>
void apply_to_row(std::int64_t n, float* row) {
    update_loop([](float x) { return F::apply(x); }, n, row);
}

/// Activations that products and convolutions may apply to their results on the way out.
inline constexpr named_row_activation row_activations[] = {
    {"gelu", &apply_to_row<kernel::gelu_t>},
    {"gelu_tanh", &apply_to_row<kernel::gelu_tanh_t>},
    {"hardsigmoid", &apply_to_row<kernel::hardsigmoid_t>},
    {"hardswish", &apply_to_row<kernel::hardswish_t>},
    {"sigmoid", &apply_to_row<kernel::sigmoid_t>},
    {"silu", &apply_to_row<kernel::silu_t>},
    {"tanh", &apply_to_row<kernel::tanh_t>},
};

/// The function of this name, or null.
[[nodiscard]] constexpr row_activation find_row_activation(std::string_view name) {
    for (named_row_activation const& f : row_activations)
        if (f.name == name)
            return f.apply;
    return nullptr;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
