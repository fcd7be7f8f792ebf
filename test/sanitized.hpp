#pragma once

#include <algorithm>
#include <cstddef>

namespace graft_test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
inline constexpr bool is_sanitized = true;
#    else
inline constexpr bool is_sanitized = false;
#    endif
#else
inline constexpr bool is_sanitized = false;
#endif

/// So many cases of a property, or a fifth of them, at least 12, where sanitizers make each ten times as slow.
constexpr std::size_t cases(std::size_t count) {
    return is_sanitized ? std::min(count, std::max<std::size_t>(count / 5, 12)) : count;
}

} // namespace graft_test
