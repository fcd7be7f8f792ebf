#pragma once

#include <graft/meta/hash.hpp>
#include <graft/pattern/pattern_side.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The op that a node of a pattern calls, by the hash of its name; 0 for none.
constexpr std::uint64_t op_hash(pattern_node const& n) {
    if (n.op != nullptr)
        return n.op->hash;
    bool const takes_item = n.kind == pattern_kind::item || n.kind == pattern_kind::all_outs;
    return takes_item ? fnv1a("operator.getitem") : 0;
}

// Writes the ops of a side to `out`, each once, and returns how many; there must be room for one per node.
// `needed` leaves out those that a match can do without.
constexpr std::size_t write_ops(pattern_side side, bool needed, std::uint64_t* out) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < side.size(); ++i) {
        pattern_node const& n = side[i];
        if (needed && (n.kind == pattern_kind::one_of || n.kind == pattern_kind::negation)) {
            i = end_of(side, i) - 1;
            continue;
        }
        if (needed && n.kind == pattern_kind::chain) {  // only its last child has to be there
            i = last_child(side, i) - 1;
            continue;
        }
        std::uint64_t const hash = op_hash(n);
        bool known = hash == 0;
        for (std::size_t k = 0; k < count; ++k)
            known = known || out[k] == hash;
        if (!known)
            out[count++] = hash;
    }
    return count;
}

} // namespace graft::detail
