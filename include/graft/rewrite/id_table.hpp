#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// Numbers by 64-bit keys, in one array; finding costs one multiplication and mostly one look.
class id_table {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    // The number under `key`, or `none`.
    [[nodiscard]] GRAFT_CONSTEXPR std::uint32_t find(std::uint64_t key) const;

    // Puts `value` under a key that the table does not have.
    GRAFT_CONSTEXPR_INLINE void insert(std::uint64_t key, std::uint32_t value) {
        if (slots_.size() < 2 * (used_ + 1))
            grow();
        put({key, value});
        ++used_;
    }

    [[nodiscard]] constexpr std::size_t size() const { return used_; }

private:
    struct slot {
        std::uint64_t key = 0;
        std::uint32_t value = none;
    };

    [[nodiscard]] constexpr std::size_t place(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> shift_);
    }
    constexpr void put(slot s) {
        std::size_t at = place(s.key);
        while (slots_[at].value != none)
            at = (at + 1) & (slots_.size() - 1);
        slots_[at] = s;
    }
    GRAFT_CONSTEXPR void grow();

    vec<slot> slots_;
    std::size_t used_ = 0;
    int shift_ = 60;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR std::uint32_t id_table::find(std::uint64_t key) const {
    if (slots_.empty())
        return none;
    for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1))
        if (slots_[at].value == none || slots_[at].key == key)
            return slots_[at].value;
}

GRAFT_CONSTEXPR void id_table::grow() {
    vec<slot> const old = slots_;
    std::size_t size = 16;
    shift_ = 60;
    while (size < 4 * (used_ + 1)) {
        size *= 2;
        --shift_;
    }
    slots_.assign(size, slot{});
    for (slot const& s : old)
        if (s.value != none)
            put(s);
}

} // namespace graft::detail
#endif
