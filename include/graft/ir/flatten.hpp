#pragma once

#include <graft/config.hpp>
#include <graft/ir/tree.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace graft {

/// The leaves of a tree, from left to right, and how they are nested.
template <class T>
struct flat_tree {
    vec<T> leaves;  ///< the values
    tree_spec spec; ///< the containers
};

namespace detail {

template <class T>
tree_spec flatten_tree(tree<T> const& t, vec<T>& leaves) {
    if (t.is_leaf()) {
        leaves.push_back(t.value());
        return {};
    }
    vec<tree_spec> items;
    items.reserve(t.size());
    for (tree<T> const& item : t.items())
        items.push_back(flatten_tree(item, leaves));
    return {t.type(), std::move(items)};
}

template <class T>
tree<T> unflatten_tree(tree_spec const& spec, T*& next) {
    if (spec.is_leaf())
        return std::move(*next++);
    vec<tree<T>> items;
    items.reserve(spec.size());
    for (tree_spec const& item : spec.items())
        items.push_back(unflatten_tree(item, next));
    return {spec.type(), std::move(items)};
}

[[noreturn]] GRAFT_INLINE void refuse_tree_leaves(tree_spec const& spec, std::size_t leaves);
[[noreturn]] GRAFT_INLINE void refuse_tree(std::string_view what, std::string const& place, tree_spec const& expected,
                                           tree_spec const& given);
// True where a container of a type may stand for one of the other: both have as many items, and are equal or dicts.
GRAFT_INLINE bool same_container(tree_type const& expected, std::size_t expected_items, tree_type const& given,
                                 std::size_t items);
// Which item of the given dict has the key of an item of the expected one; any other container has them in order. The
// number of items where none has.
GRAFT_INLINE std::size_t given_item(tree_type const& expected, std::size_t item, tree_type const& given);
// `['x']`, `[0]`.
GRAFT_INLINE std::string place_text(tree_type const& type, std::size_t item);

// Appends the leaves in the order of the spec; false where the tree has another form, and then `place` says where.
template <class T>
bool flatten_tree_as(tree_spec const& spec, tree<T> const& t, vec<T>& leaves, std::string& place) {
    if (spec.is_leaf() && t.is_leaf()) {
        leaves.push_back(t.value());
        return true;
    }
    if (!same_container(spec.type(), spec.size(), t.type(), t.size()))
        return false;
    for (std::size_t i = 0; i < spec.size(); ++i)
        if (std::size_t const at = given_item(spec.type(), i, t.type());
            at >= t.size() || !flatten_tree_as(spec.at(i), t.at(at), leaves, place)) {
            place = place_text(spec.type(), i) + place;
            return false;
        }
    return true;
}

} // namespace detail

/// Takes a tree apart, as torch's `tree_flatten`.
template <class T>
[[nodiscard]] flat_tree<T> flatten(tree<T> const& t) {
    flat_tree<T> flat;
    flat.leaves.reserve(t.leaf_count());
    flat.spec = detail::flatten_tree(t, flat.leaves);
    return flat;
}

/// Puts leaves into the containers of a spec, as torch's `tree_unflatten`; another number of leaves than it has is an
/// error.
template <class T>
[[nodiscard]] tree<T> unflatten(tree_spec const& spec, vec<T> leaves) {
    if (leaves.size() != spec.leaf_count())
        detail::refuse_tree_leaves(spec, leaves.size());
    T* next = leaves.data();
    return detail::unflatten_tree(spec, next);
}

/// The leaves of a tree in the order of the spec that it has to have: dicts of any type stand for each other, and have
/// their items in any order. Another tree is an error that calls it `what`, and shows both and where they differ.
template <class T>
[[nodiscard]] vec<T> flatten_as(tree_spec const& spec, tree<T> const& t, std::string_view what = "the tree") {
    vec<T> leaves;
    leaves.reserve(spec.leaf_count());
    std::string place;
    if (!detail::flatten_tree_as(spec, t, leaves, place))
        detail::refuse_tree(what, place, spec, flatten(t).spec);
    return leaves;
}

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/ir/text/print_tree.hpp>

namespace graft::detail {

GRAFT_INLINE void refuse_tree_leaves(tree_spec const& spec, std::size_t leaves) {
    raise(errc::invalid_argument, leaves, " leaves do not fit a tree of ", spec.leaf_count(), ":\n", text(spec));
}

GRAFT_INLINE void refuse_tree(std::string_view what, std::string const& place, tree_spec const& expected,
                              tree_spec const& given) {
    raise(errc::invalid_argument, what, " should have the tree\n", text(expected), "\nbut got\n", text(given),
          place.empty() ? "" : "\nwhich differs at " + place);
}

GRAFT_INLINE bool same_container(tree_type const& expected, std::size_t expected_items, tree_type const& given,
                                 std::size_t items) {
    return expected_items == items && (expected == given || (expected.is_dict() && given.is_dict()));
}

GRAFT_INLINE std::size_t given_item(tree_type const& expected, std::size_t item, tree_type const& given) {
    if (!expected.is_dict() || given.keys[item] == expected.keys[item])
        return item;
    std::size_t at = 0;
    while (at < given.keys.size() && given.keys[at] != expected.keys[item])
        ++at;
    return at;
}

GRAFT_INLINE std::string place_text(tree_type const& type, std::size_t item) {
    return '[' + (type.is_dict() ? tree_key_repr(type.keys[item]) : std::to_string(item)) + ']';
}

} // namespace graft::detail
#endif
