#pragma once

#include <graft/core/dtype.hpp>
#include <graft/core/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace graft {
namespace detail {

/// The dtypes in the order of ExecuTorch's numbers; undefined for those that graft has no elements of.
inline constexpr std::array pte_dtypes{
    dtype::u8,        dtype::i8,        dtype::i16,       dtype::i32,       dtype::i64,       dtype::f16,
    dtype::f32,       dtype::f64,       dtype::c32,       dtype::c64,       dtype::c128,      dtype::boolean,
    dtype::undefined, dtype::undefined, dtype::undefined, dtype::bf16,      dtype::undefined, dtype::undefined,
    dtype::undefined, dtype::undefined, dtype::undefined, dtype::undefined, dtype::undefined, dtype::undefined,
    dtype::undefined, dtype::undefined, dtype::undefined, dtype::u16,       dtype::u32,       dtype::u64};

} // namespace detail

/// The dtype behind a number of ExecuTorch's ScalarType; `undefined` for one without a counterpart.
[[nodiscard]] constexpr dtype dtype_of_pte(std::int64_t number) {
    return number >= 0 && number < static_cast<std::int64_t>(detail::pte_dtypes.size())
               ? detail::pte_dtypes[static_cast<std::size_t>(number)]
               : dtype::undefined;
}

/// ExecuTorch's number of a dtype.
[[nodiscard]] constexpr std::int8_t pte_number(dtype d) {
    for (std::size_t i = 0; i < detail::pte_dtypes.size(); ++i)
        if (d != dtype::undefined && detail::pte_dtypes[i] == d)
            return static_cast<std::int8_t>(i);
    raise(errc::unsupported, torch_name(d), ": ExecuTorch has no such dtype");
}

} // namespace graft
