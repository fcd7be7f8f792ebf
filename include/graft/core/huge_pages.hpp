#pragma once

#include <cstddef>

#if defined(__linux__)
#    include <sys/mman.h>
#endif

namespace graft {

/// The bytes of a large page of memory, as most processors have it.
inline constexpr std::size_t huge_page = std::size_t{1} << 21;

/// Asks the system to map the whole large pages among these bytes, which begin with one, as such: then they are
/// touched first at a fraction of the cost. Where the system has no such thing nothing happens.
inline void use_huge_pages(std::byte* bytes, std::size_t size) noexcept {
#if defined(MADV_HUGEPAGE)
    static_cast<void>(::madvise(bytes, size / huge_page * huge_page, MADV_HUGEPAGE));
#else
    static_cast<void>(bytes);
    static_cast<void>(size);
#endif
}

} // namespace graft
