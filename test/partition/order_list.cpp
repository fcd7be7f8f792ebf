#include <graft/partition/order_list.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using graft::detail::order_list;

TEST_CASE("order_list: it agrees with a plain list under random changes") {
    std::mt19937 random{7};
    constexpr std::uint32_t count = 400;
    order_list list(count);
    std::vector<std::uint32_t> plain;
    for (std::uint32_t x = 0; x < count; ++x) {
        list.push_front(x);
        plain.insert(plain.begin(), x);
    }
    auto const below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
    for (int step = 0; step < 5000; ++step) {
        std::uint32_t const x = below(count), at = below(step % 2 == 0 ? count : 5);
        if (x == at)
            continue;
        list.erase(x);
        plain.erase(std::find(plain.begin(), plain.end(), x));
        bool const after = below(2) == 0;
        after ? list.insert_after(x, at) : list.insert_before(x, at);
        plain.insert(std::find(plain.begin(), plain.end(), at) + (after ? 1 : 0), x);
    }
    for (std::size_t i = 1; i < plain.size(); ++i) {
        CHECK(list.before(plain[i - 1], plain[i]));
        CHECK_FALSE(list.before(plain[i], plain[i - 1]));
    }
}

TEST_CASE("order_list: a place can be halved without end") {
    constexpr std::uint32_t count = 100'000;
    order_list list(count);
    list.push_front(0);
    for (std::uint32_t x = 1; x < count; ++x)
        list.insert_after(x, 0);
    bool ordered = list.before(0, count - 1);
    for (std::uint32_t x = 1; x + 1 < count; ++x)
        ordered = ordered && list.before(x + 1, x);
    CHECK(ordered);
}

} // namespace
