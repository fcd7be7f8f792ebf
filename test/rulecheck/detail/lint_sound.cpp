#include <graft/rulecheck/detail/lint_sound.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/edge.hpp>
#include <graft/dialect/quantized_decomposed.hpp>
#include <graft/meta/vec.hpp>

#include <doctest/doctest.h>

#include "../../ir/toy.hpp"

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto p = var<"p">;

template <class Rule>
vec<rule_finding> faults(Rule const& r, constraint_table table = nullptr) {
    auto const set = rules(r);
    vec<rule_finding> findings;
    rule_view const rule = set[0];
    detail::sample_checker{rule, table}.check(findings);
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

TEST_CASE("lint_sound: what the dialect does not admit on the right is told of calls of any kind") {
    constexpr auto viewed = aten::permute_copy(x, p) >> aten::view_copy(aten::permute_copy(x, p), ints(-1));
    constexpr auto copied = rule<"copied">(viewed, where(rank(x) == 1));
    CHECK(faults(copied).empty());
    auto const found = faults(copied, edge_constraint);
    REQUIRE(found.size() == 1);
    CHECK((found[0].kind == rule_fault::constraint));
    CHECK(found[0].op == "aten::view_copy");
    constexpr auto matrices = where(rank(x) == 2, rank(y) == 2);
    constexpr auto product = aten::matmul(x, y) >> aten::mm(x, y);
    CHECK(faults(rule<"mm">(product, matrices && where(x.in(dtype::f32))), edge_constraint).empty());
    CHECK(faults(rule<"mm">(product, matrices), edge_constraint).size() == 1); // the dialect knows no complex product
}

TEST_CASE("lint_sound: convolutions, norms, attention and quantised ops are given what fits them") {
    constexpr auto w = var<"w">;
    constexpr auto b = var<"b">;
    constexpr auto convolution = [](auto const& input, auto const& bias) {
        return aten::convolution(input, var<"w">, bias, var<"stride">, var<"padding">, var<"dilation">,
                                 var<"transposed">, var<"output_padding">, var<"groups">);
    };
    CHECK(faults(rule<"convolution">(aten::neg(convolution(x, b)) >> convolution(aten::neg(x), aten::neg(b)),
                                     where(x.in(dtype::f32), has_dtype(b, dtype::f32))))
              .empty());
    auto const dropped = faults(rule<"dropped">(convolution(x, b) >> x, where(same_dtype(x, replaced))));
    REQUIRE(dropped.size() == 1);
    CHECK((dropped[0].kind == rule_fault::shape));
    constexpr auto norm = [](auto const& input) {
        return aten::_native_batch_norm_legit_no_training(input, var<"g">, var<"b">, var<"m">, var<"v">, 0.1, 1e-5);
    };
    CHECK(faults(rule<"norm">(aten::neg(out<0>(norm(x))) >> x, where(same_dtype(x, replaced)))).empty());
    auto const exchanged = faults(
        rule<"exchanged">(aten::scaled_dot_product_attention(x, y, w) >> aten::scaled_dot_product_attention(y, x, w),
                          where(same_dtype(x, y), same_dtype(x, w))));
    REQUIRE_FALSE(exchanged.empty());
    CHECK((exchanged[0].kind == rule_fault::shape));
    constexpr auto real = quantized_decomposed::dequantize_per_tensor(x, y, 0, var<"least">, var<"most">, var<"d">);
    auto const kept = faults(rule<"kept">(real >> x));
    REQUIRE_FALSE(kept.empty());
    CHECK((kept[0].kind == rule_fault::dtype));
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
