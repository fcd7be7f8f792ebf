#pragma once

#include <graft/ir/argument.hpp>
#include <graft/ir/target_table.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string> // std::forward_iterator_tag
#include <string_view>

namespace graft {

/// FX's kinds of node.
enum class opcode : std::uint8_t {
    placeholder,
    get_attr,
    call_function,
    call_module,
    call_method,
    output,
    erased,
};

/// FX's word for a kind of node.
[[nodiscard]] constexpr std::string_view name(opcode op) {
    constexpr std::string_view names[] = {"placeholder", "get_attr", "call_function", "call_module",
                                          "call_method", "output",   "erased"};
    return names[static_cast<std::size_t>(op)];
}

/// How a graph stores a node: 32 bytes, linked by ids.
struct node_record {
    /// The nodes before and after it; of node 0 the last and the first.
    /// @{
    node_id prev = 0, next = 0;
    /// @}
    std::uint32_t target = 0;       ///< the id of its target
    std::uint32_t slots = 0;        ///< the first of its argument slots: positional, then key and value of each keyword
    std::uint32_t uses = 0;         ///< the first slot that holds the node, when use_count > 0
    std::uint32_t use_count = 0;    ///< how many slots hold it
    std::uint32_t name = 0;         ///< the id of its name
    std::uint16_t arg_count = 0;    ///< how many positional arguments
    std::uint8_t kwarg_count = 0;   ///< how many keyword arguments
    opcode op : 4 = opcode::erased; ///< what it does, or did before it was erased
    bool constant : 1 = false;      ///< what `graph::is_constant` says
    bool erased : 1 = true;         ///< it is not in the graph, or no longer
};

/// The nodes of a graph in execution order.
class node_range {
public:
    /// Goes to the next node when it is advanced, so that the one before may be erased.
    class iterator {
    public:
        using value_type = node_id;                          ///< what it points to
        using difference_type = std::ptrdiff_t;              ///< as any iterator has
        using iterator_category = std::forward_iterator_tag; ///< it can be gone through again

        constexpr iterator() = default;
        /// At node `at`.
        constexpr iterator(vec<node_record> const& nodes, node_id at) : nodes_(&nodes), at_(at) {}
        constexpr node_id operator*() const { return at_; } ///< The id of the node.
        /// Goes to the next node that is not erased.
        /// @{
        constexpr iterator& operator++() {
            do
                at_ = (*nodes_)[at_].next;
            while (at_ != 0 && (*nodes_)[at_].erased);
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator const old = *this;
            ++*this;
            return old;
        }
        /// @}
        constexpr bool operator==(iterator const& other) const { return at_ == other.at_; } ///< True at the same node.

    private:
        vec<node_record> const* nodes_ = nullptr;
        node_id at_ = 0;
    };

    /// From `first` to before `last`.
    constexpr node_range(vec<node_record> const& nodes, node_id first, node_id last)
        : nodes_(&nodes), first_(first), last_(last) {}

    /// The first node, and the one after the last.
    /// @{
    [[nodiscard]] constexpr iterator begin() const { return {*nodes_, first_}; }
    [[nodiscard]] constexpr iterator end() const { return {*nodes_, last_}; }
    /// @}

private:
    vec<node_record> const* nodes_;
    node_id first_, last_;
};

} // namespace graft
