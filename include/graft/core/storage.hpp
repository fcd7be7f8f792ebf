#pragma once

#include <graft/config.hpp>
#include <graft/core/block_cache.hpp>
#include <graft/core/error.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

namespace graft {

/// The bytes of a large page of memory, as most processors have it.
inline constexpr std::size_t huge_page = std::size_t{1} << 21;

/// Asks the system to map the whole large pages among these bytes, which begin with one, as such: then they are
/// touched first at a fraction of the cost. Where the system has no such thing nothing happens.
GRAFT_INLINE void use_huge_pages(std::byte* bytes, std::size_t size) noexcept;

/// Shared bytes: allocated here, or owned by whatever the pointer's deleter keeps alive.
class storage {
public:
    /// What allocated bytes are aligned to: a cache line.
    static constexpr std::size_t alignment = block_cache::alignment;

    storage() = default;
    /// Bytes that `bytes` keeps alive, `size` of them.
    storage(std::shared_ptr<std::byte> bytes, std::size_t size) : bytes_(std::move(bytes)), size_(size) {
        if (size_ != 0 && bytes_ == nullptr)
            raise(errc::invalid_argument, "a storage of ", size_, " bytes has no address");
    }

    /// New bytes of indeterminate value, or of that which a `fresh_memory` gives; too many, for the machine or a
    /// `storage_limit`, are an error. Many begin with a large page.
    [[nodiscard]] static storage allocate(std::size_t size);

    /// The first byte.
    [[nodiscard]] std::byte* data() const noexcept { return bytes_.get(); }
    /// How many bytes there are.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// What keeps the bytes alive.
    [[nodiscard]] std::shared_ptr<std::byte> const& owner() const noexcept { return bytes_; }

    /// Sets every byte to 0.
    void clear() const {
        if (size_ != 0)
            std::memset(data(), 0, size_);
    }

private:
    std::shared_ptr<std::byte> bytes_;
    std::size_t size_ = 0;
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/fresh_memory.hpp>

#    include <new>

#    if defined(__linux__)
#        include <sys/mman.h>
#    endif

namespace graft {

GRAFT_INLINE void use_huge_pages(std::byte* bytes, std::size_t size) noexcept {
#    if defined(MADV_HUGEPAGE)
    static_cast<void>(::madvise(bytes, size / huge_page * huge_page, MADV_HUGEPAGE));
#    else
    static_cast<void>(bytes);
    static_cast<void>(size);
#    endif
}

GRAFT_INLINE storage storage::allocate(std::size_t size) {
    if (size > storage_limit::bytes())
        raise(errc::invalid_argument, "a storage of ", size, " bytes is more than the ", storage_limit::bytes(),
              " that are allowed");
    bool const cached = block_cache::is_open();
    std::align_val_t const align{size < 2 * huge_page ? alignment : huge_page};
    void* const block = cached ? block_cache::allocate(size) : ::operator new(size, align, std::nothrow);
    if (block == nullptr)
        raise(errc::invalid_argument, "no memory for a storage of ", size, " bytes");
    auto* const bytes = static_cast<std::byte*>(block);
    if (!cached && size >= 2 * huge_page)
        use_huge_pages(bytes, size);
    if (!cached)
        fresh_memory::begin(bytes, size);
    auto const release = [=](std::byte* p) {
        return cached ? block_cache::release(p, size) : ::operator delete(p, align);
    };
    return {std::shared_ptr<std::byte>(bytes, release, recycling_allocator<std::byte>()), size};
}

} // namespace graft
#endif
