#pragma once

#include <graft/kernel/image/pool.hpp>

#include <cstdint>
#include <vector>

#include "reference.hpp"

// Settings of poolings, and what lies under their windows.

namespace reference {

struct setting {
    sizes kernel, stride, padding, dilation;
    bool ceil_mode;
};

inline setting const settings[] = {
    {{2, 2}, {}, {}, {}, false},          {{3, 3}, {2}, {1}, {1}, false}, {{3, 2}, {2, 3}, {1, 0}, {1, 2}, true},
    {{2, 3}, {1, 1}, {0, 1}, {2}, false}, {{1}, {1}, {0}, {1}, false},    {{3}, {1, 2}, {1}, {1}, true},
};

inline sizes pooled(sizes space, setting const& s) {
    auto const of = [](sizes const& values, std::size_t i, std::int64_t otherwise) {
        return values.empty() ? otherwise : values[values.size() == 1 ? 0 : i];
    };
    for (std::size_t i = 0; i < 2; ++i) {
        std::int64_t& n = space[space.size() - 2 + i];
        std::int64_t const k = of(s.kernel, i, 1);
        graft::detail::window w{n, 1, k, of(s.stride, i, k), of(s.padding, i, 0), of(s.dilation, i, 1)};
        w.slide("test", s.ceil_mode);
        n = w.out;
    }
    return space;
}

/// Calls `f(index)` for every element under the window of an output, in order.
template <class F>
void for_each_under(tensor const& t, setting const& s, sizes const& out, F&& f) {
    auto const of = [](sizes const& values, std::size_t i, std::int64_t otherwise) {
        return values.empty() ? otherwise : values[values.size() == 1 ? 0 : i];
    };
    std::int64_t const kh = of(s.kernel, 0, 1), kw = of(s.kernel, 1, 1);
    std::size_t const h = out.size() - 2, w = out.size() - 1;
    for (std::int64_t a = 0; a < kh; ++a)
        for (std::int64_t b = 0; b < kw; ++b) {
            sizes at = out;
            at[h] = out[h] * of(s.stride, 0, kh) - of(s.padding, 0, 0) + a * of(s.dilation, 0, 1);
            at[w] = out[w] * of(s.stride, 1, kw) - of(s.padding, 1, 0) + b * of(s.dilation, 1, 1);
            if (at[h] >= 0 && at[h] < t.size(-2) && at[w] >= 0 && at[w] < t.size(-1))
                f(at);
        }
}

inline graft::kernel::pool_options options(setting const& s) {
    return {s.kernel, s.stride, s.padding, s.dilation, s.ceil_mode};
}

} // namespace reference
