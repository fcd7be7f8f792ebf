#pragma once

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/rearrange.hpp>
#include <graft/dialect/aten/shaping.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>
#include <graft/meta/vec.hpp>
#include <graft/schema/argument.hpp>

#include <type_traits>

// New tensors by the few ops that are core.

namespace graft {

namespace detail {

/// How far each place of a matrix of this size lies right of the diagonal.
template <class V>
[[nodiscard]] constexpr V right_of_diagonal(composing<V> const& k, sym_int const& rows, sym_int const& columns) {
    V const down = k(aten::unsqueeze, k(aten::arange.start_step, 0, rows, 1), 1);
    return k(aten::sub.Tensor, k(aten::arange.start_step, 0, columns, 1), down);
}

/// The part of matrices on one side of a diagonal, and zeros on the other.
template <class V, class Op>
[[nodiscard]] constexpr V triangle(composing<V> const& k, Op const& compared) {
    V const& x = k->tensor("self");
    V const inside = k(compared, right_of_diagonal(k, k.size(x, -2), k.size(x, -1)), k->integer("diagonal"));
    if (k.dtype(x) == dtype::boolean)
        return k(aten::logical_and, inside, x);
    return k(aten::where.self, inside, x, number_tensor(k, 0, k.dtype(x)));
}

/// A tensor of whatever elements, of this size and by default this dtype.
template <class V>
[[nodiscard]] constexpr V emptied(composing<V> const& k, vec<sym_int> const& sizes, dtype d) {
    return k(aten::empty.memory_format, sizes, k->dtype("dtype").value_or(d));
}

/// The numbers from `start` on, as many as are recorded where real bounds and symbolic ones do not tell.
template <class V>
[[nodiscard]] constexpr V one_by_one(composing<V> const& k, std::type_identity_t<argument<V>> const& start) {
    auto const all = [](value_spec recorded) { return recorded; };
    return k.by_elements(all, aten::arange.start_step, start, k["end"], 1, k["dtype"]);
}

} // namespace detail

template <>
struct composition_of<aten::arange_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::one_by_one(k, 0); }
};

template <>
struct composition_of<aten::arange_start> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::one_by_one(k, k["start"]); }
};

template <>
struct composition_of<aten::eye_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k(aten::eye.m, k["n"], k["n"], k["dtype"]); }
};

template <>
struct composition_of<aten::tril_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::triangle(k, aten::le.Scalar); }
};

template <>
struct composition_of<aten::triu_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return detail::triangle(k, aten::ge.Scalar); }
};

template <>
struct composition_of<aten::empty_like_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& x = k->tensor("self");
        return detail::emptied(k, k.sizes(x), k.dtype(x));
    }
};

template <>
struct composition_of<aten::new_empty_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return detail::emptied(k, k->integers("size"), k.dtype(k->tensor("self")));
    }
};

template <>
struct composition_of<aten::zero_default> {
    [[nodiscard]] static constexpr auto compose(auto const& k) { return k(aten::full_like, k->tensor("self"), 0); }
};

template <>
struct composition_of<aten::fill_tensor> {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        return k(aten::copy, k->tensor("self"), k->tensor("value"));
    }
};

} // namespace graft
