#include <graft/core/storage.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>

using namespace graft;

TEST_CASE("storage: allocated bytes are aligned and shared by copies") {
    for (std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, 5 * huge_page / 2}) {
        storage const s = storage::allocate(size);
        storage const t = s;
        CHECK(reinterpret_cast<std::uintptr_t>(s.data()) % storage::alignment == 0);
        CHECK(s.size() == size);
        CHECK(t.data() == s.data());
        CHECK(s.owner().use_count() == 2);
        s.clear();
        for (std::size_t i = 0; i < size; ++i)
            CHECK(t.data()[i] == std::byte{0});
    }
}

TEST_CASE("storage: foreign bytes live as long as the last copy") {
    bool released = false;
    std::array<std::byte, 4> bytes{};
    {
        storage const s({bytes.data(), [&](std::byte*) { released = true; }}, bytes.size());
        CHECK(s.data() == bytes.data());
        CHECK_FALSE(released);
    }
    CHECK(released);
}

TEST_CASE("storage: bytes need an address") {
    CHECK_THROWS_AS(storage(nullptr, 1), error);
    CHECK(storage(nullptr, 0).size() == 0);
}
