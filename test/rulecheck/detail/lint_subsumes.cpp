#include <graft/rulecheck/detail/lint_subsumes.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

template <class A, class B>
constexpr detail::coverage covers(A const& general, B const& special) {
    auto const set = rules(general, special);
    return detail::covers(set[0], set[1]);
}
template <class P, class... C>
constexpr auto of(P const& p, C const&... conditions) {
    return rule<"r">(p >> x, where(conditions...));
}

constexpr auto full = detail::coverage::full;
constexpr auto none = detail::coverage::none;

static_assert(covers(of(toy::neg(x)), of(toy::neg(toy::relu(x)))) == full);
static_assert(covers(of(toy::neg(toy::relu(x))), of(toy::neg(x))) == none);

TEST_CASE("lint_subsumes: a variable covers anything, twice the same only what is the same") {
    CHECK((covers(of(toy::sub(x, y)), of(toy::sub(x, x))) == full));
    CHECK((covers(of(toy::sub(x, x)), of(toy::sub(x, y))) == none));
    CHECK((covers(of(toy::sub(x, x)), of(toy::sub(toy::neg(x), toy::neg(x)))) == none));
    CHECK((covers(of(toy::sub(x, any)), of(toy::sub(x, 2))) == full));
    CHECK((covers(of(toy::sub(x, 2)), of(toy::sub(x, 2))) == full));
    CHECK((covers(of(toy::sub(x, 2)), of(toy::sub(x, 3))) == none));
}

TEST_CASE("lint_subsumes: operands of a commutative op are exchanged, unless they are ordered") {
    CHECK((covers(of(toy::add(toy::neg(x), y)), of(toy::add(y, toy::neg(toy::relu(x))))) == full));
    CHECK((covers(of(ordered(toy::add(toy::neg(x), y))), of(toy::add(y, toy::neg(x)))) == none));
    CHECK((covers(of(toy::sub(toy::neg(x), y)), of(toy::sub(y, toy::neg(x)))) == none));
}

TEST_CASE("lint_subsumes: an argument that is left out is its default") {
    CHECK((covers(of(toy::sub(x, y)), of(toy::sub(x, y, "alpha"_a = 1))) == full));
    CHECK((covers(of(toy::sub(x, y)), of(toy::sub(x, y, "alpha"_a = 2))) == none));
    CHECK((covers(of(toy::sub(x, y, "alpha"_a = any)), of(toy::sub(x, y))) == full));
    CHECK((covers(of(any_attributes(toy::sub(x, y))), of(toy::sub(x, y, "alpha"_a = 2))) == full));
    CHECK((covers(of(toy::sub(x, y)), of(any_attributes(toy::sub(x, y)))) == none));
}

TEST_CASE("lint_subsumes: a number covers its equals, of any kind and tolerance") {
    CHECK((covers(of(toy::mul(x, splat(1))), of(toy::mul(x, 1.0))) == full));
    CHECK((covers(of(toy::mul(x, splat(1))), of(toy::mul(x, 2))) == none));
    CHECK((covers(of(toy::mul(x, near(1.0))), of(toy::mul(x, splat(1)))) == full));
    CHECK((covers(of(toy::mul(x, splat(1))), of(toy::mul(x, near(1.0)))) == none));
    CHECK((covers(of(toy::mul(x, number(y))), of(toy::mul(x, 2))) == full));
}

TEST_CASE("lint_subsumes: a use that one asks for the other must ask for as well") {
    CHECK((covers(of(toy::neg(one_use(toy::relu(x)))), of(toy::neg(toy::relu(x)))) == none));
    CHECK((covers(of(toy::neg(toy::relu(x))), of(toy::neg(one_use(toy::relu(x))))) == full));
    CHECK((covers(of(toy::neg(internal(toy::relu(x)))), of(toy::neg(one_use(toy::relu(x))))) == full));
}

