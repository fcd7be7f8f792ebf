#pragma once

#include <graft/config.hpp>
#include <graft/ir/argument.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstdint>
#include <optional>

namespace graft {

/// Interned literals: equal values of equal kind have equal ids (`1`, `1.0` and `True` differ, as do 0.0 and -0.0),
/// and id 0 is None.
class literal_table {
public:
    /// One literal.
    struct entry {
        arg_kind kind = arg_kind::none; ///< what it is
        std::uint32_t count = 0;        ///< items of an aggregate; a dict has two per key: its literal and the value
        std::int64_t bits = 0;          ///< the value, the string id of a text, or where the items begin
        constexpr bool operator==(entry const&) const = default;
    };

    constexpr literal_table() : entries_(1, entry{}) {}

    /// The literal with this id.
    [[nodiscard]] constexpr entry const& operator[](std::uint32_t id) const { return entries_[id]; }

    /// The items of an aggregate: literal ids, and for a dict keys alternating with values.
    [[nodiscard]] constexpr view<std::uint32_t const> items(std::uint32_t id) const {
        return {items_.data() + entries_[id].bits, entries_[id].count};
    }

    [[nodiscard]] constexpr std::size_t size() const { return entries_.size(); } ///< How many there are.

    /// The id of a literal without items.
    GRAFT_CONSTEXPR_INLINE std::uint32_t intern(arg_kind kind, std::int64_t bits) {
        return intern({kind, 0, bits}, {});
    }

    /// The id of an aggregate of literals.
    GRAFT_CONSTEXPR_INLINE std::uint32_t intern(arg_kind kind, view<std::uint32_t const> items) {
        return intern({kind, static_cast<std::uint32_t>(items.size()), 0}, items);
    }

    /// The id of a literal without items, or nothing when it is not in the table.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::uint32_t> find(arg_kind kind, std::int64_t bits) const {
        return lookup({kind, 0, bits}, {});
    }

    /// The id of an aggregate of literals, or nothing when it is not in the table.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE std::optional<std::uint32_t> find(arg_kind kind,
                                                                           view<std::uint32_t const> items) const {
        return lookup({kind, static_cast<std::uint32_t>(items.size()), 0}, items);
    }

private:
    static constexpr std::uint64_t mix(std::uint64_t h, std::uint64_t value) {
        h = (h ^ value) * 0x9e3779b97f4a7c15u;
        return h ^ (h >> 29);
    }

    static GRAFT_CONSTEXPR std::uint64_t hash(entry const& e, view<std::uint32_t const> items);

    [[nodiscard]] GRAFT_CONSTEXPR bool matches(std::uint32_t id, entry const& e,
                                               view<std::uint32_t const> wanted) const;

    [[nodiscard]] GRAFT_CONSTEXPR std::size_t probe(entry const& e, view<std::uint32_t const> items) const;

    [[nodiscard]] GRAFT_CONSTEXPR std::optional<std::uint32_t> lookup(entry const& e,
                                                                      view<std::uint32_t const> items) const;

    GRAFT_CONSTEXPR std::uint32_t intern(entry e, view<std::uint32_t const> items);

    GRAFT_CONSTEXPR void grow();

    vec<entry> entries_;
    vec<std::uint32_t> items_;
    vec<std::uint32_t> slots_;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/ir/string_table.hpp>

namespace graft {

GRAFT_CONSTEXPR std::uint64_t literal_table::hash(entry const& e, view<std::uint32_t const> items) {
    std::uint64_t h = mix(static_cast<std::uint64_t>(e.kind), e.count);
    if (!is_aggregate(e.kind))
        h = mix(h, static_cast<std::uint64_t>(e.bits));
    for (std::uint32_t const item : items)
        h = mix(h, item);
    return h;
}

GRAFT_CONSTEXPR bool literal_table::matches(std::uint32_t id, entry const& e, view<std::uint32_t const> wanted) const {
    entry const& have = entries_[id];
    if (have.kind != e.kind || have.count != e.count)
        return false;
    if (!is_aggregate(e.kind))
        return have.bits == e.bits;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (items(id)[i] != wanted[i])
            return false;
    return true;
}

GRAFT_CONSTEXPR std::size_t literal_table::probe(entry const& e, view<std::uint32_t const> items) const {
    std::size_t const mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash(e, items)) & mask;
    while (slots_[slot] != 0 && !matches(slots_[slot], e, items))
        slot = (slot + 1) & mask;
    return slot;
}

GRAFT_CONSTEXPR std::optional<std::uint32_t> literal_table::lookup(entry const& e,
                                                                   view<std::uint32_t const> items) const {
    if (e.kind == arg_kind::none)
        return 0;
    if (slots_.empty())
        return std::nullopt;
    std::uint32_t const id = slots_[probe(e, items)];
    return id == 0 ? std::nullopt : std::optional{id};
}

GRAFT_CONSTEXPR std::uint32_t literal_table::intern(entry e, view<std::uint32_t const> items) {
    if (e.kind == arg_kind::none)
        return 0;
    if (entries_.size() * 2 > slots_.size())
        grow();
    std::size_t const slot = probe(e, items);
    if (slots_[slot] == 0) {
        slots_[slot] = static_cast<std::uint32_t>(entries_.size());
        if (is_aggregate(e.kind)) {
            e.bits = static_cast<std::int64_t>(items_.size());
            items_.insert(items_.end(), items.begin(), items.end());
        }
        entries_.push_back(e);
    }
    return slots_[slot];
}

GRAFT_CONSTEXPR void literal_table::grow() {
    slots_.assign(slots_.empty() ? 16 : slots_.size() * 2, 0);
    for (std::uint32_t id = 1; id < entries_.size(); ++id) {
        bool const aggregate = is_aggregate(entries_[id].kind);
        slots_[probe(entries_[id], aggregate ? items(id) : view<std::uint32_t const>{})] = id;
    }
}

} // namespace graft
#endif
