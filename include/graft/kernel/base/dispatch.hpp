#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/element.hpp>
#include <graft/core/error.hpp>
#include <graft/core/half.hpp>
#include <graft/meta/hana.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace graft {

class tensor;

} // namespace graft

namespace graft::kernel {

//=== dtype lists: what a kernel admits ===//

inline constexpr auto floating = values<dtype::f16, dtype::bf16, dtype::f32, dtype::f64>;
inline constexpr auto integral = values<dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64>;
/// What integers that are computed in i64, and reals, are computed in.
inline constexpr auto wide_numeric = join_values(values<dtype::i64>, floating);
/// Every dtype with arithmetic of its own.
inline constexpr auto numeric = join_values(integral, floating);
/// The numeric dtypes and boolean: all that kernels read and write.
inline constexpr auto any_real = join_values(values<dtype::boolean>, numeric);
/// These and u64, of which no signed integer has the order.
template <auto const& Dtypes>
inline constexpr auto with_u64 = join_values(Dtypes, values<dtype::u64>);

/// Boolean alone: what truths are computed in.
inline constexpr auto truths = values<dtype::boolean>;

/// A tensor, of a parameter that makes a template of a function: only who calls it compiles it for its dtypes.
template <class T>
concept tensor_parameter = std::same_as<T, tensor>;

/// The type that elements of type `T` are computed in: float for the formats of 16 and 8 bits, else `T`.
template <class T>
using compute_t = std::conditional_t<small_float<T>, float, T>;

} // namespace graft::kernel

namespace graft::detail {

[[noreturn]] inline void raise_dtype(std::string_view op, dtype d) {
    raise(errc::unsupported, op, " does not take the dtype ", fx_name(d));
}

/// Calls `f.operator()<Type<T>>()` with the element type `T` of the dtype; a dtype outside the list is an error.
template <auto const& Dtypes, template <class> class Type, class F>
void dispatch_as(dtype d, std::string_view op, F& f) {
    if (!switch_over<Dtypes>(d, [&f]<dtype D>() { f.template operator()<Type<element_t<D>>>(); }))
        raise_dtype(op, d);
}

} // namespace graft::detail

namespace graft::kernel {

/// Calls `f.operator()<T>()` with the element type of the dtype; a dtype outside the list is an
/// error.
template <auto const& Dtypes, class F>
void dispatch(dtype d, std::string_view op, F&& f) {
    detail::dispatch_as<Dtypes, std::type_identity_t>(d, op, f);
}

/// As `dispatch`, with the type that elements of the dtype are computed in.
template <auto const& Dtypes, class F>
void dispatch_compute(dtype d, std::string_view op, F&& f) {
    detail::dispatch_as<Dtypes, compute_t>(d, op, f);
}

/// Calls `f.operator()<T>()` with a type that holds every element of a dtype with arithmetic, i64 or
/// double: for kernels whose time goes elsewhere, so that they are compiled twice only.
template <class F>
void dispatch_wide(dtype d, std::string_view op, F&& f) {
    if (is_integral(d, true))
        f.template operator()<std::int64_t>();
    else if (detail::is_computed_real(d))
        f.template operator()<double>();
    else
        detail::raise_dtype(op, d);
}

/// Calls `f.operator()<T>()` with a type that holds every element of a real dtype, float for f32, else i64 or double:
/// for kernels that compare and move elements.
template <class F>
void dispatch_ordered(dtype d, std::string_view op, F&& f) {
    if (d == dtype::f32)
        f.template operator()<float>();
    else
        dispatch_wide(d, op, f);
}

} // namespace graft::kernel

namespace graft::detail {

/// What sums of products of `T` are computed in: float or double, and i64 for every integer,
/// whose low bits are those of the narrower sum.
template <class T>
using product_t = std::conditional_t<std::integral<T>, std::int64_t, kernel::compute_t<T>>;

/// Calls `f.operator()<T>()` with the type in which products of the dtype are computed.
template <auto const& Dtypes, class F>
void dispatch_product(dtype d, std::string_view op, F&& f) {
    dispatch_as<Dtypes, product_t>(d, op, f);
}

/// The dtype in which products of a dtype are computed; a dtype outside the list is an error.
template <auto const& Dtypes>
[[nodiscard]] dtype product_dtype(dtype d, std::string_view op) {
    dtype computed = d;
    dispatch_product<Dtypes>(d, op, [&]<class T>() { computed = dtype_of<T>; });
    return computed;
}

} // namespace graft::detail
