#pragma once

#include <cstddef>
#include <limits>

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
