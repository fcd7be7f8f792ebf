#pragma once

#include <graft/config.hpp>
#include <graft/transform/rules/common.hpp>

#include <cstdint>

namespace graft {

namespace detail {

// A bound of a clamp: a number, or none.
struct clamp_limit {
    arg_kind kind = arg_kind::none;
    std::int64_t integer = 0;
    double real = 0;

    constexpr explicit clamp_limit(arg_ref a) : kind(a.kind()) {
        integer = kind == arg_kind::integer ? a.integer() : 0;
        real = kind == arg_kind::real ? a.real() : static_cast<double>(integer);
    }
    constexpr explicit clamp_limit(std::int64_t value)
        : kind(arg_kind::integer), integer(value), real(static_cast<double>(value)) {}
    constexpr clamp_limit() = default;

    [[nodiscard]] constexpr bool is_none() const { return kind == arg_kind::none; }
    // None, or a number that a tensor of the dtype has: no nan, and of integers one that they can be.
    [[nodiscard]] GRAFT_CONSTEXPR bool fits(dtype d) const;
    [[nodiscard]] constexpr bool is_below(clamp_limit const& other) const {
        return kind == arg_kind::integer && other.kind == arg_kind::integer ? integer < other.integer
                                                                            : real < other.real;
    }
    [[nodiscard]] constexpr operator arg() const {
        return is_none() ? arg{} : kind == arg_kind::integer ? arg{integer} : arg{real};
    }
};

// The larger and the smaller of two bounds; of a bound and none the bound, of 0 and -0 the first, as a clamp does.
constexpr clamp_limit max_bound(clamp_limit const& a, clamp_limit const& b) {
    return b.is_none() || (!a.is_none() && !a.is_below(b)) ? a : b;
}
constexpr clamp_limit min_bound(clamp_limit const& a, clamp_limit const& b) {
    return b.is_none() || (!a.is_none() && !b.is_below(a)) ? a : b;
}

struct clamp_bounds {
    clamp_limit low, high;

