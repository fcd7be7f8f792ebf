#include <graft/rewrite/driver.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include "../sanitized.hpp"
#include "chaining_rules.hpp"
#include "random_graph.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

// The nodes at which a rule of the set matches.
template <class Set>
std::string matches_in(graph g, Set const& set) {
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::matcher<> matcher{g, rules};
    std::string found;
    for (node_id const n : g.nodes())
        for (std::size_t rule = 0; rule < set.size(); ++rule)
            if (g.op(n) == opcode::call_function && matcher.match_rule(rule, n))
                found += std::string{set[rule].name} + " at " + std::string{g.name(n)} + "\n";
    return found;
}

std::vector<std::vector<std::uint64_t>> results_of(graph const& g) {
    std::vector<std::vector<std::uint64_t>> all;
    for (std::uint64_t const seed : {std::uint64_t{1}, std::uint64_t{0x9e3779b97f4a7c15}})
        all.push_back(evaluator{g}.run({seed, seed * 3 + 4, seed * seed + 8}));
    return all;
}

TEST_CASE("random_rewrites: rewriting keeps what graphs compute, leaves no match and no fault") {
    std::vector<std::size_t> fired(chaining.size(), 0);
    for (std::uint32_t seed = 1; seed <= 600; ++seed) {
        CAPTURE(seed);
        graph g = random_graph(seed, 5 + seed % 60, false);
        auto const before = results_of(g);
        CAPTURE(fx_text(g));
        rewrite_result const result = rewrite(g, chaining);
        REQUIRE(result.converged);
        REQUIRE(lint(g).empty());
        REQUIRE(matches_in(g, chaining) == "");
        REQUIRE(results_of(g) == before);
        for (std::size_t i = 0; i < fired.size(); ++i)
            fired[i] += result.per_rule[i];
        graph again = g;
        REQUIRE(rewrite(again, chaining).rewrites == 0);
        REQUIRE(again == g);
    }
    for (std::size_t i = 0; i < fired.size(); ++i) {
        CAPTURE(chaining[i].name);
        CHECK(fired[i] > 3);
    }
}

TEST_CASE("random_rewrites: the result depends on nothing but the graph and the rules") {
    for (std::uint32_t seed = 1; seed <= 50; ++seed) {
        graph g = random_graph(seed, 60, false);
        graph h = parse(text(g), toy::find);
        static_cast<void>(rewrite(g, chaining));
        static_cast<void>(rewrite(h, chaining));
        REQUIRE(text(g) == text(h));
    }
}

TEST_CASE("random_rewrites: with writes in between, graphs compute and write what they did before") {
    std::size_t rewrites = 0;
    for (std::uint32_t seed = 1; seed <= graft_test::cases(600); ++seed) {
        CAPTURE(seed);
        graph g = random_graph(seed, 5 + seed % 40, true);
        auto const before = results_of(g);
        CAPTURE(fx_text(g));
        rewrite_result const result = rewrite(g, chaining);
        CAPTURE(text(g));
        REQUIRE(result.converged);
        REQUIRE(lint(g).empty());
        REQUIRE(results_of(g) == before);
        rewrites += result.rewrites;
    }
    CHECK(rewrites > graft_test::cases(600));
}

// Rules that ask who else uses a value, whatever it is that keeps or takes away a use.
constexpr auto asking =
    rules(rule<"fuse">(toy::add(one_use(toy::mul(x, y)), z) >> toy::fma(x, y, z)),
          rule<"neg-sub">(toy::neg(internal(toy::sub(x, y))) >> toy::sub(y, x)),
          rule<"neg-add">(fused(toy::neg(toy::add(x, y))) >> toy::sub(toy::neg(x), y)),
          rule<"relu">(toy::relu(toy::relu(x)) >> toy::relu(x)), rule<"neg-neg">(toy::neg(toy::neg(x)) >> x),
          rule<"not-negated">(toy::sub(x, x) >> toy::mul(x, 0), where(no_user(x, toy::neg))),
          rule<"mul-one">(toy::mul(x, 1) >> x));

TEST_CASE("random_rewrites: no match is left in any order, also where rules ask who else uses a value") {
    std::vector<std::size_t> fired(asking.size(), 0);
    for (std::uint32_t seed = 1; seed <= graft_test::cases(400); ++seed)
        for (sweep const order : {sweep::forward, sweep::backward, sweep::shuffled}) {
            CAPTURE(seed);
            CAPTURE(static_cast<int>(order));
            graph g = random_graph(seed, 5 + seed % 50, false);
            auto const before = results_of(g);
            rewrite_result const result = rewrite(g, asking, {.order = order, .seed = seed});
            REQUIRE(result.converged);
            REQUIRE(lint(g).empty());
            REQUIRE(matches_in(g, asking) == "");
            REQUIRE(results_of(g) == before);
            graph h = random_graph(seed, 5 + seed % 50, false);
            REQUIRE(rewrite(h, chaining, {.order = order, .seed = seed}).converged);
            REQUIRE(matches_in(h, chaining) == "");
            REQUIRE(results_of(h) == before);
            for (std::size_t i = 0; i < fired.size(); ++i)
                fired[i] += result.per_rule[i];
        }
    for (std::size_t i = 0; i < fired.size(); ++i) {
        CAPTURE(asking[i].name);
        CHECK(fired[i] > 0);
    }
}

TEST_CASE("random_rewrites: step by step or at once, it is the same") {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        graph g = random_graph(seed, 40, false), h = g;
        rewrite_result const whole = rewrite(g, chaining);
        unobserved nobody;
        rewrite_steps steps{h, chaining, {}, nobody};
        std::size_t count = 0;
        while (!steps.step(1 + seed % 3).converged) {
            ++count;
            REQUIRE(lint(h).empty());
        }
        CHECK(count <= whole.rewrites);
        REQUIRE(steps.rest().per_rule == whole.per_rule);
        REQUIRE(text(g) == text(h));
    }
}

} // namespace
