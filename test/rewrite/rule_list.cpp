#include <graft/rewrite/rule_list.hpp>

#include <doctest/doctest.h>

#include "formula.hpp"

#include <string>
#include <utility>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;

// A copy of the rule with texts that the list owns.
rule_list::entry copied(rule_list& list, rule_view const& r) {
    return {list.keep(std::string{r.name}),
            {r.lhs.begin(), r.lhs.end()},
            {r.rhs.begin(), r.rhs.end()},
            {r.conditions.begin(), r.conditions.end()},
            {r.variables.begin(), r.variables.end()},
            r.options,
            {},
            {}};
}

TEST_CASE("rule_list: what is appended is there, also when the list has moved") {
    constexpr auto r = rule<"r">(toy::neg(toy::neg(x)) >> x);
    rule_list list;
    CHECK(list.empty());
    for (int i = 0; i < 40; ++i)
        list.append(copied(list, detail::view_of(r)));
    rule_list const moved = std::move(list);
    REQUIRE(moved.size() == 40);
    for (std::size_t i = 0; i < moved.size(); ++i)
        CHECK((moved[i] == detail::view_of(r)));
}

TEST_CASE("rule_list: it knows the ops of each side, each once, as a set does") {
    constexpr auto set = rules(rule<"r">(toy::neg(toy::neg(toy::relu(x))) >> toy::grow(x)));
    rule_list list;
    list.append(copied(list, set[0]));
    CHECK(std::ranges::equal(list[0].needs, set[0].needs));
    CHECK(std::ranges::equal(list[0].makes, set[0].makes));
    CHECK(list[0].needs.size() == 2);
}

TEST_CASE("rule_list: rewrite takes it like a set, in its order") {
    rule_list list;
    list.append(copied(list, detail::view_of(rule<"a">(toy::neg(toy::neg(x)) >> x))));
    list.append(copied(list, detail::view_of(rule<"b">(toy::neg(toy::neg(x)) >> toy::relu(x)))));
    CHECK(rewritten([](value a, value, value) { return toy::grow(toy::neg(toy::neg(a))); }, list) == "grow(a); 1");
}

} // namespace
