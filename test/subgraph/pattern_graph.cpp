#include <graft/subgraph/pattern_graph.hpp>

#include <graft/core/error.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/pattern/list.hpp>
#include <graft/pattern/use.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

using namespace graft;

namespace {

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

} // namespace

TEST_CASE("pattern_graph: variables, then wildcards, are the placeholders") {
    CHECK(fx_text(pattern_graph(aten::add.Tensor(aten::relu(y), aten::mul.Tensor(x, any)))) == R"(graph():
    %y : [num_users=1] = placeholder[target=y]
    %x : [num_users=1] = placeholder[target=x]
    %any_1 : [num_users=1] = placeholder[target=any]
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%y,), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %any_1), kwargs = {})
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, %mul_tensor), kwargs = {})
    return add_tensor)");
}

TEST_CASE("pattern_graph: a right side has the placeholders of the left one, used or not") {
    graph const lhs = pattern_graph(aten::add.Tensor(y, x));
    CHECK(fx_text(replacement_graph(to_pattern(aten::relu(x)), lhs)) == R"(graph():
    %y : [num_users=0] = placeholder[target=y]
    %x : [num_users=1] = placeholder[target=x]
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {})
    return relu_default)");
    CHECK_THROWS_AS((void)replacement_graph(to_pattern(var<"z">), lhs), error);
}

TEST_CASE("pattern_graph: what a graph cannot say is refused") {
    CHECK_THROWS_AS((void)pattern_graph(one_use(aten::relu(x))), error);
}

TEST_CASE("pattern_graph: roots are returned together") {
    auto const sum = aten::add.Tensor(x, y);
    CHECK(fx_text(pattern_graph(roots(aten::relu(sum), y))) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
    return (relu_default, y))");
    CHECK_THROWS_AS((void)pattern_graph(roots(one_use(sum), x)), error);
}

TEST_CASE("pattern_graph: a function builds it; all parameters are placeholders, in their order") {
    auto const f = [](auto a, auto b, auto) { return aten::mul.Tensor(aten::add.Tensor(b, a), b); };
    CHECK(fx_text(pattern_graph(f)) == R"(graph():
    %x0 : [num_users=1] = placeholder[target=x0]
    %x1 : [num_users=2] = placeholder[target=x1]
    %x2 : [num_users=0] = placeholder[target=x2]
    %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x1, %x0), kwargs = {})
    %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, %x1), kwargs = {})
    return mul_tensor)");
    CHECK(fx_text(pattern_graph<"a", "b", "c">(f)).find("%c : [num_users=0]") != std::string::npos);
    static_assert(graph_function<decltype(f)>);
    static_assert(!graph_function<decltype(x)> && !graph_function<graph> && !graph_function<decltype(aten::relu(x))>);
}

TEST_CASE("pattern_graph: what a function computes once and uses twice is one node, as in FX") {
    auto const once = [](auto v) {
        auto const s = aten::sigmoid(v);
        return aten::mul.Tensor(s, aten::add.Tensor(s, 1));
    };
    CHECK(pattern_graph(once).size() == 5);
    CHECK(pattern_graph([](auto v) { return aten::mul.Tensor(aten::sigmoid(v), aten::sigmoid(v)); }).size() == 5);
}

TEST_CASE("pattern_graph: a function returns several results in a tuple, an array or a list") {
    auto const last_line = [](graph const& g) {
        std::string const all = fx_text(g);
        return all.substr(all.rfind("return"));
    };
    CHECK(last_line(pattern_graph([](auto v) {
              return std::tuple{aten::relu(v), v, 1};
          })) == "return (relu_default, x0, 1)");
    CHECK(last_line(pattern_graph([](auto v) { return std::array{v, aten::relu(v)}; })) == "return (x0, relu_default)");
    CHECK(last_line(pattern_graph([](auto v) { return std::vector{aten::relu(v)}; })) == "return (relu_default,)");
    CHECK(last_line(pattern_graph([](auto v) { return v; })) == "return x0");
}

TEST_CASE("pattern_graph: a function may say list, out and ints as a pattern does, capture, or be of values") {
    auto const in_words = [](auto a, auto b) {
        return aten::permute_copy(aten::cat(list(a, out<0>(aten::topk(b, 2)))), ints(1, 0));
    };
    CHECK(fx_text(pattern_graph<"x0", "x1">(in_words)) == fx_text(pattern_graph(trace(in_words))));
    double const factor = 0.5;
    CHECK(fx_text(pattern_graph([&](auto v) { return aten::mul.Scalar(v, factor); })) ==
          fx_text(pattern_graph([](value x0) { return aten::mul.Scalar(x0, 0.5); })));
    graph other;
    value const foreign = placeholder(other, "foreign");
    CHECK_THROWS_AS((void)pattern_graph([&](auto) { return foreign; }), error);
}

TEST_CASE("pattern_graph: a graph is its own") {
    graph const g = pattern_graph(aten::relu(x));
    CHECK(fx_text(pattern_graph(g)) == fx_text(g));
}

TEST_CASE("any_pattern: graphs, patterns of rules and functions stand in one list") {
    graph const made = pattern_graph(aten::neg(var<"x0">));
    vec<graph> const graphs = detail::graphs_of({made, aten::neg(var<"x0">), [](auto in) { return aten::neg(in); }});
    REQUIRE(graphs.size() == 3);
    for (graph const& g : graphs)
        CHECK(fx_text(g) == fx_text(made));
}
