// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/rule_history.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

constexpr std::vector<std::uint32_t> cycle_of(std::initializer_list<std::uint32_t> rules) {
    detail::rule_history history;
    node_id at = 0;
    for (std::uint32_t const rule : rules)
        history.add(rule, ++at);
    return history.cycle();
}

static_assert(cycle_of({5, 1, 2, 1, 2, 1, 2}).size() == 2);

TEST_CASE("rule_history: rules that come three times in one order are a circle, the shortest one") {
    using rules = std::vector<std::uint32_t>;
    CHECK(cycle_of({7, 7, 7}) == rules{7});
    CHECK(cycle_of({9, 1, 2, 1, 2, 1, 2}) == rules{1, 2});
    CHECK(cycle_of({1, 1, 2, 1, 1, 2, 1, 1, 2}) == rules{1, 1, 2});
    CHECK(cycle_of({}).empty());
    CHECK(cycle_of({1, 2, 1, 2}).empty());
    CHECK(cycle_of({1, 2, 3, 4, 5, 6, 7, 8, 9}).empty());
}

TEST_CASE("rule_history: only what came last counts, and it knows where that was") {
    detail::rule_history history;
    CHECK(history.last_root() == no_node);
    for (node_id i = 0; i < 500; ++i)
        history.add(i < 400 ? i : i % 3, i);
    CHECK(history.cycle() == std::vector<std::uint32_t>{2, 0, 1});
    CHECK(history.last_root() == 499);
}

TEST_CASE("rule_history: the graph comes in a circle where every rewrite of three rounds has made the same") {
    auto const repeats = [](std::initializer_list<std::uint64_t> prints) {
        detail::rule_history history;
        std::uint32_t i = 0;
        for (std::uint64_t const print : prints) {
            history.add(i++ % 2, 7);
            history.set_print(print);
        }
        return history.repeats();
    };
    CHECK(repeats({1, 2, 1, 2, 1, 2}));
    CHECK(repeats({9, 1, 2, 1, 2, 1, 2}));
    CHECK(repeats({5, 3, 1, 2, 1, 2, 1, 2}));
    CHECK_FALSE(repeats({1, 2, 1, 2}));
    CHECK_FALSE(repeats({1, 2, 1, 3, 1, 2}));
    CHECK_FALSE(repeats({0, 0, 0, 0, 0, 0}));
}

} // namespace
