#pragma once

#include <graft/meta/vec.hpp>
#include <graft/pattern/detail/pattern_side.hpp>

#include <cstddef>

namespace graft::detail {

// An operand of a call in a pattern: what stands in a slot of its schema.
template <class T>
struct slot_value {
    std::size_t slot = 0;
    T value;
};

// What the part of a pattern at `at` stands for, made from its leaves up, operands in order: `make.variable(node)`,
// `make.literal(constant)`, `make.call(node, operands)`, `make.list(items)`, `make.item(whole, index)`, and
// `make.other(at)` for what says how to match rather than what is computed.
template <class T, class Make>
constexpr T pattern_value(pattern_side side, std::size_t at, Make& make) {
    pattern_node const& n = side[at];
    switch (n.kind) {
    case pattern_kind::variable: return make.variable(n);
    case pattern_kind::literal: return make.literal(n.value);
    case pattern_kind::item: return make.item(pattern_value<T>(side, at + 1, make), n.value);
    case pattern_kind::call: {
        vec<slot_value<T>> operands;
        for_each_child(side, at, [&](std::size_t child) {
            operands.push_back({static_cast<std::size_t>(side[child].slot), pattern_value<T>(side, child, make)});
        });
        return make.call(n, operands);
    }
    case pattern_kind::list: {
        vec<T> items;
        for_each_child(side, at, [&](std::size_t child) { items.push_back(pattern_value<T>(side, child, make)); });
        return make.list(items);
    }
    default: return make.other(at);
    }
}

} // namespace graft::detail
