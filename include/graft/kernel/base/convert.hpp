#pragma once

#include <graft/config.hpp>
#include <graft/core/dtype.hpp>
#include <graft/core/half.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring> // memcpy
#include <limits>
#include <type_traits>

namespace graft::detail {

/// Cuts the fraction off; what does not fit, NaN included, becomes the lowest value, as on x86.
template <std::signed_integral I, std::floating_point T>
[[nodiscard]] constexpr I truncate(T x) {
    constexpr T lowest = static_cast<T>(std::numeric_limits<I>::min());
    return static_cast<I>(x >= lowest && x < -lowest ? x : lowest);
}

/// One element as another type, as PyTorch's `to` converts on x86.
///
/// A number is true unless it is zero; integers wrap; a real is cut to i64 or i32 (see
/// `truncate`), the narrower integers are the low bits of that i32, those of 32 and 64 bits without sign of that i64.
/// Only from 2^63 on is u64 another number.
template <class To, class From>
[[nodiscard]] constexpr To convert_element(From x) {
    if constexpr (std::same_as<To, From>)
        return x;
    else if constexpr (small_float<From>)
        return convert_element<To>(static_cast<float>(x));
    else if constexpr (std::same_as<To, bool>)
        return x != From{};
    else if constexpr (small_float<To>)
        return To(static_cast<float>(x));
    else if constexpr (std::floating_point<From> && std::same_as<To, std::uint64_t>)
        return x >= From(0x1p63) ? static_cast<To>(truncate<std::int64_t>(x - From(0x1p63))) + (To{1} << 63)
                                 : static_cast<To>(truncate<std::int64_t>(x));
    else if constexpr (std::floating_point<From> && std::integral<To>)
        return static_cast<To>(
            truncate<
                std::conditional_t<sizeof(To) == 8 || std::same_as<To, std::uint32_t>, std::int64_t, std::int32_t>>(x));
    else
        return static_cast<To>(x);
}

/// How an element is read from memory: a boolean is any byte but 0, and no compiler may assume
/// less.
template <class T>
using stored_t = std::conditional_t<std::same_as<T, bool>, std::uint8_t, T>;

template <class To, class From>
[[nodiscard]] constexpr To convert_stored(stored_t<From> x) {
    if constexpr (std::same_as<From, bool>)
        return x != 0 ? convert_element<To>(true) : convert_element<To>(false); // a cast g++ does not vectorise
    else
        return convert_element<To>(x);
}

/// Copies `n` elements from one row to another; the strides are in bytes, the rows do not
/// overlap.
using row_function = void (*)(std::int64_t n, std::byte* to, std::int64_t to_stride, std::byte const* from,
                              std::int64_t from_stride);

template <std::size_t Bytes>
void copy_row(std::int64_t n, std::byte* to, std::int64_t to_stride, std::byte const* from, std::int64_t from_stride) {
    if (to_stride == Bytes && from_stride == Bytes) {
        std::memcpy(to, from, static_cast<std::size_t>(n) * Bytes);
        return;
    }
    constexpr auto bytes = static_cast<std::int64_t>(Bytes);
    if (to_stride == bytes && from_stride == -bytes) { // backwards
        for (std::int64_t i = 0; i < n; ++i)
            std::memcpy(to + i * bytes, from - i * bytes, Bytes);
        return;
    }
    if (to_stride == Bytes && from_stride == 0) { // one element for all, which compiles to stores of many
        std::array<std::byte, Bytes> element;
        std::memcpy(element.data(), from, Bytes);
        for (std::int64_t i = 0; i < n; ++i)
            std::memcpy(to + i * static_cast<std::int64_t>(Bytes), element.data(), Bytes);
        return;
    }
    for (std::int64_t i = 0; i < n; ++i)
        std::memcpy(to + i * to_stride, from + i * from_stride, Bytes);
}

/// The function that copies rows of elements of 1, 2, 4, 8 or 16 bytes.
[[nodiscard]] row_function copy_function(std::size_t element_bytes);

/// The function that copies rows of one dtype to rows of another; complex dtypes convert to
/// themselves only.
[[nodiscard]] row_function row_conversion(dtype to, dtype from);

} // namespace graft::detail

