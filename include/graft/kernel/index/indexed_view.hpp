#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/kernel/base/dense.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/base/loop.hpp>
#include <graft/kernel/base/loop_nest.hpp>
#include <graft/kernel/base/operand.hpp>
#include <graft/kernel/base/view.hpp>
#include <graft/kernel/index/index.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// `size` elements of a tensor, `plain_step` bytes apart, beside those that a view picks, which are `picked_step` bytes
/// apart: a part of a slice, or each as many units, of bytes, behind its place as an offset says.
struct indexed_row {
    std::int64_t size;
    std::byte* plain;
    std::int64_t plain_step;
    std::byte* picked;
    std::int64_t picked_step;
    std::int64_t const* offset; // none in a slice
    std::int64_t offset_step, unit;

    /// Calls `f(plain, picked)` with the addresses of elements of so many bytes.
    template <std::int64_t Bytes, class F>
    void for_each(F f) const {
        std::byte *one = plain, *place = picked;
        std::int64_t const* at = offset;
        std::int64_t const n = size, step = offset_step, each = unit;
        if (at == nullptr)
            for (std::int64_t i = 0; i < n; ++i, one += plain_step, place += picked_step)
                f(one, place);
        else if (plain_step == Bytes && picked_step == 0 && step == 1 && each == Bytes) // along a dense row
            for (std::int64_t i = 0; i < n; ++i)
                f(one + i * Bytes, place + at[i] * Bytes);
        else
            for (std::int64_t i = 0; i < n; ++i, one += plain_step, place += picked_step, at += step)
                f(one, place + *at * each);
    }
};

/// Elements of a tensor picked by indices: each lies `offset` elements behind an element of a
/// strided base; base and offsets broadcast to the sizes of the view.
class indexed_view {
public:
    /// A number as a vector of one element.
    [[nodiscard]] static tensor at_least_1d(tensor const& t) { return t.dim() == 0 ? kernel::unsqueeze(t, 0) : t; }

    /// `self[..., index[i, j, ...], ...]` along a dimension, in the sizes of the index, which
    /// has as many dimensions as `self`.
    [[nodiscard]] static indexed_view along(std::string_view op, tensor const& self, std::int64_t dim,
                                            tensor const& index) {
        tensor const from = at_least_1d(self), positions = at_least_1d(index);
        std::size_t const d = wrap_dim(dim, from.dim());
        if (positions.numel() != 0 && positions.dim() != from.dim())
            raise(errc::invalid_argument, op, ": the index has ", index.dim(), " dimensions, the argument ",
                  self.dim());
        dim_vector strides = from.strides();
        for (std::size_t i = 0; i < from.dim() && positions.numel() != 0; ++i)
            if (i != d && positions.sizes()[i] > from.sizes()[i])
                raise(errc::invalid_argument, op, ": the index is larger than the argument in dimension ", i);
        strides[d] = 0;
        indexed_view view(op, from, positions.sizes());
        if (positions.numel() == 0) {
            // Indices that are none may be of any dtype.
            view.strides_.assign(positions.dim(), 0);
            view.offsets_ = tensor::empty(positions.sizes(), dtype::i64);
            return view;
        }
        view.strides_ = std::move(strides);
        view.add_offsets(as_indices(op, positions), from.sizes()[d], from.strides()[d], false);
        return view;
    }

    /// The slices of a dimension at the indices, a vector or number.
    [[nodiscard]] static indexed_view slices(std::string_view op, tensor const& self, std::int64_t dim,
                                             tensor const& index) {
        if (index.dim() > 1)
            raise(errc::invalid_argument, op, ": the index must be a vector, not of ", index.dim(), " dimensions");
        tensor const from = at_least_1d(self);
        std::size_t const d = wrap_dim(dim, from.dim());
        dim_vector sizes = from.sizes(), lined(from.dim(), 1);
        lined[d] = sizes[d] = index.numel();
        indexed_view view(op, from, std::move(sizes));
        view.strides_ = from.strides();
        view.strides_[d] = 0;
        tensor const positions = as_indices(op, index).view(std::move(lined));
        view.add_offsets(positions, from.sizes()[d], from.strides()[d], false);
        return view;
    }

