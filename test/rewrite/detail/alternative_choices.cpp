#include <graft/rewrite/detail/alternative_choices.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

#include <set>
#include <utility>

namespace {

using namespace graft;

constexpr auto x = var<"x">;

TEST_CASE("lint_choices: every combination of alternatives is made once") {
    constexpr auto set =
        rules(rule<"two">(toy::sub(one_of(toy::neg(x), x), one_of(toy::relu(x), toy::grow(x), x)) >> x));
    rule_view const rule = set[0];
    detail::alternative_choices choices{rule};
    std::set<std::pair<std::size_t, std::size_t>> seen;
    std::size_t made = 0;
    std::size_t const second = 1 + static_cast<std::size_t>(rule.lhs[1].size);
    do {
        seen.insert({choices.on_left(1), choices.on_left(second)});
        ++made;
    } while (choices.next());
    CHECK(made == 6);
    CHECK(seen.size() == 6);
    choices.restart();
    CHECK((rule.lhs[choices.on_left(1)].op == &toy::neg_t::info()));
}

TEST_CASE("lint_choices: under a tag the right side has the alternative of the left") {
    constexpr auto set = rules(rule<"tag">(one_of<"t">(toy::neg(x), toy::relu(x)) >> one_of<"t">(toy::grow(x), x)));
    rule_view const rule = set[0];
    detail::alternative_choices choices{rule};
    CHECK((rule.lhs[choices.on_left(0)].op == &toy::neg_t::info()));
    CHECK((rule.rhs[choices.on_right(0)].op == &toy::grow_t::info()));
    REQUIRE(choices.next());
    CHECK((rule.lhs[choices.on_left(0)].op == &toy::relu_t::info()));
    CHECK((rule.rhs[choices.on_right(0)].kind == pattern_kind::variable));
    CHECK_FALSE(choices.next());
}

} // namespace
