#pragma once

#include <graft/meta/fixed_string.hpp>

#include <cstddef>
#include <string_view>

namespace graft {

/// The first `N` characters of `text` as a template argument, for diagnostics.
template <std::size_t N>
[[nodiscard]] consteval fixed_string<N + 1> fixed_slice(std::string_view text) {
    return fixed_string<N + 1>(text.substr(0, N));
}

} // namespace graft
