#include <graft/compiled_rules/detail/tree.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"
#include "../../rewrite/random_rules.hpp"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr auto few = rules(rule<"sum">(toy::mul(toy::add(x, y), 2) >> x),
                           rule<"negated">(toy::mul(toy::neg(x), y) >> x), rule<"any">(toy::mul(x, y) >> x));

template <auto const& Set>
inline constexpr auto const& first_tree = detail::tree_of<detail::plan_of<Set>, 1>;

// The rules behind the answers that a function gives, in the order in which they are tried.
template <class Tree, class Answer>
std::vector<int> rules_behind(Tree const& tree, Answer const& answer) {
    std::size_t at = 0;
    while (tree.states[at].place != detail::tree_state::no_place) {
        detail::tree_state const& s = tree.states[at];
        at = s.otherwise;
        for (std::size_t e = s.begin; e < std::size_t{s.begin} + s.count; ++e)
            if (tree.edges[e].symbol == answer(tree.places[s.place]))
                at = tree.edges[e].next;
    }
    std::vector<int> rules;
    for (std::size_t i = 0; i < tree.states[at].count; ++i)
        rules.push_back(tree.tries[tree.states[at].begin + i].rule);
    return rules;
}

TEST_CASE("compiled_tree: what is asked leaves the rules that ask for it, and those that do not ask") {
    constexpr auto const& tree = first_tree<few>;
    constexpr auto const& plan = detail::plan_of<few>;
    auto const op = [&](std::string_view name) {
        std::uint16_t i = 1;
        while (plan.ops[i].name != name)
            ++i;
        return i;
    };
    auto const with = [&](std::uint16_t left, std::uint16_t right) {
        return rules_behind(tree, [&](detail::tree_place p) { return p.slot == 0 ? left : right; });
    };
    std::uint16_t const add = op("toy::add.Tensor"), neg = op("toy::neg"), two = plan.first_literal();
    CHECK(with(add, two) == std::vector{0, 2});
    CHECK(with(two, add) == std::vector{0, 2});
    CHECK(with(add, neg) == std::vector{1, 2});
    CHECK(with(neg, 0) == std::vector{1, 2});
    CHECK(with(0, 0) == std::vector{2});
    CHECK(with(add, 0) == std::vector{2});
}

template <std::size_t... I>
constexpr auto literal_rules(std::index_sequence<I...>) {
    return rules(rule<"r">(toy::mul(toy::add(x, y), static_cast<int>(I)) >> x)...);
}
constexpr auto many = literal_rules(std::make_index_sequence<300>{});

TEST_CASE("compiled_tree: it grows with the rules, and its edges are in order") {
    constexpr auto const& tree = first_tree<many>;
    CHECK(detail::part_of<detail::plan_of<many>, 1, 0>.rows < tree.max_copies);
    CHECK(tree.state_count < 2100);
    CHECK(tree.try_count <= 600);
    for (std::size_t i = 0; i < tree.state_count; ++i) {
        detail::tree_state const s = tree.states[i];
        for (std::size_t e = s.begin + 1u; s.place != s.no_place && e < std::size_t{s.begin} + s.count; ++e)
            CHECK(tree.edges[e - 1].symbol < tree.edges[e].symbol);
    }
}

template <std::size_t... I>
constexpr auto both_ways_rules(std::index_sequence<I...>) {
    return rules(rule<"r">(toy::mul(toy::add(toy::neg(x), y), static_cast<int>(I)) >> x)...);
}
constexpr auto both_ways = both_ways_rules(std::make_index_sequence<300>{});

TEST_CASE("compiled_tree: hundreds of rules of one op are split, and every rule is in one of the trees") {
    constexpr auto const& plan = detail::plan_of<both_ways>;
    std::set<int> all;
    std::size_t trees = 0;
    for (detail::tree_part part = detail::next_part(plan, 1, 0); part.rows > 0;
         part = detail::next_part(plan, 1, part.end), ++trees) {
        CHECK(part.rows <= part.most_rows);
        for (std::size_t i = part.begin; i < part.end; ++i)
            CHECK(all.insert(plan.roots[i].rule).second);
    }
    CHECK(trees == 2);
    CHECK(all.size() == 300);
}

template <std::size_t... I>
constexpr auto crossed_rules(std::index_sequence<I...>) {
    return rules(rule<"left">(toy::sub(toy::mul(x, static_cast<int>(I)), y) >> x)...,
                 rule<"right">(toy::sub(x, toy::mul(y, static_cast<int>(I))) >> x)...);
}
constexpr auto crossed = crossed_rules(std::make_index_sequence<40>{});

TEST_CASE("compiled_tree: where telling rules apart would copy too many of them, they are tried one by one") {
    constexpr auto const& tree = first_tree<crossed>;
    CHECK(tree.try_count <= 80 + tree.max_copies);
    std::set<int> all;
    for (std::size_t i = 0; i < tree.try_count; ++i)
        all.insert(tree.tries[i].rule);
    CHECK(all.size() == 80);
}

} // namespace
