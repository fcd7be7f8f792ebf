#include <graft/rewrite/detail/match_programs.hpp>

#include <doctest/doctest.h>

#include <graft/rewrite/detail/matcher.hpp>

#include "../random_graph.hpp"

#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto simple = rules(
    rule<"factor">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> x),
    rule<"fuse">(toy::add(one_use(toy::mul(x, y)), z) >> x), rule<"repeat">(toy::mul(toy::add(x, y), y) >> x),
    rule<"literal">(toy::mul(toy::neg(x), 2) >> x), rule<"rank">(toy::add(x, toy::neg(y)) >> x, where(rank(y) == 2)),
    rule<"fma">(toy::fma(x, toy::neg(y), x) >> x),
    rule<"order">(toy::add(x, y) >> x, where([](match const& m) { return m["x"].is_node() && !m["y"].is_node(); })),
    rule<"alpha">(toy::add(x, y, "alpha"_a = 3) >> x), rule<"user">(toy::neg(one_user(toy::add(x, y))) >> x),
    rule<"root">(toy::neg(toy::neg(x)) >> x, where(rank(replaced) == 2)));

constexpr auto not_simple =
    rules(rule<"one-of">(toy::neg(one_of(toy::relu(x), toy::mul(x, 2))) >> x),
          rule<"internal">(fused(toy::neg(toy::add(x, y))) >> x), rule<"list">(toy::cat(list(x, y)) >> x),
          rule<"any">(any_attributes(toy::add(x, y)) >> x),
          rule<"swaps">(toy::mul(toy::mul(toy::mul(x, y), z), toy::mul(x, z)) >> x));

TEST_CASE("match_programs: they find and bind what the matcher that takes all patterns does") {
    std::size_t found = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        graph g = graft_test::random_graph(seed, 50, seed % 2 == 0);
        detail::prepared_rules const rules{g, detail::views_of(simple)};
        detail::matcher<> fast{g, rules};
        detail::matcher<detail::deepest_trace> general{g, rules}; // a trace takes the general way
        for (node_id const n : g.nodes())
            for (std::size_t rule = 0; rule < simple.size(); ++rule) {
                CAPTURE(simple[rule].name);
                bool const matched = general.match_rule(rule, n);
                REQUIRE(fast.match_rule(rule, n) == matched);
                if (!matched)
                    continue;
                ++found;
                REQUIRE(fast.nodes == general.nodes);
                for (std::size_t v = 0; v < simple[rule].variables.size(); ++v)
                    REQUIRE(fast.bound[v] == general.bound[v]);
            }
    }
    CHECK(found > 300);
}

TEST_CASE("match_programs: only left sides of calls, variables and literals have one") {
    graph g;
    detail::prepared_rules const some{g, detail::views_of(simple)}, others{g, detail::views_of(not_simple)};
    detail::match_programs const programs{some}, none{others};
    for (std::size_t i = 0; i < simple.size(); ++i)
        CHECK(programs.has(i));
    for (std::size_t i = 0; i < not_simple.size(); ++i)
        CHECK_FALSE(none.has(i));
}

} // namespace
