#include <graft/core/storage.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>

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
        CHECK(std::all_of(t.data(), t.data() + size, [](std::byte b) { return b == std::byte{0}; }));
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

TEST_CASE("use_huge_pages: the bytes keep their values") {
    std::size_t const size = 2 * huge_page + 4097;
    auto const release = [](std::byte* p) { ::operator delete(p, std::align_val_t{huge_page}); };
    std::unique_ptr<std::byte, decltype(release)> const bytes(
        static_cast<std::byte*>(::operator new(size, std::align_val_t{huge_page})), release);
    std::fill_n(bytes.get(), size, std::byte{5});
    use_huge_pages(bytes.get(), size);
    CHECK(std::count(bytes.get(), bytes.get() + size, std::byte{5}) == static_cast<std::ptrdiff_t>(size));
    std::fill_n(bytes.get(), size, std::byte{6});
    CHECK(std::count(bytes.get(), bytes.get() + size, std::byte{6}) == static_cast<std::ptrdiff_t>(size));
    use_huge_pages(bytes.get(), 1);
}
