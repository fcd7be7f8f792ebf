#pragma once

#include <graft/io/file/detail/crc32.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

inline std::span<std::byte const> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

inline void append_number(std::string& out, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i)
        out += static_cast<char>(i < 8 ? (value >> (8 * i)) & 0xff : 0);
}

/// Overwrites a little-endian number.
inline void put_number(std::string& out, std::size_t at, std::uint64_t value, int width) {
    std::string number;
    append_number(number, value, width);
    out.replace(at, number.size(), number);
}

/// Writes zip archives as torch does: stored, aligned, sizes in the directory only.
class zip_builder {
public:
    explicit zip_builder(bool zip64 = false, std::size_t alignment = 64) : zip64_(zip64), alignment_(alignment) {}

    zip_builder& add(std::string_view name, std::string_view content, std::uint32_t method = 0) {
        directory_offsets_.push_back(directory_.size());
        local_offsets_.push_back(file_.size());
        std::uint64_t const local = file_.size();
        std::uint32_t const crc = graft::detail::crc32(bytes_of(content));
        std::size_t const padding = (alignment_ - (local + 34 + name.size()) % alignment_) % alignment_;
        file_ += "PK\3\4";
        append_number(file_, 0, 2);
        append_number(file_, 0x808, 2);
        append_number(file_, method, 2);
        append_number(file_, 0, 16); // time, date, CRC and sizes
        append_number(file_, name.size(), 2);
        append_number(file_, padding + 4, 2);
        file_ += name;
        file_ += "FB";
        append_number(file_, padding, 2);
        file_.append(padding, 'Z');
        file_ += content;
        file_ += "PK\7\10";
        append_number(file_, crc, 4);
        append_number(file_, content.size(), 4);
        append_number(file_, content.size(), 4);

        directory_ += "PK\1\2";
        append_number(directory_, 0, 4);
        append_number(directory_, 0x808, 2);
        append_number(directory_, method, 2);
        append_number(directory_, 0, 4);
        append_number(directory_, crc, 4);
        append_number(directory_, zip64_ ? 0xffffffffu : content.size(), 4);
        append_number(directory_, zip64_ ? 0xffffffffu : content.size(), 4);
        append_number(directory_, name.size(), 2);
        append_number(directory_, zip64_ ? 28 : 0, 2);
        append_number(directory_, 0, 10); // comment, disk and attributes
        append_number(directory_, zip64_ ? 0xffffffffu : local, 4);
        directory_ += name;
        if (zip64_) {
            append_number(directory_, 1, 2);
            append_number(directory_, 24, 2);
            append_number(directory_, content.size(), 8);
            append_number(directory_, content.size(), 8);
            append_number(directory_, local, 8);
        }
        return *this;
    }

    /// The archive of what was added, with a comment at its end.
    [[nodiscard]] std::string finish(std::string_view comment = {}) const {
        std::uint64_t const count = directory_offsets_.size();
        std::string file = file_ + directory_;
        if (zip64_) {
            std::uint64_t const end = file.size();
            file += "PK\6\6";
            append_number(file, 44, 8);
            append_number(file, 0, 12); // versions and disks
            append_number(file, count, 8);
            append_number(file, count, 8);
            append_number(file, directory_.size(), 8);
            append_number(file, file_.size(), 8);
            file += "PK\6\7";
            append_number(file, 0, 4);
            append_number(file, end, 8);
            append_number(file, 1, 4);
        }
        file += "PK\5\6";
        append_number(file, 0, 4);
        append_number(file, zip64_ ? 0xffff : count, 2);
        append_number(file, zip64_ ? 0xffff : count, 2);
        append_number(file, zip64_ ? 0xffffffffu : directory_.size(), 4);
        append_number(file, zip64_ ? 0xffffffffu : file_.size(), 4);
        append_number(file, comment.size(), 2);
        file += comment;
        return file;
    }

    /// Where the entry's header starts in the central directory of the finished file.
    [[nodiscard]] std::size_t directory_offset(std::size_t entry) const {
        return file_.size() + directory_offsets_[entry];
    }
    [[nodiscard]] std::size_t local_offset(std::size_t entry) const { return local_offsets_[entry]; }

private:
    bool zip64_;
    std::size_t alignment_;
    std::string file_, directory_;
    std::vector<std::size_t> directory_offsets_, local_offsets_;
};

} // namespace graft_test
