#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/ir/argument.hpp>
#include <graft/ir/literal_table.hpp>
#include <graft/ir/string_table.hpp>
#include <graft/meta/vec.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graft {

/// One place where a node may hold an operand; a slot that holds a node is a link of that node's use list.
struct slot {
    operand value;          ///< what it holds
    node_id user = no_node; ///< whose operand it is
    /// The neighbours in the use list, as ids of slots.
    /// @{
    std::uint32_t next = 0, prev = 0;
    /// @}
};

class arg_ref;

/// The arguments of one graph: its strings, its interned literals, and the slots of its nodes and aggregates.
class argument_store {
public:
    /// An aggregate that holds nodes; a dict has two slots per key: the key as a string literal, the value.
    struct aggregate {
        arg_kind kind = arg_kind::list; ///< list, tuple, dict or another
        /// The slots of its items.
        /// @{
        std::uint32_t begin = 0, count = 0;
        /// @}
    };

    string_table strings;      ///< every text, once
    literal_table literals;    ///< every literal, once
    vec<slot> slots;           ///< of all nodes and aggregates
    vec<aggregate> aggregates; ///< those that hold nodes

    /// `a` as an operand: a literal when no node is inside, else a new aggregate whose slots are not yet linked.
    /// Raises when it refers to no node, or to one of `end` or more.
    GRAFT_CONSTEXPR operand encode(arg const& a, std::size_t end = operand::limit);

    /// The aggregate of these items; keys and values alternate in a dict.
    GRAFT_CONSTEXPR operand encode(arg_kind kind, vec<operand> const& items);

    /// `value` itself, or a copy of an aggregate, whose slots belong to one node only.
    GRAFT_CONSTEXPR operand duplicate(operand value);

    /// Releases the slots of an aggregate that no node holds.
    GRAFT_CONSTEXPR void discard(operand value);

    /// The literal of a string.
    GRAFT_CONSTEXPR_INLINE std::uint32_t string_literal(std::string_view text) {
        return literals.intern(arg_kind::string, strings.intern(text));
    }

    /// `count` consecutive slots, reused from a released run of the same length where there is one.
    GRAFT_CONSTEXPR std::uint32_t allocate(std::uint32_t count);

    /// Gives slots back; they must be unlinked.
    constexpr void release(std::uint32_t begin, std::uint32_t count) {
        if (count == 0 || count >= free_.size())
            return;
        slots[begin].next = free_[count];
        free_[count] = begin;
    }

    /// What the operand stands for; valid until the graph changes.
    [[nodiscard]] constexpr arg_ref view(operand value) const;

private:
    static constexpr std::uint32_t none = 0xffffffff;

    static GRAFT_CONSTEXPR void check_parts(arg const& a);

    GRAFT_CONSTEXPR_INLINE std::uint32_t encode_leaf(arg const& a) {
        return is_textual(a.kind) ? literals.intern(a.kind, strings.intern(a.text)) : literals.intern(a.kind, a.bits);
    }

    GRAFT_CONSTEXPR operand literal_aggregate(arg_kind kind, vec<operand> const& items);

    GRAFT_CONSTEXPR operand new_aggregate(arg_kind kind, vec<operand> const& items);

    static constexpr std::array<std::uint32_t, 17> no_free_slots() {
        std::array<std::uint32_t, 17> heads{};
        heads.fill(none);
        return heads;
    }

    std::array<std::uint32_t, 17> free_ = no_free_slots(); // by length, chained through slot::next
};

/// A read-only view of one argument; valid until the graph changes.
class arg_ref {
public:
    /// The argument that `value` is in `store`, which outlives it.
    constexpr arg_ref(argument_store const& store, operand value) : store_(&store), value_(value) {}

    [[nodiscard]] constexpr operand value() const { return value_; } ///< What the slot holds.

