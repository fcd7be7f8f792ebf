// Header-only: what holds in constants needs bodies.
#include <graft/rewrite/rule_instance.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "formula.hpp"

#include <array>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using graft_test::formula;
using graft_test::raised;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

side_binding tensor_of(std::string_view name, std::vector<sym_int> const& sizes = {2, 3}, dtype d = dtype::f32) {
    return {name, {make_spec(d, sizes)}};
}

template <class Rule>
std::string sides(Rule const& r, std::vector<side_binding> const& bindings,
                  std::vector<std::size_t> const& choices = {}) {
    rule_instance const instance{detail::view_of(r), bindings, choices};
    CHECK(lint(instance.both_sides()).empty());
    return formula(instance.both_sides());
}

TEST_CASE("rule_instance: both sides are one graph of the bindings") {
    constexpr auto r = rule<"r">(toy::add(toy::neg(x), y, "alpha"_a = 2) >> toy::sub(y, toy::mul(x, 2)));
    CHECK(sides(r, {tensor_of("x"), tensor_of("y")}) == "add(neg(x), y, alpha=2), sub(y, mul(x, 2))");
}

TEST_CASE("rule_instance: a literal in the place of a variable, a wildcard, numbers") {
    constexpr auto permuted = rule<"p">(toy::permute(x, y) >> x);
    CHECK(sides(permuted, {tensor_of("x"), {"y", {}, arg::list({1, 0})}}) == "permute(x, [1, 0]), x");
    CHECK(sides(rule<"n">(toy::fma(any, number(y), splat(3)) >> y), {tensor_of("_"), {"y", {}, arg{2.5}}}) ==
          "fma(wildcard, 2.5, 3), 2.5");
}

TEST_CASE("rule_instance: alternatives and chains are chosen in pre-order, a tag by its binding") {
    constexpr auto r = rule<"r">(toy::sub(one_of(toy::neg(x), toy::relu(x)), through(toy::neg, toy::relu)(y)) >> x);
    std::vector<side_binding> const both{tensor_of("x"), tensor_of("y")};
    CHECK(sides(r, both) == "sub(neg(x), y), x");
    CHECK(sides(r, both, {1, 2}) == "sub(relu(x), neg(neg(y))), x");
    rule_instance const instance{detail::view_of(r), both};
    CHECK(instance.choices_used() == 2);
    constexpr auto tagged = rule<"t">(toy::neg(ops<"f">(toy::neg, toy::relu)(x)) >> ops<"f">(toy::grow, toy::neg)(x));
    CHECK(sides(tagged, {tensor_of("x"), {"f", {}, arg{1}}}) == "neg(relu(x)), neg(x)");
}

TEST_CASE("rule_instance: lists, what is repeated in them, and trees") {
    std::vector<side_binding> bindings{tensor_of("x"),
                                       {"r", {make_spec(dtype::f32, {4}), make_spec(dtype::f32, {5})}, {}, true}};
    CHECK(sides(rule<"l">(toy::cat(list(x, rest<"r">)) >> toy::cat(list(rest<"r">, x), 1)), bindings) ==
          "cat([x, r, r_1]), cat([r, r_1, x], 1)");
    CHECK(sides(rule<"e">(toy::cat(list(each(toy::mul(rest<"r">, x)))) >> toy::mul(toy::cat(list(rest<"r">)), x)),
                bindings) == "cat([mul(r, x), mul(r_1, x)]), mul(cat([r, r_1]), x)");
    CHECK(sides(rule<"f">(flat(toy::add, x, toy::neg(x), rest<"r">) >> flat(toy::add, 0, rest<"r">)), bindings) ==
          "add(add(add(x, neg(x)), r), r_1), add(add(0, r), r_1)");
}

TEST_CASE("rule_instance: several roots are several values of a side") {
    constexpr auto r = rule<"r">(roots(toy::neg(x), toy::relu(x)) >> roots(toy::relu(x), toy::grow(x)));
    rule_instance const instance{detail::view_of(r), std::vector{tensor_of("x")}};
    CHECK(instance.lhs().size() == 2);
    CHECK(formula(instance.both_sides()) == "neg(x), relu(x), relu(x), grow(x)");
}

TEST_CASE("rule_instance: values are inferred, conditions and computed arguments see them") {
    constexpr auto r =
        rule<"r">(toy::grow(x) >> toy::view(x, compute([](match const& m) {
                                                return arg::list({m.val()->tensor.sizes.back().value(), 7});
                                            })),
                  where(rank(x) == 2, x.in(floating_dtypes)));
    rule_instance const good{detail::view_of(r), std::vector{tensor_of("x")}};
    CHECK(good.val(good.lhs()[0])->tensor.sizes == std::vector<sym_int>{2, 3, 1});
    CHECK(formula(good.both_sides()) == "grow(x), view(x, [1, 7])");
    CHECK(good.conditions_hold());
    CHECK_FALSE(rule_instance{detail::view_of(r), std::vector{tensor_of("x", {2})}}.conditions_hold());
    CHECK_FALSE(rule_instance{detail::view_of(r), std::vector{tensor_of("x", {2, 2}, dtype::i32)}}.conditions_hold());
}

TEST_CASE("rule_instance: a call that cannot be is an error, as in a graph") {
    constexpr auto r = rule<"r">(toy::picky(x) >> x);
    CHECK(raised([&] {
              rule_instance{detail::view_of(r), std::vector{tensor_of("x")}};
          }) == "graft: toy::picky: not a scalar [at %picky_default]");
}

constexpr bool works_in_constants() {
    constexpr auto r = rule<"r">(toy::relu(toy::neg(x)) >> toy::neg(x), where(rank(x) == 1));
    std::array<side_binding, 1> const bindings{side_binding{"x", {make_spec(dtype::f32, {2})}}};
    rule_instance const instance{detail::view_of(r), bindings};
    return instance.both_sides().size() == 5 && instance.conditions_hold() &&
           instance.val(instance.rhs()[0])->tensor.sizes[0] == 2;
}
static_assert(works_in_constants());

} // namespace
