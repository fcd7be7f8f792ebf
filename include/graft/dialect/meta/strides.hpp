#pragma once

#include <graft/config.hpp>
#include <graft/meta/vec.hpp>
#include <graft/meta/view.hpp>
#include <graft/symbolic/compare.hpp>
#include <graft/symbolic/divide.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstddef>
#include <utility>

namespace graft {

/// The dimensions from the innermost in memory to the outermost, as most operands have them;
/// where the operands do not tell, the later dimension is the inner one.
[[nodiscard]] GRAFT_CONSTEXPR vec<std::size_t> memory_order(vec<sym_int> const& sizes,
                                                            view<vec<sym_int> const> operand_strides);

/// Dense strides, the dimensions from the innermost to the outermost given; a size of 0 counts
/// as 1.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> dense_strides(vec<sym_int> const& sizes, view<std::size_t const> order);

/// True if the elements fill one block of memory without overlapping, in any order of
/// dimensions.
[[nodiscard]] GRAFT_CONSTEXPR bool is_dense(tensor_spec const& spec);

/// Channels-last strides of an image or volume, with or without a batch: of 3 to 5 dimensions.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> channels_last_strides(vec<sym_int> const& sizes);

namespace detail {

[[nodiscard]] GRAFT_CONSTEXPR bool is_channels_last(vec<sym_int> const& sizes, vec<sym_int> const& strides);

} // namespace detail

/// True if the elements lie densely in channels-last order; strides of size-1 dimensions are
/// ignored.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool is_channels_last(tensor_spec const& spec) {
    return detail::is_channels_last(spec.sizes, spec.strides);
}

/// The strides of what torch computes element by element of tensors of these sizes, each expanded to them: dense, the
/// dimensions in the order that they have in memory.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> joint_strides(vec<sym_int> const& sizes, view<vec<sym_int> const> operands);

/// The strides of a new tensor that is like another: dense, and in its order.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<sym_int> similar_strides(tensor_spec const& spec) {
    return joint_strides(spec.sizes, {&spec.strides, 1});
}

/// The strides of a copy that keeps the memory format: those of `spec` if it is dense.
[[nodiscard]] GRAFT_CONSTEXPR vec<sym_int> preserved_strides(tensor_spec const& spec);

/// True if the strides, dense or not, are in channels-last order and in no other.
[[nodiscard]] GRAFT_CONSTEXPR bool suggests_channels_last(tensor_spec const& spec);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/layout.hpp>

namespace graft {

namespace detail {

// Whether one stride is certainly not above another: by value, or as a part of it.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE bool certainly_within(sym_int const& stride, sym_int const& other) {
    return known_le(stride, other) == true || (other.is_symbolic() && is_multiple(other, stride));
}

// Which of two dimensions lies further inside in memory: < 0 for `a`, > 0 for `b`, 0 when the
// operands, which are looked at in turn, do not tell. A stride of 0 tells nothing.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE int
compare_dims(vec<sym_int> const& sizes, view<vec<sym_int> const> operand_strides, std::size_t a, std::size_t b) {
    for (vec<sym_int> const& strides : operand_strides) {
        if (strides[a] == 0 || strides[b] == 0)
            continue;
        if (strides[a] == strides[b]) {
            if (known_lt(sizes[b], sizes[a]) == true)
                return 1;
        } else if (certainly_within(strides[a], strides[b])) {
            return -1;
        } else if (certainly_within(strides[b], strides[a])) {
            return 1;
        }
    }
    return 0;
}

// The dimensions of channels-last memory from the innermost: channels, the last, ..., the
// batch.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE vec<std::size_t> channels_last_order(std::size_t rank) {
    vec<std::size_t> order{rank < 4 ? rank - 3 : std::size_t{1}};
    for (std::size_t d = rank; --d > order[0];)
        order.push_back(d);
    if (order[0] != 0)
        order.push_back(0);
    return order;
}

} // namespace detail

GRAFT_CONSTEXPR vec<std::size_t> memory_order(vec<sym_int> const& sizes, view<vec<sym_int> const> operand_strides) {
    vec<std::size_t> order;
    for (std::size_t d = sizes.size(); d-- > 0;)
        order.push_back(d);
    // An insertion sort that leaves undecided pairs in place: the comparison is no strict
    // order.
    for (std::size_t i = 1; i < order.size(); ++i)
        for (std::size_t at = i, before = i; before-- > 0;) {
            int const which = detail::compare_dims(sizes, operand_strides, order[before], order[at]);
            if (which < 0)
                break;
            if (which > 0) {
                std::swap(order[before], order[at]);
                at = before;
            }
        }
    return order;
}

GRAFT_CONSTEXPR vec<sym_int> dense_strides(vec<sym_int> const& sizes, view<std::size_t const> order) {
    vec<sym_int> strides(sizes.size());
    sym_int stride = 1;
    for (std::size_t const d : order) {
        strides[d] = stride;
        if (!(sizes[d] == 0))
            stride *= sizes[d];
    }
    return strides;
}

GRAFT_CONSTEXPR bool is_dense(tensor_spec const& spec) {
    if (is_contiguous(spec))
        return true;
    sym_int expected = 1;
    for (std::size_t const d : memory_order(spec.sizes, {&spec.strides, 1})) {
        if (spec.sizes[d] == 1)
            continue;
        if (!(spec.strides[d] == expected))
            return false;
        expected *= spec.sizes[d];
    }
    return true;
}

GRAFT_CONSTEXPR vec<sym_int> channels_last_strides(vec<sym_int> const& sizes) {
    return dense_strides(sizes, detail::channels_last_order(sizes.size()));
}

GRAFT_CONSTEXPR vec<sym_int> joint_strides(vec<sym_int> const& sizes, view<vec<sym_int> const> operands) {
    if (sizes.size() < 2)
        return vec<sym_int>(sizes.size(), 1);
    bool contiguous = true, channels_last = sizes.size() == 4;
    for (vec<sym_int> const& strides : operands) {
        contiguous = contiguous && is_contiguous(sizes, strides);
        channels_last = channels_last && detail::is_channels_last(sizes, strides);
    }
    if (contiguous && !channels_last)
        return contiguous_strides(sizes);
    if (channels_last && !contiguous)
        return channels_last_strides(sizes);
    return dense_strides(sizes, memory_order(sizes, operands));
}

GRAFT_CONSTEXPR vec<sym_int> preserved_strides(tensor_spec const& spec) {
    if (spec.dim() > 1 && is_dense(spec))
        return spec.strides;
    return similar_strides(spec);
}

GRAFT_CONSTEXPR bool detail::is_channels_last(vec<sym_int> const& sizes, vec<sym_int> const& strides) {
    if (sizes.size() != 4 && sizes.size() != 5)
        return false;
    vec<sym_int> const wanted = channels_last_strides(sizes);
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (!(sizes[d] == 1) && !(strides[d] == wanted[d]))
            return false;
    return true;
}

GRAFT_CONSTEXPR bool suggests_channels_last(tensor_spec const& spec) {
    if ((spec.dim() != 4 && spec.dim() != 5) || spec.strides[1] == 0)
        return false;
    sym_int least = 0;
    for (std::size_t const d : detail::channels_last_order(spec.dim())) {
        // A tensor of which only the batch is larger than 1 has both orders.
        bool const ambiguous = d == 0 && least == spec.strides[1];
        if (spec.sizes[d] == 0 || ambiguous || known_le(least, spec.strides[d]) != true)
            return false;
        least = spec.strides[d] * spec.sizes[d];
    }
    return true;
}

} // namespace graft
#endif
