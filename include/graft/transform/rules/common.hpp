#pragma once

#include <graft/config.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/meta/vec.hpp>
#include <graft/pattern/detail/holds.hpp>
#include <graft/rewrite/rule_set.hpp>

#include <bit>
#include <cstdint>
#include <optional>

namespace graft {

namespace detail {

// True when the elements of both are known to lie alike; how far apart those of a dimension of size 1 are is moot.
GRAFT_CONSTEXPR bool lie_alike(tensor_spec const& a, tensor_spec const& b);

GRAFT_CONSTEXPR_INLINE bool x_lies_as_replaced(match const& m) {
    tensor_spec const *const x = tensor_of(m.val("x")), *const root = tensor_of(m.val());
    return x != nullptr && root != nullptr && lie_alike(*x, *root);
}

// The integers that a list holds, or nothing where an item is no literal.
GRAFT_CONSTEXPR std::optional<vec<std::int64_t>> integers_in(arg_ref list);

// The number that a `number` stands for.
GRAFT_CONSTEXPR double real_of(arg_ref number);

constexpr bool has_sign_bit(double v) { return std::bit_cast<std::uint64_t>(v) >> 63 != 0; }

// True when the sizes of what is replaced can be written as an argument: at most one is symbolic, which is written
// -1, and then none is 0, which would leave it open.
GRAFT_CONSTEXPR bool output_has_view_sizes(match const& m);
GRAFT_CONSTEXPR arg output_sizes(match const& m);

} // namespace detail

/// Tables of rewrite rules, each with the conditions under which it holds and how exact it then is. They are templates
/// whose arguments are left out, so that only who names a table, as in `rewrite(g, rule_sets::clamp<>)`, pays for it: a
/// variable that is a template argument keeps compilers from looking into the patterns that it stands in.
namespace rule_sets {

/// A variable of the rules.
/// @{
inline constexpr auto x = var<"x">;
inline constexpr auto y = var<"y">;
inline constexpr auto z = var<"z">;
inline constexpr auto c = var<"c">;
inline constexpr auto w = var<"w">;
inline constexpr auto b = var<"b">;
/// @}

/// All but complex dtypes: an infinite number times 1 has a part that is nan.
inline constexpr admitted_dtypes real_dtypes = numeric_dtypes | one_dtype(dtype::boolean);
/// The dtypes whose results are compared within the tolerances of f32.
inline constexpr admitted_dtypes single_or_double = one_dtype(dtype::f32) | one_dtype(dtype::f64);
/// The dtypes that kernels compute with in f32.
inline constexpr admitted_dtypes half_precision = one_dtype(dtype::f16) | one_dtype(dtype::bf16);

/// `x` can stand where the rule's root stood: it has the same dtype, sizes, strides and device.
inline constexpr auto like_replaced =
    where(same_meta(x, replaced), that<"x lies as replaced">(&detail::x_lies_as_replaced));

/// The sizes of the rule's root can be written as an argument.
inline constexpr auto has_view_sizes =
    where(that<"at most one size of replaced is symbolic">(&detail::output_has_view_sizes));

} // namespace rule_sets
} // namespace graft

#if defined(GRAFT_LOWER_BODIES)
#    include <cstddef>

namespace graft::detail {

GRAFT_CONSTEXPR bool lie_alike(tensor_spec const& a, tensor_spec const& b) {
    if (a.dim() != b.dim() || a.layout != b.layout || !(a.dev == b.dev))
        return false;
    for (std::size_t d = 0; d < a.dim(); ++d)
        if (!surely_equal(a.sizes[d], 1) && !surely_equal(a.strides[d], b.strides[d]))
            return false;
    return true;
}

GRAFT_CONSTEXPR std::optional<vec<std::int64_t>> integers_in(arg_ref list) {
    if (list.kind() != arg_kind::list && list.kind() != arg_kind::tuple)
        return std::nullopt;
    vec<std::int64_t> items;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].kind() != arg_kind::integer)
            return std::nullopt;
        items.push_back(list[i].integer());
    }
    return items;
}

GRAFT_CONSTEXPR double real_of(arg_ref number) {
    switch (number.kind()) {
    case arg_kind::boolean: return number.boolean() ? 1 : 0;
    case arg_kind::integer: return static_cast<double>(number.integer());
    default: return number.real();
    }
}

GRAFT_CONSTEXPR bool output_has_view_sizes(match const& m) {
    tensor_spec const* const root = tensor_of(m.val());
    if (root == nullptr)
        return false;
    std::size_t symbolic = 0, empty = 0;
    for (sym_int const& size : root->sizes) {
        symbolic += size.is_symbolic();
        empty += surely_equal(size, 0);
    }
    return symbolic == 0 || (symbolic == 1 && empty == 0);
}

GRAFT_CONSTEXPR arg output_sizes(match const& m) {
    vec<arg> sizes;
    for (sym_int const& size : m.val()->tensor.sizes)
        sizes.push_back(size.is_symbolic() ? arg{-1} : arg{size.value()});
    return arg::list(sizes);
}

} // namespace graft::detail
#endif
