#pragma once

#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

// relu6(x + 3): as torch decomposes it, as it is written, and with its clamps merged.
template <class X>
constexpr auto shifted_relu6(X const& x) {
    auto const shifted = aten::add.Tensor(x, splat(3));
    return one_of(aten::clamp(aten::clamp(shifted, splat(0)), nullptr, splat(6)),
                  ops(aten::clamp, aten::hardtanh)(shifted, splat(0), splat(6)));
}

// erf(x / sqrt(2)).
template <class X>
constexpr auto erf_of_scaled(X const& x) {
    return aten::erf(
        one_of(aten::div.Tensor(x, near(1.4142135623730951)), aten::mul.Tensor(x, near(0.7071067811865476))));
}

// tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3)), or tanh(sqrt(2 / pi) * x * (1 + 0.044715 * x * x)).
template <class X>
constexpr auto tanh_of_cubic(X const& x) {
    auto const root = near(0.7978845608028654), coefficient = near(0.044715);
    auto const cube = one_of(aten::mul.Tensor(aten::pow.Tensor_Scalar(x, splat(3)), coefficient),
                             flat(aten::mul.Tensor, coefficient, x, x, x));
    auto const square = flat(aten::mul.Tensor, coefficient, x, x);
    return aten::tanh(one_of(aten::mul.Tensor(aten::add.Tensor(x, cube), root),
                             flat(aten::mul.Tensor, root, x, aten::add.Tensor(square, splat(1)))));
}

} // namespace detail

namespace rule_sets {

/// x * relu6(x + 3) / 6, in two orders; the product overflows where hardswish does not.
template <class Use = void, auto x = x>
inline constexpr auto hardswish = rules<"hardswish">(
    rule<"hardswish">(aten::div.Tensor(aten::mul.Tensor(x, detail::shifted_relu6(x)), splat(6)) >> aten::hardswish(x),
                      where(x.in(floating_dtypes), same_meta(x, replaced)))
        .fuse()
        .ulp(2)
        .finite_only()
        .prio(21),
    rule<"hardswish-of-sixths">(aten::mul.Tensor(x, aten::div.Tensor(detail::shifted_relu6(x), splat(6))) >>
                                    aten::hardswish(x),
                                where(x.in(floating_dtypes), same_meta(x, replaced)))
        .fuse()
        .ulp(3)
        .finite_only()
        .prio(20));

/// x * sigmoid(x).
template <class Use = void, auto x = x>
inline constexpr auto silu =
    rules<"silu">(rule<"silu">(aten::mul.Tensor(x, aten::sigmoid(x)) >> aten::silu(x), where(x.in(floating_dtypes)))
                      .fuse()
                      .ulp(6)
                      .prio(10));

/// x / 2 * (1 + erf(x / sqrt(2))) and its approximation by tanh, the products in any order; at -inf they are nan and
/// gelu is 0. The irrational constants may be off by 1e-4, and the results accordingly.
template <class Use = void, auto x = x>
inline constexpr auto gelu = rules<"gelu">(
    rule<"gelu">(flat(aten::mul.Tensor, x, splat(0.5), aten::add.Tensor(detail::erf_of_scaled(x), splat(1))) >>
                     aten::gelu(x),
                 where(x.in(single_or_double), same_meta(x, replaced)))
        .fuse()
        .approx(4e-5, 1e-5)
        .finite_only()
        .prio(31),
    rule<"gelu-tanh">(flat(aten::mul.Tensor, x, splat(0.5), aten::add.Tensor(detail::tanh_of_cubic(x), splat(1))) >>
                          aten::gelu(x, "approximate"_a = "tanh"),
                      where(x.in(single_or_double), same_meta(x, replaced)))
        .fuse()
        .approx(5e-5, 1e-5)
        .finite_only()
        .prio(30));

/// An activation of 16-bit floats that is computed between casts to f32 and back, as its kernels do anyway.
template <class Use = void, auto x = x>
inline constexpr auto narrow_activation = rules<"narrow_activation">(
    rule<"narrow-activation">(any_attributes(aten::_to_copy(ops<"f">(aten::hardswish, aten::silu, aten::gelu)(
                                  any_attributes(aten::_to_copy(x, "dtype"_a = dtype::f32))))) >>
                                  ops<"f">(aten::hardswish, aten::silu, aten::gelu)(x),
                              where(x.in(half_precision), like_replaced))
        .fuse()
        .ulp(1));

/// Activations in what they decompose to, for a backward sweep: of two that match the larger pattern wins.
template <class Use = void>
inline constexpr auto activation = rules<"activation">(gelu<Use>, hardswish<Use>, silu<Use>, narrow_activation<Use>);

} // namespace rule_sets
} // namespace graft
