#include <graft/rewrite/rule_index.hpp>

#include <doctest/doctest.h>

#include <graft/compiled_rules/detail/matcher.hpp>
#include <graft/rewrite/detail/matcher.hpp>

#include "../counting_new.hpp"
#include "random_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

constexpr auto set = rules(
    rule<"factor">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> x),
    rule<"one-of">(toy::neg(one_of(toy::relu(x), toy::add(x, 1))) >> x, where(rank(x) == 2)),
    rule<"chain">(toy::relu(through(toy::neg, toy::relu)(toy::mul(x, y))) >> x),
    rule<"tree">(flat(toy::add, toy::neg(x), toy::mul(y, z), rest<"r">) >> x),
    rule<"list">(toy::cat(list(toy::neg(x), rest<"s">)) >> x), rule<"each">(toy::cat(list(each(toy::neg(x)))) >> x),
    rule<"not">(toy::sub(x, not_(toy::neg(toy::neg(y)))) >> x), rule<"fused">(fused(toy::neg(toy::add(x, y))) >> x),
    rule<"splat">(toy::mul(x, splat(1)) >> x), rule<"number">(toy::fma(x, number(y), z) >> x));

TEST_CASE("allocations: looking for matches allocates nothing") {
    graph g = graft_test::random_graph(3, 2000, false);
    detail::prepared_rules const rules{g, detail::views_of(set)};
    detail::rule_index index{g, rules};
    detail::matcher<> matcher{g, rules};
    std::size_t attempts = 0, found = 0;
    auto const look = [&] {
        for (node_id const n : g.nodes()) {
            for (std::uint32_t const rule : index.rules_at(n))
                found += matcher.match_rule(rule, n);
            for (std::size_t rule = 0; rule < set.size(); ++rule, ++attempts)
                found += matcher.match_rule(rule, n);
        }
    };
    look(); // the lists have grown to their length, the targets are known
    std::int64_t const before = allocation_count();
    look();
    std::int64_t const during = allocation_count() - before;
    CHECK(during == 0);
    CHECK(attempts > 40'000);
    CHECK(found > 100);
}

constexpr auto direct = rules(rule<"factor">(toy::add(toy::mul(x, y), toy::mul(x, z)) >> x),
                              rule<"two">(toy::mul(x, 2) >> x), rule<"scaled">(toy::add(x, y, "alpha"_a = 2) >> x),
                              rule<"rank">(toy::sub(x, toy::neg(y)) >> x, where(rank(x) == 2)),
                              rule<"list">(toy::cat(list(x, y), 1) >> x), rule<"default">(toy::cat(x, 0) >> x));

struct counted {
    std::size_t found = 0;
    bool matches(std::uint32_t, std::span<operand const>, std::span<node_id const>) { return ++found, false; }
    bool asks(std::uint32_t) { return ++found, false; }
};

TEST_CASE("allocations: looking for matches by code allocates nothing") {
    graph g = graft_test::random_graph(3, 2000, false);
    detail::effect_regions const regions{g};
    detail::compiled_matcher<direct> matcher{g, regions, std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}};
    counted all;
    auto const look = [&] {
        for (node_id const n : g.nodes())
            static_cast<void>(matcher.match_at(n, all));
    };
    look(); // the defaults are literals now
    std::int64_t const before = allocation_count();
    look();
    CHECK(allocation_count() - before == 0);
    CHECK(all.found > 100);
}

} // namespace
