#pragma once

#include <graft/core/fitted_number.hpp>
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/bitwise.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/copy.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/composition.hpp>
#include <graft/dialect/promotion.hpp>

#include <cstdint>

// Shifts by powers of two, and bits of a number and a tensor.

namespace graft {

namespace detail {

/// How many places elements of integers can be shifted to the right until only the sign is left.
[[nodiscard]] constexpr std::int64_t sign_places(dtype d) {
    return static_cast<std::int64_t>(element_size(d)) * 8 - (is_signed(d) ? 1 : 0);
}

/// What is left of integers after more places than they have: -1 of negative ones, 0 of others.
template <class V>
[[nodiscard]] constexpr V signs(composing<V> const& k, V const& x) {
    dtype const d = k.dtype(x);
    if (!is_signed(d))
        return k(aten::mul.Scalar, x, 0);
    return k(aten::neg, k(aten::_to_copy, k(aten::lt.Scalar, x, 0), d));
}

/// 2 to the power of `places`, in the arithmetic of the dtype: 0 outside its bits.
[[nodiscard]] constexpr std::int64_t power_of_two(std::int64_t places, dtype d) {
    std::int64_t const bits = static_cast<std::int64_t>(element_size(d)) * 8;
    if (places < 0 || places >= bits)
        return 0;
    if (is_signed(d) && places == bits - 1)
        return -(std::int64_t{1} << (places - 1)) * 2;
    return std::int64_t{1} << places;
}

/// `x` shifted to the left by as many places as `places`, of the same dtype, says; 0 where these are too many or
/// negative, as is then the power of two.
template <class V>
[[nodiscard]] constexpr V shifted_left(composing<V> const& k, V const& x, V const& places) {
    return k(aten::mul.Tensor, x, k(aten::pow.Scalar, 2, places));
}

/// `x` shifted to the right by as many places as `places`, of the same dtype, says.
template <class V>
[[nodiscard]] constexpr V shifted_right(composing<V> const& k, V const& x, V const& places) {
    V const few =
        k(aten::logical_and, k(aten::ge.Scalar, places, 0), k(aten::lt.Scalar, places, sign_places(k.dtype(x))));
    V const power = k(aten::pow.Scalar, 2, k(aten::mul.Tensor, places, few));
    return k(aten::where.self, few, k(aten::div.Tensor_mode, x, power, "floor"), signs(k, x));
}

/// A shift of tensors.
template <bool Left>
struct shift_by_tensor {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        dtype const d = promoted(k, k->tensor("self"), k->tensor("other"));
        auto const x = converted(k, k->tensor("self"), d), places = converted(k, k->tensor("other"), d);
        return Left ? shifted_left(k, x, places) : shifted_right(k, x, places);
    }
};

/// A shift of a number.
template <bool Left>
struct shift_of_number {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        dtype const d = promoted(k, k->number("self"), k->tensor("other"));
        auto const x = number_tensor(k, k->number("self"), d), places = converted(k, k->tensor("other"), d);
        return Left ? shifted_left(k, x, places) : shifted_right(k, x, places);
    }
};

/// A shift by a number.
template <bool Left>
struct shift_by_number {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        dtype const d = promoted(k, k->tensor("self"), k->number("other"));
        auto const x = converted(k, k->tensor("self"), d);
        auto const places = converted_to(d, k->number("other")).template to<std::int64_t>();
        if (Left)
            return k(aten::mul.Scalar, x, power_of_two(places, d));
        return places >= 0 && places < sign_places(d) ? k(aten::div.Scalar_mode, x, power_of_two(places, d), "floor")
                                                      : signs(k, x);
    }
};

/// An op of a number and a tensor that is one of two tensors.
template <class Op>
struct number_and_tensor {
    [[nodiscard]] static constexpr auto compose(auto const& k) {
        auto const& other = k->tensor("other");
        return k(Op{}, number_tensor(k, k->number("self"), promoted(k, k->number("self"), other)), other);
    }
};

} // namespace detail

template <>
struct composition_of<aten::bitwise_left_shift_tensor> : detail::shift_by_tensor<true> {};
template <>
struct composition_of<aten::bitwise_left_shift_tensor_scalar> : detail::shift_by_number<true> {};
template <>
struct composition_of<aten::bitwise_left_shift_scalar_tensor> : detail::shift_of_number<true> {};
template <>
struct composition_of<aten::bitwise_right_shift_tensor> : detail::shift_by_tensor<false> {};
template <>
struct composition_of<aten::bitwise_right_shift_tensor_scalar> : detail::shift_by_number<false> {};
template <>
struct composition_of<aten::bitwise_right_shift_scalar_tensor> : detail::shift_of_number<false> {};
template <>
struct composition_of<aten::dunder_lshift_tensor> : detail::shift_by_tensor<true> {};
template <>
struct composition_of<aten::dunder_lshift_scalar> : detail::shift_by_number<true> {};
template <>
struct composition_of<aten::dunder_rshift_tensor> : detail::shift_by_tensor<false> {};
template <>
struct composition_of<aten::dunder_rshift_scalar> : detail::shift_by_number<false> {};

template <>
struct composition_of<aten::bitwise_and_scalar_tensor> : detail::number_and_tensor<aten::bitwise_and_tensor> {};
template <>
struct composition_of<aten::bitwise_or_scalar_tensor> : detail::number_and_tensor<aten::bitwise_or_tensor> {};
template <>
struct composition_of<aten::bitwise_xor_scalar_tensor> : detail::number_and_tensor<aten::bitwise_xor_tensor> {};
template <>
struct composition_of<aten::remainder_scalar_tensor> : detail::number_and_tensor<aten::remainder_tensor> {};

} // namespace graft
