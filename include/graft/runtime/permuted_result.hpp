#pragma once

#include <graft/config.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/shape.hpp>
#include <graft/core/tensor.hpp>
#include <graft/kernel/base/copy.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/substitute.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <optional>

namespace graft::detail {

/// What sizes or strides are for these values of symbols; nothing where one depends on others.
[[nodiscard]] GRAFT_INLINE std::optional<dim_vector> known_numbers(view<sym_int const> numbers,
                                                                   sym_bindings const& bindings);

/// The strides of a value whose elements lie densely, but in another order than row by row, as PyTorch's results do
/// where operands are permuted, or, if `gaps` count, with gaps between them, as those of `select_scatter` do where its
/// operand has gaps. Nothing for any other value, and where sizes and strides do not fit each other.
[[nodiscard]] GRAFT_INLINE std::optional<dim_vector> permuted_strides(tensor_spec const& spec, dim_vector const& sizes,
                                                                      sym_bindings const& bindings = {},
                                                                      bool gaps = false);

/// A new tensor, row by row, in a storage that has room for elements of these strides.
[[nodiscard]] inline tensor with_room(dim_vector const& sizes, dtype d, std::optional<dim_vector> const& strides) {
    if (!strides)
        return tensor::empty(sizes, d);
    return tensor::empty({element_span(sizes, *strides)}, d).as_strided(sizes, contiguous_strides(sizes), 0);
}

/// A copy whose elements lie so.
[[nodiscard]] inline tensor with_strides(tensor const& t, dim_vector const& strides) {
    tensor made = with_room(t.sizes(), t.dtype(), strides).as_strided(t.sizes(), strides, 0);
    kernel::copy(t, made);
    return made;
}

/// The results of one call that are to lie in another order than row by row, which is how kernels write them.
class permuted_results {
public:
    /// Says that result `i`, which lies in `made`, where there is room, has these strides; a kernel may write it row by
    /// row to what is returned.
    tensor add(std::size_t i, tensor const& made, dim_vector strides);

    /// The results that others see, for those of the kernel.
    [[nodiscard]] vec<tensor> shown(vec<tensor> results) const {
        for (std::size_t i = 0; i < strides_.size() && i < results.size(); ++i)
            if (strides_[i])
                results[i] = shown_[i];
        return results;
    }

    /// Gives them what the kernel has written.
    void take(vec<tensor> const& results) const {
        for (std::size_t i = 0; i < strides_.size() && i < results.size(); ++i)
            if (tensor to = shown_[i]; strides_[i])
                kernel::copy(results[i], to);
    }

    /// Of an op that shows an argument or makes a new tensor: what is new lies as it should. `is_shown(t)` is true of what
    /// shares memory with an argument.
    template <class IsShown>
    void lay_out(vec<tensor>& results, IsShown const& is_shown) const {
        for (std::size_t i = 0; i < strides_.size() && i < results.size(); ++i)
            if (tensor& t = results[i]; strides_[i] && t.defined() && t.dim() == strides_[i]->size() &&
                                        !(t.strides() == *strides_[i]) && !is_shown(t))
                t = with_strides(t, *strides_[i]);
    }

private:
    vec<std::optional<dim_vector>> strides_; // by result; empty where all lie row by row
    vec<tensor> shown_;
};

} // namespace graft::detail

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/checked.hpp>

#    include <algorithm>
#    include <cstdint>
#    include <functional>
#    include <utility>

namespace graft::detail {

GRAFT_INLINE std::optional<dim_vector> known_numbers(view<sym_int const> numbers, sym_bindings const& bindings) {
    dim_vector values;
    for (sym_int const& number : numbers) {
        sym_int const known = substitute(number, bindings);
        if (known.is_symbolic())
            return std::nullopt;
        values.push_back(known.value());
    }
    return values;
}

GRAFT_INLINE std::optional<dim_vector> permuted_strides(tensor_spec const& spec, dim_vector const& sizes,
                                                        sym_bindings const& bindings, bool gaps) {
    if (spec.strides.size() != sizes.size() || numel(sizes) < 2)
        return std::nullopt;
    std::optional<dim_vector> known = known_numbers(spec.strides, bindings);
    if (!known)
        return std::nullopt;
    dim_vector& strides = *known;
    vec<std::size_t> order; // of dimensions with more than one element, from the innermost
    for (std::size_t d = sizes.size(); d-- > 0;)
        if (sizes[d] != 1)
            order.push_back(d);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
    std::int64_t dense = 1;
    bool row_major = std::is_sorted(order.begin(), order.end(), std::greater{});
    for (std::size_t const d : order) {
        if (strides[d] < dense || (strides[d] != dense && !gaps))
            return std::nullopt;
        row_major = row_major && strides[d] == dense;
        dense = checked_mul(strides[d], sizes[d]);
    }
    return row_major ? std::nullopt : std::move(known);
}

GRAFT_INLINE tensor permuted_results::add(std::size_t i, tensor const& made, dim_vector strides) {
    if (strides_.size() <= i) {
        strides_.resize(i + 1);
        shown_.resize(i + 1);
    }
    shown_[i] = made.as_strided(made.sizes(), strides, made.storage_offset());
    strides_[i] = std::move(strides);
    return tensor::empty(made.sizes(), made.dtype());
}

} // namespace graft::detail
#endif
