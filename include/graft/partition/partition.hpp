#pragma once

#include <graft/ir/argument.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft {

/// Nodes of one graph that belong together; FX's `Partition`.
struct partition {
    std::size_t id = 0; ///< its number
    vec<node_id> nodes; ///< its nodes

    friend bool operator==(partition const&, partition const&) = default;
};

/// Where a node has no partition.
inline constexpr std::uint32_t no_partition = 0xffffffff;

} // namespace graft
