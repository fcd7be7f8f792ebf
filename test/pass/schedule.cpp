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
    CHECK(ordered({"a", "b", "c", "d", "e"}, {this_before_that("c", "a"), this_before_that("e", "b")}) ==
          names{"c", "d", "e", "a", "b"});
    CHECK(ordered({"d", "c", "b", "a"}, {this_before_that("a", "d"), this_before_that("b", "c"),
                                         this_before_that("c", "d")}) == names{"b", "a", "c", "d"});
}

TEST_CASE("schedule: repeated constraints, absent passes and a pass against itself change nothing") {
    CHECK(ordered({"b", "a"}, {this_before_that("a", "b"), this_before_that("a", "b")}) == names{"a", "b"});
    CHECK(ordered({"b", "a"}, {this_before_that("x", "b"), this_before_that("a", "y")}) == names{"b", "a"});
    CHECK(ordered({"a", "b"}, {this_before_that("a", "a")}) == names{"a", "b"});
}

TEST_CASE("schedule: a pass listed twice runs twice and keeps its constraints both times") {
    CHECK(ordered({"c", "a", "b", "a"}, {this_before_that("b", "c")}) == names{"a", "b", "a", "c"});
    CHECK(ordered({"b", "a", "a"}, {this_before_that("a", "b")}) == names{"a", "a", "b"});
    CHECK(ordered({"b", "a", "b"}, {this_before_that("a", "b")}) == names{"a", "b", "b"});
}

TEST_CASE("schedule: an error names the passes of a cycle and no others") {
    CHECK(failure({"first", "a", "b", "c", "last"},
                  {this_before_that("first", "a"), this_before_that("a", "b"), this_before_that("b", "c"),
                   this_before_that("c", "a"), this_before_that("c", "last")}) ==
          "circular dependency within the following passes: [a, b, c]; each must run before the "
          "next, and the last before the first");
}

TEST_CASE("schedule: is the order that pass_order finds at compile time") {
    constexpr auto order = graft::pass_order<"d", "b", "e", "a", "c", "b">(
        this_before_that<"a", "d">(), this_before_that<"b", "e">(), this_before_that<"c", "b">());
    CHECK(ordered({"d", "b", "e", "a", "c", "b"}, {this_before_that("a", "d"), this_before_that("b", "e"),
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
            rules.push_back(this_before_that(std::string{list[before]}, std::string{list[after]}));
            edges.push_back({before, after});
        }
        auto const expected = graft::detail::solve_order<count>(edges);
        if (expected.ordered == count) {
            CHECK(std::ranges::equal(graft::schedule(list, rules), expected.order));
            continue;
        }
        ++cyclic;
        for (std::size_t i = 0; i < expected.cycle_length; ++i) {
            graft::detail::pass_edge const step{expected.cycle[i], expected.cycle[(i + 1) % expected.cycle_length]};
            CHECK(std::ranges::find(edges, step) != edges.end());
        }
        CHECK(failure(list, rules).starts_with("circular dependency"));
    }
    CHECK(cyclic > 100);
    CHECK(cyclic < 1900);
}

TEST_CASE("schedule: when cycles are ignored, all constraints but those on cycles hold") {
    names const list{"last", "c", "b", "a", "first"};
    constraints const rules{this_before_that("first", "b"), this_before_that("a", "b"), this_before_that("b", "c"),
                            this_before_that("c", "a"), this_before_that("c", "last")};
    auto const order = graft::schedule(list, rules, graft::on_cycle::ignore);
    CHECK(order == std::vector<std::size_t>{1, 3, 4, 0, 2});
}

namespace {

// A list with repetitions and constraints of which some name absent passes or one pass twice.
struct random_case {
    std::vector<std::string> list;
    constraints rules;

    explicit random_case(std::mt19937& random) {
        std::size_t const count = 1 + random() % 10, rule_count = random() % (3 * count);
        auto const any_name = [&] { return "p" + std::to_string(random() % (count + 2)); };
        for (std::size_t i = 0; i < count; ++i)
            list.push_back(any_name());
        for (std::size_t i = 0; i < rule_count; ++i) {
            std::string const before = any_name();
            rules.push_back(this_before_that(before, any_name()));
        }
    }
    [[nodiscard]] names views() const { return {list.begin(), list.end()}; }
    // True when constraints, one after the other, lead from a pass of the list to one that is `to`.
    [[nodiscard]] bool leads(std::string const& from, std::string const& to) const {
        std::vector<std::string> reached{from};
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (graft::pass_constraint const& r : rules) {
                bool const counts = r.before == reached[i] && r.before != r.after && listed(r.after);
                if (counts && r.after == to)
                    return true;
                if (counts && std::ranges::find(reached, r.after) == reached.end())
                    reached.push_back(r.after);
            }
        return false;
    }
    [[nodiscard]] bool listed(std::string const& pass) const { return std::ranges::find(list, pass) != list.end(); }
    [[nodiscard]] bool holds(names const& order, graft::pass_constraint const& r) const {
        if (r.before == r.after)
            return true;
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (order[i] == r.before && order[j] == r.after)
                    return false;
        return true;
    }
    // The passes that the error names, each of which a constraint puts before the next.
    [[nodiscard]] bool is_cycle(std::string const& sentence) const {
        std::size_t const begin = sentence.find('[') + 1, end = sentence.find(']');
        std::vector<std::string> cycle(1);
        for (char const c : sentence.substr(begin, end - begin)) {
            if (c == ',')
                cycle.emplace_back();
            else if (c != ' ')
                cycle.back() += c;
        }
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            std::string const& next = cycle[(i + 1) % cycle.size()];
            if (!listed(cycle[i]) || std::ranges::none_of(rules, [&](graft::pass_constraint const& r) {
                    return r.before == cycle[i] && r.after == next;
                }))
                return false;
        }
        return cycle.size() > 1;
    }
};

} // namespace

TEST_CASE("schedule: an accepted order keeps all constraints, and a rejected one has the cycle that is named") {
    std::mt19937 random(11);
    int accepted = 0, rejected = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        random_case const c(random);
        names const list = c.views();
        bool const cyclic = std::ranges::any_of(c.list, [&](std::string const& pass) { return c.leads(pass, pass); });
        std::string const error = failure(list, c.rules);
        CHECK(error.empty() == !cyclic);
        ++(cyclic ? rejected : accepted);
        if (cyclic)
            CHECK_MESSAGE(c.is_cycle(error), error);
        names const order = [&] {
            names result;
            for (std::size_t const i : graft::schedule(list, c.rules, graft::on_cycle::ignore))
                result.push_back(list[i]);
            return result;
        }();
        CHECK(std::ranges::is_permutation(order, list));
        for (graft::pass_constraint const& r : c.rules)
            CHECK((c.leads(r.after, r.before) || c.holds(order, r)));
        auto const is_valid = [&](names const& some) {
            try {
                graft::validate_constraints(some, c.rules);
                return true;
            } catch (graft::error const&) {
                return false;
            }
        };
        CHECK(is_valid(list) ==
              std::ranges::all_of(c.rules, [&](graft::pass_constraint const& r) { return c.holds(list, r); }));
        if (!cyclic) {
            CHECK(order == ordered(list, c.rules));
            CHECK(is_valid(order));
        }
    }
    CHECK(accepted > 500);
    CHECK(rejected > 300);
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
