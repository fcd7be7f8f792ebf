#pragma once

#include <graft/config.hpp>
#include <graft/transform/rules/common.hpp>

namespace graft {

namespace detail {

// x / sqrt(mean(x * x) + eps) over the dimensions in "dims".
template <class X>
constexpr auto by_root_mean_square(X const& x) {
    auto const square = one_of(aten::pow.Tensor_Scalar(x, splat(2)), ordered(aten::mul.Tensor(x, x)));
    return aten::mul.Tensor(x, aten::rsqrt(ops(aten::add.Tensor, aten::add.Scalar)(
                                   aten::mean.dim(square, var<"dims">, true), number(var<"eps">))));
}

template <class X>
constexpr auto cast_to_f32(X const& x) {
    return any_attributes(aten::_to_copy(x, "dtype"_a = dtype::f32));
}
template <class X>
constexpr auto cast(X const& x) {
    return any_attributes(aten::_to_copy(x, "dtype"_a = var<"narrow">));
}

// True when "dims" are the last `count` dimensions of `x`, in any order and counted from either end.
GRAFT_CONSTEXPR bool dims_are_last(match const& m, std::size_t count);
GRAFT_CONSTEXPR_INLINE bool dims_are_last_one(match const& m) { return dims_are_last(m, 1); }
GRAFT_CONSTEXPR_INLINE bool dims_are_last_two(match const& m) { return dims_are_last(m, 2); }

// True when `w` has one number for each element of the last dimension of `x`, which is not symbolic.
GRAFT_CONSTEXPR bool w_is_per_element(match const& m);
constexpr bool is_cast_back(match const& m) {
    return m["narrow"].kind() == arg_kind::dtype && m["narrow"].dtype() == m.val("x")->tensor.dtype;
}
constexpr arg size_of_w(match const& m) { return arg::list({m.val("w")->tensor.sizes[0].value()}); }
GRAFT_CONSTEXPR_INLINE arg real_eps(match const& m) { return real_of(m["eps"]); }

GRAFT_CONSTEXPR bool image_has_elements(match const& m);

} // namespace detail

namespace rule_sets {

/// The norm is over the last dimension alone.
inline constexpr auto over_last = where(that<"dims is the last dimension">(&detail::dims_are_last_one));
/// The weight scales each element of the last dimension.
inline constexpr auto w_is_per_element =
    where(that<"w has one number per element of the last dimension">(&detail::w_is_per_element));

} // namespace rule_sets

namespace detail {

// A norm of 16-bit floats that is computed in f32.
template <fixed_string Name, class Lhs>
constexpr auto rms_norm_of_half(Lhs const& lhs) {
    constexpr auto x = var<"x">;
    constexpr auto w = var<"w">;
    return rule<Name>(lhs >> aten::rms_norm(x, compute<"size_of_w">(&size_of_w), w, compute<"eps">(&real_eps)),
                      where(x.in(rule_sets::half_precision), same_dtype(x, w), same_dtype(x, replaced),
                            rule_sets::over_last, rule_sets::w_is_per_element,
                            that<"narrow is the dtype of x">(&is_cast_back)))
        .fuse()
        .may_duplicate()
        .prio(51);
}

} // namespace detail

namespace rule_sets {

/// x / sqrt(mean(x * x) + eps) * w over the last dimension; of 16-bit floats in f32, all or all but the last product.
/// What is cast before that product may be too small for its dtype, and is off by no more than half the smallest number
/// times w: 0.02 for the largest w.
template <class Use = void, auto x = x, auto w = w>
inline constexpr auto rms_norm = rules<"rms_norm">(
    rule<"rms_norm">(
        aten::mul.Tensor(detail::by_root_mean_square(x), w) >>
            aten::rms_norm(x, compute<"size_of_w">(&detail::size_of_w), w, compute<"eps">(&detail::real_eps)),
        where(x.in(single_or_double), same_dtype(x, w), same_dtype(x, replaced), over_last, w_is_per_element))
        .fuse()
        .ulp(4)
        .may_duplicate()
        .prio(50),
    detail::rms_norm_of_half<"rms_norm-in-f32">(
        detail::cast(aten::mul.Tensor(detail::by_root_mean_square(detail::cast_to_f32(x)), w)))
        .ulp(2),
    detail::rms_norm_of_half<"rms_norm-of-cast">(
        aten::mul.Tensor(detail::cast(detail::by_root_mean_square(detail::cast_to_f32(x))), w))
        .ulp(2)
        .approx(0.02, 0));

/// log(softmax(x)): where a softmax is too small for its dtype the logarithm is -inf, and that of log_softmax is not.
template <class Use = void, auto x = x>
inline constexpr auto log_softmax =
    rules<"log_softmax">(rule<"log_softmax">(aten::log(internal(aten::_softmax(x, var<"dim">, false))) >>
                                                 aten::_log_softmax(x, var<"dim">, false),
                                             where(x.in(floating_dtypes)))
                             .approx(1e-2, 5e-2)
                             .finite_only());

/// Normalizations in what they decompose to, for a backward sweep.
template <class Use = void>
inline constexpr auto normalization = rules<"normalization">(rms_norm<Use>, log_softmax<Use>);

/// The mean of an image, for targets that pool but do not reduce. In no phase: a decomposition undoes it.
template <class Use = void, auto x = x>
inline constexpr auto global_pool = rules<"global_pool">(
    rule<"global-average-pool">(aten::mean.dim(x, var<"dims">, true) >> aten::adaptive_avg_pool2d(x, ints(1, 1)),
                                where(x.in(floating_dtypes), rank(x) == 4,
                                      that<"dims are the last two dimensions">(&detail::dims_are_last_two),
                                      that<"the image has elements">(&detail::image_has_elements)))
        .ulp(4)
        .approx(1e-6, 1e-6)
        .finite_only());

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)

namespace graft::detail {

GRAFT_CONSTEXPR bool dims_are_last(match const& m, std::size_t count) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    auto const dims = integers_in(m["dims"]);
    if (x == nullptr || !dims || dims->size() != count || x->dim() < count)
        return false;
    std::int64_t const rank = static_cast<std::int64_t>(x->dim());
    std::uint64_t seen = 0;
    for (std::int64_t const d : *dims)
        seen |= std::uint64_t{1} << (d < 0 ? -d - 1 : rank - d - 1);
    return seen == (std::uint64_t{1} << count) - 1;
}

GRAFT_CONSTEXPR bool w_is_per_element(match const& m) {
    tensor_spec const *const x = tensor_of(m.val("x")), *const w = tensor_of(m.val("w"));
    return x != nullptr && w != nullptr && w->dim() == 1 && x->dim() > 0 && !w->sizes[0].is_symbolic() &&
           surely_equal(x->sizes.back(), w->sizes[0]);
}

GRAFT_CONSTEXPR bool image_has_elements(match const& m) {
    tensor_spec const* const x = tensor_of(m.val("x"));
    for (std::size_t d = 1; d < 4; ++d)
        if (x->sizes[d].maybe_value().value_or(1) == 0)
            return false;
    return true;
}

} // namespace graft::detail
#endif
