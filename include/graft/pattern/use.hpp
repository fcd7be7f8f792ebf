#pragma once

#include <graft/pattern/pattern.hpp>

namespace graft {

/// Matches as `p` does where exactly one node uses the value; without it an interior value that
/// others use as well stays behind, and is computed twice if the right side needs it again.
template <pattern_like P>
[[nodiscard]] constexpr auto one_use(P const& p) {
    auto q = to_pattern(p);
    q.nodes[0].one_use = true;
    return q;
}

/// Matches as `p` does where only matched nodes use the value.
template <pattern_like P>
[[nodiscard]] constexpr auto internal(P const& p) {
    auto q = to_pattern(p);
    q.nodes[0].internal = true;
    return q;
}

/// Matches as `p` does where only matched nodes use any matched value but the root.
template <pattern_like P>
[[nodiscard]] constexpr auto fused(P const& p) {
    auto q = to_pattern(p);
    for (pattern_node& n : q.nodes)
        n.internal = n.internal || n.op != nullptr || n.kind == pattern_kind::item;
    return q;
}

/// Matches as `p`, a call, does, whatever the arguments are that it does not mention.
template <pattern_like P>
[[nodiscard]] constexpr auto any_attributes(P const& p) {
    auto q = to_pattern(p);
    q.nodes[0].any_attributes = true;
    return q;
}

/// Matches as `p`, a call of a commutative op, does, its operands in the given order only.
template <pattern_like P>
[[nodiscard]] constexpr auto ordered(P const& p) {
    auto q = to_pattern(p);
    q.nodes[0].swappable = false;
    return q;
}

} // namespace graft
