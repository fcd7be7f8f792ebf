#pragma once

#include <graft/memory/greedy.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/memory/plan.hpp>
#include <graft/meta/vec.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace graft::detail {

/// Finds out when the storages of a method are in use while its instructions are written one after the other, and then
/// where each lies. What is in use before a loop and within it stays so to the loop's end.
class pte_lifetimes {
public:
    /// A new storage, which is not in use yet.
    [[nodiscard]] std::uint32_t add(std::uint64_t bytes) {
        lifetime use;
        use.node = static_cast<node_id>(uses_.size());
        use.bytes = bytes;
        uses_.push_back(use);
        used_.push_back(false);
        return use.node;
    }

    /// The storage takes that many bytes at least.
    void require(std::uint32_t storage, std::uint64_t bytes) {
        uses_[storage].bytes = std::max(uses_[storage].bytes, bytes);
    }

    /// The next instruction.
    void advance() { ++now_; }

    /// The storage is in use now.
    void touch(std::uint32_t storage) {
        lifetime& use = uses_[storage];
        if (!used_[storage])
            use.first = now_;
        used_[storage] = true;
        use.last = std::max(use.last, now_);
        auto const outer = std::upper_bound(loops_.begin(), loops_.end(), use.first,
                                            [](auto const& first, loop const& l) { return first < l.begin; });
        if (outer != loops_.end())
            outer->touched.push_back(storage);
    }

    /// The storage is in use from before the first instruction on.
    void touch_before(std::uint32_t storage) {
        uses_[storage].first = 0;
        used_[storage] = true;
    }

    /// What is written from here to `end_loop` runs again and again.
    void begin_loop() {
        advance();
        loops_.push_back({now_, {}});
    }
    /// What was in use before the loop that ends here, and within it, is in use until now.
    void end_loop() {
        advance();
        loop const ended = std::move(loops_.back());
        loops_.pop_back();
        for (std::uint32_t const storage : ended.touched)
            touch(storage);
    }

    /// The storage stays in use to the end.
    void keep(std::uint32_t storage) { kept_.push_back(storage); }

    /// Where each storage lies.
    [[nodiscard]] memory_plan plan(std::uint64_t alignment) {
        advance();
        for (std::uint32_t const storage : kept_)
            touch(storage);
        return plan_greedy(uses_, alignment);
    }

private:
    struct loop {
        std::uint32_t begin;
        vec<std::uint32_t> touched; // storages in use before the loop
    };

    vec<lifetime> uses_;
    vec<bool> used_;
    vec<loop> loops_; // the outermost first
    vec<std::uint32_t> kept_;
    std::uint32_t now_ = 0;
};

} // namespace graft::detail
