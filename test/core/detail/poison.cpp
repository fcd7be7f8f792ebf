#include <graft/core/detail/poison.hpp>

#include <doctest/doctest.h>

#include <array>

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
