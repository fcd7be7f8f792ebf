#pragma once

#include <graft/pattern/alternation.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// A pattern of several values, whose type knows how many.
template <std::size_t Count, std::size_t N, class Names>
struct several_roots : pattern<N, Names> {};

namespace detail {

template <std::size_t Count, std::size_t N, class Names>
inline constexpr bool is_pattern<several_roots<Count, N, Names>> = true;

template <class T>
inline constexpr std::size_t root_count = 1;
template <std::size_t Count, std::size_t N, class Names>
inline constexpr std::size_t root_count<several_roots<Count, N, Names>> = Count;

} // namespace detail

/// Several values that a rule matches and replaces together: `roots(a, b) >> roots(c, d)`, as many on both sides.
/// Each has a variable with one that stands before it, so that it is found among the users of what is bound.
template <class... P>
    requires(sizeof...(P) > 1)
[[nodiscard]] constexpr auto roots(P const&... values) {
    using all = detail::parent_of<P...>;
    pattern_node root;
    root.kind = pattern_kind::roots;
    return several_roots<sizeof...(P), all::size, typename all::variables>{
        detail::make_numbered(std::index_sequence_for<P...>{}, root, values...)};
}

} // namespace graft
