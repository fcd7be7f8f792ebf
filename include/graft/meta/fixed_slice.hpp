#pragma once

#include <graft/meta/fixed_string.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// The first `N` characters of `text` as a template argument, for diagnostics.
template <std::size_t N>
[[nodiscard]] consteval fixed_string<N + 1> fixed_slice(std::string_view text) {
    char slice[N + 1]{};
    for (std::size_t i = 0; i < N; ++i)
        slice[i] = text[i];
    return fixed_string<N + 1>(slice);
}

} // namespace graft
