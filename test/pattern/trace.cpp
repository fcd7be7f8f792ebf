#include <graft/pattern/trace.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/pattern/use.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/value_spec.hpp>

#include "../ir/toy.hpp"
#include "../rewrite/formula.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr auto product = [](auto x) { return aten::mul.Tensor(x, aten::sigmoid(x)); };
constexpr auto silu = [](auto x) { return aten::silu(x); };
constexpr auto swap = [](auto x, auto dims) { return aten::permute_copy(x, dims); };

TEST_CASE("trace: the parameters of a function are variables named by their places") {
    static_assert(std::is_same_v<decltype(trace(swap))::variables, variable_names<"x0", "x1">>);
    constexpr auto p = trace(product);
    CHECK(p.nodes[0].op->name == "aten::mul.Tensor");
    CHECK(p.nodes[1].name == "x0");
    CHECK(p.nodes[3].name == "x0");
    static_assert(pattern_function<decltype(silu)>);
    static_assert(!pattern_function<decltype(aten::mul.Tensor)> && !pattern_function<decltype(p)>);
    static_assert(!pattern_function<int> && !pattern_function<decltype([] { return 1; })>);
}

TEST_CASE("trace: parameters have the names that are given, and more than ten have two digits") {
    constexpr auto named = aten::permute_copy(var<"v">, var<"order">);
    static_assert(std::is_same_v<decltype(trace<"v", "order">(swap)), std::remove_const_t<decltype(named)>>);
    CHECK(trace<"v", "order">(swap).nodes == named.nodes);
    constexpr auto convolution = [](auto input, auto weight, auto bias, auto stride, auto padding, auto dilation,
                                    auto transposed, auto output_padding, auto groups, auto x, auto y) {
        auto const c =
            aten::convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
        return aten::add.Tensor(aten::mul.Tensor(c, x), y);
    };
    CHECK(trace(convolution).nodes.back().name == "x10");
}

TEST_CASE("trace: a function gives a parameter, a literal, or several results, which are roots") {
    CHECK(trace([](auto x) { return x; }).name == "x0");
    CHECK(trace([](auto) { return 2; }).nodes[0].kind == pattern_kind::literal);
    CHECK(trace([](auto x) { return std::tuple{aten::relu(x)}; }).nodes[0].kind == pattern_kind::call);
    constexpr auto both = trace([](auto x) { return std::tuple{aten::relu(x), x}; });
    static_assert(std::is_same_v<decltype(both), decltype(roots(aten::relu(var<"x0">), var<"x0">)) const>);
    CHECK(both.nodes == roots(aten::relu(var<"x0">), var<"x0">).nodes);
    constexpr auto twice = trace([](auto x) { return std::array{aten::relu(x), aten::relu(x)}; });
    CHECK(twice.nodes[0].kind == pattern_kind::roots);
}

TEST_CASE("trace: what a function captures may stand in its pattern") {
    constexpr auto p = trace([scale = 3](auto x) { return aten::mul.Scalar(x, scale); });
    CHECK(p.nodes[2].value == to_constant(3));
}

TEST_CASE("trace: two functions make a rule, whose left side binds what the right one uses") {
    constexpr auto r = rule<"silu">(product, silu);
    CHECK(r.variables == std::array<std::string_view, 1>{"x0"});
    CHECK(rewritten([](value a, value, value) { return aten::mul.Tensor(aten::sigmoid(a), a); }, r) == "silu(a); 1");
    CHECK(unchanged([](value a, value b, value) { return aten::mul.Tensor(aten::sigmoid(a), b); }, r));
}

TEST_CASE("trace: attributes are parameters, conditions are given or a function of the same parameters") {
    constexpr auto twice = [](auto x, auto p) { return aten::permute_copy(aten::permute_copy(x, p), p); };
    constexpr auto first = [](auto x) { return x; };
    constexpr auto swaps = where([](match const& m) { return m["x1"].size() == 2; });
    constexpr auto ranked = [](auto x, auto) { return where(rank(x) == 2); };
    constexpr auto by_value = rule<"twice">(twice, first, swaps);
    constexpr auto by_function = rule<"ranked">(twice, first, ranked);
    std::vector<std::int64_t> const two{1, 0}, three{0, 2, 1};
    auto const permuted = [](std::vector<std::int64_t> const& dims) {
        return
            [dims](value a, value, value) { return aten::neg(aten::permute_copy(aten::permute_copy(a, dims), dims)); };
    };
    CHECK(rewritten(permuted(two), by_value) == "neg(a); 1");
    CHECK(unchanged(permuted(three), by_value));
    CHECK(by_function.conditions[0].of.name == "x0");
    CHECK(by_function.conditions[0].kind == constraint_kind::rank);
}

TEST_CASE("trace: a rule names its parameters, and replaces several results together") {
    constexpr auto named = rule<"silu", "v">(product, silu);
    CHECK(named.variables == std::array<std::string_view, 1>{"v"});
    constexpr auto ranked = rule<"ranked", "v">(product, silu, [](auto v) { return where(rank(v) == 2); });
    CHECK(ranked.conditions[0].of.name == "v");
    constexpr auto both = rule<"both">(
        [](auto x, auto y) {
            return std::tuple{aten::mul.Tensor(x, y), aten::mul.Tensor(x, aten::neg(y))};
        },
        [](auto x, auto y) {
            auto const yx = aten::mul.Tensor(y, x);
            return std::tuple{yx, aten::neg(yx)};
        });
    CHECK(both.lhs[0].kind == pattern_kind::roots);
    auto const products = [](value a, value b, value c) {
        return std::vector{aten::mul.Tensor(a, b), aten::mul.Tensor(a, aten::neg(b)), aten::relu(c)};
    };
    CHECK(rewritten(products, both).starts_with("mul(b, a), neg(mul(b, a)), relu(c); "));
    CHECK(unchanged(
        [](value a, value b, value c) {
            return std::vector{aten::mul.Tensor(a, b), aten::mul.Tensor(c, aten::neg(b))};
        },
        both));
}

TEST_CASE("trace: one function is a pattern, a graph and a shape function") {
    graph g;
    value const x = placeholder(g, "x");
    output(g, {swap(x, std::vector<std::int64_t>{1, 0})});
    CHECK(formula(g) == "permute_copy(x, [1, 0])");
    tensor_spec const spec = make_spec(dtype::f16, {2, 3});
    CHECK(swap(spec, std::vector<std::int64_t>{1, 0}).tensor.sizes == std::vector<sym_int>{3, 2});
    CHECK(product(spec).tensor == spec);
    CHECK(trace(swap).nodes[0].op == g.target(g.prev(g.back())).op);
}

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

TEST_CASE("roots: the values are the numbered children of one node") {
    constexpr auto both = roots(toy::neg(x), toy::sub(x, y));
    static_assert(std::is_same_v<decltype(both)::variables, variable_names<"x", "y">>);
    CHECK(both.nodes[0].kind == pattern_kind::roots);
    CHECK(both.nodes[0].size == 6);
    CHECK(both.nodes[1].slot == 0);
    CHECK(both.nodes[3].slot == 1);
}

TEST_CASE("roots: with fused the values that are replaced may be used by anything") {
    constexpr auto both = fused(roots(toy::neg(toy::relu(x)), toy::sub(toy::neg(x), y)));
    CHECK_FALSE(both.nodes[1].internal);
    CHECK(both.nodes[2].internal);
    CHECK_FALSE(both.nodes[4].internal);
    CHECK(both.nodes[5].internal);
}

} // namespace
