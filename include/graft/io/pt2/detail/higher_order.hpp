#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace graft::detail {

// How a higher-order operator takes several values at once. The JSON does not tell a list from
// a tuple, so what torch.export makes of each operator has to be known.
struct higher_order_convention {
    std::string_view name;
    unsigned tuples;   // bit i: operand i is a tuple
    bool returns_list; // its graphs return a list
};

inline constexpr std::array<higher_order_convention, 5> higher_order_conventions{{
    {"torch.ops.higher_order.cond", 1u << 3, false},
    {"torch.ops.higher_order.while_loop", 1u << 2 | 1u << 3, false},
    {"torch.ops.higher_order.while_loop_stack_output", 1u << 2 | 1u << 3, false},
    {"torch.ops.higher_order.scan", 1u << 3, true},
    {"torch.ops.higher_order.associative_scan", 1u << 2, true},
}};

constexpr bool is_higher_order(std::string_view target) { return target.starts_with("torch.ops.higher_order."); }

constexpr higher_order_convention find_higher_order(std::string_view target) {
    for (higher_order_convention const& known : higher_order_conventions)
        if (known.name == target)
            return known;
    return {target, 0, false};
}

constexpr bool takes_tuple(higher_order_convention const& convention, std::size_t operand) {
    return operand < 32 && (convention.tuples >> operand & 1u) != 0;
}

} // namespace graft::detail
