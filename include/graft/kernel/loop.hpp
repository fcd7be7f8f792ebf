#pragma once

#include <graft/config.hpp>

#include <cstdint>

// Loops over dense rows that do not overlap. The inner loops have a constant length, so that
// g++ 12 vectorises them at -O2 as well.

namespace graft::detail {

inline constexpr std::int64_t loop_chunk = 64;

/// `out[i] = f(in[i]...)` for `n` elements.
template <class F, class R, class... A>
[[gnu::flatten]] void element_loop(F f, std::int64_t n, R* __restrict out, A const* __restrict... in) {
    std::int64_t i = 0;
    for (; i + loop_chunk <= n; i += loop_chunk)
        for (std::int64_t j = 0; j < loop_chunk; ++j)
            out[i + j] = f(in[i + j]...);
    for (; i < n; ++i)
        out[i] = f(in[i]...);
}

/// `row[i] = f(row[i], in[i]...)` for `n` elements.
template <class F, class R, class... A>
[[gnu::flatten]] void update_loop(F f, std::int64_t n, R* __restrict row, A const* __restrict... in) {
    std::int64_t i = 0;
    for (; i + loop_chunk <= n; i += loop_chunk)
        for (std::int64_t j = 0; j < loop_chunk; ++j)
            row[i + j] = f(row[i + j], in[i + j]...);
    for (; i < n; ++i)
        row[i] = f(row[i], in[i]...);
}

} // namespace graft::detail
