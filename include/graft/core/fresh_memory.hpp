#pragma once

#include <atomic>
#include <cstddef>
#include <cstring> // memset
#include <optional>

namespace graft {

/// While it lives, the memory that is taken for tensors, for arenas and for what kernels need while they run begins as
/// one byte again and again, in every thread. What reads memory that nobody wrote then gives other numbers for another
/// byte. Of several that live, the last holds; without one, memory begins as whatever it held before.
class fresh_memory {
public:
    /// Fills with `pattern` until it ends.
    explicit fresh_memory(std::byte pattern) : before_(pattern_.exchange(std::to_integer<int>(pattern))) {}
    ~fresh_memory() { pattern_ = before_; }
    fresh_memory(fresh_memory const&) = delete;
    fresh_memory& operator=(fresh_memory const&) = delete;

    /// The byte that holds now, if there is one.
    [[nodiscard]] static std::optional<std::byte> pattern() noexcept {
        int const byte = pattern_.load(std::memory_order_relaxed);
        return byte == none ? std::nullopt : std::optional(static_cast<std::byte>(byte));
    }

    /// Gives memory that was just taken its first bytes; without a pattern it stays as it is.
    static void begin(void* memory, std::size_t bytes) noexcept {
        if (int const byte = pattern_.load(std::memory_order_relaxed); byte != none && bytes != 0) [[unlikely]]
            std::memset(memory, byte, bytes);
    }

private:
    static constexpr int none = -1;
    inline static constinit std::atomic<int> pattern_ = none;
    int before_;
};

} // namespace graft
