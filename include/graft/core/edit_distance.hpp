#pragma once

#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace graft {

/// How many characters to insert, to delete, to exchange, or to swap with the one behind make `a` of `b`.
/// O(a.size() * b.size()).
[[nodiscard]] constexpr std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between the beginnings of both: two above the one that is made.
    vec<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, above);
        std::swap(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace graft