    /// What the argument is.
    [[nodiscard]] constexpr arg_kind kind() const {
        if (value_.is_node())
            return arg_kind::node;
        return value_.is_literal() ? literal().kind : store_->aggregates[value_.id()].kind;
    }
    [[nodiscard]] constexpr bool is_none() const { return value_ == operand{}; } ///< True for None.
    /// True for a node, false for an aggregate of nodes.
    [[nodiscard]] constexpr bool is_node() const { return value_.is_node(); }

    /// The node; the argument must be one.
    [[nodiscard]] constexpr node_id node() const {
        expect(arg_kind::node, "the argument is not a node");
        return value_.id();
    }
    /// The value; an argument of another kind is an error.
    /// @{
    [[nodiscard]] constexpr bool boolean() const {
        return expect(arg_kind::boolean, "the argument is not a bool").bits != 0;
    }
    [[nodiscard]] constexpr std::int64_t integer() const {
        return expect(arg_kind::integer, "the argument is not an int").bits;
    }
    [[nodiscard]] constexpr double real() const {
        return std::bit_cast<double>(expect(arg_kind::real, "the argument is not a float").bits);
    }
    [[nodiscard]] constexpr graft::dtype dtype() const {
        return static_cast<graft::dtype>(expect(arg_kind::dtype, "the argument is not a dtype").bits);
    }
    [[nodiscard]] constexpr graft::layout layout() const {
        return static_cast<graft::layout>(expect(arg_kind::layout, "the argument is not a layout").bits);
    }
    [[nodiscard]] constexpr graft::memory_format memory_format() const {
        return static_cast<graft::memory_format>(
            expect(arg_kind::memory_format, "the argument is not a memory format").bits);
    }
    /// @}
    /// The text of a string or device.
    [[nodiscard]] constexpr std::string_view text() const {
        if (!is_textual(kind()))
            raise(errc::invalid_argument, "the argument is not text");
        return store_->strings[static_cast<std::uint32_t>(literal().bits)];
    }

    /// The number of items of an aggregate; 0 for anything else.
    [[nodiscard]] constexpr std::size_t size() const {
        if (!is_aggregate(kind()))
            return 0;
        return slot_count() / stride();
    }
    /// Item `i` of an aggregate; for a dict the value of its i-th key.
    [[nodiscard]] constexpr arg_ref operator[](std::size_t i) const {
        return {*store_, item(i * stride() + stride() - 1)};
    }
    /// The i-th key of a dict.
    [[nodiscard]] constexpr std::string_view key(std::size_t i) const { return arg_ref{*store_, item(i * 2)}.text(); }
    /// The value under `name` in a dict, or nothing.
    [[nodiscard]] constexpr std::optional<arg_ref> find(std::string_view name) const {
        if (kind() == arg_kind::dict)
            for (std::size_t i = 0; i < size(); ++i)
                if (key(i) == name)
                    return (*this)[i];
        return std::nullopt;
    }

private:
    [[nodiscard]] constexpr literal_table::entry const& literal() const { return store_->literals[value_.id()]; }
    constexpr literal_table::entry expect(arg_kind wanted, char const* what) const {
        if (kind() != wanted)
            raise(errc::invalid_argument, what);
        return value_.is_literal() ? literal() : literal_table::entry{};
    }
    [[nodiscard]] constexpr std::size_t stride() const { return kind() == arg_kind::dict ? 2 : 1; }
    [[nodiscard]] constexpr std::size_t slot_count() const {
        return value_.is_literal() ? literal().count : store_->aggregates[value_.id()].count;
    }
    [[nodiscard]] constexpr operand item(std::size_t i) const {
        if (i >= slot_count())
            raise(errc::invalid_argument, "an item beyond the end of an argument was asked for");
        if (!value_.is_literal())
            return store_->slots[store_->aggregates[value_.id()].begin + i].value;
        return operand::literal(store_->literals.items(value_.id())[i]);
    }

    argument_store const* store_;
    operand value_;
};

constexpr arg_ref argument_store::view(operand value) const { return {*this, value}; }

} // namespace graft

#if defined(GRAFT_CORE_BODIES)

