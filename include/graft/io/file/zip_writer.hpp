#pragma once

#include <graft/config.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace graft {

/// Writes a zip archive of stored entries, each of which starts at a multiple of 64 bytes: it can be used in place.
///
/// The bytes go to the stream as they are given, and only once; the archive is complete after `finish`.
class zip_writer {
public:
    /// What the bytes of every entry are aligned to.
    static constexpr std::uint64_t alignment = 64;

    /// Sizes and offsets have 64 bits where they need them, or with `zip64` everywhere.
    explicit zip_writer(std::ostream& out, bool zip64 = false) : out_(out), zip64_(zip64) {}

    /// Adds an entry behind the others.
    void add(std::string_view name, view<std::byte const> bytes);
    /// Adds a text as an entry behind the others.
    void add(std::string_view name, std::string_view text) {
        add(name, graft::as_bytes(view(text.data(), text.size())));
    }

    /// Writes the directory; nothing can be added behind it.
    void finish();

private:
    static constexpr std::uint64_t full32 = 0xffffffff, full16 = 0xffff;

    static void append(std::string& to, std::uint64_t number, int bytes) {
        for (; bytes > 0; --bytes, number >>= 8)
            to += static_cast<char>(number & 0xff);
    }
    [[nodiscard]] bool is_wide(std::uint64_t number, std::uint64_t limit) const { return zip64_ || number >= limit; }
    // The field itself, or what stands for one that is wider.
    [[nodiscard]] std::uint64_t narrow(std::uint64_t number, std::uint64_t limit) const {
        return is_wide(number, limit) ? limit : number;
    }
    void append_facts(std::string& header, std::uint32_t crc, std::uint64_t size) const;
    void write(std::string_view bytes);
    void append_to_directory(std::string_view name, std::uint32_t crc, std::uint64_t size, std::uint64_t local);

    std::ostream& out_;
    bool zip64_;
    std::uint64_t position_ = 0, count_ = 0;
    std::string directory_;
};

//=== writing ===//

inline void zip_writer::write(std::string_view bytes) {
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    position_ += bytes.size();
}

// What a local and a central header have in common, from the version needed to both sizes.

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/file/detail/crc32.hpp>
#    include <graft/io/file/zip.hpp>
#    include <graft/io/file/zip_directory.hpp>

namespace graft {

GRAFT_INLINE void zip_writer::append_facts(std::string& header, std::uint32_t crc, std::uint64_t size) const {
    constexpr std::uint64_t plain = 20, with_zip64 = 45, utf8_names = 0x800;
    append(header, is_wide(size, full32) ? with_zip64 : plain, 2);
    append(header, utf8_names, 2);
    append(header, 0, 6); // stored; no time, no date
    append(header, crc, 4);
    append(header, narrow(size, full32), 4);
    append(header, narrow(size, full32), 4);
}

GRAFT_INLINE void zip_writer::add(std::string_view name, view<std::byte const> bytes) {
    constexpr std::uint64_t zip64_field = 1, padding_field = 0x4246, header_size = 30;
    if (name.empty() || name.size() > full16)
        raise(errc::invalid_argument, "zip: the name of an entry has ", name.size(), " bytes, not 1 to 65535");
    std::uint64_t const local = position_;
    std::uint32_t const crc = detail::crc32(bytes);

    std::string extra;
    if (is_wide(bytes.size(), full32)) {
        append(extra, zip64_field, 2);
        append(extra, 16, 2);
        append(extra, bytes.size(), 8);
        append(extra, bytes.size(), 8);
    }
    std::uint64_t const used = position_ + header_size + name.size() + extra.size() + 4;
    std::uint64_t const padding = (alignment - used % alignment) % alignment;
    append(extra, padding_field, 2);
    append(extra, padding, 2);
    extra.append(padding, 'Z');

    std::string header(detail::zip_local);
    append_facts(header, crc, bytes.size());
    append(header, name.size(), 2);
    append(header, extra.size(), 2);
    write(header);
    write(name);
    write(extra);
    write({reinterpret_cast<char const*>(bytes.data()), bytes.size()});
    append_to_directory(name, crc, bytes.size(), local);
}

GRAFT_INLINE void zip_writer::append_to_directory(std::string_view name, std::uint32_t crc, std::uint64_t size,
                                                  std::uint64_t local) {
    std::string wide;
    if (is_wide(size, full32)) {
        append(wide, size, 8);
        append(wide, size, 8);
    }
    if (is_wide(local, full32))
        append(wide, local, 8);
    directory_ += detail::zip_central;
    append(directory_, 0, 2); // made by
    append_facts(directory_, crc, size);
    append(directory_, name.size(), 2);
    append(directory_, wide.empty() ? 0 : wide.size() + 4, 2);
    append(directory_, 0, 10); // no comment, disk 0, no attributes
    append(directory_, narrow(local, full32), 4);
    directory_ += name;
    if (!wide.empty()) {
        append(directory_, 1, 2);
        append(directory_, wide.size(), 2);
        directory_ += wide;
    }
    ++count_;
}

GRAFT_INLINE void zip_writer::finish() {
    std::uint64_t const start = position_, size = directory_.size();
    write(directory_);
    std::string end;
    if (is_wide(start, full32) || is_wide(size, full32) || is_wide(count_, full16)) {
        std::uint64_t const at = position_;
        end += detail::zip64_end;
        append(end, 44, 8); // bytes behind this number
        append(end, 45, 2);
        append(end, 45, 2);
        append(end, 0, 8); // disks
        append(end, count_, 8);
        append(end, count_, 8);
        append(end, size, 8);
        append(end, start, 8);
        end += detail::zip64_locator;
        append(end, 0, 4);
        append(end, at, 8);
        append(end, 1, 4);
    }
    end += detail::zip_end;
    append(end, 0, 4); // disks
    append(end, narrow(count_, full16), 2);
    append(end, narrow(count_, full16), 2);
    append(end, narrow(size, full32), 4);
    append(end, narrow(start, full32), 4);
    append(end, 0, 2); // no comment
    write(end);
    out_.flush();
    if (!out_)
        raise(errc::file, "zip: the archive cannot be written");
}

} // namespace graft
#endif
