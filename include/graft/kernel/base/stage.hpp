#pragma once

#include <graft/core/dtype.hpp>
#include <graft/kernel/base/convert.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// How a row of an operand lies in memory.
struct stored_row {
    graft::dtype dtype;
    std::int64_t stride; // in bytes
    bool is_dense;
};

/// One operand of a loop that is compiled for dense blocks of one dtype: either the memory
/// itself, or a buffer that is converted from it or to it.
///
/// Where `rounding` is given, values of other dtypes become values of it on the way, as in a
/// computation in that dtype: f16, bf16, or an integer in the place of i64.
class element_stage {
public:
    static constexpr std::int64_t block = 512;

    /// Prepares to read rows as elements of the dtype; memory that the loop also writes is
    /// buffered.
    void read(dtype computed, stored_row row, dtype rounding, bool written = false) {
        // A boolean is read through the buffer, which holds 0 and 1 only.
        bool const direct = !written && row.dtype != dtype::boolean;
        round_ = rounding_from(row.dtype, computed, rounding);
        prepare(computed, row, direct);
        convert_ = row_conversion(computed, round_ != nullptr ? rounding : row.dtype);
    }

    /// Prepares to write rows from elements of the dtype.
    void write(dtype computed, stored_row row, dtype rounding) {
        round_ = rounding_from(computed, row.dtype, rounding);
        prepare(computed, row, true);
        if (!is_in_place())
            convert_ = row_conversion(row.dtype, round_ != nullptr ? rounding : computed);
    }

    /// True if blocks may be as long as rows.
    [[nodiscard]] bool is_in_place() const { return in_place_; }

    /// The `n` elements of the row at `from` after the first `done`.
    [[nodiscard]] std::byte const* load(std::int64_t n, std::byte const* from, std::int64_t done) {
        if (in_place_)
            return from + done * bytes_;
        if (stride_ == 0 && held_ == from)
            return buffer_.data();
        held_ = from;
        move(n, buffer_.data(), bytes_, from + done * stride_, stride_);
        return buffer_.data();
    }

    /// The elements of rows of `n`, together a block at most, that are `step` bytes apart and begin at `from`.
    [[nodiscard]] std::byte const* load_rows(std::int64_t rows, std::int64_t n, std::byte const* from,
                                             std::int64_t step) {
        if (in_place_ && step == n * bytes_)
            return from;
        if (held_ == from && held_rows_ == rows)
            return buffer_.data();
        held_ = from;
        held_rows_ = rows;
        for (std::int64_t row = 0; row < rows; ++row)
            move(n, buffer_.data() + row * n * bytes_, bytes_, from + row * step, stride_);
        return buffer_.data();
    }

    /// Where the loop writes the elements of the row at `to` after the first `done`.
    [[nodiscard]] std::byte* target(std::byte* to, std::int64_t done) {
        return in_place_ ? to + done * bytes_ : buffer_.data();
    }

    /// Brings what the loop has written to the row.
    void store(std::int64_t n, std::byte* to, std::int64_t done) {
        if (!in_place_)
            move(n, to + done * stride_, stride_, buffer_.data(), bytes_);
    }

private:
    [[nodiscard]] row_function rounding_from(dtype from, dtype to, dtype rounding) {
        rounded_bytes_ = static_cast<std::int64_t>(element_size(rounding));
        bool const exact = rounding == dtype::undefined || from == rounding || to == rounding;
        return exact ? nullptr : row_conversion(rounding, from);
    }

    void prepare(dtype computed, stored_row row, bool direct) {
        bytes_ = static_cast<std::int64_t>(element_size(computed));
        stride_ = row.stride;
        in_place_ = direct && row.dtype == computed && row.is_dense && round_ == nullptr;
    }

    void move(std::int64_t n, std::byte* to, std::int64_t to_stride, std::byte const* from, std::int64_t from_stride) {
        if (round_ == nullptr) {
            convert_(n, to, to_stride, from, from_stride);
        } else {
            round_(n, rounded_.data(), rounded_bytes_, from, from_stride);
            convert_(n, to, to_stride, rounded_.data(), rounded_bytes_);
        }
    }

    row_function convert_ = nullptr, round_ = nullptr;
    std::int64_t stride_ = 0, bytes_ = 0, rounded_bytes_ = 0;
    bool in_place_ = true;
    std::byte const* held_ = nullptr; // the broadcast element that fills the buffer, or the first of its rows
    std::int64_t held_rows_ = 0;
    alignas(64) std::array<std::byte, block * 8> buffer_;
    alignas(64) std::array<std::byte, block * 8> rounded_;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
