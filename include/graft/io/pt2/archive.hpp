#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>
#include <graft/core/storage.hpp>
#include <graft/io/file/json.hpp>
#include <graft/io/file/mapped_file.hpp>
#include <graft/io/file/zip.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace graft {

/// The container of an exported program: records in a zip archive under one root folder. An archive of torch before 2.8
/// has one program and its tensors as `torch.save` writes them: `is_early`.
class pt2_archive {
public:
    /// Maps the file; a record is read when it is asked for.
    explicit pt2_archive(std::string const& path) : pt2_archive(mapped_file(path)) {}
    /// Shares the mapping; a record is read when it is asked for.
    explicit pt2_archive(mapped_file const& file) : pt2_archive(file.data(), file.bytes().size()) {}
    /// The archive in memory that `bytes` keeps alive.
    pt2_archive(std::shared_ptr<std::byte> bytes, std::size_t size);

    /// The names under which programs were saved, `model` as a rule.
    [[nodiscard]] vec<std::string_view> models() const;

    /// True of an archive as torch 2.6 and 2.7 wrote it, whose program is the record `early_program`.
    [[nodiscard]] bool is_early() const { return early_; }
    /// Its name.
    static constexpr std::string_view early_program = "serialized_exported_program.json";

    /// True if there is a record of this name.
    [[nodiscard]] bool has(std::string_view record) const { return find(record) != nullptr; }

    /// The text of the record, whose CRC is checked; raises when there is none.
    [[nodiscard]] std::string_view text(std::string_view record) const;
    /// The record parsed as JSON.
    [[nodiscard]] json_document json(std::string_view record) const;
    /// The bytes of the record, in place if they are aligned as torch aligns them.
    [[nodiscard]] storage bytes(std::string_view record, bool check = true) const;

private:
    [[nodiscard]] zip_entry const* find(std::string_view record) const;
    [[nodiscard]] zip_entry const& at(std::string_view record) const;
    void expect(std::string_view record, std::string_view content) const;

    std::shared_ptr<std::byte> bytes_;
    zip_archive zip_;
    std::string root_;
    bool early_ = false;
};

//=== reading ===//

inline zip_entry const* pt2_archive::find(std::string_view record) const {
    return zip_.find(root_ + std::string(record));
}

inline zip_entry const& pt2_archive::at(std::string_view record) const {
    if (zip_entry const* const entry = find(record))
        return *entry;
    raise(errc::parse, "pt2: the archive has no record '", root_, record, "'");
}

inline std::string_view pt2_archive::text(std::string_view record) const {
    zip_entry const& entry = at(record);
    check_crc(entry);
    return {reinterpret_cast<char const*>(entry.bytes.data()), entry.bytes.size()};
}

inline json_document pt2_archive::json(std::string_view record) const {
    return json_document::parse(text(record), record);
}

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <cstring>
#    include <utility>

namespace graft {

GRAFT_INLINE pt2_archive::pt2_archive(std::shared_ptr<std::byte> bytes, std::size_t size)
    : bytes_(std::move(bytes)), zip_({bytes_.get(), size}) {
    if (zip_.entries().empty())
        raise(errc::parse, "pt2: the archive is empty");
    if (zip_.find(early_program) != nullptr) {
        early_ = true;
        return;
    }
    // torch names the folder after the file, so any name is right.
    std::string_view const first = zip_.entries().front().name;
    root_ = first.substr(0, first.find('/') + 1);
    expect("archive_format", "pt2");
    expect("archive_version", "0");
    if (find("byteorder") != nullptr)
        expect("byteorder", "little");
}

GRAFT_INLINE void pt2_archive::expect(std::string_view record, std::string_view content) const {
    std::string_view const found = text(record);
    if (found != content)
        raise(errc::unsupported, "pt2: the record '", record, "' says '", found.substr(0, 40), "', not '", content,
              "'");
}

GRAFT_INLINE vec<std::string_view> pt2_archive::models() const {
    if (early_)
        return {"model"};
    std::string const folder = root_ + "models/";
    vec<std::string_view> names;
    for (zip_entry const& entry : zip_.entries())
        if (entry.name.starts_with(folder) && entry.name.ends_with(".json"))
            names.push_back(entry.name.substr(folder.size(), entry.name.size() - folder.size() - 5));
    return names;
}

GRAFT_INLINE storage pt2_archive::bytes(std::string_view record, bool check) const {
    zip_entry const& entry = at(record);
    if (check)
        check_crc(entry);
    if (entry.offset % storage::alignment == 0)
        return {{bytes_, bytes_.get() + entry.offset}, entry.bytes.size()};
    storage copy = storage::allocate(entry.bytes.size());
    if (!entry.bytes.empty())
        std::memcpy(copy.data(), entry.bytes.data(), entry.bytes.size());
    return copy;
}

} // namespace graft
#endif
