#include <graft/rulecheck/detail/lint_abstract.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto z = var<"z">;

template <class Rule>
constexpr vec<rule_finding> faults(Rule const& r, constraint_table table = nullptr) {
    auto const set = rules(r);
    vec<rule_finding> findings;
    rule_view const rule = set[0];
    detail::abstract_checker checker{rule, detail::elementwise_results<void>, table};
    if (checker.known())
        checker.check(findings);
    return findings;
}
template <class Rule>
constexpr bool known(Rule const& r) {
    auto const set = rules(r);
    rule_view const rule = set[0];
    return detail::abstract_checker{rule, detail::elementwise_results<void>}.known();
}

constexpr auto add_zero = aten::add.Tensor(x, 0.0) >> x;
static_assert(faults(rule<"add-zero">(add_zero)).size() == 1);
static_assert(faults(rule<"add-zero">(add_zero, where(is_floating_point(x)))).empty());

TEST_CASE("lint_abstract: a dtype that the sides disagree on is found and named") {
    auto const found = faults(rule<"add-zero">(add_zero));
    REQUIRE(found.size() == 1);
    CHECK((found[0].kind == rule_fault::dtype));
    CHECK((found[0].samples[0].dtype == dtype::i64));
    CHECK((found[0].left.dtype == dtype::f32));
    CHECK((found[0].right.dtype == dtype::i64));
    CHECK(faults(rule<"integers">(aten::add.Tensor(x, 0) >> x, where(x.in(dtype::i64, dtype::i32)))).empty());
    CHECK(faults(rule<"bool">(aten::add.Tensor(x, 0) >> x)).size() == 1);
    CHECK(faults(rule<"div">(aten::div.Tensor(x, 1) >> x)).size() == 1);
    CHECK(faults(rule<"div">(aten::div.Tensor(x, 1) >> x, where(same_dtype(x, replaced)))).empty());
}

TEST_CASE("lint_abstract: a right side that is refused where the left is not is a fault") {
    auto const found =
        faults(rule<"sub">(aten::add.Tensor(x, y) >> aten::sub.Tensor(x, aten::neg(y)), where(same_dtype(x, y))));
    REQUIRE(found.size() == 1);
    CHECK((found[0].right.dtype == dtype::undefined));
    CHECK((found[0].samples[0].dtype == dtype::boolean));
    CHECK(faults(rule<"sub">(aten::sub.Tensor(x, y) >> aten::add.Tensor(x, aten::neg(y)))).empty());
}

TEST_CASE("lint_abstract: an operand that is dropped may have broadcast the other") {
    auto const found = faults(rule<"drop">(aten::mul.Tensor(x, y) >> x, where(same_dtype(x, y))));
    REQUIRE(found.size() == 1);
    CHECK((found[0].kind == rule_fault::shape));
    CHECK(found[0].left.rank > found[0].right.rank);
    CHECK(faults(rule<"drop">(aten::mul.Tensor(x, y) >> x, where(same_meta(x, replaced)))).empty());
    CHECK(faults(rule<"drop">(aten::mul.Tensor(x, y) >> x, where(same_dtype(x, y), broadcasts_to(y, x)))).empty());
    constexpr auto of_one_rank = where(same_dtype(x, y), rank(x) == 1, rank(y) == 1);
    CHECK(faults(rule<"drop">(aten::mul.Tensor(x, y) >> x, of_one_rank)).size() == 1);
    CHECK(faults(rule<"turn">(aten::mul.Tensor(x, y) >> aten::mul.Tensor(y, x))).empty());
}

TEST_CASE("lint_abstract: a number of the pattern may be a tensor of another dtype and size") {
    CHECK(faults(rule<"zero">(aten::add.Tensor(x, splat(0)) >> x, where(is_floating_point(x)))).size() == 2);
    CHECK(faults(rule<"zero">(aten::add.Tensor(x, splat(0)) >> x, where(same_meta(x, replaced)))).empty());
}

TEST_CASE("lint_abstract: three and four tensors are looked at as well, and every alternative") {
    constexpr auto factored =
        aten::add.Tensor(aten::mul.Tensor(x, z), aten::mul.Tensor(y, z)) >> aten::mul.Tensor(aten::add.Tensor(x, y), z);
    CHECK(faults(rule<"three">(factored, where(same_dtype(x, y), same_dtype(y, z)))).empty());
    // An f64 without dimensions makes f64 of integers, not of f32.
    auto const mixed = faults(rule<"three">(factored));
    REQUIRE(!mixed.empty());
    CHECK((mixed.front().kind == rule_fault::dtype));
    auto const found = faults(rule<"three">(aten::add.Tensor(aten::mul.Tensor(x, y), z) >> aten::mul.Tensor(x, y)));
    CHECK(found.size() == 2);
    CHECK(faults(rule<"ops">(ops(aten::relu, aten::floor, aten::sqrt)(x) >> x)).size() == 1);
    CHECK(faults(rule<"ops">(ops<"f">(aten::sqrt, aten::sin)(x) >> ops<"f">(aten::sqrt, aten::sin)(x))).empty());
}

constexpr auto negated = aten::mul.Tensor(x, -1) >> aten::neg(x);
static_assert(faults(rule<"negated">(negated, where(x.in(dtype::u16, dtype::i32)))).empty());
static_assert(faults(rule<"negated">(negated, where(x.in(dtype::u16, dtype::i32))), edge_constraint).size() == 1);
static_assert(faults(rule<"negated">(negated, where(x.in(dtype::i32))), edge_constraint).empty());

TEST_CASE("lint_abstract: dtypes that the dialect admits on the left it must admit on the right") {
    auto const found = faults(rule<"negated">(negated, where(x.in(dtype::i32, dtype::u16))), edge_constraint);
    REQUIRE(found.size() == 1);
    CHECK((found[0].kind == rule_fault::constraint));
    CHECK(found[0].op == "aten::neg");
    CHECK((found[0].samples[0].dtype == dtype::u16));
    // Of complex numbers the dialect has no product either.
    CHECK(faults(rule<"negated">(negated, where(x.in(dtype::c64))), edge_constraint).empty());
    CHECK(faults(rule<"negated">(negated, where(x.in(dtype::c64)))).empty());
    // What is computed on the way counts as well.
    auto const inner = faults(rule<"inner">(aten::mul.Tensor(aten::mul.Tensor(x, -1), -1) >> aten::neg(aten::neg(x)),
                                            where(x.in(dtype::u16))),
                              edge_constraint);
    REQUIRE(inner.size() == 1);
    CHECK(inner[0].op == "aten::neg");
}

TEST_CASE("lint_abstract: other ops and predicates are left to those who can run them") {
    CHECK_FALSE(known(rule<"mm">(aten::mm(x, y) >> x)));
    CHECK_FALSE(known(rule<"asks">(aten::neg(x) >> x, where([](match const&) { return true; }))));
    CHECK(known(rule<"neg">(aten::neg(x) >> x)));
}

} // namespace
