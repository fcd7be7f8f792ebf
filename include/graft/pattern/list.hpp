#pragma once

#include <graft/pattern/alternation.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// The remaining items of a list or of `flat`: `list(x, rest<"r">)`; the right side puts them in another.
/// Within `each` it is one item, and on the right, within another `each`, the one in the same place.
template <fixed_string Name>
struct rest_items {};
template <fixed_string Name>
inline constexpr rest_items<Name> rest{}; ///< The remaining items of a list, under a name.

/// The pattern of the remaining items.
template <fixed_string Name>
[[nodiscard]] constexpr pattern<1, variable_names<Name>> to_pattern(rest_items<Name>) {
    auto p = to_pattern(variable<Name>{});
    p.nodes[0].kind = pattern_kind::rest;
    return p;
}

namespace detail {

template <fixed_string Name>
inline constexpr bool is_pattern<rest_items<Name>> = true;

} // namespace detail

/// A list of exactly these items.
template <class... Items>
[[nodiscard]] constexpr auto list(Items const&... items) {
    pattern_node root;
    root.kind = pattern_kind::list;
    return detail::make_numbered(std::index_sequence_for<Items...>{}, root, items...);
}

/// One or more items of a list that match `p`: `list(each(p))`. A variable stands for the same in all of them.
template <class P>
    requires requires(P const& p) { to_pattern(p); }
[[nodiscard]] constexpr auto each(P const& p) {
    pattern_node root;
    root.kind = pattern_kind::each;
    int const slot[] = {0};
    return detail::make_parent(root, slot, p);
}

/// The list of all results, in their order, of a call that returns several: `aten.cat(all_outs(split(x)))`. How
/// many there are is what is known of the call's value.
template <std::size_t N, class Names>
[[nodiscard]] constexpr auto all_outs(pattern<N, Names> const& call) {
    pattern_node root;
    root.kind = pattern_kind::all_outs;
    int const slot[] = {0};
    return detail::make_parent(root, slot, call);
}

/// `flat(aten.add.Tensor, a, b, c)`: a tree of calls of a commutative op whose leaves match these patterns in
/// some order, each leaf one; it is as large as can be where a call below the root has one use. A tree of
/// more than 16 leaves does not match. On the right the calls are nested to the left.
template <class Op, class... P>
    requires(sizeof...(P) > 1)
[[nodiscard]] constexpr detail::parent_of<P...> flat(Op const&, P const&... leaves) {
    static_assert(Op::info().commutative, "graft: flat takes an op whose operands can be exchanged; of another write "
                                          "the calls out, or say that it is_commutative. [E-PAT-1]");
    pattern_node root;
    root.kind = pattern_kind::flat;
    root.op = &Op::info();
    return detail::make_numbered(std::index_sequence_for<P...>{}, root, leaves...);
}

} // namespace graft
