#pragma once

#include <graft/dialect/known_ops.hpp>
#include <graft/ir/graph.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace graft {

namespace detail {

// How numbers are read off tensors, and the op of the Core ATen set that does so.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 4> number_readers{{
    {"aten::item", "aten::_local_scalar_dense"},
    {"aten::numel", "aten::sym_numel"},
    {"aten::size.int", "aten::sym_size.int"},
    {"aten::stride.int", "aten::sym_stride.int"},
}};

} // namespace detail

/// Reads sizes, strides and elements of tensors by the ops that are core, and each size once; exir's
/// `ReplaceSymSizeOpPass`. Returns how many calls were changed or removed.
inline std::size_t replace_sym_size(graph& g) {
    std::size_t count = 0;
    std::map<std::pair<node_id, std::int64_t>, node_id> sizes;
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function)
            continue;
        for (auto const& [from, to] : detail::number_readers)
            if (g.target(n).name == from) {
                g.set_target(n, g.intern_target(*find_known_op<>(to), g.target(n).dialect));
                ++count;
            }
        if (g.target(n).name != "aten::sym_size.int" || g.arg_count(n) != 2 || !g.arg(n, 0).is_node() ||
            g.arg(n, 1).kind() != arg_kind::integer)
            continue;
        auto const [first, is_new] = sizes.emplace(std::pair{g.arg(n, 0).node(), g.arg(n, 1).integer()}, n);
        if (is_new)
            continue;
        g.replace_all_uses_with(n, first->second);
        g.erase_node(n);
        ++count;
    }
    return count;
}

} // namespace graft