TEST_CASE("lint_subsumes: alternatives cover what one of them does, and are covered when all are") {
    CHECK((covers(of(one_of(toy::neg(x), toy::relu(x))), of(toy::relu(toy::grow(x)))) == full));
    CHECK((covers(of(toy::neg(x)), of(one_of(toy::neg(x), toy::relu(x)))) == none));
    CHECK((covers(of(one_of(toy::neg(x), toy::relu(x))), of(one_of(toy::relu(x), toy::neg(x)))) == full));
    CHECK((covers(of(toy::sub(one_of(toy::neg(x), x), y)), of(toy::sub(toy::neg(x), y))) == full));
    CHECK((covers(of(toy::neg(maybe(toy::cast)(toy::relu(x)))), of(toy::neg(toy::relu(x)))) == full));
}

TEST_CASE("lint_subsumes: what a negation refuses must be the same") {
    constexpr auto no_neg = of(toy::sub(x, not_(toy::neg(y)))), no_neg_of = of(toy::sub(x, not_(toy::neg(x))));
    CHECK((covers(no_neg, no_neg) == full));
    CHECK((covers(no_neg_of, no_neg_of) == full));
    CHECK((covers(no_neg, no_neg_of) == none));
    CHECK((covers(no_neg_of, no_neg) == none));
    CHECK((covers(no_neg, of(toy::sub(x, not_(toy::neg(toy::relu(y)))))) == none));
    CHECK((covers(of(toy::sub(x, y)), no_neg) == full));
}

TEST_CASE("lint_subsumes: conditions of the general rule must follow from those of the special one") {
    auto const wide = of(toy::neg(x), is_floating_point(x));
    auto const narrow = of(toy::neg(x), has_dtype(x, dtype::f32));
    CHECK((covers(wide, narrow) == full));
    CHECK((covers(narrow, wide) == none));
    CHECK((covers(of(toy::neg(x), rank(x) >= 2), of(toy::neg(x), rank(x) == 3)) == full));
    CHECK((covers(of(toy::neg(x), rank(x) <= 2), of(toy::neg(x), rank(x) == 3)) == none));
    CHECK((covers(of(toy::sub(x, y), same_shape(x, y)), of(toy::sub(x, y), same_shape(y, x))) == full));
    CHECK((covers(of(toy::neg(x), rank(x) == 3), of(toy::neg(toy::relu(x)), rank(x) == 3)) == none));
}

bool always(match const&) { return true; }

TEST_CASE("lint_subsumes: a predicate makes it a perhaps, the same predicate does not") {
    CHECK((covers(of(toy::neg(x), &always), of(toy::neg(x))) == detail::coverage::unless_predicate));
    CHECK((covers(of(toy::neg(x), &always), of(toy::neg(x), &always)) == full));
    CHECK((covers(of(toy::neg(x)), of(toy::neg(x), &always)) == full));
}

template <class A, class B>
constexpr bool overlap(A const& a, B const& b) {
    auto const set = rules(of(a), of(b));
    return detail::share_a_root(set[0].lhs, 0, set[1].lhs, 0) && detail::may_overlap(set[0].lhs, 0, set[1].lhs, 0);
}

TEST_CASE("lint_subsumes: left sides overlap where no two calls or literals clash") {
    CHECK(overlap(toy::sub(toy::neg(x), y), toy::sub(x, toy::relu(y))));
    CHECK_FALSE(overlap(toy::sub(toy::neg(x), y), toy::sub(toy::relu(x), y)));
    CHECK(overlap(toy::add(toy::neg(x), y), toy::add(toy::relu(x), y)));
    CHECK_FALSE(overlap(toy::sub(x, 1), toy::sub(x, 2)));
    CHECK_FALSE(overlap(toy::neg(x), toy::relu(x)));
    CHECK(overlap(one_of(toy::neg(x), toy::relu(x)), toy::relu(x)));
}

} // namespace