    /// `self[indices]`, of which None stands for a whole dimension and a mask for the indices
    /// of its true elements; negative indices count from the end.
    [[nodiscard]] static indexed_view of_indices(std::string_view op, tensor const& self,
                                                 graft::view<tensor const* const> indices);

    [[nodiscard]] dim_vector const& sizes() const { return sizes_; }

    /// Calls `f(row)` for the rows of the view beside those of a tensor of its sizes, or one that broadcasts to them.
    template <class F>
    void for_each_row(kernel::operand plain, F&& f) const {
        loop_nest nest(op_, sizes_);
        nest.add(plain.data(), element_size(plain.dtype()), plain.sizes(), plain.strides());
        nest.add(self_.data(), self_.element_size(), sizes_, strides_);
        nest.add(offsets_);
        nest.simplify();
        std::int64_t const unit = unit_ * static_cast<std::int64_t>(self_.element_size());
        nest.for_each_row([&](std::byte* const* at) {
            auto const* const offset = reinterpret_cast<std::int64_t const*>(at[2]);
            bool const slice = nest.row_stride(2) == 0;
            f(indexed_row{nest.row_size(), at[0], nest.row_stride(0), at[1] + (slice ? *offset * unit : 0),
                          nest.row_stride(1), slice ? nullptr : offset,
                          nest.row_stride(2) / static_cast<std::int64_t>(sizeof(std::int64_t)), unit});
        });
    }

private:
    indexed_view(std::string_view op, tensor self, dim_vector sizes)
        : op_(op), self_(std::move(self)), sizes_(std::move(sizes)) {}

    /// Adds index * stride; the indices are dense i64, and broadcast with those before.
    void add_offsets(tensor const& indices, std::int64_t size, std::int64_t stride, bool from_end) {
        std::int64_t const n = indices.numel();
        auto const* const index = indices.data<std::int64_t>();
        // Indices are read where they lie if nothing is to be added and what is written may not change them.
        auto const bytes = self_.numel() * static_cast<std::int64_t>(self_.element_size());
        bool const apart =
            reinterpret_cast<std::byte const*>(index + n) <= self_.data() || self_.data() + bytes <= indices.data();
        if (!offsets_.defined() && apart && all_inside(n, index, size)) {
            offsets_ = indices;
            unit_ = stride;
            return;
        }
        // As in PyTorch indices may be any where nothing is picked.
        bool const picks = std::ranges::find(sizes_, 0) == sizes_.end();
        tensor added = tensor::empty(indices.sizes(), dtype::i64);
        auto* const offset = added.data<std::int64_t>();
        constexpr std::int64_t block = 1024;
        for (std::int64_t begin = 0; begin < n; begin += block) {
            std::int64_t const count = std::min(block, n - begin);
            auto* const to = offset + begin;
            element_loop([=](std::int64_t at) { return from_end && at < 0 ? at + size : at; }, count, to,
                         index + begin);
            if (picks && !all_inside(count, to, size))
                for (std::int64_t i = 0; i < count; ++i)
                    require_index(op_, to[i], size);
            update_loop([each = picks ? stride : 0](std::int64_t at) { return at * each; }, count, to);
        }
        if (!offsets_.defined()) {
            offsets_ = added;
            return;
        }
        tensor sum = tensor::empty(broadcast_sizes(offsets_.sizes(), added.sizes()), dtype::i64);
        kernel::copy(offsets_, sum);
        tensor wide = tensor::empty(sum.sizes(), dtype::i64);
        kernel::copy(added, wide);
        update_loop([unit = unit_](std::int64_t a, std::int64_t b) { return a * unit + b; }, sum.numel(),
                    sum.data<std::int64_t>(), wide.data<std::int64_t>());
        offsets_ = sum;
        unit_ = 1;
    }

    std::string_view op_;
    tensor self_, offsets_;
    std::int64_t unit_ = 1; // how many elements an offset counts
    dim_vector sizes_, strides_;
};

