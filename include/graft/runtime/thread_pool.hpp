#pragma once

#include <graft/config.hpp>
#include <graft/kernel/base/parallel.hpp>
#include <graft/meta/vec.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace graft {

/// Threads that share the work of one kernel after the other; the caller is one of them. They sleep in between.
class thread_pool final : public parallel_runner {
public:
    /// One thread is the caller alone.
    explicit thread_pool(std::size_t threads);

    ~thread_pool() { stop(); }

    thread_pool(thread_pool const&) = delete;
    thread_pool& operator=(thread_pool const&) = delete;

    /// How many threads work, the caller included.
    [[nodiscard]] std::size_t size() const { return helpers_.size() + 1; }

    /// An error of a part is raised here when the others have ended. Work that parts give out they do themselves.
    void run(std::int64_t count, std::int64_t least, part_function part, void const* work) override;

private:
    struct job {
        std::int64_t count = 0, parts = 0;
        part_function part = nullptr;
        void const* work = nullptr;
    };

    void wake() {
        ++round_;
        round_.notify_all();
    }

    void stop() {
        stopped_ = true;
        wake();
        for (std::thread& t : helpers_)
            t.join();
    }

    void help();

    void work_on_job();

    job job_;
    std::atomic<std::int64_t> next_ = 0;   // part
    std::atomic<std::size_t> busy_ = 0;    // helpers that have not ended the round
    std::atomic<std::uint32_t> round_ = 0; // of work, or the end
    std::atomic<bool> stopped_ = false;
    std::mutex failing_;
    std::exception_ptr failure_;
    vec<std::thread> helpers_; // last: they use all of the above
};

} // namespace graft

#if defined(GRAFT_CORE_BODIES)
#    include <graft/core/block_cache.hpp>
#    include <graft/core/error.hpp>

#    include <algorithm>

namespace graft {

GRAFT_INLINE thread_pool::thread_pool(std::size_t threads) {
    try {
        for (std::size_t i = 1; i < threads; ++i)
            helpers_.emplace_back([this] { help(); });
    } catch (std::exception const& e) {
        stop();
        raise(errc::invalid_argument, "cannot start ", threads, " threads: ", e.what());
    }
}

GRAFT_INLINE void thread_pool::run(std::int64_t count, std::int64_t least, part_function part, void const* work) {
    // A few parts for each thread, so that all end at about the same time.
    std::int64_t const parts =
        std::min(count / std::max<std::int64_t>(1, least), 4 * static_cast<std::int64_t>(size()));
    if (helpers_.empty() || parts < 2)
        return part(work, 0, count);
    job_ = {count, parts, part, work};
    next_ = 0;
    failure_ = nullptr;
    busy_ = helpers_.size();
    wake();
    work_on_job();
    for (std::size_t busy = busy_; busy != 0; busy = busy_)
        busy_.wait(busy);
    if (failure_)
        std::rethrow_exception(failure_);
}

GRAFT_INLINE void thread_pool::help() {
    block_cache scratch;
    block_cache::scope const scope(scratch);
    for (std::uint32_t seen = 0;; ++seen) {
        round_.wait(seen);
        if (stopped_)
            return;
        work_on_job();
        if (--busy_ == 0)
            busy_.notify_one();
    }
}

GRAFT_INLINE void thread_pool::work_on_job() {
    parallel_scope const alone(nullptr);
    try {
        for (std::int64_t i = next_++; i < job_.parts; i = next_++)
            job_.part(job_.work, job_.count * i / job_.parts, job_.count * (i + 1) / job_.parts);
    } catch (...) {
        std::scoped_lock const lock(failing_);
        failure_ = std::current_exception();
    }
}

} // namespace graft
#endif
