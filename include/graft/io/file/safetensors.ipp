#pragma once

#include <graft/core/error.hpp>
#include <graft/io/file/byte_reader.hpp>
#include <graft/io/file/json.hpp>
#include <graft/io/file/mapped_file.hpp>
#include <graft/io/file/safetensors.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring> // memcpy
#include <string_view>
#include <utility>

namespace graft {

namespace detail {

static_assert(std::endian::native == std::endian::little);

// What the header says of one tensor, and where it says so.
struct safetensors_entry {
    std::string_view name;
    json_value where;
    graft::dtype dtype;
    vec<std::int64_t> sizes;
    std::uint64_t begin, end;
};

inline safetensors_entry read_safetensors_entry(std::string_view name, json_value where) {
    safetensors_entry entry{name, where, dtype::undefined, {}, 0, 0};
    json_value const dtype_name = where.at("dtype");
    for (dtype const d : all_dtypes)
        if (safetensors_name(d) == dtype_name.as_string())
            entry.dtype = d;
    if (entry.dtype == dtype::undefined)
        dtype_name.fail("unknown dtype", errc::unsupported);
    for (json_value const size : where.at("shape").items()) {
        if (size.as_int() < 0)
            size.fail("a size cannot be negative");
        entry.sizes.push_back(size.as_int());
    }
    json_value const offsets = where.at("data_offsets");
    vec<std::int64_t> range;
    for (json_value const offset : offsets.items())
        range.push_back(offset.as_int());
    if (range.size() != 2 || range[0] < 0 || range[1] < range[0])
        offsets.fail("expected two offsets in order");
    entry.begin = static_cast<std::uint64_t>(range[0]);
    entry.end = static_cast<std::uint64_t>(range[1]);
    std::int64_t const needed = where.guard(
        [&] { return checked_mul(numel(entry.sizes), static_cast<std::int64_t>(element_size(entry.dtype))); });
    if (needed != range[1] - range[0])
        where.fail(join({"the tensor takes ", needed, " bytes, not ", range[1] - range[0]}));
    return entry;
}

// Shows the bytes in place where their alignment allows it.
inline tensor make_safetensor(safetensors_entry const& entry, std::shared_ptr<std::byte> bytes) {
    auto const size = static_cast<std::size_t>(entry.end - entry.begin);
    auto const address = reinterpret_cast<std::uintptr_t>(bytes.get());
    if (address % element_alignment(entry.dtype) == 0)
        return {std::move(bytes), size, entry.dtype, entry.sizes, contiguous_strides(entry.sizes), 0};
    tensor copy = tensor::empty(entry.sizes, entry.dtype);
    if (size != 0)
        std::memcpy(copy.data(), bytes.get(), size);
    return copy;
}

} // namespace detail

GRAFT_INLINE safetensors read_safetensors(std::shared_ptr<std::byte> const& file, std::size_t file_size) {
    byte_reader reader({file.get(), file_size});
    std::string_view const header = reader.text(reader.u64());
    std::uint64_t const data = reader.position();
    json_document const document = json_document::parse(header, "safetensors header");

    safetensors result;
    vec<detail::safetensors_entry> entries;
    for (auto const [name, value] : document.root().members()) {
        if (name != "__metadata__") {
            entries.push_back(detail::read_safetensors_entry(name, value));
            continue;
        }
        for (auto const [key, text] : value.members())
            result.metadata.emplace(key, text.as_string());
    }
    std::stable_sort(entries.begin(), entries.end(), [](auto const& a, auto const& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::uint64_t covered = 0;
    for (detail::safetensors_entry const& entry : entries) {
        if (entry.begin != covered)
            entry.where.fail(detail::join(
                {"the tensor starts at ", entry.begin, ", not at ", covered, " where the one before it ends"}));
        if (entry.end > reader.remaining())
            entry.where.fail("the tensor ends outside the file");
        covered = entry.end;
        std::shared_ptr<std::byte> const bytes(file, file.get() + data + entry.begin);
        result.tensors.emplace(entry.name, detail::make_safetensor(entry, bytes));
    }
    if (covered != reader.remaining())
        raise_at_byte(data + covered, "safetensors: bytes that belong to no tensor");
    return result;
}

GRAFT_INLINE safetensors read_safetensors(std::string const& path) {
    mapped_file const file(path);
    return read_safetensors(file.data(), file.bytes().size());
}

} // namespace graft