    [[nodiscard]] GRAFT_CONSTEXPR_INLINE bool are_ordered(tensor_spec const* x) const {
        return x != nullptr && low.fits(x->dtype) && high.fits(x->dtype) &&
               (low.is_none() || high.is_none() || !high.is_below(low));
    }
    // Of a clamp to these bounds and then to the others.
    [[nodiscard]] GRAFT_CONSTEXPR clamp_bounds then(clamp_bounds const& next) const;
};

GRAFT_CONSTEXPR clamp_bounds inner_bounds(match const& m);
GRAFT_CONSTEXPR clamp_bounds outer_bounds(match const& m);
GRAFT_CONSTEXPR clamp_bounds relu_bounds();

GRAFT_CONSTEXPR_INLINE bool inner_is_ordered(match const& m) {
    return inner_bounds(m).are_ordered(tensor_of(m.val("x")));
}
GRAFT_CONSTEXPR_INLINE bool outer_is_ordered(match const& m) {
    return outer_bounds(m).are_ordered(tensor_of(m.val("x")));
}

GRAFT_CONSTEXPR_INLINE arg merged_low(match const& m) { return inner_bounds(m).then(outer_bounds(m)).low; }
GRAFT_CONSTEXPR_INLINE arg merged_high(match const& m) { return inner_bounds(m).then(outer_bounds(m)).high; }
GRAFT_CONSTEXPR_INLINE arg low_then_relu(match const& m) { return inner_bounds(m).then(relu_bounds()).low; }
GRAFT_CONSTEXPR_INLINE arg high_then_relu(match const& m) { return inner_bounds(m).then(relu_bounds()).high; }
GRAFT_CONSTEXPR_INLINE arg low_after_relu(match const& m) { return relu_bounds().then(outer_bounds(m)).low; }
GRAFT_CONSTEXPR_INLINE arg high_after_relu(match const& m) { return relu_bounds().then(outer_bounds(m)).high; }

} // namespace detail

namespace rule_sets {

inline constexpr auto low = var<"low">;         ///< what a clamp below the root clamps to
inline constexpr auto high = var<"high">;       ///< what a clamp below the root clamps to, from above
inline constexpr auto min_val = var<"min_val">; ///< what the root clamps to
inline constexpr auto max_val = var<"max_val">; ///< what the root clamps to, from above

/// The inner clamp has its smaller bound first.
inline constexpr auto inner_is_range = where(that<"[low, high] is a range of x">(&detail::inner_is_ordered));
/// The outer clamp has its smaller bound first.
inline constexpr auto outer_is_range = where(that<"[min_val, max_val] is a range of x">(&detail::outer_is_ordered));

/// Of two clamps in a row one is left: first to [a, b], then to [c, d], is to [min(max(a, c), d), min(max(b, c), d)],
/// where a <= b and c <= d, and None is without a bound. Where a bound is
/// -0.0 and relu has 0 the zeros may have other signs.
template <class Use = void, auto x = x, auto low = low, auto high = high, auto min_val = min_val,
          auto max_val = max_val>
inline constexpr auto clamp = rules<"clamp">(
    rule<"relu-of-relu">(aten::relu(aten::relu(x)) >> aten::relu(x)),
    rule<"clamp-of-clamp">(
        aten::clamp(aten::clamp(x, low, high), min_val, max_val) >>
            aten::clamp(x, compute<"merged_low">(&detail::merged_low), compute<"merged_high">(&detail::merged_high)),
        where(same_dtype(x, replaced), inner_is_range, outer_is_range)),
    rule<"clamp-with-hardtanh">(
        one_of(aten::hardtanh(ops(aten::clamp, aten::hardtanh)(x, low, high), min_val, max_val),
               aten::clamp(aten::hardtanh(x, low, high), min_val, max_val)) >>
            aten::clamp(x, compute<"merged_low">(&detail::merged_low), compute<"merged_high">(&detail::merged_high)),
        where(x.in(floating_dtypes), same_dtype(x, replaced), inner_is_range, outer_is_range)),
    rule<"relu-of-clamp">(aten::relu(aten::clamp(x, low, high)) >>
                              aten::clamp(x, compute<"low_then_relu">(&detail::low_then_relu),
                                          compute<"high_then_relu">(&detail::high_then_relu)),
                          where(same_dtype(x, replaced), inner_is_range))
        .sign_of_zero(),
    rule<"relu-of-hardtanh">(aten::relu(aten::hardtanh(x, low, high)) >>
                                 aten::clamp(x, compute<"low_then_relu">(&detail::low_then_relu),
                                             compute<"high_then_relu">(&detail::high_then_relu)),
                             where(x.in(floating_dtypes), same_dtype(x, replaced), inner_is_range))
        .sign_of_zero(),
    rule<"clamp-of-relu">(aten::clamp(aten::relu(x), min_val, max_val) >>
                              aten::clamp(x, compute<"low_after_relu">(&detail::low_after_relu),
                                          compute<"high_after_relu">(&detail::high_after_relu)),
                          where(same_dtype(x, replaced), outer_is_range))
        .sign_of_zero(),
    rule<"hardtanh-of-relu">(aten::hardtanh(aten::relu(x), min_val, max_val) >>
                                 aten::clamp(x, compute<"low_after_relu">(&detail::low_after_relu),
                                             compute<"high_after_relu">(&detail::high_after_relu)),
                             where(x.in(floating_dtypes), same_dtype(x, replaced), outer_is_range))
        .sign_of_zero());

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <graft/rewrite/number_source.hpp>

namespace graft::detail {

GRAFT_CONSTEXPR bool clamp_limit::fits(dtype d) const {
    if (is_none() || kind == arg_kind::integer)
        return is_none() || !is_integral(d, true) || holds_integer(d, real);
    return kind == arg_kind::real && real == real && is_floating_point(d);
}

GRAFT_CONSTEXPR clamp_bounds clamp_bounds::then(clamp_bounds const& next) const {
    clamp_limit const least = max_bound(low, next.low);
    return {least.is_none() ? least : min_bound(least, next.high),
            high.is_none() ? next.high : min_bound(max_bound(high, next.low), next.high)};
}

GRAFT_CONSTEXPR clamp_bounds inner_bounds(match const& m) { return {clamp_limit{m["low"]}, clamp_limit{m["high"]}}; }

GRAFT_CONSTEXPR clamp_bounds outer_bounds(match const& m) {
    return {clamp_limit{m["min_val"]}, clamp_limit{m["max_val"]}};
}

GRAFT_CONSTEXPR clamp_bounds relu_bounds() { return {clamp_limit{std::int64_t{0}}, {}}; }

} // namespace graft::detail
#endif
