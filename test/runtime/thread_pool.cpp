#include <graft/runtime/thread_pool.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"

#include <atomic>
#include <cstdint>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;

// Every item costs enough to be a part of its own.
constexpr std::int64_t much = 1'000'000'000;

TEST_CASE("thread_pool: each item is done once, for any number of threads and items, round after round") {
    for (std::size_t const threads : {1u, 2u, 3u, 8u}) {
        thread_pool pool(threads);
        CHECK(pool.size() == threads);
        parallel_scope const scope(&pool);
        for (std::int64_t count = 0; count < 200; ++count) {
            std::vector<int> done(static_cast<std::size_t>(count));
            detail::parallel_for(count, much, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i)
                    ++done[static_cast<std::size_t>(i)];
            });
            CHECK(done == std::vector<int>(static_cast<std::size_t>(count), 1));
        }
    }
}

TEST_CASE("thread_pool: little work is not divided") {
    thread_pool pool(4);
    parallel_scope const scope(&pool);
    int ranges = 0;
    detail::parallel_for(1000, 1, [&](std::int64_t begin, std::int64_t end) {
        ++ranges;
        CHECK(begin == 0);
        CHECK(end == 1000);
    });
    CHECK(ranges == 1);
}

TEST_CASE("thread_pool: what a part gives out it does itself") {
    thread_pool pool(3);
    parallel_scope const scope(&pool);
    std::atomic<int> done = 0;
    detail::parallel_for(9, much, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            detail::parallel_for(
                5, much, [&](std::int64_t first, std::int64_t last) { done += static_cast<int>(last - first); });
    });
    CHECK(done == 45);
}

TEST_CASE("thread_pool: an error of a part is the caller's, and the pool works on") {
    thread_pool pool(3);
    parallel_scope const scope(&pool);
    std::atomic<int> done = 0;
    CHECK(raised([&] {
              detail::parallel_for(20, much, [&](std::int64_t begin, std::int64_t end) {
                  if (begin <= 13 && 13 < end)
                      raise(errc::invalid_argument, "no thirteen");
              });
          }) == "graft: no thirteen");
    detail::parallel_for(20, much,
                         [&](std::int64_t begin, std::int64_t end) { done += static_cast<int>(end - begin); });
    CHECK(done == 20);
}

} // namespace
