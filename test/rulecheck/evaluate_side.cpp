#include <graft/rulecheck/evaluate_side.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/shape.hpp>
#include <graft/runtime/kernels/view.hpp>

#include "../io/raises.hpp"
#include "../runtime/tensors.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr kernel_table side_kernels{
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::neg.default_),
               decltype(aten::sub.Tensor), decltype(aten::cat.default_), decltype(aten::permute_copy.default_)>};

template <class Rule>
std::string value_of(Rule const& r, rule_side side, std::vector<tensor_binding> const& bindings) {
    std::string text;
    for (run_value const& v : evaluate_side(detail::view_of(r), side, bindings, {side_kernels, {}}))
        text += show(v.tensor());
    return text;
}

TEST_CASE("evaluate_side: either side is computed from the tensors of the variables") {
    constexpr auto r = rule<"add-neg">(aten::add.Tensor(x, aten::neg(y)) >> aten::sub.Tensor(x, y));
    std::vector<tensor_binding> const bindings{{"x", {f32({2}, {1, 2})}}, {"y", {f32({2}, {3, 5})}}};
    CHECK(value_of(r, rule_side::left, bindings) == "f32[2]: -2 -3");
    CHECK(value_of(r, rule_side::right, bindings) == "f32[2]: -2 -3");
}

TEST_CASE("evaluate_side: attributes are literals, rests are several tensors, several roots several values") {
    constexpr auto swap = rule<"swap">(aten::permute_copy(x, y) >> x);
    CHECK(value_of(swap, rule_side::left, {{"x", {f32({1, 2}, {1, 2})}}, {"y", {}, arg::list({1, 0})}}) ==
          "f32[2, 1]: 1 2");
    constexpr auto join = rule<"join">(aten::cat(list(x, rest<"r">)) >> aten::cat(list(rest<"r">, x)));
    std::vector<tensor_binding> const parts{{"x", {f32({1}, {1})}}, {"r", {f32({1}, {2}), f32({1}, {3})}, {}, true}};
    CHECK(value_of(join, rule_side::left, parts) == "f32[3]: 1 2 3");
    CHECK(value_of(join, rule_side::right, parts) == "f32[3]: 2 3 1");
    constexpr auto pair = rule<"pair">(roots(aten::neg(x), aten::mul.Tensor(x, x)) >>
                                       roots(aten::mul.Tensor(x, -1), aten::mul.Tensor(x, x)));
    CHECK(value_of(pair, rule_side::right, {{"x", {f32({1}, {3})}}}) == "f32[1]: -3f32[1]: 9");
}

TEST_CASE("evaluate_side: the side that is not asked for is not computed") {
    constexpr auto r = rule<"tan">(aten::tan(x) >> aten::neg(x));
    CHECK(value_of(r, rule_side::right, {{"x", {f32({1}, {3})}}}) == "f32[1]: -3");
    CHECK(raised([&] {
              static_cast<void>(value_of(r, rule_side::left, {{"x", {f32({1}, {3})}}}));
          }).find("aten::tan") != std::string::npos);
}

TEST_CASE("evaluate_side: the functions that a rule is made of give on tensors what the rule's sides give") {
    constexpr auto product = [](auto a) { return aten::mul.Tensor(a, aten::neg(a)); };
    constexpr auto square = [](auto a) { return aten::neg(aten::mul.Tensor(a, a)); };
    constexpr auto turned = [](auto a, auto dims) { return aten::permute_copy(aten::neg(a), dims); };
    constexpr auto later = [](auto a, auto dims) { return aten::neg(aten::permute_copy(a, dims)); };
    constexpr auto r = rule<"square">(product, square);
    constexpr auto t = rule<"turn">(turned, later);
    tensor const v = f32({2, 2}, {1, -2, 3, 0});
    std::vector<tensor_binding> const one{{"x0", {v}}};
    CHECK(show(product(v)) == "f32[2, 2]: -1 -4 -9 -0");
    CHECK(value_of(r, rule_side::left, one) == show(product(v)));
    CHECK(value_of(r, rule_side::right, one) == show(square(v)));
    std::vector<std::int64_t> const swap{1, 0};
    std::vector<tensor_binding> const both{{"x0", {v}}, {"x1", {}, arg::list({1, 0})}};
    CHECK(value_of(t, rule_side::left, both) == show(turned(v, swap)));
    CHECK(value_of(t, rule_side::right, both) == show(turned(v, swap)));
}

} // namespace
