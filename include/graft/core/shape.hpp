#pragma once

#include <graft/core/checked.hpp>
#include <graft/core/dim_vector.hpp>
#include <graft/core/error.hpp>
#include <graft/meta/vec.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace graft {

/// The type of one extent: an integer at run time, a symbolic one in a graph.
template <class T>
concept extent = std::same_as<T, std::int64_t> || requires(T const& x) { x.is_symbolic(); };

/// A list of extents: a vector, or the sizes of a tensor.
template <class List>
concept extent_list = extent<typename List::value_type>;

namespace detail {

[[nodiscard]] constexpr std::int64_t times(std::int64_t a, std::int64_t b) { return checked_mul(a, b); }
template <extent T>
[[nodiscard]] constexpr T times(T const& a, T const& b) {
    return a * b;
}

[[nodiscard]] constexpr std::int64_t plus(std::int64_t a, std::int64_t b) { return checked_add(a, b); }
template <extent T>
[[nodiscard]] constexpr T plus(T const& a, T const& b) {
    return a + b;
}

template <extent T, class List>
[[nodiscard]] constexpr T product_of(List const& sizes) {
    for (T const& size : sizes)
        if (size == 0)
            return 0;
    T product = 1;
    for (T const& size : sizes)
        product = detail::times(product, size);
    return product;
}

} // namespace detail

/// The product of the sizes; 1 of none, 0 if any is 0; overflow is an error.
template <template <class...> class List, extent T, class... Rest>
[[nodiscard]] constexpr T numel(List<T, Rest...> const& sizes) {
    return detail::product_of<T>(sizes);
}
/// How many elements a tensor of these sizes has: 1 of rank 0.
[[nodiscard]] inline std::int64_t numel(dim_vector const& sizes) { return detail::product_of<std::int64_t>(sizes); }

/// Row-major strides, in elements; as in ATen a size of 0 counts as 1.
template <extent_list List>
[[nodiscard]] constexpr List contiguous_strides(List const& sizes) {
    List strides = sizes; // clang 16: vector(n) is no constant expression
    typename List::value_type stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = stride;
        if (!(sizes[i] == 0))
            stride = detail::times(stride, sizes[i]);
    }
    return strides;
}

/// How many elements lie from the first to the last that a tensor of these sizes and strides has, both included: 0 of
/// none. Overflow is an error, also of their number.
template <extent_list List>
[[nodiscard]] constexpr typename List::value_type element_span(List const& sizes, List const& strides) {
    if (detail::product_of<typename List::value_type>(sizes) == 0)
        return 0;
    typename List::value_type span = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        span = detail::plus(span, detail::times(sizes[i] - 1, strides[i]));
    return span;
}

/// True if the elements lie densely in row-major order, also of an empty tensor; the stride of
/// a dimension of size 1 does not matter.
template <extent_list List>
[[nodiscard]] constexpr bool is_contiguous(List const& sizes, List const& strides) {
    for (auto const& size : sizes)
        if (size == 0)
            return true;
    typename List::value_type expected = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        if (sizes[i] == 1)
            continue;
        if (!(strides[i] == expected))
            return false;
        expected = detail::times(expected, sizes[i]);
    }
    return true;
}

/// The index of a dimension counted from the end if negative; the error text is ATen's.
[[nodiscard]] constexpr std::size_t wrap_dim(std::int64_t dim, std::size_t rank) {
    std::int64_t const range = rank == 0 ? 1 : static_cast<std::int64_t>(rank);
    if (dim < -range || dim >= range)
        raise(errc::invalid_argument, "Dimension out of range (expected to be in range of [", -range, ", ", range - 1,
              "], but got ", dim, ")");
    return static_cast<std::size_t>(dim < 0 ? dim + range : dim);
}

namespace detail {

[[noreturn]] inline void raise_broadcast(std::int64_t a, std::int64_t b, std::size_t dim) {
    raise(errc::invalid_argument, "The size of tensor a (", a, ") must match the size of tensor b (", b,
          ") at non-singleton dimension ", dim);
}

[[nodiscard]] constexpr std::int64_t broadcast_size(std::int64_t a, std::int64_t b, std::size_t dim) {
    if (a != b && a != 1 && b != 1)
        raise_broadcast(a, b, dim);
    return a == 1 ? b : a;
}

} // namespace detail

/// The sizes both operands expand to; the error names the sizes and the dimension as ATen does.
template <extent_list List>
[[nodiscard]] constexpr List broadcast_sizes(List const& a, List const& b) {
    List result = a.size() < b.size() ? b : a;
    List const& shorter = a.size() < b.size() ? a : b;
    std::size_t const shift = result.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        auto const& left = a.size() < b.size() ? a[i] : a[i + (a.size() - shorter.size())];
        auto const& right = a.size() < b.size() ? b[i + shift] : b[i];
        using detail::broadcast_size; // of integers; that of symbolic ones is theirs
        result[i + shift] = broadcast_size(left, right, i + shift);
    }
    return result;
}

} // namespace graft
