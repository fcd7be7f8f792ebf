#pragma once

#include <graft/config.hpp>

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#    include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        include <sanitizer/asan_interface.h>
#    endif
#endif

namespace graft::detail {

/// Bytes that nobody may touch: the address sanitizer, where there is one, reports who does.
inline void poison([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef ASAN_POISON_MEMORY_REGION
    ASAN_POISON_MEMORY_REGION(begin, bytes);
#endif
}

/// Bytes that are in use again.
inline void unpoison([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef ASAN_UNPOISON_MEMORY_REGION
    ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
#endif
}

} // namespace graft::detail
