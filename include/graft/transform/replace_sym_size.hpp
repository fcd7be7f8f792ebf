#pragma once

#include <graft/config.hpp>
#include <graft/ir/graph.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// Reads sizes, strides and elements of tensors by the ops that are core, as exir's `ReplaceSymSizeOpPass` does, and
/// each size once: one that is known to be equal to an earlier one is not read again, so that a value inside what a
/// pattern matches has no other user. Returns how many calls were changed or removed.
struct replace_sym_size_pass {
    static constexpr std::string_view name = "replace_sym_size"; ///< by which constraints name it
    std::size_t operator()(graph& g) const;                      ///< runs it
};
inline constexpr replace_sym_size_pass replace_sym_size{}; ///< called or run by a manager

} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/dialect/aten/inspection.hpp>
#    include <graft/dialect/aten/symbolic.hpp>
#    include <graft/symbolic/sym_int.hpp>
#    include <graft/symbolic/value_spec.hpp>

#    include <cstdint>
#    include <map>
#    include <utility>

namespace graft {
namespace detail {

// How numbers are read off tensors, and the op of the Core ATen set that does so.
inline constexpr std::pair<op_info const*, op_info const*> number_readers[] = {
    {&aten::item.default_.info(), &aten::_local_scalar_dense.default_.info()},
    {&aten::numel.default_.info(), &aten::sym_numel.default_.info()},
    {&aten::size.int_.info(), &aten::sym_size.int_.info()},
    {&aten::stride.int_.info(), &aten::sym_stride.int_.info()},
};

// Finds for each size that is read the first node that gave it: of the same dimension of the same tensor, or of any
// other that is known to be as large.
class read_sizes {
public:
    explicit read_sizes(graph const& g) : graph_(g) {}

    // The node itself, when it is the first.
    node_id first(node_id n) {
        value_spec const* const val = graph_.val(n);
        if (val != nullptr && val->integer.is_symbolic())
            return by_value_.emplace(val->integer, n).first->second;
        return by_place_.emplace(std::pair{graph_.arg(n, 0).node(), graph_.arg(n, 1).integer()}, n).first->second;
    }

private:
    struct before {
        bool operator()(sym_int const& a, sym_int const& b) const { return sym_int::compare(a, b) < 0; }
    };

    graph const& graph_;
    std::map<sym_int, node_id, before> by_value_;
    std::map<std::pair<node_id, std::int64_t>, node_id> by_place_; // where nothing is known of the size
};

} // namespace detail

GRAFT_INLINE std::size_t replace_sym_size_pass::operator()(graph& g) const {
    std::size_t count = 0;
    detail::read_sizes sizes(g);
    for (node_id const n : g.nodes()) {
        if (g.op(n) != opcode::call_function)
            continue;
        for (auto const& [from, to] : detail::number_readers)
            if (g.target(n).op == from) {
                g.set_target(n, g.intern_target(*to, g.target(n).dialect));
                ++count;
            }
        if (g.target(n) != aten::sym_size.int_ || g.arg_count(n) != 2 || !g.arg(n, 0).is_node() ||
            g.arg(n, 1).kind() != arg_kind::integer)
            continue;
        node_id const first = sizes.first(n);
        if (first == n)
            continue;
        g.replace_all_uses_with(n, first);
        g.erase_node(n);
        ++count;
    }
    return count;
}

} // namespace graft
#endif
