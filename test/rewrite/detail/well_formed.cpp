#include <graft/rewrite/detail/well_formed.hpp>

#include <doctest/doctest.h>

#include "../../io/raises.hpp"
#include "../../ir/toy.hpp"

#include <string>

namespace {

using namespace graft;
using graft_test::raised;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

// What a rule is refused for, after its name; empty for a good one.
template <class Rule>
std::string fault(Rule const& r) {
    std::string const text = raised([&] { detail::rule_checker{detail::view_of(r)}.check(); });
    return text == "(nothing raised)" ? "" : text.substr(text.find("': ") + 3);
}

TEST_CASE("well_formed: the root is a call, an item, a tree or one of these") {
    CHECK(fault(rule<"r">(toy::neg(x) >> x)) == "");
    CHECK(fault(rule<"r">(out<0>(toy::minmax(x)) >> x)) == "");
    CHECK(fault(rule<"r">(flat(toy::add, x, y) >> x)) == "");
    CHECK(fault(rule<"r">(one_of(toy::neg(x), toy::relu(x)) >> x)) == "");
    std::string const wrong = "its left side is not a call of an op";
    CHECK(fault(rule<"r">(list(x, y) >> x)) == wrong);
    CHECK(fault(rule<"r">(one_of(toy::neg(x), x) >> x)) == wrong);
    CHECK(fault(rule<"r">(maybe(toy::neg)(toy::relu(x)) >> x)) == wrong);
}

TEST_CASE("well_formed: alternatives bind the same variables") {
    CHECK(fault(rule<"r">(toy::neg(one_of(toy::sub(x, y), toy::sub(y, x))) >> x)) == "");
    CHECK(fault(rule<"r">(toy::neg(one_of(toy::sub(x, y), x)) >> x)) ==
          "the alternatives of a one_of() bind different variables");
}

TEST_CASE("well_formed: a list has one rest or one each") {
    CHECK(fault(rule<"r">(toy::cat(list(x, rest<"r">)) >> x)) == "");
    CHECK(fault(rule<"r">(toy::cat(list(x, rest<"r">, rest<"s">)) >> x)) == "a list has more than one rest");
    CHECK(fault(rule<"r">(toy::cat(list(x, each(y))) >> x)) == "an each() is the only item of a list");
    CHECK(fault(rule<"r">(toy::cat(list(each(toy::cat(list(each(x)))))) >> x)) == "an each() stands within another");
}

TEST_CASE("well_formed: a rest stands in a list, tree or each, in a negation under a name of its own") {
    std::string const outside = "a rest stands outside of a list";
    CHECK(fault(rule<"r">(toy::sub(x, rest<"r">) >> x)) == outside);
    CHECK(fault(rule<"r">(toy::cat(list(each(toy::neg(rest<"r">)))) >> toy::cat(list(rest<"r">)))) == "");
    CHECK(fault(rule<"r">(toy::cat(list(x, rest<"r">)) >> toy::neg(rest<"r">))) == outside);
    CHECK(fault(rule<"r">(toy::sub(x, not_(toy::cat(list(rest<"r">)))) >> x)) == "");
    CHECK(fault(rule<"r">(toy::add(toy::cat(list(rest<"r">)), not_(toy::cat(list(rest<"r">)))) >>
                          toy::cat(list(rest<"r">)))) == "a rest within a not_() has the name of another");
    CHECK(fault(rule<"r">(toy::cat(list(rest<"r">)) >> toy::cat(list(each(toy::cat(list(each(rest<"r">)))))))) ==
          "an each() stands within another");
}

TEST_CASE("well_formed: the right side can be built") {
    CHECK(fault(rule<"r">(toy::neg(x) >> maybe(toy::relu)(x))) ==
          "maybe(), through(), not_() and all_outs() have no place on the right side");
    CHECK(fault(rule<"r">(toy::neg(x) >> one_of(x, toy::relu(x)))) ==
          "a one_of() on the right side has a tag that one on the left has");
}

TEST_CASE("well_formed: what only one side can have is refused on the other") {
    CHECK(fault(rule<"r">(toy::neg(x) >> toy::relu(any))) == "a wildcard stands on the right side");
    CHECK(fault(rule<"r">(toy::neg(x) >> toy::cat(all_outs(toy::split(x, 1))))) ==
          "maybe(), through(), not_() and all_outs() have no place on the right side");
    CHECK(fault(rule<"r">(toy::view(x, compute([](match const&) { return arg{1}; })) >> x)) ==
          "compute() and build() have no place on the left side");
    CHECK(fault(rule<"r">(toy::cat(all_outs(out<0>(toy::minmax(x)))) >> x)) == "all_outs() takes a call");
}

TEST_CASE("well_formed: several roots are as many on both sides, each found from another") {
    constexpr auto z = var<"z">;
    CHECK(fault(rule<"r">(roots(toy::neg(x), toy::sub(x, y), toy::relu(y)) >> roots(x, y, x))) == "");
    CHECK(fault(rule<"r">(roots(toy::neg(x), toy::sub(y, z), toy::sub(x, y)) >> roots(x, y, x))) == "");
    std::string const alone = "one of its roots() has no variable in common with the others, by which to find it";
    CHECK(fault(rule<"r">(roots(toy::neg(x), toy::relu(y)) >> roots(x, y))) == alone);
    CHECK(fault(rule<"r">(roots(toy::neg(x), toy::relu(maybe(toy::neg)(x))) >> roots(x, x))) == alone);
    std::string const count = "both sides have as many roots() or none";
    CHECK(fault(rule<"r">(to_pattern(roots(toy::neg(x), toy::relu(x))) >> x)) == count);
    CHECK(fault(rule<"r">(toy::neg(x) >> roots(x, x))) == count);
    CHECK(fault(rule<"r">(to_pattern(roots(toy::neg(x), toy::relu(x))) >> roots(x, x, x))) == count);
    CHECK(fault(rule<"r">(toy::neg(roots(toy::neg(x), toy::relu(x))) >> x)) == "roots() stands within a pattern");
}

} // namespace
