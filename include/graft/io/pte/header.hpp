#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace graft {

/// The extended header of a program file, which lies 8 bytes behind its beginning: how long the tables are and where
/// the segments lie.
struct pte_header {
    /// Where it lies in the file, and how many bytes it takes.
    /// @{
    static constexpr std::uint64_t position = 8, size = 32;
    /// @}

    std::uint64_t program_size = 0;        ///< of the tables, from the beginning of the file
    std::uint64_t segment_base_offset = 0; ///< 0 without segments
    std::uint64_t segment_data_size = 0;   ///< of all segments together

    bool operator==(pte_header const&) const = default;
};

/// The extended header of a file, checked against its size; nothing where there is none, as in old files.
[[nodiscard]] GRAFT_INLINE std::optional<pte_header> read_pte_header(view<std::byte const> file);

/// The bytes of the header.
[[nodiscard]] GRAFT_INLINE std::string to_bytes(pte_header const& header);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/file/byte_reader.hpp>

namespace graft {

GRAFT_INLINE std::optional<pte_header> read_pte_header(view<std::byte const> file) {
    if (file.size() < pte_header::position + pte_header::size)
        return std::nullopt;
    byte_reader in(file, pte_header::position);
    if (in.text(4) != "eh00")
        return std::nullopt;
    std::uint64_t const length = in.u32();
    if (length < 24)
        raise_at_byte(12, "the extended header of the program has ", length, " bytes, not 24 at least");
    pte_header header;
    header.program_size = in.u64();
    header.segment_base_offset = in.u64();
    // Headers of 24 bytes say nothing of the size of the segments.
    std::uint64_t const rest = header.segment_base_offset > file.size() ? 0 : file.size() - header.segment_base_offset;
    header.segment_data_size = length >= pte_header::size ? in.u64() : rest;
    if (header.program_size < pte_header::position + length || header.program_size > file.size())
        raise_at_byte(16, "the tables of the program take ", header.program_size, " bytes of ", file.size());
    if (header.segment_base_offset == 0) {
        header.segment_data_size = 0;
        return header;
    }
    if (header.segment_base_offset < header.program_size || header.segment_base_offset > file.size())
        raise_at_byte(24, "the segments of the program begin at byte ", header.segment_base_offset, ", outside of ",
                      header.program_size, " to ", file.size());
    if (header.segment_data_size > rest)
        raise_at_byte(32, "the segments of the program take ", header.segment_data_size, " bytes of ", rest);
    return header;
}

GRAFT_INLINE std::string to_bytes(pte_header const& header) {
    std::string out = "eh00";
    auto const put = [&](std::uint64_t number, int width) {
        for (int i = 0; i < width; ++i)
            out.push_back(static_cast<char>(number >> (8 * i) & 0xff));
    };
    put(pte_header::size, 4);
    put(header.program_size, 8);
    put(header.segment_base_offset, 8);
    put(header.segment_data_size, 8);
    return out;
}

} // namespace graft
#endif
