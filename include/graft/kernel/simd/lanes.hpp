#pragma once

#include <graft/config.hpp>
#include <graft/kernel/base/instruction_set.hpp>

#include <cmath> // sqrt
#include <cstdint>
#include <cstring> // memcpy

// Vectors of floats, and of doubles, as wide as the machine's registers, in what g++ and clang both read.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// How many floats a register holds, and rows of two registers of sums each that stay in registers beside their
/// factors.
#if defined(__AVX512F__)
inline constexpr std::int64_t float_lanes = 16, tile_rows = 14;
#elif defined(__AVX__)
inline constexpr std::int64_t float_lanes = 8, tile_rows = 6;
#else
inline constexpr std::int64_t float_lanes = 4, tile_rows = 6;
#endif

using floats [[gnu::vector_size(4 * float_lanes)]] = float;
using doubles [[gnu::vector_size(4 * float_lanes)]] = double;
inline constexpr std::int64_t double_lanes = float_lanes / 2;

[[gnu::always_inline]] inline floats load_floats(float const* from) {
    floats v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// The first `count` of a register, fewer than it holds; the others are 0.
[[gnu::always_inline]] inline floats load_floats(float const* from, std::int64_t count) {
    floats v{};
    std::memcpy(&v, from, static_cast<std::size_t>(count) * sizeof(float));
    return v;
}

/// The last `count` floats before `end`, the others 0; as many as a register holds are read.
[[gnu::always_inline]] inline floats load_last_floats(float const* end, std::int64_t count) {
    using ints [[gnu::vector_size(4 * float_lanes)]] = std::int32_t;
    ints lane{};
    for (std::int32_t i = 0; i < float_lanes; ++i)
        lane[i] = i;
    ints const counted = lane >= static_cast<std::int32_t>(float_lanes - count);
    return reinterpret_cast<floats>(reinterpret_cast<ints>(load_floats(end - float_lanes)) & counted);
}

[[gnu::always_inline]] inline void store_floats(floats const& v, float* to) { std::memcpy(to, &v, sizeof v); }

[[gnu::always_inline]] inline void store_floats(floats const& v, float* to, std::int64_t count) {
    std::memcpy(to, &v, static_cast<std::size_t>(count) * sizeof(float));
}

/// A register of sums on its way out; NaN stays NaN.
[[gnu::always_inline]] inline floats clamp_floats(floats const& v, float low, float high) {
    floats const least = floats{} + low, most = floats{} + high;
    floats const raised = v < least ? least : v;
    return raised > most ? most : raised;
}

/// The square roots of a register, which std::sqrt is not vectorised to for fear of errno.
[[gnu::always_inline]] inline floats sqrt_floats(floats x) {
#if defined(__AVX__)
    asm("vsqrtps %1, %0" : "=v"(x) : "v"(x));
#elif defined(__SSE__)
    asm("sqrtps %1, %0" : "=x"(x) : "x"(x));
#else
    for (std::int64_t i = 0; i < float_lanes; ++i)
        x[i] = std::sqrt(x[i]);
#endif
    return x;
}

/// `out[i] = f(in[i])` for `n` floats, a register of them at a time.
template <class F>
void floats_loop(F f, std::int64_t n, float* out, float const* in) {
    std::int64_t i = 0;
    for (; i + float_lanes <= n; i += float_lanes)
        store_floats(f(load_floats(in + i)), out + i);
    if (i < n)
        store_floats(f(load_floats(in + i, n - i)), out + i, n - i);
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
