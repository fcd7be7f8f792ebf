#pragma once

#include <graft/io/file/detail/crc32_fold.hpp>
#include <graft/meta/view.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy

namespace graft::detail {

inline constexpr std::size_t crc32_slices = 16;

// Row k holds the remainder of a byte followed by k zero bytes.
using crc32_table = std::array<std::array<std::uint32_t, 256>, crc32_slices>;

inline crc32_table make_crc32_table() {
    crc32_table table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit)
            remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? 0xedb88320u : 0u);
        table[0][byte] = remainder;
    }
    for (std::size_t slice = 1; slice < crc32_slices; ++slice)
        for (std::size_t byte = 0; byte < 256; ++byte) {
            std::uint32_t const shorter = table[slice - 1][byte];
            table[slice][byte] = (shorter >> 8) ^ table[0][shorter & 0xff];
        }
    return table;
}

inline crc32_table const& crc32_rows() {
    static crc32_table const rows = make_crc32_table();
    return rows;
}

// Eight bytes, the first one lowest.
inline std::uint64_t crc32_word(std::byte const* bytes) {
    std::uint64_t word = 0;
    if (std::endian::native == std::endian::little) {
        std::memcpy(&word, bytes, sizeof word);
        return word;
    }
    for (std::size_t i = 0; i < sizeof word; ++i)
        word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return word;
}

// The remainder of what had one already and these bytes, by sixteen and by one.
inline std::uint32_t crc32_sliced(view<std::byte const> bytes, std::uint32_t remainder) {
    crc32_table const& rows = crc32_rows();
    std::size_t at = 0;
    for (; bytes.size() - at >= crc32_slices; at += crc32_slices) {
        std::uint64_t const first = crc32_word(&bytes[at]) ^ remainder;
        std::uint64_t const second = crc32_word(&bytes[at + 8]);
        remainder = 0;
        for (std::size_t i = 0; i < 8; ++i)
            remainder ^= rows[15 - i][(first >> (8 * i)) & 0xff] ^ rows[7 - i][(second >> (8 * i)) & 0xff];
    }
    for (; at < bytes.size(); ++at) {
        auto const byte = std::to_integer<std::uint32_t>(bytes[at]);
        remainder = (remainder >> 8) ^ rows[0][(remainder ^ byte) & 0xff];
    }
    return remainder;
}

/// The CRC-32 of zip and PNG; a former result continues it. When optimised, about twenty bytes a nanosecond where the
/// processor multiplies without carries, else three.
[[nodiscard]] inline std::uint32_t crc32(view<std::byte const> bytes, std::uint32_t former = 0) {
    std::uint32_t remainder = ~former;
    if (bytes.size() >= 64 && detail::has_crc32_fold()) {
        crc32_rest const rest = crc32_folded(bytes, remainder);
        remainder = crc32_sliced(rest.bytes, 0);
        bytes = bytes.subspan(rest.taken);
    }
    return ~crc32_sliced(bytes, remainder);
}

} // namespace graft::detail
