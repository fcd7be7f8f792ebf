#include <graft/rulecheck/detail/critical_pairs_term.hpp>

#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// Whether the left sides, under different variables, are one for some order of their operands.
template <class A, class B>
bool unify(A const& a, B const& b) {
    auto const set = rules(rule<"a">(a >> 0), rule<"b">(b >> 0));
    rule_view const first = set[0], second = set[1];
    detail::term_arena terms;
    vec<std::size_t> variables, others;
    auto const left = terms.add(first, detail::alternative_choices{first}, variables);
    auto const right = terms.add(second, detail::alternative_choices{second}, others);
    REQUIRE(left.has_value());
    REQUIRE(right.has_value());
    for (std::uint32_t orders = 0; orders < 4; ++orders) {
        terms.release();
        if (terms.unify(*left, *right, orders))
            return true;
    }
    return false;
}

TEST_CASE("critical_pairs_term: variables become what makes both sides one") {
    CHECK(unify(toy::sub(x, toy::neg(y)), toy::sub(toy::relu(x), y)));
    CHECK(unify(toy::sub(x, x), toy::sub(toy::neg(x), y)));
    CHECK_FALSE(unify(toy::sub(x, x), toy::sub(toy::neg(x), x)));
    CHECK_FALSE(unify(toy::sub(toy::neg(x), y), toy::sub(toy::relu(x), y)));
    CHECK(unify(toy::sub(any, any), toy::sub(toy::neg(x), x)));
}

TEST_CASE("critical_pairs_term: operands are exchanged where they may be") {
    CHECK(unify(toy::add(toy::neg(x), toy::relu(y)), toy::add(toy::relu(x), y)));
    CHECK_FALSE(unify(toy::sub(toy::neg(x), toy::relu(y)), toy::sub(toy::relu(x), y)));
}

TEST_CASE("critical_pairs_term: defaults and numbers count") {
    CHECK(unify(toy::sub(x, y), toy::sub(x, y, "alpha"_a = 1)));
    CHECK_FALSE(unify(toy::sub(x, y), toy::sub(x, y, "alpha"_a = 2)));
    CHECK(unify(toy::mul(x, splat(1)), toy::mul(toy::neg(x), 1.0)));
    CHECK_FALSE(unify(toy::mul(x, 1), toy::mul(toy::neg(x), 1.0)));
}

TEST_CASE("critical_pairs_term: the places of a side are its calls, with the way to them") {
    auto const set = rules(rule<"a">(toy::sub(toy::neg(x), toy::cat(list(x, toy::relu(y)))) >> x));
    rule_view const r = set[0];
    detail::term_arena terms;
    vec<std::size_t> variables;
    auto const root = terms.add(r, detail::alternative_choices{r}, variables);
    REQUIRE(root.has_value());
    vec<std::pair<std::size_t, detail::term_path>> found;
    detail::term_path here;
    terms.places(*root, here, found);
    REQUIRE(found.size() == 4);
    CHECK(found[0].second.empty());
    CHECK(found[1].second == detail::term_path{0});
    CHECK(found[2].second == detail::term_path{1});
    CHECK(found[3].second == detail::term_path{1, 0, 1});
}

TEST_CASE("critical_pairs_term: a tree has no term") {
    auto const set = rules(rule<"a">(flat(toy::add, x, y) >> x));
    rule_view const r = set[0];
    detail::term_arena terms;
    vec<std::size_t> variables;
    CHECK_FALSE(terms.add(r, detail::alternative_choices{r}, variables).has_value());
}

} // namespace
