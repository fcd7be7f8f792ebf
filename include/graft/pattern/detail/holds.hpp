#pragma once

#include <graft/meta/vec.hpp>
#include <graft/pattern/constraint.hpp>
#include <graft/symbolic/compare.hpp>

#include <cstddef>
#include <cstdint>

namespace graft::detail {

// The argument that a condition is about.
constexpr operand subject_operand(constraint::subject const& s, match const& m) {
    return s.variable == constraint::replaced ? operand::node(m.root) : m.bound[static_cast<std::size_t>(s.variable)];
}

// What is known of it when it is a tensor, or null.
constexpr tensor_spec const* subject_tensor(constraint::subject const& s, match const& m) {
    operand const value = subject_operand(s, m);
    return value.is_node() ? tensor_of(m.owner->val(value.id())) : nullptr;
}

// The size of a dimension, counted from the end when negative; null when there is none.
constexpr sym_int const* size_at(tensor_spec const& t, std::int64_t dim) {
    auto const rank = static_cast<std::int64_t>(t.dim());
    std::int64_t const at = dim < 0 ? dim + rank : dim;
    return at < 0 || at >= rank ? nullptr : &t.sizes[static_cast<std::size_t>(at)];
}

constexpr bool surely_same_sizes(vec<sym_int> const& a, vec<sym_int> const& b) {
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!surely_equal(a[i], b[i]))
            return false;
    return true;
}

constexpr bool surely_broadcasts(vec<sym_int> const& from, vec<sym_int> const& to) {
    if (from.size() > to.size())
        return false;
    for (std::size_t i = 0; i < from.size(); ++i) {
        sym_int const& size = from[from.size() - 1 - i];
        if (!surely_equal(size, 1) && !surely_equal(size, to[to.size() - 1 - i]))
            return false;
    }
    return true;
}

constexpr bool has_no_user(graph const& g, operand value, op_info const& op) {
    constexpr std::size_t most = 64;
    if (!value.is_node() || g.use_count(value.id()) > most)
        return false;
    bool found = false;
    g.for_each_use(value.id(), [&](node_id user) { found = found || g.target(user).name == op.name; });
    return !found;
}

constexpr bool pair_holds(constraint const& c, tensor_spec const& a, tensor_spec const& b) {
    switch (c.kind) {
    case constraint_kind::same_dtype: return a.dtype == b.dtype;
    case constraint_kind::same_shape: return surely_same_sizes(a.sizes, b.sizes);
    case constraint_kind::broadcasts_to: return surely_broadcasts(a.sizes, b.sizes);
    default: {
        sym_int const* const x = size_at(a, c.of.dim);
        sym_int const* const y = size_at(b, c.other.dim);
        return x != nullptr && y != nullptr && surely_equal(*x, *y);
    }
    }
}

constexpr bool tensor_holds(constraint const& c, tensor_spec const& t, match const& m) {
    auto const rank = static_cast<std::int64_t>(t.dim());
    switch (c.kind) {
    case constraint_kind::has_dtype: return (c.value & dtype_bit(t.dtype)) != 0;
    case constraint_kind::rank: return rank == c.value;
    case constraint_kind::min_rank: return rank >= c.value;
    case constraint_kind::max_rank: return rank <= c.value;
    case constraint_kind::numel: return surely_equal(t.numel(), c.value);
    case constraint_kind::size: {
        sym_int const* const size = size_at(t, c.of.dim);
        return size != nullptr && surely_equal(*size, c.value);
    }
    default: {
        tensor_spec const* const other = subject_tensor(c.other, m);
        return other != nullptr && pair_holds(c, t, *other);
    }
    }
}

/// True when the condition holds; what is not known does not hold.
constexpr bool holds(constraint const& c, match const& m) {
    switch (c.kind) {
    case constraint_kind::predicate: return c.predicate(m);
    case constraint_kind::is_constant: {
        operand const value = subject_operand(c.of, m);
        return value.is_node() && m.owner->is_constant(value.id());
    }
    case constraint_kind::no_user: return has_no_user(*m.owner, subject_operand(c.of, m), *c.op);
    default: {
        tensor_spec const* const t = subject_tensor(c.of, m);
        return t != nullptr && tensor_holds(c, *t, m);
    }
    }
}

} // namespace graft::detail
