#include <graft/core/block_cache.hpp>

#include <graft/core/storage.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <utility>
#include <vector>

using namespace graft;

TEST_CASE("block_cache: a block that came back is given out again, to the same size") {
    block_cache cache;
    block_cache::scope const scope(cache);
    void* const first = block_cache::allocate(1000);
    void* const other = block_cache::allocate(10);
    block_cache::release(first, 1000);
    CHECK(block_cache::allocate(1000) == first);
    void* const second = block_cache::allocate(1000);
    CHECK(second != first);
    block_cache::release(other, 10);
    CHECK(block_cache::allocate(64) == other);
    block_cache::release(other, 64);
    block_cache::release(first, 1000);
    block_cache::release(second, 1000);
}

TEST_CASE("block_cache: without a scope, and for what was not taken in one, nothing is kept") {
    void* const before = block_cache::allocate(100);
    CHECK_FALSE(block_cache::is_open());
    block_cache cache;
    block_cache::scope const scope(cache);
    CHECK(block_cache::is_open());
    block_cache::release(before, 100); // to the system, as the leak checker and the next line show
    void* const taken = block_cache::allocate(100);
    void* const second = block_cache::allocate(100);
    block_cache::release(second, 100);
    block_cache::release(taken, 100);
    CHECK(block_cache::allocate(100) == taken);
    CHECK(block_cache::allocate(100) == second);
    block_cache::release(second, 100);
    block_cache::release(taken, 100);
    CHECK(block_cache::allocate(std::size_t{1} << 63) == nullptr);
}

TEST_CASE("block_cache: blocks of any size hold what is written to them") {
    std::mt19937 random(1);
    block_cache cache;
    block_cache::scope const scope(cache);
    std::vector<std::pair<unsigned char*, std::size_t>> live;
    for (int i = 0; i < 5000; ++i)
        if (live.empty() || random() % 2 == 0) {
            std::size_t const bytes = random() % 3000;
            auto* const block = static_cast<unsigned char*>(block_cache::allocate(bytes));
            REQUIRE(reinterpret_cast<std::uintptr_t>(block) % block_cache::alignment == 0);
            std::memset(block, static_cast<int>(bytes % 251), bytes);
            live.emplace_back(block, bytes);
        } else {
            std::swap(live[random() % live.size()], live.back());
            auto const [block, bytes] = live.back();
            live.pop_back();
            REQUIRE(std::all_of(block, block + bytes, [n = bytes](unsigned char c) { return c == n % 251; }));
            block_cache::release(block, bytes);
        }
    for (auto const& [block, bytes] : live)
        block_cache::release(block, bytes);
}

#ifdef ASAN_POISON_MEMORY_REGION
TEST_CASE("block_cache: the address sanitizer knows what is in use") {
    block_cache cache;
    block_cache::scope const scope(cache);
    for (int run = 0; run < 2; ++run) {
        auto* const block = static_cast<unsigned char*>(block_cache::allocate(1000));
        CHECK(__asan_region_is_poisoned(block, 1000) == nullptr);
        CHECK(__asan_address_is_poisoned(block + 1000));
        block_cache::release(block, 1000);
        CHECK(__asan_address_is_poisoned(block));
        CHECK(__asan_address_is_poisoned(block + 999));
    }
}
#endif

TEST_CASE("block_cache: a storage outlives the cache it was made from, and may end on another thread") {
    storage kept;
    {
        block_cache cache;
        block_cache::scope const scope(cache);
        kept = storage::allocate(5000);
        CHECK(storage::allocate(100).size() == 100);
    }
    kept.clear();
    std::thread([s = std::move(kept)]() mutable { s = {}; }).join();
}

TEST_CASE("scratch_vector: it is a vector") {
    scratch_vector<double> v(3, 1.5);
    v.push_back(2);
    CHECK(v == scratch_vector<double>{1.5, 1.5, 1.5, 2});
}

TEST_CASE("poison: bytes that are in use again are those that were there") {
    alignas(8) std::array<char, 64> bytes{};
    bytes[5] = 'x';
    graft::detail::poison(bytes.data(), bytes.size());
#ifdef ASAN_POISON_MEMORY_REGION
    CHECK(__asan_address_is_poisoned(bytes.data() + 5));
#endif
    graft::detail::unpoison(bytes.data(), bytes.size());
#ifdef ASAN_POISON_MEMORY_REGION
    CHECK(__asan_region_is_poisoned(bytes.data(), bytes.size()) == nullptr);
#endif
    CHECK(bytes[5] == 'x');
}

namespace {

TEST_CASE("storage_limit: more bytes are an error while it lives, in its thread") {
    {
        storage_limit const few(100);
        CHECK(storage::allocate(100).size() == 100);
        CHECK_THROWS_WITH_AS(static_cast<void>(storage::allocate(101)),
                             "graft: a storage of 101 bytes is more than the 100 that are allowed", error);
        {
            storage_limit const more(200);
            CHECK(storage::allocate(200).size() == 200);
        }
        CHECK_THROWS_AS(static_cast<void>(storage::allocate(200)), error);
        std::size_t elsewhere = 0;
        std::thread([&] { elsewhere = storage::allocate(500).size(); }).join();
        CHECK(elsewhere == 500);
    }
    CHECK(storage::allocate(500).size() == 500);
}

TEST_CASE("storage_limit: it holds for what a kernel needs while it runs, too") {
    storage_limit const few(100);
    CHECK(scratch_vector<float>(25).size() == 25);
    CHECK_THROWS_WITH_AS(scratch_vector<float>(26), "graft: no memory for 26 elements of 4 bytes", error);
}

} // namespace
