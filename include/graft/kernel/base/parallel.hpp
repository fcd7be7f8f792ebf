#pragma once

#include <algorithm>
#include <cstdint>

namespace graft {

/// Who runs independent parts of a kernel's work at the same time.
class parallel_runner {
public:
    /// Does the items `begin` to `end` of some work.
    using part_function = void (*)(void const* work, std::int64_t begin, std::int64_t end);

    /// Returns when each of `count` items has been done once; fewer than `least` together do not pay.
    virtual void run(std::int64_t count, std::int64_t least, part_function part, void const* work) = 0;

protected:
    ~parallel_runner() = default;
};

/// While it lives, kernels that this thread calls give independent work to the runner; to none where it is null.
class parallel_scope {
public:
    explicit parallel_scope(parallel_runner* runner) : before_(current_) { current_ = runner; }
    ~parallel_scope() { current_ = before_; }
    parallel_scope(parallel_scope const&) = delete;
    parallel_scope& operator=(parallel_scope const&) = delete;

    [[nodiscard]] static parallel_runner* current() noexcept { return current_; }

private:
    inline static thread_local constinit parallel_runner* current_ = nullptr;
    parallel_runner* before_;
};

namespace detail {

/// `part(begin, end)` for ranges that together are 0 to `count`, which may run at the same time. An item takes about
/// `operations` multiplications: what is over sooner than threads wake up is not divided.
template <class Part>
void parallel_for(std::int64_t count, std::int64_t operations, Part const& part) {
    parallel_runner* const runner = parallel_scope::current();
    if (runner == nullptr)
        return part(std::int64_t{0}, count);
    constexpr std::int64_t worth_waking = 250'000;
    std::int64_t const least = std::max<std::int64_t>(1, worth_waking / std::max<std::int64_t>(1, operations));
    runner->run(
        count, least,
        [](void const* work, std::int64_t begin, std::int64_t end) { (*static_cast<Part const*>(work))(begin, end); },
        &part);
}

} // namespace detail

} // namespace graft
