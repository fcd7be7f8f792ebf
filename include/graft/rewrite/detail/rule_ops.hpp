#pragma once

#include <graft/meta/hash.hpp>
#include <graft/pattern/detail/pattern_side.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

inline constexpr std::uint64_t getitem_hash = fnv1a("operator.getitem");

// The op that a node of a pattern calls, by the hash of its name; 0 for none.
constexpr std::uint64_t op_hash(pattern_node const& n) {
    if (n.op != nullptr)
        return n.op->hash;
    bool const takes_item = n.kind == pattern_kind::item || n.kind == pattern_kind::all_outs;
    return takes_item ? getitem_hash : 0;
}

// Writes the ops of a side to `out`, each once, and returns how many; there must be room for one per node.
// `needed` leaves out those that a match can do without.
constexpr std::size_t write_ops(pattern_side side, bool needed, std::uint64_t* out) {
    pattern_node const* const nodes = side.data();
    std::size_t const size = side.size();
    std::size_t count = 0;
    for (std::size_t i = 0; i < size; ++i) {
        pattern_node const& n = nodes[i];
        if (needed && (n.kind == pattern_kind::one_of || n.kind == pattern_kind::negation)) {
            i = end_of(side, i) - 1;
            continue;
        }
        if (needed && n.kind == pattern_kind::chain) { // only its last child has to be there
            i = last_child(side, i) - 1;
            continue;
        }
        std::uint64_t const hash = op_hash(n);
        if (hash == 0)
            continue;
        out[count] = hash;
        std::size_t first = 0;
        while (out[first] != hash)
            ++first;
        count += first == count;
    }
    return count;
}

} // namespace graft::detail
