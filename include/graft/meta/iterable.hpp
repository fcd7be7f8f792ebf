#pragma once

#include <graft/config.hpp>

#include <string> // std::begin, std::end
#include <type_traits>
#include <utility>

namespace graft {

/// What a loop goes over. The concepts of `<ranges>` say the same and cost every translation unit a third of a second.
template <class T>
concept iterable = requires(T const& range) {
    std::begin(range);
    std::end(range);
};

/// A copy of what a loop over a `T` gives.
template <iterable T>
using iterated_value = std::remove_cvref_t<decltype(*std::begin(std::declval<T const&>()))>;

} // namespace graft