/// Where the elements are that are not zero, in row-major order.
[[nodiscard]] inline scratch_vector<std::int64_t> set_places(tensor const& self) {
    tensor const flags = truths_of(self);
    auto const* const flag = reinterpret_cast<std::uint8_t const*>(flags.data());
    std::int64_t const count = std::count_if(flag, flag + flags.numel(), [](std::uint8_t f) { return f != 0; });
    scratch_vector<std::int64_t> places(static_cast<std::size_t>(count) + 1);
    std::int64_t* const to = places.data();
    std::size_t found = 0;
    for (std::int64_t i = 0, n = flags.numel(); i < n; ++i) { // without a branch on a flag
        to[found] = i;
        found += flag[i] != 0;
    }
    places.pop_back();
    return places;
}

/// The coordinates of the elements that are not zero: one row for each, in row-major order.
[[nodiscard]] inline tensor nonzero_coordinates(tensor const& self) {
    scratch_vector<std::int64_t> const places = set_places(self);
    tensor const found = tensor::empty({std::ssize(places), static_cast<std::int64_t>(self.dim())}, dtype::i64);
    if (self.dim() == 0)
        return found;
    auto* at = found.data<std::int64_t>();
    std::size_t const last = self.dim() - 1;
    std::int64_t const width = self.sizes()[last];
    dim_vector row(last, 0);
    std::int64_t begin = 0; // the row of coordinates `row`
    for (std::int64_t const place : places) {
        if (place >= begin + width) {
            std::int64_t rest = place / width;
            begin = rest * width;
            for (std::size_t d = last; d-- > 0; rest /= self.sizes()[d])
                row[d] = rest % self.sizes()[d];
        }
        for (std::size_t d = 0; d < last; ++d)
            at[d] = row[d];
        at[last] = place - begin;
        at += self.dim();
    }
    return found;
}

inline indexed_view indexed_view::of_indices(std::string_view op, tensor const& self,
                                             graft::view<tensor const* const> indices) {
    // Masks become one index for each of their dimensions.
    scratch_vector<tensor> expanded;
    for (tensor const* const index : indices) {
        if (index == nullptr) {
            expanded.emplace_back();
        } else if (index->dtype() == dtype::boolean || index->dtype() == dtype::u8) {
            std::size_t const masked = expanded.size();
            for (std::size_t d = 0; d < index->dim(); ++d)
                if (masked + d >= self.dim() || index->sizes()[d] != self.sizes()[masked + d])
                    raise(errc::invalid_argument, op,
                          ": a mask does not have the sizes of the dimensions that it masks");
            tensor const coordinates = nonzero_coordinates(*index);
            for (std::size_t d = 0; d < index->dim(); ++d)
                expanded.push_back(kernel::select(coordinates, 1, static_cast<std::int64_t>(d)).contiguous());
        } else {
            expanded.push_back(as_indices(op, *index));
        }
    }
    if (expanded.size() > self.dim())
        raise(errc::invalid_argument, op, ": ", expanded.size(), " indices for a tensor of ", self.dim(),
              " dimensions");
    expanded.resize(self.dim());
    dim_vector common;
    std::size_t first = self.dim(), last = 0, count = 0;
    for (std::size_t d = 0; d < self.dim(); ++d)
        if (expanded[d].defined()) {
            common = broadcast_sizes(common, expanded[d].sizes());
            first = count++ == 0 ? d : first;
            last = d;
        }
    std::size_t const front = count != 0 && last + 1 - first == count ? first : 0;
    dim_vector sizes, strides;
    for (std::size_t d = 0; d < self.dim(); ++d)
        if (!expanded[d].defined()) {
            sizes.push_back(self.sizes()[d]);
            strides.push_back(self.strides()[d]);
        }
    auto const at = static_cast<std::ptrdiff_t>(front);
    std::size_t const behind = sizes.size() - front;
    sizes.insert(sizes.begin() + at, common.begin(), common.end());
    strides.insert(strides.begin() + at, common.size(), 0);
    indexed_view view(op, self, std::move(sizes));
    view.strides_ = std::move(strides);
    for (std::size_t d = 0; d < self.dim(); ++d)
        if (expanded[d].defined())
            view.add_offsets(expanded[d], self.sizes()[d], self.strides()[d], true);
    if (!view.offsets_.defined())
        view.offsets_ = tensor::zeros({}, dtype::i64);
    dim_vector lined = view.offsets_.sizes();
    lined.insert(lined.end(), behind, 1);
    view.offsets_ = view.offsets_.view(std::move(lined));
    return view;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
