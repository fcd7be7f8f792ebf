#pragma once

#include <graft/kernel/arithmetic.hpp>
#include <graft/kernel/extremum.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

// Which element of a row it is, by its place in the sorted row; a NaN counts as the largest.

namespace graft::detail {

/// The places of the elements, so far sorted that the one at `nth` is in its place.
template <class T>
[[nodiscard]] std::vector<std::size_t> partly_sorted(std::span<T const> row, std::size_t nth) {
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(nth), order.end(),
                     [&](std::size_t a, std::size_t b) { return is_beyond(row[b], row[a], true); });
    return order;
}

/// The element that is the `k`-th in order, counted from 1.
template <class T>
[[nodiscard]] std::size_t find_kth(std::span<T const> row, std::int64_t k) {
    auto const nth = static_cast<std::size_t>(k - 1);
    return partly_sorted(row, nth)[nth];
}

/// The middle element, the lower of two; the first NaN where there is one, unless NaNs are passed over.
template <class T>
[[nodiscard]] std::size_t find_median(std::span<T const> row, bool pass_over_nan) {
    auto const nans = static_cast<std::size_t>(std::count_if(row.begin(), row.end(), [](T x) { return is_nan(x); }));
    if (nans > 0 && !pass_over_nan)
        return static_cast<std::size_t>(
            std::find_if(row.begin(), row.end(), [](T x) { return is_nan(x); }) - row.begin());
    std::size_t const nth = nans == row.size() ? 0 : (row.size() - nans - 1) / 2;
    return partly_sorted(row, nth)[nth];
}

/// The element that occurs most often, the smallest of several: the last place where it does.
template <class T>
[[nodiscard]] std::size_t find_mode(std::span<T const> row) {
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return is_beyond(row[b], row[a], true); });
    std::size_t best = 0, most = 0, run = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ++run;
        if (i + 1 < order.size() && row[order[i]] == row[order[i + 1]])
            continue;
        if (run > most) {
            most = run;
            best = order[i];
        }
        run = 0;
    }
    return best;
}

} // namespace graft::detail
