#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/signature.hpp>
#include <graft/ir/tree_type.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace graft {

template <class T>
class tree;

/// What the leaves of a `tree_spec` hold: nothing.
struct tree_leaf {
    bool operator==(tree_leaf const&) const = default;
};

/// How values are nested: torch's `TreeSpec`. A default one is a leaf.
using tree_spec = tree<tree_leaf>;

namespace detail {

// Raises unless a node of this type may have so many items.
GRAFT_INLINE void check_tree_type(tree_type const& type, std::size_t items);
[[noreturn]] GRAFT_INLINE void refuse_tree_depth(std::size_t limit);
[[noreturn]] GRAFT_INLINE void refuse_tree_key(tree_type const& type, std::string_view key);

} // namespace detail

/// Values nested in containers as in Python: torch's pytree. None is a leaf, as it is there, whose value is `T{}`, for
/// a tensor the undefined one.
template <class T>
class tree {
public:
    /// Containers nested deeper are an error, so that functions of trees may recurse.
    static constexpr std::size_t max_depth = 96;

    /// An item of a dict.
    using item = std::pair<constant_value, tree>;

    tree() = default;                           ///< None.
    tree(T value) : value_(std::move(value)) {} ///< A leaf.
    /// A container of these items; another number of them than the type has keys is an error.
    tree(tree_type type, vec<tree> items) : type_(std::move(type)), items_(std::move(items)), leaves_(0) {
        detail::check_tree_type(type_, items_.size());
        for (tree const& t : items_) {
            leaves_ += t.leaves_;
            depth_ = t.depth_ < depth_ ? depth_ : t.depth_ + 1;
        }
        if (depth_ > max_depth)
            detail::refuse_tree_depth(max_depth);
    }

    /// A Python container.
    /// @{
    [[nodiscard]] static tree tuple(vec<tree> items) { return {tree_type::tuple(), std::move(items)}; }
    [[nodiscard]] static tree list(vec<tree> items) { return {tree_type::list(), std::move(items)}; }
    [[nodiscard]] static tree dict(vec<item> items) {
        vec<constant_value> keys;
        vec<tree> values;
        for (item& i : items) {
            keys.push_back(std::move(i.first));
            values.push_back(std::move(i.second));
        }
        return {tree_type::dict(std::move(keys)), std::move(values)};
    }
    /// @}

    [[nodiscard]] tree_type const& type() const { return type_; }                ///< Which container it is.
    [[nodiscard]] bool is_leaf() const { return type_.kind == tree_kind::leaf; } ///< True for a value or None.
    /// What a leaf holds; a container is an error.
    [[nodiscard]] T const& value() const {
        if (!is_leaf())
            raise(errc::invalid_argument, "a ", type_.name, " of a tree is no leaf");
        return value_;
    }

    [[nodiscard]] view<tree const> items() const { return items_; }  ///< What the container holds, in order.
    [[nodiscard]] std::size_t size() const { return items_.size(); } ///< How many items there are.
    /// The item of this index; one that is not there is an error.
    [[nodiscard]] tree const& at(std::size_t index) const {
        if (index >= items_.size())
            raise(errc::invalid_argument, "item ", index, " of ", items_.size(), " items of a tree");
        return items_[index];
    }
    /// The item of this key or field; one that is not there is an error.
    [[nodiscard]] tree const& at(std::string_view key) const {
        for (std::size_t i = 0; i < type_.keys.size() && i < items_.size(); ++i)
            if (auto const* const text = std::get_if<std::string>(&type_.keys[i]); text != nullptr && *text == key)
                return items_[i];
        detail::refuse_tree_key(type_, key);
    }

    [[nodiscard]] std::size_t leaf_count() const { return leaves_; } ///< How many leaves there are in all.
    [[nodiscard]] std::size_t depth() const { return depth_; }       ///< How many containers are nested, and a leaf.

    /// True for equal values that are nested in the same way.
    bool operator==(tree const& other) const {
        if (!(type_ == other.type_) || items_.size() != other.items_.size())
            return false;
        for (std::size_t i = 0; i < items_.size(); ++i)
            if (!(items_[i] == other.items_[i]))
                return false;
        return !is_leaf() || value_ == other.value_;
    }

private:
    tree_type type_;
    vec<tree> items_;
    T value_{};
    std::size_t leaves_ = 1, depth_ = 1;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_INLINE void check_tree_type(tree_type const& type, std::size_t items) {
    if (type.kind == tree_kind::leaf)
        raise(errc::invalid_argument, "a leaf of a tree has no items");
    // Of a custom type the keys are a guess.
    bool const named = type.is_dict() || (type.kind == tree_kind::named_tuple && !type.keys.empty());
    if (named && type.keys.size() != items)
        raise(errc::invalid_argument, "a ", type.name, " has ", type.keys.size(), " keys for ", items, " items");
}

GRAFT_INLINE void refuse_tree_depth(std::size_t limit) {
    raise(errc::invalid_argument, "the containers of a tree are nested deeper than ", limit);
}

GRAFT_INLINE void refuse_tree_key(tree_type const& type, std::string_view key) {
    raise(errc::invalid_argument, "a ", type.name.empty() ? "leaf" : type.name, " has no item '", key, "'");
}

} // namespace graft::detail
#endif
