#pragma once

#include <graft/core/text.hpp>
#include <graft/meta/hash.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace graft {

/// Interned strings: equal texts have equal ids, and id 0 is the empty string.
class string_table {
public:
    constexpr string_table() : entries_{{0, 0, 0}} {}

    /// The id of `text`, added when new; amortised O(size of the text). A part of a text kept here may be given.
    constexpr std::uint32_t intern(std::string_view text) {
        if (text.empty())
            return 0;
        if (entries_.size() * 2 > slots_.size())
            grow();
        std::size_t const slot = probe(text);
        if (slots_[slot] == 0) {
            slots_[slot] = static_cast<std::uint32_t>(entries_.size());
            entries_.push_back(keep(text));
        }
        return slots_[slot];
    }

    /// The id of `text`, or `npos` when it was never interned.
    [[nodiscard]] constexpr std::uint32_t find(std::string_view text) const {
        if (text.empty())
            return 0;
        if (slots_.empty())
            return npos;
        std::uint32_t const id = slots_[probe(text)];
        return id == 0 ? npos : id;
    }

    /// The text of `id`; valid as long as the table, which may be moved.
    [[nodiscard]] constexpr std::string_view operator[](std::uint32_t id) const {
        entry const& e = entries_[id];
        return e.size == 0 ? std::string_view{} : std::string_view{chunks_[e.chunk].data() + e.begin, e.size};
    }

    [[nodiscard]] constexpr std::size_t size() const { return entries_.size(); }

    static constexpr std::uint32_t npos = 0xffffffff;

private:
    struct entry {
        std::uint32_t chunk, begin, size;
    };

    // Chunks never grow beyond what they reserved, so that texts stay where they are.
    constexpr entry keep(std::string_view text) {
        if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < text.size()) {
            std::size_t const twice = chunks_.empty() ? 256 : 2 * chunks_.back().capacity();
            chunks_.emplace_back().reserve(twice > text.size() ? twice : text.size());
        }
        std::vector<char>& chunk = chunks_.back();
        entry const kept{static_cast<std::uint32_t>(chunks_.size() - 1),
                         static_cast<std::uint32_t>(chunk.size()),
                         static_cast<std::uint32_t>(text.size())};
        append(chunk, text);
        return kept;
    }

    [[nodiscard]] constexpr std::size_t probe(std::string_view text) const {
        std::size_t const mask = slots_.size() - 1;
        std::size_t slot = static_cast<std::size_t>(fnv1a(text)) & mask;
        while (slots_[slot] != 0 && (*this)[slots_[slot]] != text)
            slot = (slot + 1) & mask;
        return slot;
    }

    constexpr void grow() {
        slots_.assign(slots_.empty() ? 16 : slots_.size() * 2, 0);
        for (std::size_t id = 1; id < entries_.size(); ++id)
            slots_[probe((*this)[static_cast<std::uint32_t>(id)])] = static_cast<std::uint32_t>(id);
    }

    std::vector<std::vector<char>> chunks_;
    std::vector<entry> entries_;
    std::vector<std::uint32_t> slots_;
};

} // namespace graft