#if defined(GRAFT_KERNELS_BODIES)
#    include <graft/core/element.hpp>
#    include <graft/core/error.hpp>
#    include <graft/kernel/base/dispatch.hpp>
#    include <graft/kernel/base/loop.hpp>

#    include <utility>

namespace graft::detail {

GRAFT_INLINE row_function copy_function(std::size_t element_bytes) {
    switch (element_bytes) {
    case 1: return copy_row<1>;
    case 2: return copy_row<2>;
    case 4: return copy_row<4>;
    case 8: return copy_row<8>;
    default: return copy_row<16>;
    }
}

/// A conversion of dense rows for rows of any strides, block by block by way of dense ones; not inlined into each of
/// the conversions, which are many.
[[gnu::noinline]] inline void convert_strided(row_function convert, std::size_t to_bytes, std::size_t from_bytes,
                                              std::int64_t n, std::byte* to, std::int64_t to_stride,
                                              std::byte const* from, std::int64_t from_stride) {
    constexpr std::int64_t bytes = 8, most = 128;
    alignas(bytes) std::byte given[bytes * most], converted[bytes * most];
    row_function const gather = copy_function(from_bytes), spread = copy_function(to_bytes);
    auto const to_step = static_cast<std::int64_t>(to_bytes), from_step = static_cast<std::int64_t>(from_bytes);
    for (std::int64_t i = 0; i < n; i += most) {
        std::int64_t const count = n - i < most ? n - i : most;
        gather(count, given, from_step, from + i * from_stride, from_stride);
        convert(count, converted, to_step, given, from_step);
        spread(count, to + i * to_stride, to_stride, converted, to_step);
    }
}

#    if defined(__x86_64__) && defined(__GNUC__)

// The instructions that round to halves are chosen by the machine that the program runs on, not by what the compiler
// was told: conversions are the same in every unit.

/// Rounds all of a row of floats that fills registers of eight; how many those are.
[[gnu::target("f16c")]] inline std::int64_t floats_to_halves_by_eight(std::int64_t n, std::byte* to,
                                                                      std::byte const* from) {
    using floats8 [[gnu::vector_size(32)]] = float;
    std::int64_t const all = n / 8 * 8;
    for (std::byte const* const end = from + 4 * all; from != end; from += 32, to += 16) {
        floats8 x;
        std::memcpy(&x, from, sizeof x);
        auto const halves = __builtin_ia32_vcvtps2ph256(x, 0);
        std::memcpy(to, &halves, sizeof halves);
    }
    return all;
}

/// Rounds all of a row of floats that fills registers of sixteen; how many those are.
[[gnu::target("avx512f")]] inline std::int64_t floats_to_halves_by_sixteen(std::int64_t n, std::byte* to,
                                                                           std::byte const* from) {
    using floats16 [[gnu::vector_size(64)]] = float;
    using halves16 [[gnu::vector_size(32)]] = short;
    std::int64_t const all = n / 16 * 16;
    for (std::byte const* const end = from + 4 * all; from != end; from += 64, to += 32) {
        floats16 x;
        std::memcpy(&x, from, sizeof x);
        auto const halves = __builtin_ia32_vcvtps2ph512_mask(x, 0, halves16{}, 0xffff);
        std::memcpy(to, &halves, sizeof halves);
    }
    return all;
}

/// Rounds the first floats of a row to halves, to nearest even; how many, which may be none.
inline std::int64_t floats_to_halves(std::int64_t n, std::byte* to, std::byte const* from) {
    // clang 16 does not know "f16c", which every machine with AVX2 has.
    if (n < 8 || !__builtin_cpu_supports("avx2"))
        return 0;
    return n >= 16 && __builtin_cpu_supports("avx512f") ? floats_to_halves_by_sixteen(n, to, from)
                                                        : floats_to_halves_by_eight(n, to, from);
}

#    else

inline std::int64_t floats_to_halves(std::int64_t, std::byte*, std::byte const*) { return 0; }

#    endif

template <class To, class From>
void convert_row(std::int64_t n, std::byte* to, std::int64_t to_stride, std::byte const* from,
                 std::int64_t from_stride) {
    using source = stored_t<From>;
    if (n > 1 && (to_stride != sizeof(To) || from_stride != sizeof(source)))
        return convert_strided(convert_row<To, From>, sizeof(To), sizeof(source), n, to, to_stride, from, from_stride);
    if constexpr (std::same_as<To, half> && std::same_as<From, float>) {
        std::int64_t const done = floats_to_halves(n, to, from);
        n -= done, to += done * std::int64_t{sizeof(To)}, from += done * std::int64_t{sizeof(source)};
    }
    element_loop([](source x) { return convert_stored<To, From>(x); }, n, reinterpret_cast<To*>(to),
                 reinterpret_cast<source const*>(from));
}

/// The wider type of its kind, which holds every `T`.
template <class T>
using wide_t = std::conditional_t<std::integral<T>, std::int64_t, double>;

/// The type by way of which elements become what they seldom become, with the same result: floats of 16 and 8 bits are
/// read as f32 and rounded from it in any case.
template <class To, class From>
using between_t = std::conditional_t<small_float<To> || small_float<From>, float, wide_t<From>>;

/// Converts a row by way of another type, `first` to it and `second` from it, block by block; not inlined into each of
/// its callers, which are many.
[[gnu::noinline]] inline void convert_twice(row_function first, row_function second, std::int64_t n, std::byte* to,
                                            std::int64_t to_stride, std::byte const* from, std::int64_t from_stride) {
    constexpr std::int64_t bytes = 8, most = 128;
    alignas(bytes) std::byte between[bytes * most];
    for (std::int64_t i = 0; i < n; i += most) {
        std::int64_t const count = n - i < most ? n - i : most;
        first(count, between, bytes, from + i * from_stride, from_stride);
        second(count, to + i * to_stride, to_stride, between, bytes);
    }
}

template <class To, class From>
void convert_row_twice(std::int64_t n, std::byte* to, std::int64_t to_stride, std::byte const* from,
                       std::int64_t from_stride) {
    using between = between_t<To, From>;
    convert_twice(convert_row<between, From>, convert_row<To, between>, n, to, to_stride, from, from_stride);
}

/// True of the conversions that are compiled as loops of their own: from and to what others go by way of, and to bool
/// from itself.
template <class To, class From>
inline constexpr bool converts_at_once =
    std::same_as<To, float> || std::same_as<From, float> || std::same_as<To, between_t<To, From>> ||
    std::same_as<From, between_t<To, From>> || std::same_as<To, From> ||
    (std::same_as<To, double> && std::same_as<From, std::uint64_t>); // which no i64 holds

template <class To, class From>
[[nodiscard]] consteval row_function conversion() {
    if constexpr (std::same_as<To, From> && !std::same_as<To, bool>)
        return copy_row<sizeof(To)>;
    else if constexpr (converts_at_once<To, From>)
        return convert_row<To, From>;
    else
        return convert_row_twice<To, From>;
}

/// What elements are converted from and to: few kernels compute with integers without sign of more than 8 bits, or with
/// floats of 8.
inline constexpr auto convertible_dtypes = join_values(
    kernel::any_real, values<dtype::u16, dtype::u32, dtype::u64, dtype::f8e4m3fn, dtype::f8e5m2, dtype::f8e8m0fnu>);

/// The conversions to every real dtype from every one, by their numbers; a table, as a dispatch over pairs is compiled
/// to hundreds of functions.
inline constexpr auto conversions = []<std::size_t... I>(std::index_sequence<I...>) {
    constexpr std::size_t dtypes = dtype_table.size();
    std::array<std::array<row_function, dtypes>, dtypes> table{};
    auto const fill = [&table]<dtype To>() {
        ((table[static_cast<std::size_t>(To)][static_cast<std::size_t>(list_value<convertible_dtypes, I>)] =
              conversion<element_t<To>, element_t<list_value<convertible_dtypes, I>>>()),
         ...);
    };
    (fill.template operator()<list_value<convertible_dtypes, I>>(), ...);
    return table;
}(std::make_index_sequence<list_size<convertible_dtypes>>{});

GRAFT_INLINE row_function row_conversion(dtype to, dtype from) {
    if (to == from && to != dtype::boolean)
        return copy_function(element_size(to));
    row_function const result = conversions[static_cast<std::size_t>(to)][static_cast<std::size_t>(from)];
    if (result == nullptr)
        raise_dtype("a conversion", contains<convertible_dtypes>(to) ? from : to);
    return result;
}

} // namespace graft::detail
#endif
