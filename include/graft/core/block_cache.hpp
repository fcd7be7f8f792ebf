#pragma once

#include <graft/config.hpp>
#include <graft/core/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace graft {

/// While it lives, no storage of more bytes is allocated in this thread, nor so much memory at once for what a kernel
/// needs while it runs: to ask for it is an error. Of several that live, the last holds.
class storage_limit {
public:
    /// Allows `bytes` in this thread until it ends.
    explicit storage_limit(std::size_t bytes) : before_(bytes_) { bytes_ = bytes; }
    ~storage_limit() { bytes_ = before_; }
    storage_limit(storage_limit const&) = delete;
    storage_limit& operator=(storage_limit const&) = delete;

    /// What holds now; without one, every size may be asked for.
    [[nodiscard]] static std::size_t bytes() noexcept { return bytes_; }

private:
    inline static thread_local constinit std::size_t bytes_ = std::numeric_limits<std::size_t>::max();
    std::size_t before_;
};

} // namespace graft

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

namespace graft {

/// Blocks of memory that a piece of work has given back, kept for its next run: what does the same again and again asks
/// the system for nothing. It holds no more than the work once had at the same time. Used by one thread at a time. The
/// address sanitizer sees the use of a block that was given back, and of bytes behind those asked for.
class block_cache {
public:
    block_cache() = default;
    block_cache(block_cache const&) = delete;
    block_cache& operator=(block_cache const&) = delete;
    ~block_cache() {
        for (std::size_t i = 0; i < classes_.size(); ++i)
            while (void* const block = classes_[i].pop())
                ::operator delete(block, align);
    }

    /// While it lives, this thread takes its blocks from a cache and gives them back to it.
    class scope {
    public:
        /// Takes blocks from `cache`, which outlives it.
        explicit scope(block_cache& cache) : before_(current_) { current_ = &cache; }
        ~scope() { current_ = before_; }
        scope(scope const&) = delete;
        scope& operator=(scope const&) = delete;

    private:
        block_cache* before_;
    };

    /// What blocks are aligned to: a cache line.
    static constexpr std::size_t alignment = 64;

    /// True where a `scope` is open on this thread.
    [[nodiscard]] static bool is_open() noexcept { return current_ != nullptr; }

    /// A block of at least so many bytes, also outside of a scope; null where there is no memory.
    [[nodiscard]] static void* allocate(std::size_t bytes) noexcept;

    /// Gives back what `allocate` gave for so many bytes, on any thread.
    static void release(void* block, std::size_t bytes) noexcept;

private:
    static constexpr std::align_val_t align{alignment};

    // The sizes of blocks: four for each power of two.
    struct size_class {
        explicit size_class(std::size_t wanted);
        std::size_t bytes, index;
    };

    // Free blocks of one size, each with the address of the next in its first bytes.
    struct kept {
        void push(void* block) noexcept {
            --outside;
            detail::unpoison(block, sizeof first);
            ::new (block) void*(first);
            first = block;
        }
        void* take() noexcept {
            ++outside;
            return pop();
        }
        void* pop() noexcept {
            void* const block = first;
            if (block == nullptr)
                return nullptr;
            detail::unpoison(block, sizeof first);
            first = *static_cast<void**>(block);
            return block;
        }
        void* first = nullptr;
        std::size_t outside = 0; // how many were taken and have not come back
    };

    inline static thread_local constinit block_cache* current_ = nullptr;
    std::array<kept, 4 * 64 + 4> classes_{};
};

/// The allocator of what a kernel needs while it runs.
template <class T>
class recycling_allocator {
public:
    using value_type = T; ///< What it allocates.

    recycling_allocator() = default;
    /// An allocator of another element type; all of them are equal.
    template <class U>
    recycling_allocator(recycling_allocator<U> const&) noexcept {}

    /// Memory for `count` elements; too many, for the machine or a `storage_limit`, are an error.
    [[nodiscard]] T* allocate(std::size_t count) {
        static_assert(alignof(T) <= block_cache::alignment);
        bool const fits = count <= std::min<std::size_t>(PTRDIFF_MAX, storage_limit::bytes()) / sizeof(T);
        void* const block = fits ? block_cache::allocate(count * sizeof(T)) : nullptr;
        if (block == nullptr)
            raise(errc::invalid_argument, "no memory for ", count, " elements of ", sizeof(T), " bytes");
        return static_cast<T*>(block);
    }
    /// Gives the memory of `count` elements back to the thread's cache.
    void deallocate(T* p, std::size_t count) noexcept { block_cache::release(p, count * sizeof(T)); }

    /// All are equal: any of them frees what another allocated.
    template <class U>
    [[nodiscard]] bool operator==(recycling_allocator<U> const&) const noexcept {
        return true;
    }
};

/// A vector for the time of a call.
template <class T>
using scratch_vector = std::vector<T, recycling_allocator<T>>;

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/fresh_memory.hpp>

#    include <bit>

namespace graft {

GRAFT_INLINE void* block_cache::allocate(std::size_t bytes) noexcept {
    if (bytes > PTRDIFF_MAX)
        return nullptr;
    size_class const c(bytes);
    void* block = current_ == nullptr ? nullptr : current_->classes_[c.index].take();
    if (block == nullptr)
        block = ::operator new(c.bytes, align, std::nothrow);
    if (block == nullptr)
        return nullptr;
    detail::unpoison(block, bytes);
    detail::poison(static_cast<std::byte*>(block) + bytes, c.bytes - bytes);
    fresh_memory::begin(block, bytes);
    return block;
}

GRAFT_INLINE void block_cache::release(void* block, std::size_t bytes) noexcept {
    size_class const c(bytes);
    if (block == nullptr)
        return;
    if (current_ == nullptr || current_->classes_[c.index].outside == 0)
        return ::operator delete(block, align);
    current_->classes_[c.index].push(block);
    detail::poison(block, c.bytes);
}

GRAFT_INLINE block_cache::size_class::size_class(std::size_t wanted) {
    std::size_t const least = wanted < alignment ? alignment : wanted;
    auto const power = static_cast<std::size_t>(std::bit_width(least)) - 1;
    std::size_t const step = std::size_t{1} << (power - 2), steps = (least + step - 1) / step;
    bytes = steps * step;
    index = 4 * power + steps - 4;
}

} // namespace graft
#endif
