#pragma once

#include <graft/meta/view.hpp>
#include <graft/pattern/detail/pattern_side.hpp>

#include <cstddef>

namespace graft {

namespace detail {

// Lets only matched nodes use any matched value but the root, or those of several.
constexpr void make_internal(view<pattern_node> nodes) {
    for (pattern_node& n : nodes.subspan(1))
        n.internal = n.internal || n.op != nullptr || n.kind == pattern_kind::item;
    if (nodes[0].kind == pattern_kind::roots)
        for_each_child(nodes, 0, [&](std::size_t root) { nodes[root].internal = false; });
}

} // namespace detail

/// Matches as `p` does where exactly one argument of one node uses the value; without it an interior value that
/// others use as well stays behind, and is computed twice if the right side needs it again.
template <pattern_like P>
[[nodiscard]] constexpr auto one_use(P const& p) {
    auto q = to_pattern(p);
    q.nodes[0].one_use = true;
    return q;
}

/// Matches as `p` does where exactly one node uses the value, in one argument or several.
template <pattern_like P>
[[nodiscard]] constexpr auto one_user(P const& p) {
    auto q = to_pattern(p);
    q.nodes[0].one_user = true;
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
    detail::make_internal(q.nodes);
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

//=== what is given no pattern ===//

/// Refused while it compiles: what is given is no pattern.
/// @{
template <class T>
[[nodiscard]] constexpr auto one_use(T const&) {
    return detail::reject_pattern<"one_use", T>();
}
template <class T>
[[nodiscard]] constexpr auto one_user(T const&) {
    return detail::reject_pattern<"one_user", T>();
}
template <class T>
[[nodiscard]] constexpr auto internal(T const&) {
    return detail::reject_pattern<"internal", T>();
}
template <class T>
[[nodiscard]] constexpr auto fused(T const&) {
    return detail::reject_pattern<"fused", T>();
}
template <class T>
[[nodiscard]] constexpr auto any_attributes(T const&) {
    return detail::reject_pattern<"any_attributes", T>();
}
template <class T>
[[nodiscard]] constexpr auto ordered(T const&) {
    return detail::reject_pattern<"ordered", T>();
}
/// @}

} // namespace graft
