#pragma once

#include <graft/config.hpp>
#include <graft/core/tensor.hpp>
#include <graft/core/tensor_compare.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace graft {

/// How far an output is from its reference, in all the usual measures.
struct output_difference {
    difference values;     ///< how far the elements are apart
    std::uint64_t ulp = 0; ///< the largest distance of two finite numbers in units in the last place; 0 for integers
    /// The power of the reference over that of the difference in decibels, of finite numbers.
    double signal_to_noise = std::numeric_limits<double>::infinity();
};

/// Measures an output; without a tolerance that of the dtype holds. Tensors of different dtype or sizes are an error.
[[nodiscard]] GRAFT_INLINE output_difference measure(tensor const& expected, tensor const& got,
                                                     std::optional<tolerance> allowed = {});

/// The measures on a line: `mse 1e-12, max abs 2e-06, 3 ulp, snr 120.4 dB`.
[[nodiscard]] GRAFT_INLINE std::string text(output_difference const& d);

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/visit_dtype.hpp>
#    include <graft/rulecheck/side_difference.hpp>

#    include <algorithm>
#    include <cmath>
#    include <concepts>
#    include <cstdio>

namespace graft {
namespace detail {

template <real_element T>
void measure_elements(T const* expected, T const* got, std::int64_t count, output_difference& found) {
    double signal = 0, noise = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        double const e = static_cast<double>(expected[i]), d = static_cast<double>(got[i]) - e;
        if (!std::isfinite(e) || !std::isfinite(d))
            continue;
        signal += e * e;
        noise += d * d;
        if constexpr (!std::integral<T>)
            found.ulp = std::max(found.ulp, ulp_distance(expected[i], got[i]));
    }
    if (noise != 0)
        found.signal_to_noise = 10 * std::log10(signal / noise);
}

} // namespace detail

GRAFT_INLINE output_difference measure(tensor const& expected, tensor const& got, std::optional<tolerance> allowed) {
    output_difference found;
    found.values = allowed ? compare(expected, got, *allowed) : compare(expected, got);
    tensor const left = expected.contiguous(), right = got.contiguous();
    std::int64_t const parts = is_complex(expected.dtype()) ? 2 : 1;
    visit_dtype(real_part(expected.dtype()), [&]<class T>() {
        if constexpr (real_element<T>)
            detail::measure_elements(reinterpret_cast<T const*>(left.data()), reinterpret_cast<T const*>(right.data()),
                                     parts * expected.numel(), found);
    });
    return found;
}

GRAFT_INLINE std::string text(output_difference const& d) {
    char line[128];
    std::snprintf(line, sizeof line, "mse %.3g, max abs %.3g, %llu ulp, snr %.1f dB", d.values.mse, d.values.max_abs,
                  static_cast<unsigned long long>(d.ulp), d.signal_to_noise);
    return line;
}

} // namespace graft
#endif
