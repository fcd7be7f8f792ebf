#include <graft/rewrite/lint_sound.hpp>

#include <graft/dialect/aten.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

#include <vector>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto p = var<"p">;

template <class Rule>
std::vector<rule_finding> faults(Rule const& r) {
    auto const set = rules(r);
    std::vector<rule_finding> findings;
    rule_view const rule = set[0];
    detail::sample_checker{rule}.check(findings);
    return findings;
}

TEST_CASE("lint_sound: ops of any kind are checked by their meta functions") {
    auto const found = faults(rule<"permute">(aten::permute_copy(x, p) >> x));
    REQUIRE(found.size() == 1);
    CHECK((found[0].kind == rule_fault::shape));
    CHECK(found[0].variable == "x");
    CHECK(faults(rule<"permute">(aten::permute_copy(x, p) >> x, where(same_shape(x, replaced)))).empty());
    CHECK(faults(rule<"mm">(aten::matmul(x, y) >> aten::mm(x, y), where(rank(x) == 2, rank(y) == 2))).empty());
}

TEST_CASE("lint_sound: a right side that is refused is told as a matter of sizes or of dtypes") {
    auto const sizes = faults(rule<"bmm">(aten::matmul(x, y) >> aten::bmm(x, y), where(rank(x) == 3, rank(y) == 3)));
    REQUIRE(sizes.size() == 1);
    CHECK((sizes[0].kind == rule_fault::shape));
    CHECK((sizes[0].right.dtype == dtype::undefined));
    auto const dtypes = faults(rule<"sub">(aten::add.Tensor(x, y) >> aten::sub.Tensor(x, aten::neg(y))));
    REQUIRE_FALSE(dtypes.empty());
    CHECK((dtypes[0].kind == rule_fault::dtype));
}

bool is_float(match const& m) { return m.val("x")->tensor.dtype == dtype::f32; }

TEST_CASE("lint_sound: predicates are asked") {
    CHECK(faults(rule<"add-zero">(aten::add.Tensor(x, 0.0) >> x)).size() == 1);
    CHECK(faults(rule<"add-zero">(aten::add.Tensor(x, 0.0) >> x, where(&is_float))).empty());
}

TEST_CASE("lint_sound: a rule that no sample matches, or of whose ops nothing is known, is told as unchecked") {
    auto const never = faults(rule<"never">(aten::neg(x) >> x, where([](match const&) { return false; })));
    REQUIRE(never.size() == 1);
    CHECK((never[0].kind == rule_fault::unchecked));
    CHECK(never[0].op.empty());
    auto const unknown = faults(rule<"unknown">(toy::fma(x, x, x) >> x));
    REQUIRE(unknown.size() == 1);
    CHECK(unknown[0].op == "toy::fma");
}

} // namespace
