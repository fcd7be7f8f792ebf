#pragma once

#include <graft/config.hpp>
#include <graft/core/storage.hpp>
#include <graft/io/pte/program.hpp>
#include <graft/meta/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graft {

/// How a program file is laid out.
struct pte_write_options {
    std::uint64_t segment_alignment = 128; ///< of each segment in the file, in bytes
    std::uint64_t tensor_alignment = 16;   ///< of each constant within its segment
};

/// The bytes of a program file, which `read_pte` reads as the same program. A program with an index to nothing is an
/// error.
[[nodiscard]] GRAFT_INLINE std::string to_bytes(pte_program const& program, pte_write_options const& options = {});

/// Writes a program file; by name it ends in `.pte`.
GRAFT_INLINE void write_pte(std::string const& path, pte_program const& program, pte_write_options const& options = {});

} // namespace graft

#if defined(GRAFT_IO_BODIES)
#    include <graft/core/checked.hpp>
#    include <graft/core/error.hpp>
#    include <graft/io/pte/check.hpp>
#    include <graft/io/pte/detail/plan_writer.hpp>
#    include <graft/io/pte/header.hpp>

#    include <cstring>
#    include <fstream>

namespace graft {
namespace detail {

/// Puts the bytes of a program into segments and its methods into tables.
class pte_writer {
public:
    pte_writer(pte_program const& program, pte_write_options const& options);

    [[nodiscard]] std::string write();

private:
    using table_offset = pte_builder::table_offset;

    // Bytes as a new segment; its number.
    std::uint32_t add_segment(storage const& s) {
        std::string_view const bytes(reinterpret_cast<char const*>(s.data()), s.size());
        return begin_segment(), data_ += bytes, end_segment();
    }
    void begin_segment() {
        data_.resize(static_cast<std::size_t>(round_up(data_.size(), options_.segment_alignment)));
        starts_.push_back(data_.size());
    }
    std::uint32_t end_segment() {
        sizes_.push_back(data_.size() - starts_.back());
        return static_cast<std::uint32_t>(starts_.size() - 1);
    }

    // Several buffers as the parts of one segment.
    table_offset parts(vec<storage> const& buffers);

    std::string finish(vec<table_offset> const& plans, table_offset constant, vec<table_offset> const& changing,
                       vec<table_offset> const& named);

    // The header goes between the identifier and the rest, which moves the root by its size.
    std::string with_header(std::string tables) const;

    pte_program const* program_;
    pte_write_options options_;
    pte_builder out_;
    std::string data_; // of all segments
    vec<std::size_t> starts_, sizes_;
};

GRAFT_INLINE pte_writer::pte_writer(pte_program const& program, pte_write_options const& options)
    : program_(&program), options_(options) {
    for (std::uint64_t const alignment : {options.segment_alignment, options.tensor_alignment})
        if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment > 1u << 16)
            raise(errc::invalid_argument, "an alignment of a program file is a power of two up to 65536, not ",
                  alignment);
}

GRAFT_INLINE std::string pte_writer::write() {
    vec<table_offset> changing, named, plans;
    // ExecuTorch wants a segment of constants even where there are none.
    table_offset const constant = parts(program_->buffers.empty() ? vec<storage>(1) : program_->buffers);
    for (auto const& buffers : program_->mutable_buffers)
        changing.push_back(parts(buffers));
    for (pte_named_data const& d : program_->named_data) {
        auto const key = out_.text(d.key);
        named.push_back(out_.table([&] {
            out_.put(pte::named_data::key, key);
            out_.put(pte::named_data::segment, add_segment(d.data));
        }));
    }
    pte_plan_writer writer(out_, [this](storage const& s) { return add_segment(s); });
    for (pte_plan const& plan : program_->plans)
        plans.push_back(writer.write(plan));
    return finish(plans, constant, changing, named);
}

GRAFT_INLINE pte_writer::table_offset pte_writer::parts(vec<storage> const& buffers) {
    vec<std::uint64_t> offsets;
    begin_segment();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        std::uint64_t const used = data_.size() - starts_.back();
        data_.resize(static_cast<std::size_t>(starts_.back() + round_up(used, options_.tensor_alignment)));
        offsets.push_back(i == 0 ? 0 : data_.size() - starts_.back());
        data_.append(reinterpret_cast<char const*>(buffers[i].data()), buffers[i].size());
    }
    std::uint32_t const number = end_segment();
    auto const list = out_.numbers(offsets);
    return out_.table([&] {
        out_.put(pte::subsegments::segment, number);
        out_.put(pte::subsegments::offsets, list);
    });
}

GRAFT_INLINE std::string pte_writer::finish(vec<table_offset> const& plans, table_offset constant,
                                            vec<table_offset> const& changing, vec<table_offset> const& named) {
    vec<table_offset> segments;
    for (std::size_t i = 0; i < starts_.size(); ++i)
        segments.push_back(out_.table([&] {
            out_.put(pte::segment::offset, std::uint64_t{starts_[i]});
            out_.put(pte::segment::size, std::uint64_t{sizes_[i]});
        }));
    auto const all_plans = out_.tables(plans), all_segments = out_.tables(segments),
               all_changing = out_.tables(changing), all_named = out_.tables(named);
    std::string tables = out_.finish(out_.table([&] {
        out_.put(pte::program::version, program_->version);
        out_.put(pte::program::plans, all_plans);
        out_.put(pte::program::segments, all_segments);
        out_.put(pte::program::constant_segment, constant);
        if (!changing.empty())
            out_.put(pte::program::mutable_segments, all_changing);
        if (!named.empty())
            out_.put(pte::program::named_data, all_named);
    }));
    return with_header(std::move(tables));
}

GRAFT_INLINE std::string pte_writer::with_header(std::string tables) const {
    std::uint32_t root = 0;
    std::memcpy(&root, tables.data(), sizeof root);
    root += static_cast<std::uint32_t>(pte_header::size);
    std::memcpy(tables.data(), &root, sizeof root);
    pte_header header;
    header.program_size = tables.size() + pte_header::size;
    header.segment_base_offset = round_up(header.program_size, options_.segment_alignment);
    header.segment_data_size = data_.size();
    tables.insert(pte_header::position, to_bytes(header));
    tables.resize(static_cast<std::size_t>(header.segment_base_offset));
    return tables + data_;
}

} // namespace detail

GRAFT_INLINE std::string to_bytes(pte_program const& program, pte_write_options const& options) {
    check_pte(program);
    return detail::pte_writer(program, options).write();
}

GRAFT_INLINE void write_pte(std::string const& path, pte_program const& program, pte_write_options const& options) {
    std::string const bytes = to_bytes(program, options);
    std::ofstream out(path, std::ios::binary);
    if (!out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())) || !out.flush())
        raise(errc::file, "cannot write '", path, "'");
}

} // namespace graft
#endif
