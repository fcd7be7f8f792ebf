#include <graft/rewrite/trace.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/schema/infer.hpp>
#include <graft/symbolic/tensor_spec.hpp>

#include "formula.hpp"

#include <cstdint>
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
    static_assert(!pattern_function<int>);
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
        return [dims](value a, value, value) {
            return aten::neg(aten::permute_copy(aten::permute_copy(a, dims), dims));
        };
    };
    CHECK(rewritten(permuted(two), by_value) == "neg(a); 1");
    CHECK(unchanged(permuted(three), by_value));
    CHECK(by_function.conditions[0].of.name == "x0");
    CHECK(by_function.conditions[0].kind == constraint_kind::rank);
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

} // namespace
