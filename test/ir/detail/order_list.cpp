#include <graft/ir/detail/order_list.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace graft;
using graft::detail::order_list;

TEST_CASE("order_list: it agrees with a plain list under random changes") {
    std::mt19937 random{7};
    constexpr std::uint32_t count = 400;
    order_list list;
    std::vector<node_id> plain;
    for (node_id x = 1; x <= count; ++x) {
        list.push_front(x);
        plain.insert(plain.begin(), x);
    }
    auto const below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
    for (int step = 0; step < 5000; ++step) {
        node_id const x = 1 + below(count), at = 1 + below(step % 2 == 0 ? count : 5);
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

TEST_CASE("order_list: a place can be halved without end, and nodes go in that the list had no room for") {
    constexpr node_id count = 100'000;
    order_list list(count / 2);
    list.push_front(1);
    for (node_id x = 2; x <= count; ++x)
        list.insert_after(x, 1);
    bool ordered = list.before(1, count);
    for (node_id x = 2; x < count; ++x)
        ordered = ordered && list.before(x + 1, x);
    CHECK(ordered);
}

constexpr bool works_in_constants() {
    order_list list;
    list.push_front(7);
    list.insert_after(3, 7);
    for (node_id x = 10; x < 60; ++x)
        list.insert_before(x, 3);
    list.erase(7);
    return list.before(10, 59) && list.before(59, 3);
}
static_assert(works_in_constants());

} // namespace
