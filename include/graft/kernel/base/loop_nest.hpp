#pragma once

#include <graft/core/error.hpp>
#include <graft/core/tensor.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail {

/// The loops over one index space that several strided operands share, in as few dimensions as
/// possible.
///
/// Add the operands, call `simplify`, then walk the rows. No allocation.
class loop_nest {
public:
    static constexpr std::size_t max_rank = 64, max_operands = 6;

    /// The index space of these sizes; `op` is who errors name.
    loop_nest(std::string_view op, graft::view<std::int64_t const> sizes) : op_(op), rank_(sizes.size()) {
        if (rank_ > max_rank)
            raise(errc::unsupported, op, " takes tensors of at most ", max_rank, " dimensions");
        for (std::size_t d = 0; d < rank_; ++d) {
            size_[d] = sizes[d];
            empty_ = empty_ || sizes[d] == 0;
        }
    }

    /// Adds an operand; its sizes are aligned to the right and broadcast to the space.
    void add(std::byte* data, std::size_t element_bytes, graft::view<std::int64_t const> sizes,
             graft::view<std::int64_t const> strides) {
        auto const bytes = static_cast<std::int64_t>(element_bytes);
        auto const missing = static_cast<std::ptrdiff_t>(rank_) - std::ssize(sizes);
        if (missing < 0)
            raise(errc::invalid_argument, op_, ": an operand of ", sizes.size(), " dimensions does not broadcast to ",
                  rank_);
        operand& o = operands_[count_++];
        o.data = data;
        o.bytes = bytes;
        std::fill_n(o.stride.begin(), missing, 0);
        for (std::size_t i = 0, d = static_cast<std::size_t>(missing); d < rank_; ++i, ++d) {
            if (sizes[i] != size_[d] && sizes[i] != 1)
                raise(errc::invalid_argument, op_, ": the size ", sizes[i], " of an operand does not broadcast to ",
                      size_[d], " at dimension ", d);
            // The strides of nothing may be anything.
            o.stride[d] = sizes[i] == 1 || empty_ ? 0 : strides[i] * bytes;
        }
    }

    void add(tensor const& t) { add(t.data(), t.element_size(), t.sizes(), t.strides()); }

    /// True if the two operands touch a common range of addresses.
    [[nodiscard]] bool overlap(std::size_t a, std::size_t b) const {
        return !empty_ && operands_[a].data < end_of(b) && operands_[b].data < end_of(a);
    }

    /// Orders the loops so that `primary` walks through memory, and merges those that are one.
    void simplify(std::size_t primary = 0) {
        if (empty_)
            return;
        drop_single_steps();
        sort(primary);
        std::size_t last = 0;
        for (std::size_t d = 1; d < rank_; ++d) {
            if (mergeable(last, d)) {
                size_[d] *= size_[last];
                move_loop(d, last);
            } else {
                move_loop(d, ++last);
            }
        }
        rank_ = last + 1;
    }

    /// Makes the loop in which operand `k` walks through memory the last but one; false if there is none but the last.
    [[nodiscard]] bool pull_dense(std::size_t k) {
        for (std::size_t d = 0; d + 1 < rank_ && !empty_; ++d)
            if (operands_[k].stride[d] == operands_[k].bytes) {
                for (; d + 2 < rank_; ++d)
                    swap_loops(d, d + 1);
                return true;
            }
        return false;
    }

    /// True if there are two loops or more.
    [[nodiscard]] bool has_planes() const { return rank_ > 1 && !empty_; }

    /// How many rows a plane has, which is what the last two loops walk through.
    [[nodiscard]] std::int64_t plane_rows() const { return size_[rank_ - 2]; }

    /// Bytes from one row of a plane to the next.
    [[nodiscard]] std::int64_t plane_stride(std::size_t k) const { return operands_[k].stride[rank_ - 2]; }

    /// How many elements a row has.
    [[nodiscard]] std::int64_t row_size() const { return size_[rank_ - 1]; }

    /// Bytes from one element of a row to the next.
    [[nodiscard]] std::int64_t row_stride(std::size_t k) const { return operands_[k].stride[rank_ - 1]; }

