#pragma once

#include <graft/config.hpp>

namespace graft {

/// False whatever the facts are: the condition of a `static_assert` that reports them; clang
/// prints them in the error line.
template <auto... Facts>
inline constexpr bool never = false;

/// False whatever the types are.
template <class... Types>
inline constexpr bool never_type = false;

} // namespace graft
