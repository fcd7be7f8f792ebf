#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/io/file/byte_reader.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// A stored entry of a zip archive, whose bytes lie in the file as they are.
struct zip_entry {
    std::string_view name;       ///< with its folders
    view<std::byte const> bytes; ///< in the file, where they lie
    std::uint64_t offset;        ///< of the first of `bytes` in the file
    std::uint32_t crc;           ///< as the central directory states it
};

/// The entries of a zip archive in memory, none compressed; views the bytes it was made from.
class zip_archive {
public:
    /// Reads the headers, not the contents; raises unless every entry lies in the file and
    /// beside the others.
    explicit zip_archive(view<std::byte const> file);

    /// In the order of the central directory.
    [[nodiscard]] view<zip_entry const> entries() const { return entries_; }

    /// The entry of that name, or null.
    [[nodiscard]] zip_entry const* find(std::string_view name) const;

private:
    struct extent;

    zip_entry read_entry(byte_reader& directory, extent& taken) const;
    void check_extents(vec<extent> extents, std::uint64_t limit) const;
    void index_names();

    view<std::byte const> file_;
    vec<zip_entry> entries_;
    vec<std::uint32_t> by_name_;
};

/// Raises unless the CRC-32 of the entry's bytes is the one the archive states.
GRAFT_INLINE void check_crc(zip_entry const& entry);

//=== reading ===//

namespace detail {

inline constexpr std::string_view zip_central = "PK\1\2";
inline constexpr std::string_view zip_local = "PK\3\4";

} // namespace detail

/// The bytes that an entry takes, with its header.
struct zip_archive::extent {
    std::uint64_t begin; ///< the offset of its first byte
    std::uint64_t end;   ///< the offset behind its last byte
    std::uint32_t entry; ///< which of the entries
};

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/io/file/detail/crc32.hpp>
#    include <graft/io/file/zip_directory.hpp>

#    include <algorithm>
#    include <numeric>
#    include <utility>

namespace graft {
namespace detail {

struct zip_central_header {
    std::uint16_t flags;
    std::uint16_t method;
    std::uint32_t crc;
    std::uint64_t packed_size;
    std::uint64_t size;
    std::uint64_t local_offset;
    std::string_view name;
};

// A 32-bit field that is full stands for the next 64-bit one of the zip64 extra field.
inline void widen_zip_header(zip_central_header& header, byte_reader extra) {
    constexpr std::uint16_t zip64 = 1;
    while (extra.remaining() >= 4) {
        std::uint16_t const id = extra.u16();
        std::uint16_t const size = extra.u16();
        if (id != zip64) {
            extra.skip(size);
            continue;
        }
        for (std::uint64_t* field : {&header.size, &header.packed_size, &header.local_offset})
            if (*field == 0xffffffffu)
                *field = extra.u64();
        return;
    }
}

inline zip_central_header read_zip_central_header(byte_reader& reader) {
    std::uint64_t const at = reader.position();
    if (reader.text(4) != zip_central)
        raise_at_byte(at, "zip: an entry's header lacks its signature");
    zip_central_header header{};
    reader.skip(4); // versions
    header.flags = reader.u16();
    header.method = reader.u16();
    reader.skip(4); // time and date
    header.crc = reader.u32();
    header.packed_size = reader.u32();
    header.size = reader.u32();
    std::uint16_t const name_size = reader.u16();
    std::uint16_t const extra_size = reader.u16();
    std::uint16_t const comment_size = reader.u16();
    reader.skip(8); // disk and attributes
    header.local_offset = reader.u32();
    header.name = reader.text(name_size);
    std::uint64_t const extra = reader.position();
    reader.skip(extra_size);
    reader.skip(comment_size);
    widen_zip_header(header, reader.part(extra, extra_size));
    return header;
}

} // namespace detail

GRAFT_INLINE zip_archive::zip_archive(view<std::byte const> file) : file_(file) {
    zip_directory const where = find_zip_directory(file);
    byte_reader directory = byte_reader(file).part(where.offset, where.size);
    vec<extent> extents(static_cast<std::size_t>(where.count));
    entries_.reserve(extents.size());
    for (extent& taken : extents) {
        taken.entry = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back(read_entry(directory, taken));
    }
    if (directory.remaining() != 0)
        raise_at_byte(directory.position(), "zip: the central directory holds more than its entries");
    check_extents(std::move(extents), where.offset);
    index_names();
}

GRAFT_INLINE zip_entry zip_archive::read_entry(byte_reader& directory, extent& taken) const {
    std::uint64_t const at = directory.position();
    auto const header = detail::read_zip_central_header(directory);
    auto const refuse = [&](std::string_view sentence) {
        raise_at_byte(at, "zip: the entry '", header.name, "' ", sentence);
    };
    if ((header.flags & 1) != 0)
        refuse("is encrypted");
    if (header.method != 0)
        refuse("is compressed; only stored entries can be used in place");
    if (header.packed_size != header.size)
        refuse("is stored, yet states two sizes");
    if (header.local_offset >= file_.size())
        refuse("starts outside the file");

    byte_reader local(file_, header.local_offset);
    if (local.text(4) != detail::zip_local)
        refuse("has no local header where the directory says");
    local.skip(22);
    std::uint16_t const name_size = local.u16();
    std::uint16_t const extra_size = local.u16();
    if (local.text(name_size) != header.name)
        refuse("has another name in its local header");
    local.skip(extra_size);
    if (header.size > local.remaining())
        refuse("states more bytes than the file has left");
    taken.begin = header.local_offset;
    std::uint64_t const offset = local.position();
    auto const bytes = local.bytes(header.size);
    taken.end = local.position();
    return {header.name, bytes, offset, header.crc};
}

GRAFT_INLINE void zip_archive::check_extents(vec<extent> extents, std::uint64_t limit) const {
    std::sort(extents.begin(), extents.end(), [](extent const& a, extent const& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < extents.size(); ++i) {
        std::uint64_t const next = i + 1 < extents.size() ? extents[i + 1].begin : limit;
        if (extents[i].end > next)
            raise_at_byte(extents[i].begin, "zip: the entry '", entries_[extents[i].entry].name,
                          "' overlaps what follows it");
    }
}

GRAFT_INLINE void zip_archive::index_names() {
    by_name_.resize(entries_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0u);
    auto const name = [&](std::uint32_t entry) { return entries_[entry].name; };
    std::sort(by_name_.begin(), by_name_.end(), [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
    auto const twice = std::adjacent_find(by_name_.begin(), by_name_.end(),
                                          [&](std::uint32_t a, std::uint32_t b) { return name(a) == name(b); });
    if (twice != by_name_.end())
        raise_at_byte(entries_[std::max(twice[0], twice[1])].offset, "zip: two entries are called '", name(*twice),
                      "'");
}

GRAFT_INLINE zip_entry const* zip_archive::find(std::string_view name) const {
    auto const found =
        std::lower_bound(by_name_.begin(), by_name_.end(), name,
                         [&](std::uint32_t entry, std::string_view wanted) { return entries_[entry].name < wanted; });
    if (found == by_name_.end() || entries_[*found].name != name)
        return nullptr;
    return &entries_[*found];
}

GRAFT_INLINE void check_crc(zip_entry const& entry) {
    if (detail::crc32(entry.bytes) != entry.crc)
        raise_at_byte(entry.offset, "zip: the entry '", entry.name,
                      "' is damaged: its CRC-32 differs from the one stored");
}

} // namespace graft
#endif
