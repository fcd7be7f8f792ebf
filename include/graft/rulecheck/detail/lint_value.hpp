#pragma once

#include <graft/pattern/constraint.hpp>
#include <graft/pattern/dtype_constraint.hpp>
#include <graft/rulecheck/detail/lint_elementwise.hpp>

#include <cstdint>
#include <optional>

namespace graft::detail {

// What stands for a tensor or number where rules are checked without a graph. Sizes are digits of four bits, the last
// dimension first; a dimension that there is not is 0.
struct abstract_value {
    dtype_code type = 0; // 0 is the result of a call that is refused
    std::uint16_t sizes = 0;
};

constexpr std::int64_t count_dims(std::uint16_t sizes) {
    std::int64_t rank = 0;
    for (; sizes != 0; sizes = static_cast<std::uint16_t>(sizes >> 4))
        ++rank;
    return rank;
}

constexpr std::optional<std::int64_t> size_at(std::uint16_t sizes, std::int64_t dim) {
    std::int64_t const rank = count_dims(sizes), at = dim < 0 ? dim + rank : dim;
    if (at < 0 || at >= rank)
        return std::nullopt;
    return sizes >> (4 * (rank - 1 - at)) & 15;
}

constexpr std::optional<std::uint16_t> join_sizes(std::uint16_t a, std::uint16_t b) {
    if (a == b || b == 0)
        return a;
    unsigned joined = 0;
    for (unsigned shift = 0; shift < 16; shift += 4) {
        unsigned const x = a >> shift & 15u, y = b >> shift & 15u;
        if (x != y && x > 1 && y > 1)
            return std::nullopt;
        joined |= (x > y ? x : y) << shift;
    }
    return static_cast<std::uint16_t>(joined);
}

// Whether a condition is about two tensors.
constexpr bool is_pair(constraint_kind kind) {
    return kind == constraint_kind::same_dtype || kind == constraint_kind::same_size ||
           kind == constraint_kind::same_shape || kind == constraint_kind::broadcasts_to;
}

// Whether a condition on dtypes, or on sizes, holds of a value; one on the other of the two does.
constexpr bool holds_of(constraint const& c, abstract_value const& v, bool sizes) {
    if (!is_tensor(v.type)) // conditions are about tensors
        return false;
    if (c.kind == constraint_kind::has_dtype)
        return sizes || (c.value & dtype_bit(dtype_of_code(v.type))) != 0;
    if (!sizes)
        return true;
    switch (c.kind) {
    case constraint_kind::rank: return count_dims(v.sizes) == c.value;
    case constraint_kind::min_rank: return count_dims(v.sizes) >= c.value;
    case constraint_kind::max_rank: return count_dims(v.sizes) <= c.value;
    case constraint_kind::size: return size_at(v.sizes, c.of.dim) == c.value;
    case constraint_kind::numel: {
        std::int64_t product = 1;
        for (std::uint16_t left = v.sizes; left != 0; left = static_cast<std::uint16_t>(left >> 4))
            product *= left & 15;
        return product == c.value;
    }
    default: return true;
    }
}

// Whether a condition on dtypes, or on sizes, holds of two values; one on the other of the two does.
constexpr bool pair_holds_of(constraint const& c, abstract_value const& a, abstract_value const& b, bool sizes) {
    if (!is_tensor(a.type) || !is_tensor(b.type))
        return false;
    if (c.kind == constraint_kind::same_dtype)
        return sizes || a.type == b.type;
    if (!sizes)
        return true;
    if (c.kind == constraint_kind::same_shape)
        return a.sizes == b.sizes;
    if (c.kind == constraint_kind::same_size) {
        auto const size = size_at(a.sizes, c.of.dim);
        return size && size == size_at(b.sizes, c.other.dim);
    }
    return join_sizes(a.sizes, b.sizes) == b.sizes;
}

} // namespace graft::detail
