#include <graft/rulecheck/critical_pairs_peak.hpp>

#include <graft/ir/lint.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../rewrite/formula.hpp"

#include <optional>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("critical_pairs_peak: the graph of a peak is both left sides in one, with equal calls once") {
    auto const set =
        rules(rule<"a">(toy::sub(x, x) >> x), rule<"b">(toy::sub(toy::neg(y), x) >> x, where(rank(y) == 2)));
    rule_view const first = set[0], second = set[1];
    detail::term_arena terms;
    vec<std::size_t> variables, others;
    auto const left = terms.add(first, detail::alternative_choices{first}, variables);
    auto const right = terms.add(second, detail::alternative_choices{second}, others);
    REQUIRE(terms.unify(*left, *right, 0));
    detail::peak peak{terms, *left};
    peak.adopt(first, variables, true);
    peak.adopt(second, others, true);
    std::optional<graph> g;
    for (std::uint64_t seed = 0; seed < 20 && !g; ++seed)
        g = peak.sample(seed);
    REQUIRE(g.has_value());
    CHECK(lint(*g).empty());
    node_id const root = detail::peak::find(*g, {}), inner = detail::peak::find(*g, {0});
    CHECK(formula(*g, root) == "sub(neg(a), neg(a))");
    CHECK(formula(*g, inner) == "neg(a)");
    CHECK(inner == detail::peak::find(*g, {1}));
    CHECK(g->val(g->at("a"))->tensor.dim() == 2);
}

} // namespace
