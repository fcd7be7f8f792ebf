#include <graft/core/fresh_memory.hpp>

#include <doctest/doctest.h>

#include <graft/core/block_cache.hpp>
#include <graft/core/storage.hpp>
#include <graft/core/tensor.hpp>

#include <algorithm>
#include <cstddef>
#include <thread>

namespace {

using namespace graft;

bool all_are(std::byte const* bytes, std::size_t size, std::byte wanted) {
    return std::all_of(bytes, bytes + size, [&](std::byte b) { return b == wanted; });
}

TEST_CASE("fresh_memory: storages begin as its byte, in every thread") {
    fresh_memory const filled(std::byte{0xA5});
    storage const s = storage::allocate(1000);
    CHECK(all_are(s.data(), s.size(), std::byte{0xA5}));
    tensor const t = tensor::empty({3, 5}, dtype::i16);
    CHECK(all_are(t.data(), t.nbytes(), std::byte{0xA5}));
    bool elsewhere = false;
    std::thread([&] {
        storage const other = storage::allocate(10);
        elsewhere = all_are(other.data(), other.size(), std::byte{0xA5});
    }).join();
    CHECK(elsewhere);
    CHECK(storage::allocate(0).size() == 0);
}

TEST_CASE("fresh_memory: so do large storages, and blocks that a cache gives out again") {
    fresh_memory const filled(std::byte{7});
    storage const large = storage::allocate(std::size_t{1} << 23);
    CHECK(all_are(large.data(), large.size(), std::byte{7}));
    block_cache cache;
    block_cache::scope const scope(cache);
    for (int i = 0; i < 2; ++i) {
        storage const s = storage::allocate(300);
        CHECK(all_are(s.data(), s.size(), std::byte{7}));
        s.clear();
    }
    recycling_allocator<unsigned char> allocator;
    unsigned char* const block = allocator.allocate(300);
    CHECK(all_are(reinterpret_cast<std::byte*>(block), 300, std::byte{7}));
    allocator.deallocate(block, 300);
}

TEST_CASE("fresh_memory: of several the last holds, and after them none") {
    CHECK_FALSE(fresh_memory::pattern());
    {
        fresh_memory const first(std::byte{1});
        {
            fresh_memory const second(std::byte{0xFF});
            CHECK(fresh_memory::pattern() == std::byte{0xFF});
        }
        CHECK(fresh_memory::pattern() == std::byte{1});
    }
    CHECK_FALSE(fresh_memory::pattern());
    std::byte memory[2] = {std::byte{3}, std::byte{4}};
    fresh_memory::begin(memory, sizeof memory);
    CHECK(memory[1] == std::byte{4});
}

} // namespace
