#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/element.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/meta/view.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The dimensions of a tensor with the marked ones at the end.
[[nodiscard]] inline dim_vector marked_last(scratch_vector<bool> const& marked) {
    dim_vector order;
    for (bool const last : {false, true})
        for (std::size_t d = 0; d < marked.size(); ++d)
            if (marked[d] == last)
                order.push_back(static_cast<std::int64_t>(d));
    return order;
}

/// One mark for each dimension, at this one; a number counts as a vector.
[[nodiscard]] inline scratch_vector<bool> mark_dim(std::size_t rank, std::int64_t dim) {
    scratch_vector<bool> marked(rank, false);
    std::size_t const d = wrap_dim(dim, rank);
    if (rank != 0)
        marked[d] = true;
    return marked;
}

/// The elements of a tensor as dense rows of `T`: what the marked dimensions span is one row.
template <element T>
class dense_rows {
public:
    dense_rows(tensor const& self, scratch_vector<bool> const& marked) {
        for (std::size_t d = 0; d < self.dim(); ++d) {
            std::int64_t& size = marked[d] ? length_ : count_;
            size = checked_mul(size, self.sizes()[d]);
        }
        elements_ = as_dense(kernel::permute(self, marked_last(marked)), dtype_of<T>);
        data_ = elements_.template data<T>();
    }

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] std::int64_t length() const { return length_; }
    [[nodiscard]] graft::view<T const> operator[](std::int64_t i) const {
        return {data_ + i * length_, static_cast<std::size_t>(length_)};
    }

private:
    tensor elements_;
    T const* data_ = nullptr;
    std::int64_t count_ = 1, length_ = 1;
};

/// Dense rows that `finish` brings to a result, of which the marked dimensions span a row: its own where these are
/// dense. The result does not overlap an argument.
template <element T>
class row_results {
public:
    row_results(tensor& out, scratch_vector<bool> const& marked)
        : to_(kernel::permute(out, marked_last(marked))), rows_(to_), data_(rows_.data()) {
        for (std::size_t d = 0; d < out.dim(); ++d)
            length_ *= marked[d] ? out.sizes()[d] : 1;
    }

    [[nodiscard]] graft::view<T> operator[](std::int64_t i) const {
        return {data_ + i * length_, static_cast<std::size_t>(length_)};
    }
    void finish() { rows_.finish(); }

private:
    tensor to_;
    dense_result<T> rows_;
    T* data_;
    std::int64_t length_ = 1;
};

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
