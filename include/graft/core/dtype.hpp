#pragma once

#include <graft/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graft {

/// The element type of a tensor; `undefined` stands for "none" and "not known".
enum class dtype : std::uint8_t {
    undefined,
    boolean,
    u8,
    i8,
    i16,
    i32,
    i64,
    u16,
    u32,
    u64,
    f16,
    bf16,
    f32,
    f64,
    c32,
    c64,
    c128,
    f8e4m3fn,
    f8e5m2,
    f8e8m0fnu
};

namespace detail {

enum class dtype_kind : std::uint8_t { none, boolean, integer, real, complex };

struct dtype_facts {
    std::string_view fx_name, torch_name;
    std::uint8_t size;
    dtype_kind kind;
    bool is_signed;
};

/// Indexed by the enumerator.
inline constexpr std::array<dtype_facts, 20> dtype_table{{
    {"undefined", "undefined", 0, dtype_kind::none, false},
    {"b8", "torch.bool", 1, dtype_kind::boolean, false},
    {"u8", "torch.uint8", 1, dtype_kind::integer, false},
    {"i8", "torch.int8", 1, dtype_kind::integer, true},
    {"i16", "torch.int16", 2, dtype_kind::integer, true},
    {"i32", "torch.int32", 4, dtype_kind::integer, true},
    {"i64", "torch.int64", 8, dtype_kind::integer, true},
    {"u16", "torch.uint16", 2, dtype_kind::integer, false},
    {"u32", "torch.uint32", 4, dtype_kind::integer, false},
    {"u64", "torch.uint64", 8, dtype_kind::integer, false},
    {"f16", "torch.float16", 2, dtype_kind::real, true},
    {"bf16", "torch.bfloat16", 2, dtype_kind::real, true},
    {"f32", "torch.float32", 4, dtype_kind::real, true},
    {"f64", "torch.float64", 8, dtype_kind::real, true},
    {"c32", "torch.complex32", 4, dtype_kind::complex, true},
    {"c64", "torch.complex64", 8, dtype_kind::complex, true},
    {"c128", "torch.complex128", 16, dtype_kind::complex, true},
    {"f8e4m3fn", "torch.float8_e4m3fn", 1, dtype_kind::real, true},
    {"f8e5m2", "torch.float8_e5m2", 1, dtype_kind::real, true},
    {"f8e8m0fnu", "torch.float8_e8m0fnu", 1, dtype_kind::real, false},
}};

[[nodiscard]] constexpr dtype_facts const& facts(dtype d) { return dtype_table[static_cast<std::size_t>(d)]; }

} // namespace detail

/// Every dtype but `undefined`, in the order of the enumeration.
inline constexpr std::array<dtype, 19> all_dtypes{
    dtype::boolean, dtype::u8,   dtype::i8,       dtype::i16,    dtype::i32,      dtype::i64, dtype::u16,
    dtype::u32,     dtype::u64,  dtype::f16,      dtype::bf16,   dtype::f32,      dtype::f64, dtype::c32,
    dtype::c64,     dtype::c128, dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu};

/// The name FX prints: "f32", "i64", "b8".
[[nodiscard]] constexpr std::string_view fx_name(dtype d) { return detail::facts(d).fx_name; }

/// The name Python prints: "torch.float32".
[[nodiscard]] constexpr std::string_view torch_name(dtype d) { return detail::facts(d).torch_name; }

/// The dtype of either name, or `undefined` if there is none.
[[nodiscard]] constexpr dtype parse_dtype(std::string_view name) {
    for (dtype d : all_dtypes)
        if (name == fx_name(d) || name == torch_name(d))
            return d;
    return dtype::undefined;
}

/// Bytes of one element; 0 for `undefined`.
[[nodiscard]] constexpr std::size_t element_size(dtype d) { return detail::facts(d).size; }

/// True of f16, bf16, f32 and f64, and of the floats of 8 bits, with which little is computed.
[[nodiscard]] constexpr bool is_floating_point(dtype d) { return detail::facts(d).kind == detail::dtype_kind::real; }

/// True of f8e4m3fn, f8e5m2 and f8e8m0fnu: they are moved, converted and compared for equality, and promoted to nothing.
[[nodiscard]] constexpr bool is_float8(dtype d) { return d >= dtype::f8e4m3fn; }

namespace detail {

// Floats that kernels and rules compute with.
[[nodiscard]] constexpr bool is_computed_real(dtype d) { return is_floating_point(d) && !is_float8(d); }

} // namespace detail

/// True of the integers, and of boolean if asked for.
[[nodiscard]] constexpr bool is_integral(dtype d, bool include_bool) {
    return detail::facts(d).kind == detail::dtype_kind::integer || (include_bool && d == dtype::boolean);
}

/// True of c32, c64 and c128.
[[nodiscard]] constexpr bool is_complex(dtype d) { return detail::facts(d).kind == detail::dtype_kind::complex; }

/// True of the dtypes that hold negative numbers.
[[nodiscard]] constexpr bool is_signed(dtype d) { return detail::facts(d).is_signed; }

/// The dtype of the parts of a complex dtype, or the dtype itself.
[[nodiscard]] constexpr dtype real_part(dtype d) {
    switch (d) {
    case dtype::c32: return dtype::f16;
    case dtype::c64: return dtype::f32;
    case dtype::c128: return dtype::f64;
    default: return d;
    }
}

/// The least element of an integer dtype.
[[nodiscard]] constexpr std::int64_t lowest_integer(dtype d) {
    return detail::facts(d).is_signed ? -1 - (INT64_MAX >> (64 - 8 * detail::facts(d).size)) : 0;
}

/// The greatest element of an integer dtype; of `u64`, the greatest that an `std::int64_t` holds.
[[nodiscard]] constexpr std::int64_t highest_integer(dtype d) {
    int const bits = 8 * detail::facts(d).size - (detail::facts(d).is_signed || d == dtype::u64 ? 1 : 0);
    return INT64_MAX >> (63 - bits);
}

} // namespace graft
