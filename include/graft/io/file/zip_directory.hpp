#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// Where the central directory of a zip archive lies, and how many entries it describes.
struct zip_directory {
    std::uint64_t offset; ///< of its first byte in the file
    std::uint64_t size;   ///< in bytes
    std::uint64_t count;  ///< of the entries
};

namespace detail {

inline constexpr std::string_view zip_end = "PK\5\6";
inline constexpr std::string_view zip64_locator = "PK\6\7";
inline constexpr std::string_view zip64_end = "PK\6\6";

// of one entry, without its name

} // namespace detail

/// Finds the central directory, zip64 or not, and checks that the file can hold it.
[[nodiscard]] GRAFT_INLINE zip_directory find_zip_directory(view<std::byte const> file);

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/file/byte_reader.hpp>

#    include <algorithm>

namespace graft {
namespace detail {

inline constexpr std::uint64_t zip_end_size = 22;

inline constexpr std::uint64_t zip64_locator_size = 20;

inline constexpr std::uint64_t zip_header_size = 46;

// The last end record whose comment ends the file: an entry that is an archive itself has one
// too.
inline std::uint64_t find_zip_end(view<std::byte const> file) {
    std::uint64_t const size = file.size();
    std::uint64_t const most = zip_end_size + 0xffff;
    std::uint64_t const first = size > most ? size - most : 0;
    for (std::uint64_t at = size; at-- > first;) {
        if (size - at < zip_end_size)
            continue;
        byte_reader reader(file, at);
        if (reader.text(4) != zip_end)
            continue;
        reader.skip(16);
        if (reader.u16() == reader.remaining())
            return at;
    }
    raise_at_byte(size, "zip: no end record: not a zip archive, or one cut short");
}

inline zip_directory read_zip64_end(view<std::byte const> file, std::uint64_t locator) {
    byte_reader reader(file, locator + 8);
    std::uint64_t const at = reader.u64();
    if (at >= locator)
        raise_at_byte(locator, "zip: the zip64 locator points past itself");
    reader.seek(at);
    if (reader.text(4) != zip64_end)
        raise_at_byte(at, "zip: the zip64 locator points at no zip64 end record");
    reader.skip(12);
    bool const one_disk = reader.u64() == 0; // two numbers of 32 bits
    std::uint64_t const here = reader.u64();
    std::uint64_t const count = reader.u64();
    if (!one_disk || here != count)
        raise_at_byte(at, "zip: archives in several parts are not supported");
    std::uint64_t const size = reader.u64();
    return {reader.u64(), size, count};
}

} // namespace detail

GRAFT_INLINE zip_directory find_zip_directory(view<std::byte const> file) {
    std::uint64_t end = detail::find_zip_end(file);
    byte_reader reader(file, end + 4);
    bool const one_disk = reader.u32() == 0; // two numbers of 16 bits
    std::uint16_t const here = reader.u16();
    zip_directory directory{};
    directory.count = reader.u16();
    directory.size = reader.u32();
    directory.offset = reader.u32();
    if (!one_disk || here != directory.count)
        raise_at_byte(end, "zip: archives in several parts are not supported");

    std::uint64_t const locator = end - std::min(end, detail::zip64_locator_size);
    if (byte_reader(file, locator).text(4) == detail::zip64_locator) {
        directory = detail::read_zip64_end(file, locator);
        end = locator;
    }
    if (directory.offset > end || directory.size > end - directory.offset)
        raise_at_byte(end, "zip: the central directory lies outside the file");
    if (directory.count > directory.size / detail::zip_header_size)
        raise_at_byte(end, "zip: the directory cannot hold the entries announced");
    return directory;
}

} // namespace graft
#endif