namespace graft {

GRAFT_CONSTEXPR operand argument_store::encode(arg const& a, std::size_t end) {
    if (a.kind == arg_kind::node) {
        if (a.bits <= 0 || a.bits >= static_cast<std::int64_t>(end))
            raise(errc::invalid_argument, "an argument refers to no node");
        return operand::node(static_cast<node_id>(a.bits));
    }
    if (!is_aggregate(a.kind))
        return operand::literal(encode_leaf(a));
    if (a.kind == arg_kind::dict && a.keys.size() != a.items.size())
        raise(errc::invalid_argument, "a dict has as many keys as values");
    check_parts(a);
    vec<operand> items;
    items.reserve(a.items.size() * (a.kind == arg_kind::dict ? 2 : 1));
    for (std::size_t i = 0; i < a.items.size(); ++i) {
        if (a.kind == arg_kind::dict)
            items.push_back(operand::literal(string_literal(a.keys[i])));
        items.push_back(encode(a.items[i], end));
    }
    return encode(a.kind, items);
}

GRAFT_CONSTEXPR operand argument_store::encode(arg_kind kind, vec<operand> const& items) {
    bool all_literal = true;
    for (operand const item : items)
        all_literal = all_literal && item.is_literal();
    return all_literal ? literal_aggregate(kind, items) : new_aggregate(kind, items);
}

GRAFT_CONSTEXPR operand argument_store::duplicate(operand value) {
    if (!value.is_aggregate())
        return value;
    aggregate const from = aggregates[value.id()];
    vec<operand> items;
    for (std::uint32_t i = 0; i < from.count; ++i)
        items.push_back(duplicate(slots[from.begin + i].value));
    return new_aggregate(from.kind, items);
}

GRAFT_CONSTEXPR void argument_store::discard(operand value) {
    if (!value.is_aggregate())
        return;
    aggregate const gone = aggregates[value.id()];
    for (std::uint32_t i = 0; i < gone.count; ++i)
        discard(slots[gone.begin + i].value);
    release(gone.begin, gone.count);
}

GRAFT_CONSTEXPR std::uint32_t argument_store::allocate(std::uint32_t count) {
    if (count < free_.size() && free_[count] != none) {
        std::uint32_t const begin = free_[count];
        free_[count] = slots[begin].next;
        return begin;
    }
    auto const begin = static_cast<std::uint32_t>(slots.size());
    slots.resize(slots.size() + count, slot{});
    return begin;
}

GRAFT_CONSTEXPR void argument_store::check_parts(arg const& a) {
    auto const all_are = [&](arg_kind kind) {
        for (arg const& item : a.items)
            if (item.kind != kind)
                return false;
        return true;
    };
    if (a.kind == arg_kind::slice && a.items.size() != 3)
        raise(errc::invalid_argument, "a slice has a start, a stop and a step");
    if (a.kind == arg_kind::range && (a.items.size() < 2 || a.items.size() > 3 || !all_are(arg_kind::integer)))
        raise(errc::invalid_argument, "a range has a start, a stop and at most a step: integers");
    if (a.kind == arg_kind::complex && (a.items.size() != 2 || !all_are(arg_kind::real)))
        raise(errc::invalid_argument, "a complex number has two real parts");
}

GRAFT_CONSTEXPR operand argument_store::literal_aggregate(arg_kind kind, vec<operand> const& items) {
    vec<std::uint32_t> ids;
    ids.reserve(items.size());
    for (operand const item : items)
        ids.push_back(item.id());
    return operand::literal(literals.intern(kind, ids));
}

GRAFT_CONSTEXPR operand argument_store::new_aggregate(arg_kind kind, vec<operand> const& items) {
    auto const count = static_cast<std::uint32_t>(items.size());
    std::uint32_t const begin = allocate(count);
    for (std::uint32_t i = 0; i < count; ++i)
        slots[begin + i].value = items[i];
    aggregates.push_back({kind, begin, count});
    return operand::aggregate(static_cast<std::uint32_t>(aggregates.size() - 1));
}

} // namespace graft
#endif
