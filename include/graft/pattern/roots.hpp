#pragma once

#include <graft/pattern/alternation.hpp>

#include <utility>

namespace graft {

/// Several values that a rule matches and replaces together: `roots(a, b) >> roots(c, d)`, as many on both sides.
/// Each has a variable with one that stands before it, so that it is found among the users of what is bound.
template <class... P>
    requires(sizeof...(P) > 1)
[[nodiscard]] constexpr detail::parent_of<P...> roots(P const&... values) {
    pattern_node root;
    root.kind = pattern_kind::roots;
    return detail::make_numbered(std::index_sequence_for<P...>{}, root, values...);
}

} // namespace graft
