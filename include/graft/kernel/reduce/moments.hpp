#pragma once

#include <graft/kernel/base/instruction_set.hpp>
#include <graft/kernel/reduce/reduce.hpp>
#include <graft/meta/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace graft::detail::inline GRAFT_INSTRUCTION_SET {

/// The sum of `f` of the elements of a row, added in double and in lanes.
template <class T, class F>
[[nodiscard]] double sum_in_lanes(graft::view<T const> row, F f) {
    constexpr std::size_t lanes = 16;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= row.size(); i += lanes)
        for (std::size_t j = 0; j < lanes; ++j)
            sums[j] += static_cast<double>(f(row[i + j]));
    for (; i < row.size(); ++i)
        sums[0] += static_cast<double>(f(row[i]));
    return reduce_row<sum_reducer>(static_cast<std::int64_t>(lanes), sums.data());
}

/// A mean, and the sum of the squared distances from it.
struct moments {
    double mean = 0, squares = 0;
};

/// The moments of a row whose mean is known but for rounding.
template <class T>
[[nodiscard]] moments moments_about(double mean, graft::view<T const> row) {
    auto const away = [mean](T x) { return static_cast<double>(x) - mean; };
    double const squares = sum_in_lanes(row, [away](T x) { return away(x) * away(x); });
    if (squares > std::numeric_limits<double>::max())
        return {mean, squares};
    double const rest = sum_in_lanes(row, away); // what rounding left in the mean
    return {mean, squares - rest * rest / static_cast<double>(row.size())};
}

/// The moments of a row from its sum.
template <class T>
[[nodiscard]] moments moments_of(graft::view<T const> row) {
    return moments_about(sum_in_lanes(row, [](T x) { return x; }) / static_cast<double>(row.size()), row);
}

/// The moments of a row from sums in single precision, one number after the other, which may leave its range.
template <class T>
[[nodiscard]] moments single_moments(graft::view<T const> row) {
    float sum = 0, squares = 0;
    for (T const x : row)
        sum += static_cast<float>(x);
    float const mean = sum / static_cast<float>(row.size());
    for (T const x : row)
        squares += (static_cast<float>(x) - mean) * (static_cast<float>(x) - mean);
    return {mean, squares};
}

/// False where numbers of type `T`, or their squares, may leave its range on the way to these moments.
template <class T>
[[nodiscard]] constexpr bool stays_in_range(T mean, T squares) {
    return mean * mean + squares < std::numeric_limits<T>::max() / 8;
}

/// Moments to which numbers are added one by one, by Welford's steps. PyTorch takes the same ones, so that they are NaN
/// where PyTorch's are if a number is infinite or a square leaves the range of `T`; elsewhere other ways are faster.
template <class T>
struct running_moments {
    T count{}, mean{}, squares{};

    constexpr void add(T x) {
        T const away = x - mean;
        mean += away / ++count;
        squares += away * (x - mean);
    }

    /// Adds the numbers of others, of which there may be none.
    constexpr void join(running_moments const& others) {
        T const total = count + others.count, part = total == 0 ? T{0} : others.count / total;
        T const away = others.mean - mean;
        mean += part * away;
        squares += others.squares + away * away * part * count;
        count = total;
    }
};

/// The moments of `n` numbers in a row as PyTorch finds those of rows to normalise: in lanes of 32 bytes, to which the
/// largest multiple of `step` that there is of numbers is dealt. Those of the lanes join those of the rest.
template <class T>
[[nodiscard]] running_moments<T> moments_in_lanes(std::int64_t n, T const* in, std::int64_t step) {
    constexpr std::int64_t lanes = 32 / static_cast<std::int64_t>(sizeof(T));
    std::array<running_moments<T>, static_cast<std::size_t>(lanes)> lane{};
    running_moments<T> all;
    std::int64_t const dealt = n - n % step;
    for (std::int64_t i = 0; i < dealt; ++i)
        lane[static_cast<std::size_t>(i % lanes)].add(in[i]);
    for (std::int64_t i = dealt; i < n; ++i)
        all.add(in[i]);
    for (running_moments<T> const& m : lane)
        all.join(m);
    return all;
}

} // namespace graft::detail::inline GRAFT_INSTRUCTION_SET
