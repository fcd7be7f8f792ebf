#pragma once

#include <graft/pattern/pattern.hpp>

#include <cstddef>
#include <utility>

namespace graft {

namespace detail {

template <std::size_t... I, class... P>
constexpr parent_of<P...> make_numbered(std::index_sequence<I...>, pattern_node root, P const&... children) {
    int const slot[] = {static_cast<int>(I)..., 0};
    return make_parent(root, slot, children...);
}

// The pattern `p` with a tag among its names.
template <fixed_string Tag, std::size_t N, class Names>
constexpr pattern<N, join_names<name_list<Tag>, Names>> tagged(pattern<N, Names> const& p) {
    return {p.nodes};
}

} // namespace detail

/// One of these patterns, tried in this order; on the left all must bind the same variables.
/// Under a tag, `one_of<"t">(a, b)`, the right side gives what stands for each: `one_of<"t">(c, d)`.
template <fixed_string Tag = "", class... P>
    requires(sizeof...(P) > 0)
[[nodiscard]] constexpr auto one_of(P const&... alternatives) {
    pattern_node root;
    root.kind = pattern_kind::one_of;
    root.name = Tag.view();
    return detail::tagged<Tag>(detail::make_numbered(std::index_sequence_for<P...>{}, root, alternatives...));
}

/// A set of ops that is called like an op.
template <fixed_string Tag, class... Op>
struct op_set {
    /// Any one of the ops with these arguments.
    template <class... A>
    [[nodiscard]] constexpr auto operator()(A const&... arguments) const {
        return one_of<Tag>(Op{}(arguments...)...);
    }
};

/// `ops(aten.relu, aten.neg)(x)`: a call of one of these ops. Under a tag, `ops<"f">(...)`, a set of as
/// many ops on the right gives what stands for each.
template <fixed_string Tag = "", class... Op>
    requires(sizeof...(Op) > 0)
[[nodiscard]] constexpr op_set<Tag, Op...> ops(Op const&...) {
    return {};
}

/// Sees through up to `Most` calls of the ops, by their first argument and whatever their others are.
template <int Most, class... Op>
struct op_chain {
    /// What the calls are seen through to: `p`.
    template <class P>
    [[nodiscard]] constexpr auto operator()(P const& p) const {
        pattern_node root;
        root.kind = pattern_kind::chain;
        root.value = to_constant(Most);
        return detail::make_numbered(std::make_index_sequence<sizeof...(Op) + 1>{}, root, link(Op::info())..., p);
    }

private:
    static constexpr pattern<1, variable_names<>> link(op_info const& op) {
        pattern<1, variable_names<>> p;
        p.nodes[0].kind = pattern_kind::call;
        p.nodes[0].op = &op;
        p.nodes[0].any_attributes = true;
        return p;
    }
};

/// `maybe(aten._to_copy)(p)`: what `p` matches, or a call of one of the ops on it; with the call where it can.
template <class... Op>
    requires(sizeof...(Op) > 0)
[[nodiscard]] constexpr op_chain<1, Op...> maybe(Op const&...) {
    return {};
}

/// `through(aten.view_copy, aten.expand_copy)(p)`: what `p` matches behind up to eight calls of the ops, as
/// many as can be.
template <class... Op>
    requires(sizeof...(Op) > 0)
[[nodiscard]] constexpr op_chain<8, Op...> through(Op const&...) {
    return {};
}

/// What `p` does not match. It is asked last and binds nothing: its variables are those bound elsewhere,
/// or its own.
template <class P>
    requires requires(P const& p) { to_pattern(p); }
[[nodiscard]] constexpr auto not_(P const& p) {
    pattern_node root;
    root.kind = pattern_kind::negation;
    int const slot[] = {0};
    auto const parent = detail::make_parent(root, slot, p);
    return pattern<parent.size, variable_names<>>{parent.nodes};
}

} // namespace graft
