#include <graft/rewrite/detail/interpreted_finder.hpp>

#include <doctest/doctest.h>

#include <graft/ir/value.hpp>
#include <graft/rewrite/detail/matcher.hpp>

#include "../../ir/toy.hpp"

#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto set = rules(rule<"any">(toy::add(x, y) >> x), rule<"neg">(toy::neg(x) >> x),
                           rule<"same">(toy::add(x, x) >> x).prio(1), rule<"two">(toy::add(x, 2) >> x));

TEST_CASE("interpreted_finder: rules that match are offered in order of preference until one is taken") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const twice = toy::add(a, a), sum = toy::add(a, b);
    output(g, {twice, sum});
    detail::prepared_rules rules{g, detail::views_of(set)};
    detail::matcher<> matcher{g, rules};
    detail::interpreted_finder finder{g, rules, matcher, {}};
    auto const offered = [&](value const& at, bool take) {
        std::vector<std::uint32_t> all;
        finder.each_match(
            at.id, [&](std::uint32_t rule) { return matcher.match_rule(rule, at.id); },
            [&](std::uint32_t rule) { return all.push_back(rule), take; });
        return all;
    };
    CHECK(offered(twice, false) == std::vector<std::uint32_t>{2, 0});
    CHECK(offered(twice, true) == std::vector<std::uint32_t>{2});
    CHECK(offered(sum, false) == std::vector<std::uint32_t>{0});
    CHECK(offered(a, false).empty());
}

} // namespace
