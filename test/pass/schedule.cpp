#include <graft/pass/schedule.hpp>

#include <graft/pass/order.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using graft::this_before_that;
using names = std::vector<std::string_view>;
using constraints = std::vector<graft::pass_constraint>;

names ordered(names const& list, constraints const& rules) {
    names result;
    for (std::size_t const i : graft::schedule(list, rules))
        result.push_back(list[i]);
    return result;
}

std::string failure(names const& list, constraints const& rules) {
    try {
        static_cast<void>(graft::schedule(list, rules));
    } catch (graft::error const& e) {
        return e.sentence();
    }
    return {};
}

} // namespace

TEST_CASE("schedule: without constraints the list stays as it is") {
    CHECK(ordered({"c", "a", "b", "a"}, {}) == names{"c", "a", "b", "a"});
}

TEST_CASE("schedule: what becomes free waits behind what already is, as in FX") {
    CHECK(ordered({"a", "b", "c", "d", "e"},
                  {this_before_that("c", "a"), this_before_that("e", "b")}) ==
          names{"c", "d", "e", "a", "b"});
    CHECK(ordered({"d", "c", "b", "a"}, {this_before_that("a", "d"), this_before_that("b", "c"),
                                         this_before_that("c", "d")}) ==
          names{"b", "a", "c", "d"});
}

TEST_CASE(
    "schedule: repeated constraints, absent passes and a pass against itself change nothing") {
    CHECK(ordered({"b", "a"}, {this_before_that("a", "b"), this_before_that("a", "b")}) ==
          names{"a", "b"});
    CHECK(ordered({"b", "a"}, {this_before_that("x", "b"), this_before_that("a", "y")}) ==
          names{"b", "a"});
    CHECK(ordered({"a", "b"}, {this_before_that("a", "a")}) == names{"a", "b"});
}

TEST_CASE("schedule: a pass listed twice runs twice and keeps its constraints both times") {
    CHECK(ordered({"c", "a", "b", "a"}, {this_before_that("b", "c")}) ==
          names{"a", "b", "a", "c"});
    CHECK(ordered({"b", "a", "a"}, {this_before_that("a", "b")}) == names{"a", "a", "b"});
    CHECK(ordered({"b", "a", "b"}, {this_before_that("a", "b")}) == names{"a", "b", "b"});
}

TEST_CASE("schedule: an error names the passes of a cycle and no others") {
    CHECK(
        failure({"first", "a", "b", "c", "last"},
                {this_before_that("first", "a"), this_before_that("a", "b"),
                 this_before_that("b", "c"), this_before_that("c", "a"),
                 this_before_that("c", "last")}) ==
        "circular dependency within the following passes: [a, b, c]; each must run before the "
        "next, and the last before the first");
}

TEST_CASE("schedule: is the order that pass_order finds at compile time") {
    constexpr auto order = graft::pass_order<"d", "b", "e", "a", "c", "b">(
        this_before_that<"a", "d">(), this_before_that<"b", "e">(),
        this_before_that<"c", "b">());
    CHECK(ordered({"d", "b", "e", "a", "c", "b"},
                  {this_before_that("a", "d"), this_before_that("b", "e"),
                   this_before_that("c", "b")}) == names(order.begin(), order.end()));
}

TEST_CASE("schedule: on random lists agrees with the compile-time algorithm, cycles included") {
    constexpr std::size_t count = 9;
    names const list{"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    std::mt19937 random(7);
    int cyclic = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        constraints rules;
        std::vector<graft::detail::pass_edge> edges;
        for (std::size_t i = 0; i < 1 + random() % 14; ++i) {
            std::size_t const before = random() % count, after = random() % count;
            if (before == after)
                continue;
            rules.push_back(
                this_before_that(std::string{list[before]}, std::string{list[after]}));
            edges.push_back({before, after});
        }
        auto const expected = graft::detail::solve_order<count>(edges);
        if (expected.ordered == count) {
            CHECK(std::ranges::equal(graft::schedule(list, rules), expected.order));
            continue;
        }
        ++cyclic;
        for (std::size_t i = 0; i < expected.cycle_length; ++i) {
            graft::detail::pass_edge const step{
                expected.cycle[i], expected.cycle[(i + 1) % expected.cycle_length]};
            CHECK(std::ranges::find(edges, step) != edges.end());
        }
        CHECK(failure(list, rules).starts_with("circular dependency"));
    }
    CHECK(cyclic > 100);
    CHECK(cyclic < 1900);
}

TEST_CASE("schedule: a long chain listed backwards comes out forwards") {
    std::vector<std::string> storage;
    for (int i = 0; i < 5000; ++i)
        storage.push_back("p" + std::to_string(i));
    names list(storage.rbegin(), storage.rend());
    constraints rules;
    for (std::size_t i = 0; i + 1 < storage.size(); ++i)
        rules.push_back(this_before_that(storage[i], storage[i + 1]));
    CHECK(ordered(list, rules) == names(storage.begin(), storage.end()));
    rules.push_back(this_before_that(storage.back(), storage.front()));
    CHECK(failure(list, rules).find("p0, p1, p2") != std::string::npos);
}
