#pragma once

#include <graft/core/block_cache.hpp>
#include <graft/kernel/base/arithmetic.hpp>
#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/extremum.hpp>
#include <graft/meta/view.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

// Which element of a row it is, by its place in the sorted row; a NaN counts as the largest.

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The places of the elements, of equal ones in their order, so far sorted that the one at `nth` is in its place.
template <class T>
[[nodiscard]] scratch_vector<std::size_t> partly_sorted(graft::view<T const> row, std::size_t nth) {
    scratch_vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::nth_element(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(nth), order.end(),
        [&](std::size_t a, std::size_t b) { return is_beyond(row[b], row[a], true) || (a < b && row[a] == row[b]); });
    return order;
}

/// The element that is the `k`-th in order, counted from 1. Of equal ones it is that which partitions around the
/// median of three leave there, as in PyTorch.
template <class T>
[[nodiscard]] std::size_t find_kth(graft::view<T const> row, std::int64_t k) {
    scratch_vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    auto const at = [&](std::size_t i) { return row[order[i]]; };
    auto const above = [&](T a, T b) { return is_beyond(a, b, true); };
    auto const exchange = [&](std::size_t i, std::size_t j) { std::swap(order[i], order[j]); };
    auto const put_in_order = [&](std::size_t i, std::size_t j) {
        if (above(at(i), at(j)))
            exchange(i, j);
    };
    auto const nth = static_cast<std::size_t>(k - 1);
    std::size_t low = 0, high = row.size() - 1;
    while (low + 1 < high) {
        exchange(low + (high - low) / 2, low + 1);
        put_in_order(low + 1, high);
        put_in_order(low, high);
        put_in_order(low + 1, low);
        T const pivot = at(low);
        std::size_t i = low + 1, j = high;
        for (;;) {
            while (above(pivot, at(++i)))
                ;
            while (above(at(--j), pivot))
                ;
            if (j < i)
                break;
            exchange(i, j);
        }
        exchange(low, j);
        low = j <= nth ? i : low;
        if (j >= nth) {
            if (j == 0)
                break;
            high = j - 1;
        }
    }
    if (high == low + 1)
        put_in_order(low, high);
    return order[nth];
}

/// The middle element, the lower of two, and of equal ones that which a stable sort puts there; the first NaN where there
/// is one, unless NaNs are passed over.
template <class T>
[[nodiscard]] std::size_t find_median(graft::view<T const> row, bool pass_over_nan) {
    auto const nans = static_cast<std::size_t>(std::count_if(row.begin(), row.end(), [](T x) { return is_nan(x); }));
    if (nans > 0 && !pass_over_nan)
        return static_cast<std::size_t>(std::find_if(row.begin(), row.end(), [](T x) { return is_nan(x); }) -
                                        row.begin());
    std::size_t const nth = nans == row.size() ? 0 : (row.size() - nans - 1) / 2;
    return partly_sorted(row, nth)[nth];
}

/// The places of the elements as `std::sort` leaves them, as in PyTorch. Where a NaN stands among few it compares with
/// nothing, so that it stays where it was; among many it counts as the largest.
template <class T>
[[nodiscard]] scratch_vector<std::size_t> sorted(graft::view<T const> row) {
    scratch_vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // So many are sorted by insertion.
    if (constexpr std::size_t few = 16; row.size() > few) {
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return is_beyond(row[b], row[a], true); });
        return order;
    }
    for (auto next = order.begin(); next != order.end(); ++next) {
        auto place = next;
        if (row[*next] < row[order.front()])
            place = order.begin();
        while (place != order.begin() && row[*next] < row[*(place - 1)])
            --place;
        std::rotate(place, next, next + 1);
    }
    return order;
}

/// The element that occurs most often, the smallest of several; of its places the last in `sorted`.
template <class T>
[[nodiscard]] std::size_t find_mode(graft::view<T const> row) {
    scratch_vector<std::size_t> const order = sorted(row);
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

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
