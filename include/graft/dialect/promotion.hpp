#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/core/promotion.hpp>
#include <graft/core/scalar.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/meta/vec.hpp>

// The dtypes that operands of compositions have together.

namespace graft::detail {

/// What promotion needs to know of a tensor.
template <class V>
[[nodiscard]] constexpr promotion_operand operand_of(composing<V> const& k, V const& x) {
    return {k.dtype(x), k.rank(x) == 0 ? operand_kind::zero_dim : operand_kind::tensor};
}
/// What promotion needs to know of a number, which counts as c128, f64, bool or i64.
template <class V>
[[nodiscard]] constexpr promotion_operand operand_of(composing<V> const&, scalar number) {
    return {number.dtype(), operand_kind::scalar};
}

/// The dtype that two operands, tensors or numbers, promote to.
template <class V, class A, class B>
[[nodiscard]] constexpr dtype promoted(composing<V> const& k, A const& a, B const& b) {
    return result_type({operand_of(k, a), operand_of(k, b)});
}

/// The dtype that three tensors promote to.
template <class V>
[[nodiscard]] constexpr dtype promoted_of_three(composing<V> const& k, V const& a, V const& b, V const& c) {
    return result_type({operand_of(k, a), operand_of(k, b), operand_of(k, c)});
}

/// A tensor of no dimensions, with what the dtype makes of the number.
template <class V>
[[nodiscard]] constexpr V number_tensor(composing<V> const& k, scalar number, dtype d) {
    return k(aten::full, vec<sym_int>{}, converted_to(d, number), d);
}

/// A Scalar argument as a factor of elements of this dtype (`factor_for`); as it is if only a run tells it.
template <class V>
[[nodiscard]] constexpr argument<V> factor_of(composing<V> const& k, char const* name, dtype d) {
    argument<V> const given = k[name];
    return given.is_unknown_number() ? given : argument<V>(factor_for(d, k->number(name)));
}

/// True for a number that is known to be 1.
template <class V>
[[nodiscard]] constexpr bool is_one(argument<V> const& number) {
    return !number.is_unknown_number() && number.to_number() == scalar(1);
}

/// The tensor times a number; itself if that is 1.
template <class V>
[[nodiscard]] constexpr V times(composing<V> const& k, V const& x, argument<V> const& factor) {
    return is_one(factor) ? x : k(aten::mul.Scalar, x, factor);
}

/// The tensor in another dtype; itself if it has it.
template <class V>
[[nodiscard]] constexpr V converted(composing<V> const& k, V const& self, dtype to) {
    return k.dtype(self) == to ? self : k(aten::_to_copy, self, to);
}

} // namespace graft::detail
