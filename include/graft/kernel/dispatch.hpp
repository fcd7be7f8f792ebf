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

namespace graft::kernel {

//=== dtype lists: what a kernel admits ===//

inline constexpr auto floating = values<dtype::f16, dtype::bf16, dtype::f32, dtype::f64>;
inline constexpr auto integral =
    values<dtype::u8, dtype::i8, dtype::i16, dtype::i32, dtype::i64>;
/// Every dtype with arithmetic of its own.
inline constexpr auto numeric = join_values(integral, floating);
/// The numeric dtypes and boolean: all that kernels read and write.
inline constexpr auto any_real = join_values(values<dtype::boolean>, numeric);

/// The type that elements of type `T` are computed in: float for the 16-bit formats, else `T`.
template <class T>
using compute_t = std::conditional_t<small_float<T>, float, T>;

} // namespace graft::kernel

namespace graft::detail {

[[noreturn]] inline void raise_dtype(std::string_view op, dtype d) {
    raise(errc::unsupported, op, " does not take the dtype ", fx_name(d));
}

} // namespace graft::detail

namespace graft::kernel {

/// Calls `f.operator()<T>()` with the element type of the dtype; a dtype outside the list is an
/// error.
template <auto const& Dtypes, class F>
void dispatch(dtype d, std::string_view op, F&& f) {
    if (!switch_over<Dtypes>(d, [&]<dtype D>() { f.template operator()<element_t<D>>(); }))
        detail::raise_dtype(op, d);
}

/// As `dispatch`, with the type that elements of the dtype are computed in.
template <auto const& Dtypes, class F>
void dispatch_compute(dtype d, std::string_view op, F&& f) {
    if (!switch_over<Dtypes>(
            d, [&]<dtype D>() { f.template operator()<compute_t<element_t<D>>>(); }))
        detail::raise_dtype(op, d);
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
    kernel::dispatch<Dtypes>(d, op, [&]<class T>() { f.template operator()<product_t<T>>(); });
}

} // namespace graft::detail
