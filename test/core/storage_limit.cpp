#include <graft/core/storage_limit.hpp>

#include <doctest/doctest.h>

#include <graft/core/block_cache.hpp>
#include <graft/core/storage.hpp>

#include <thread>

namespace {

using namespace graft;

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