    /// True if the operand's row is dense; so is every row of one element.
    [[nodiscard]] bool dense_row(std::size_t k) const { return row_stride(k) == operands_[k].bytes || row_size() == 1; }

    /// Calls `f(at)` for every row with the address of each operand's first element.
    template <class F>
    void for_each_row(F&& f) const {
        walk(rank_ - 1, f);
    }

    /// Calls `f(at)` for every plane with the address of each operand's first element; there must be two loops or more.
    template <class F>
    void for_each_plane(F&& f) const {
        walk(rank_ - 2, f);
    }

private:
    struct operand {
        std::byte* data;
        std::int64_t bytes;
        std::array<std::int64_t, max_rank> stride;
    };

    /// Calls `f(at)` at every index of the first `loops` loops.
    template <class F>
    void walk(std::size_t loops, F&& f) const {
        if (empty_)
            return;
        std::array<std::byte*, max_operands> at{};
        for (std::size_t k = 0; k < count_; ++k)
            at[k] = operands_[k].data;
        std::array<std::int64_t, max_rank> index;
        std::fill_n(index.begin(), loops, 0);
        for (;;) {
            f(static_cast<std::byte* const*>(at.data()));
            std::size_t d = loops;
            while (d > 0 && ++index[d - 1] == size_[d - 1]) {
                --d;
                index[d] = 0;
                for (std::size_t k = 0; k < count_; ++k)
                    at[k] -= operands_[k].stride[d] * (size_[d] - 1);
            }
            if (d == 0)
                return;
            for (std::size_t k = 0; k < count_; ++k)
                at[k] += operands_[k].stride[d - 1];
        }
    }

    [[nodiscard]] std::byte* end_of(std::size_t k) const {
        operand const& o = operands_[k];
        std::byte* end = o.data + o.bytes;
        for (std::size_t d = 0; d < rank_; ++d)
            end += o.stride[d] * (size_[d] - 1);
        return end;
    }

    /// Leaves at least one loop.
    void drop_single_steps() {
        std::size_t kept = 0;
        for (std::size_t d = 0; d < rank_; ++d)
            if (size_[d] != 1)
                move_loop(d, kept++);
        if (kept == 0) {
            size_[0] = 1;
            for (std::size_t k = 0; k < count_; ++k)
                operands_[k].stride[0] = 0;
            kept = 1;
        }
        rank_ = kept;
    }

    /// Insertion sort, so that loops nobody has an opinion about stay in order.
    void sort(std::size_t primary) {
        for (std::size_t i = 1; i < rank_; ++i)
            for (std::size_t d = i; d > 0 && inner_first(primary, d - 1, d); --d)
                swap_loops(d - 1, d);
    }

    /// True if loop `outer` should be inside of loop `inner`: the primary decides, then the
    /// others.
    [[nodiscard]] bool inner_first(std::size_t primary, std::size_t outer, std::size_t inner) const {
        for (std::size_t i = 0; i < count_; ++i) {
            operand const& o = operands_[(primary + i) % count_];
            if (o.stride[outer] != o.stride[inner] && o.stride[outer] != 0 && o.stride[inner] != 0)
                return o.stride[outer] < o.stride[inner];
        }
        return false;
    }

    [[nodiscard]] bool mergeable(std::size_t outer, std::size_t inner) const {
        return std::all_of(operands_.begin(), operands_.begin() + static_cast<std::ptrdiff_t>(count_),
                           [&](operand const& o) { return o.stride[outer] == o.stride[inner] * size_[inner]; });
    }

    void swap_loops(std::size_t a, std::size_t b) {
        std::swap(size_[a], size_[b]);
        for (std::size_t k = 0; k < count_; ++k)
            std::swap(operands_[k].stride[a], operands_[k].stride[b]);
    }

    void move_loop(std::size_t from, std::size_t to) {
        size_[to] = size_[from];
        for (std::size_t k = 0; k < count_; ++k)
            operands_[k].stride[to] = operands_[k].stride[from];
    }

    std::string_view op_;
    std::size_t rank_ = 0, count_ = 0;
    bool empty_ = false;
    std::array<std::int64_t, max_rank> size_;
    std::array<operand, max_operands> operands_;
};

} // namespace graft::detail
