#pragma once

#include <graft/config.hpp>
#include <graft/core/storage.hpp>
#include <graft/io/file/mapped_file.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/view.hpp>

#include <string>

namespace graft {

/// Reads a program of ExecuTorch, whose tensors refer to these bytes. Every offset, index and size is checked: what a
/// damaged file says is an error.
[[nodiscard]] GRAFT_INLINE pte_program read_pte(storage file);

/// Reads a program of ExecuTorch from a file, which is mapped; what a damaged file says is an error.
[[nodiscard]] inline pte_program read_pte(std::string const& path) {
    mapped_file const file(path);
    return read_pte(storage(file.data(), file.bytes().size()));
}

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/error.hpp>
#    include <graft/io/pte/check.hpp>
#    include <graft/io/pte/detail/plan_reader.hpp>
#    include <graft/io/pte/header.hpp>
#    include <graft/io/pte/layout.hpp>
#    include <graft/io/pte/detail/table.hpp>
#    include <graft/meta/vec.hpp>

#    include <algorithm>
#    include <cstddef>
#    include <cstdint>
#    include <cstring>
#    include <memory>
#    include <utility>

namespace graft {
namespace detail {

/// Reads a program whose bytes stay where they are.
class pte_reader {
public:
    explicit pte_reader(storage file) : file_(std::move(file)) {}

    [[nodiscard]] pte_program read() {
        view<std::byte const> const all(file_.data(), file_.size());
        if (auto const found = read_pte_header(all))
            header_ = *found;
        else
            header_.program_size = all.size();
        pte_table const root = verify_pte_tables(all.first(static_cast<std::size_t>(header_.program_size)));
        pte_program program;
        program.version = root.number<std::uint32_t>(pte::program::version);
        if (program.version != 0)
            raise(errc::unsupported, "the program has version ", program.version,
                  " of the format, which is newer than 0, the newest that is read");
        read_segments(root);
        vec<storage> const inline_data = vectors(root, pte::program::delegate_data);
        pte_plan_reader plans(inline_data, segments_, 16 * header_.program_size);
        program.buffers = constants(root, plans);
        for (std::size_t i = 0; i < root.count(pte::program::mutable_segments); ++i)
            program.mutable_buffers.push_back(parts(root.table_at(pte::program::mutable_segments, i), plans));
        for (std::size_t i = 0; i < root.count(pte::program::named_data); ++i) {
            pte_table const named = root.table_at(pte::program::named_data, i);
            program.named_data.push_back({plans.text(named, pte::named_data::key),
                                          segment(named.number<std::uint32_t>(pte::named_data::segment))});
        }
        program.plans = plans.all<pte_plan>(root, pte::program::plans, [&](pte_table t) { return plans.read(t); });
        check_pte(program);
        return program;
    }

private:
    // Bytes of the file, which keep all of it.
    [[nodiscard]] storage part(std::uint64_t offset, std::uint64_t size) const {
        return {std::shared_ptr<std::byte>(file_.owner(), file_.data() + offset), static_cast<std::size_t>(size)};
    }

    void read_segments(pte_table root) {
        for (std::size_t i = 0; i < root.count(pte::program::segments); ++i) {
            pte_table const t = root.table_at(pte::program::segments, i);
            auto const offset = t.number<std::uint64_t>(pte::segment::offset),
                       size = t.number<std::uint64_t>(pte::segment::size);
            if (offset > header_.segment_data_size || size > header_.segment_data_size - offset)
                raise(errc::file, "segment ", i, " of the program, ", size, " bytes from ", offset,
                      ", lies outside of the ", header_.segment_data_size, " bytes of all segments");
            segments_.push_back(part(header_.segment_base_offset + offset, size));
        }
    }

    [[nodiscard]] storage segment(std::uint32_t index) const {
        if (index >= segments_.size())
            raise(errc::file, "the program names segment ", index, " of ", segments_.size());
        return segments_[index];
    }

    // The byte vectors of the tables of a vector.
    [[nodiscard]] vec<storage> vectors(pte_table root, std::uint8_t field) const {
        vec<storage> found;
        for (std::size_t i = 0; i < root.count(field); ++i) {
            auto const bytes = root.table_at(field, i).bytes(pte::buffer::bytes);
            auto const offset = static_cast<std::uint64_t>(bytes.empty() ? 0 : bytes.data() - file_.data());
            found.push_back(part(offset, bytes.size()));
        }
        return found;
    }

    // The parts of a segment: each goes on to where the next one begins.
    [[nodiscard]] vec<storage> parts(pte_table t, pte_plan_reader& reader) const {
        auto const offsets = reader.numbers<std::uint64_t>(t, pte::subsegments::offsets);
        if (offsets.empty())
            return {};
        storage const whole = segment(t.number<std::uint32_t>(pte::subsegments::segment));
        for (std::size_t i = 0; i < offsets.size(); ++i)
            if (offsets[i] > whole.size())
                raise(errc::file, "data ", i, " of a segment of ", whole.size(), " bytes begins at ", offsets[i]);
        vec<std::uint64_t> ends = offsets;
        ends.push_back(whole.size());
        std::sort(ends.begin(), ends.end());
        vec<storage> found;
        for (std::uint64_t const offset : offsets) {
            auto const end = std::upper_bound(ends.begin(), ends.end(), offset);
            std::uint64_t const size = end == ends.end() ? 0 : *end - offset;
            found.emplace_back(std::shared_ptr<std::byte>(whole.owner(), whole.data() + offset),
                               static_cast<std::size_t>(size));
        }
        return found;
    }

    // Constants lie in a segment, in old files among the tables. The first stands for none.
    [[nodiscard]] vec<storage> constants(pte_table root, pte_plan_reader& reader) const {
        vec<storage> found = parts(root.table(pte::program::constant_segment), reader);
        if (found.empty())
            found = vectors(root, pte::program::constant_buffers);
        if (!found.empty())
            found.front() = {};
        return found;
    }

    storage file_;
    pte_header header_;
    vec<storage> segments_;
};

} // namespace detail

GRAFT_INLINE pte_program read_pte(storage file) {
    if (reinterpret_cast<std::uintptr_t>(file.data()) % 16 != 0) {
        storage const aligned = storage::allocate(file.size());
        std::memcpy(aligned.data(), file.data(), file.size());
        file = aligned;
    }
    return detail::pte_reader(std::move(file)).read();
}

} // namespace graft
#endif
