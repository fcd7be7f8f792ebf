#pragma once

#include <graft/config.hpp>
#include <graft/dialect/meta/view.hpp>
#include <graft/symbolic/value_spec.hpp>

#include <cstdint>

namespace graft {

namespace detail {

/// The most parts that a shorter dimension is taken into; those that it has no elements for are empty.
inline constexpr std::int64_t most_parts = 65536;

} // namespace detail

/// split_with_sizes: parts of the sizes given, which must add up to that of the dimension.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_split_with_sizes(call<tensor_spec> const& c);

/// split.Tensor: parts of one size; the size of the dimension must be a number.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_split(call<tensor_spec> const& c);

/// chunk: at most `chunks` parts of one size; the size of the dimension must be a number.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_chunk(call<tensor_spec> const& c);

/// unbind: the slices along a dimension, whose size must be a number.
[[nodiscard]] GRAFT_CONSTEXPR value_spec meta_unbind(call<tensor_spec> const& c);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/meta/vec.hpp>

#    include <cstddef>
#    include <utility>

namespace graft {
namespace detail {

/// The parts of `self` of these lengths along `d`, one behind the other.
[[nodiscard]] GRAFT_CONSTEXPR_INLINE value_spec split_into(tensor_spec const& self, std::size_t d,
                                                           vec<sym_int> const& lengths) {
    vec<value_spec> parts;
    sym_int start = 0;
    for (sym_int const& length : lengths) {
        parts.push_back(narrowed(self, d, start, length));
        start += length;
    }
    return value_spec::of_list(std::move(parts));
}

/// Rejects a call that gives more tensors than a program could name.
constexpr void require_parts(call<tensor_spec> const& c, std::int64_t count) {
    if (count > most_parts)
        reject(c, "the result has ", count, " tensors, and at most ", most_parts, " are admitted");
}

/// The lengths of parts of `length`, of which the last is what remains; at least one part.
[[nodiscard]] constexpr vec<sym_int> equal_lengths(call<tensor_spec> const& c, std::int64_t size, std::int64_t length) {
    vec<sym_int> lengths;
    require_parts(c, length > 0 ? size / length + (size % length != 0) : 1);
    for (std::int64_t rest = size; rest > 0 && length > 0; rest -= length)
        lengths.push_back(rest < length ? rest : length);
    if (lengths.empty())
        lengths.push_back(size);
    return lengths;
}

[[nodiscard]] GRAFT_CONSTEXPR_INLINE std::size_t split_dim(call<tensor_spec> const& c) {
    if (c.tensor("self").dim() == 0)
        reject(c, "'self' has no dimension to split");
    return dim_argument(c, "dim", c.tensor("self").dim());
}

} // namespace detail

GRAFT_CONSTEXPR value_spec meta_split_with_sizes(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::split_dim(c);
    vec<sym_int> const& lengths = c.integers("split_sizes");
    sym_int sum = 0;
    for (sym_int const& length : lengths) {
        if (known_lt(length, 0) == true)
            detail::reject(c, "'split_sizes' is ", detail::shape_text(lengths));
        sum += length;
    }
    if (detail::certainly_differ(sum, self.sizes[d]))
        detail::reject(c, "'split_sizes' is ", detail::shape_text(lengths), " for a dimension of size ",
                       text(self.sizes[d]));
    return detail::split_into(self, d, lengths);
}

GRAFT_CONSTEXPR value_spec meta_split(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::split_dim(c);
    std::int64_t const length = c.integer("split_size").value();
    std::int64_t const size = self.sizes[d].value();
    if (length < 0 || (length == 0 && size != 0))
        detail::reject(c, "'split_size' is ", length, " for a dimension of size ", size);
    return detail::split_into(self, d, detail::equal_lengths(c, size, length));
}

GRAFT_CONSTEXPR value_spec meta_chunk(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::split_dim(c);
    std::int64_t const chunks = c.integer("chunks").value();
    if (chunks <= 0)
        detail::reject(c, "'chunks' must be positive, not ", chunks);
    std::int64_t const size = self.sizes[d].value();
    if (size == 0) {
        detail::require_parts(c, chunks);
        return detail::split_into(self, d, vec<sym_int>(static_cast<std::size_t>(chunks), 0));
    }
    return detail::split_into(self, d, detail::equal_lengths(c, size, (size - 1) / chunks + 1));
}

GRAFT_CONSTEXPR value_spec meta_unbind(call<tensor_spec> const& c) {
    tensor_spec const& self = c.tensor("self");
    std::size_t const d = detail::split_dim(c);
    vec<value_spec> slices;
    detail::require_parts(c, self.sizes[d].value());
    for (std::int64_t i = 0; i < self.sizes[d].value(); ++i)
        slices.push_back(detail::selected(self, d, i));
    return value_spec::of_list(std::move(slices));
}

} // namespace graft
#endif
