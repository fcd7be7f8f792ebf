#pragma once

#include <graft/config.hpp>

#include <algorithm>
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

/// `out[i] = f(in[i]...)` where `fits(in[i]...)`, a mask of all bits or none, is set; else by `exact`, which is asked
/// in few places and need not vectorise. `out` may be one of the rows.
template <class Fits, class F, class Exact, class R, class... A>
[[gnu::flatten]] void guarded_loop(Fits fits, F f, Exact exact, std::int64_t n, R* out, A const*... in) {
    for (std::int64_t i = 0; i < n; i += loop_chunk) {
        std::int64_t const count = std::min(loop_chunk, n - i);
        std::uint32_t all = ~std::uint32_t{0};
        for (std::int64_t j = i; j < i + count; ++j)
            all &= fits(in[j]...);
        if (all != 0)
            element_loop(f, count, out + i, in + i...);
        else
            for (std::int64_t j = i; j < i + count; ++j)
                out[j] = fits(in[j]...) != 0 ? f(in[j]...) : exact(in[j]...);
    }
}

} // namespace graft::detail
