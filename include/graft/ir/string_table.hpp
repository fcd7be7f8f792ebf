#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Interned strings: equal texts have equal ids, and id 0 is the empty string.
class string_table {
public:
    constexpr string_table() : entries_{{0, 0, 0, 0}} {}

    /// The id of `text`, added when new; amortised O(size of the text). A part of a text kept here may be given.
    GRAFT_CONSTEXPR std::uint32_t intern(std::string_view text);

    /// The id of the text of `base`, an underscore and `number`, added when new.
    GRAFT_CONSTEXPR std::uint32_t intern_numbered(std::uint32_t base, std::uint64_t number);

    /// The id of `text`, or `npos` when it was never interned.
    [[nodiscard]] GRAFT_CONSTEXPR_INLINE std::uint32_t find(std::string_view text) const {
        if (text.empty())
            return 0;
        if (slots_.empty())
            return npos;
        std::uint32_t const id = slots_[probe(text, hash_of(text))];
        return id == 0 ? npos : id;
    }

    /// The text of `id`; valid as long as the table, which may be moved.
    [[nodiscard]] constexpr std::string_view operator[](std::uint32_t id) const {
        entry const& e = entries_[id];
        return e.size == 0 ? std::string_view{} : std::string_view{chunks_[e.chunk].data() + e.begin, e.size};
    }

    /// How many texts it has, the empty one included.
    [[nodiscard]] constexpr std::size_t size() const { return entries_.size(); }

    static constexpr std::uint32_t npos = 0xffffffff; ///< no text has this id

private:
    struct entry {
        std::uint32_t chunk, begin, size, hash;
    };

    // Chunks never grow beyond what they reserved, so that texts stay where they are.
    GRAFT_CONSTEXPR entry keep(std::string_view text, std::uint32_t hash);

    // Texts that differ in a number at their end alone, as the names of one op's nodes do, have neighbouring slots,
    // sixteen at a time: naming nodes one after the other walks through memory instead of jumping about.
    static GRAFT_CONSTEXPR std::uint32_t hash_of(std::string_view text);

    [[nodiscard]] constexpr std::size_t probe(std::string_view text, std::uint32_t hash) const {
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] != 0 && !is_at(slots_[slot], text, hash))
            slot = next(slot);
        return slot;
    }
    [[nodiscard]] constexpr bool is_at(std::uint32_t id, std::string_view text, std::uint32_t hash) const {
        return entries_[id].hash == hash && (*this)[id] == text;
    }
    // In the next row, one column on, so that a full row is left at once and all slots come up.
    [[nodiscard]] constexpr std::size_t next(std::size_t slot) const {
        return (slot + row_size + 1) & (slots_.size() - 1);
    }

    GRAFT_CONSTEXPR void grow();

    static constexpr std::uint32_t row_size = 16; // slots in a cache line

    vec<vec<char>> chunks_;
    vec<entry> entries_;
    vec<std::uint32_t> slots_;
    vec<char> scratch_; // empty between calls
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/text.hpp>
#    include <graft/meta/hash.hpp>

#    include <array>

namespace graft {

GRAFT_CONSTEXPR std::uint32_t string_table::intern(std::string_view text) {
    if (text.empty())
        return 0;
    if (entries_.size() * 2 > slots_.size())
        grow();
    std::uint32_t const hash = hash_of(text);
    std::size_t const slot = probe(text, hash);
    if (slots_[slot] == 0) {
        slots_[slot] = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back(keep(text, hash));
    }
    return slots_[slot];
}

GRAFT_CONSTEXPR std::uint32_t string_table::intern_numbered(std::uint32_t base, std::uint64_t number) {
    std::array<char, 20> digits{};
    std::size_t first = digits.size();
    do
        digits[--first] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    append(scratch_, (*this)[base]);
    scratch_.push_back('_');
    append(scratch_, {digits.data() + first, digits.size() - first});
    std::uint32_t const id = intern({scratch_.data(), scratch_.size()});
    scratch_.clear();
    return id;
}

GRAFT_CONSTEXPR string_table::entry string_table::keep(std::string_view text, std::uint32_t hash) {
    if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < text.size()) {
        std::size_t const twice = chunks_.empty() ? 256 : 2 * chunks_.back().capacity();
        chunks_.emplace_back().reserve(twice > text.size() ? twice : text.size());
    }
    vec<char>& chunk = chunks_.back();
    entry const kept{static_cast<std::uint32_t>(chunks_.size() - 1), static_cast<std::uint32_t>(chunk.size()),
                     static_cast<std::uint32_t>(text.size()), hash};
    append(chunk, text);
    return kept;
}

GRAFT_CONSTEXPR std::uint32_t string_table::hash_of(std::string_view text) {
    std::size_t base = text.size();
    while (base > 0 && text.size() - base < 9 && text[base - 1] >= '0' && text[base - 1] <= '9')
        --base;
    std::uint32_t number = 0;
    for (std::size_t i = base; i < text.size(); ++i)
        number = number * 10 + static_cast<std::uint32_t>(text[i] - '0');
    std::uint64_t const start = fnv1a(text.substr(0, base));
    std::uint64_t const row = (start + number / row_size) * 0x9e3779b97f4a7c15u;
    std::uint64_t const column = (start >> 32) + number;
    return static_cast<std::uint32_t>((row >> 32) * row_size + column % row_size);
}

GRAFT_CONSTEXPR void string_table::grow() {
    slots_.assign(slots_.empty() ? 16 : slots_.size() * 2, 0);
    for (std::size_t id = 1; id < entries_.size(); ++id) {
        std::size_t slot = entries_[id].hash & (slots_.size() - 1);
        while (slots_[slot] != 0)
            slot = next(slot);
        slots_[slot] = static_cast<std::uint32_t>(id);
    }
}

} // namespace graft
#endif
