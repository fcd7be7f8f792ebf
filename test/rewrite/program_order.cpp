#include <graft/rewrite/program_order.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>

#include "../ir/toy.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace graft;

// Asks about all pairs of neighbours; true when every answer is right.
bool is_right(graph const& g, detail::program_order& order) {
    for (node_id n = g.back(); g.prev(n) != no_node; n = g.prev(n))
        if (!order.before(g.prev(n), n) || order.before(n, g.prev(n)) || order.before(n, n))
            return false;
    return true;
}

TEST_CASE("program_order: it stays right while nodes come, go and move") {
    std::mt19937 random{7};
    graph g;
    value const a = placeholder(g, "a");
    std::vector<node_id> all;
    for (int i = 0; i < 20; ++i)
        all.push_back(toy::neg(a).id);
    detail::program_order order{g};
    CHECK(is_right(g, order));
    for (int step = 0; step < 400; ++step) {
        node_id const at = all[random() % all.size()];
        node_id const other = all[random() % all.size()];
        if (step % 3 == 0) {
            order.forget(at);
            g.move_before(at, other);
        } else {
            auto const scope = inserting_before(g, at);
            all.push_back(toy::neg(a).id);
        }
        if (step % 7 == 0) {
            std::size_t const gone = random() % all.size();
            g.erase_node(all[gone]);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(gone));
        }
        if (step % 5 == 0)
            CHECK(is_right(g, order));
    }
    CHECK(is_right(g, order));
}

TEST_CASE("program_order: where there is no room left between two nodes all get new labels") {
    graph g;
    value const a = placeholder(g, "a");
    node_id const first = toy::neg(a).id, last = toy::neg(a).id;
    detail::program_order order{g};
    CHECK(order.before(first, last));
    for (int i = 0; i < 100; ++i) {
        auto const scope = inserting_before(g, last);
        node_id const n = toy::neg(a).id;
        REQUIRE(order.before(n, last));
        REQUIRE(order.before(first, n));
    }
    CHECK(is_right(g, order));
}

} // namespace
