// Header-only: what holds in constants needs bodies.
#include <graft/subgraph/subgraph_matcher.hpp>

#include "../pattern/fx_graph.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>
#include <graft/schema/runtime_op.hpp>

#include <doctest/doctest.h>

#include <tuple>
#include <vector>

using namespace graft;

namespace {

constexpr std::size_t count_traced() {
    graph g;
    value const p = placeholder(g, "p");
    output(g, {aten::relu(aten::relu(p))});
    return subgraph_matcher{[](auto x) { return aten::relu(x); }}.match(g).size();
}
static_assert(count_traced() == 2);

constexpr std::size_t count_blocks() {
    graph g, pattern;
    node_id x = g.placeholder("x");
    for (int i = 0; i < 4; ++i)
        x = g.call_function(i % 2 == 0 ? "aten::relu" : "aten::exp", {arg::node(x)});
    g.output(arg::node(x));
    node_id const y = pattern.placeholder("y");
    pattern.output(arg::node(
        pattern.call_function("aten::exp", {arg::node(pattern.call_function("aten::relu", {arg::node(y)}))})));
    return subgraph_matcher{pattern}.match(g).size();
}
static_assert(count_blocks() == 2);

// The nodes that the first anchor stands for.
std::vector<std::string> anchors_in(graph const& g, graph const& pattern, subgraph_matcher_options const& o = {},
                                    std::string_view name = {}) {
    subgraph_matcher const matcher{pattern, o};
    std::vector<std::string> found;
    for (internal_match const& m : matcher.match(g, name))
        found.emplace_back(g.name(m.find(m.anchors[0])->node()));
    return found;
}
using texts = std::vector<std::string>;

std::string error_of(graph const& g, graph const& pattern, subgraph_matcher_options const& o = {}) {
    try {
        (void)anchors_in(g, pattern, o);
    } catch (error const& e) {
        return e.sentence();
    }
    return "";
}

graph const relu_of = fx_graph({"x", "r = relu.default(%x,)"}, "r");
graph const three_relus =
    fx_graph({"p", "a = relu.default(%p,)", "b = relu.default(%a,)", "c = relu.default(%b,)"}, "c");
graph const relu_relu = fx_graph({"x", "r = relu.default(%x,)", "s = relu.default(%r,)"}, "s");

} // namespace

TEST_CASE("subgraph_matcher: overlapping matches are dropped, the first is kept") {
    CHECK(anchors_in(three_relus, relu_relu) == texts{"b"});
    CHECK(anchors_in(three_relus, relu_relu, {.remove_overlapping_matches = false}) == texts{"b", "c"});
}

TEST_CASE("subgraph_matcher: what is not returned may not be used outside") {
    graph const g = fx_graph({"p", "a = relu.default(%p,)", "b = relu.default(%a,)"}, "(a, b)");
    CHECK(anchors_in(g, relu_relu).empty());
    CHECK(anchors_in(g, fx_graph({"x", "r = relu.default(%x,)", "s = relu.default(%r,)"}, "(s, r)")) == texts{"b"});
}

TEST_CASE("subgraph_matcher: an anchor without a candidate means that there is no match") {
    CHECK(anchors_in(three_relus, fx_graph({"x", "r = relu.default(%x,)", "e = exp.default(%x,)"}, "(r, e)")).empty());
}

TEST_CASE("subgraph_matcher: a pattern that returns nothing, or literals, matches nothing") {
    CHECK(anchors_in(three_relus, fx_graph({"x"}, "None")).empty());
    CHECK(anchors_in(three_relus, fx_graph({"x"}, "(1, 2)")).empty());
}

TEST_CASE("subgraph_matcher: a placeholder that nothing binds is an error once there is a match") {
    graph const pattern = fx_graph({"x", "y", "r = relu.default(%x,)"}, "r");
    CHECK(error_of(three_relus, pattern) == "the pattern's node 'y' stands for nothing in a match at 'a'");
    CHECK(anchors_in(fx_graph({"p"}, "p"), pattern).empty());
}

TEST_CASE("subgraph_matcher: an output that is a dict is matched as a whole, never when nodes are in it") {
    graph const g = fx_graph({"p", "a = relu.default(%p,)"}, "{'k': a}");
    CHECK(anchors_in(g, fx_graph({"x", "r = relu.default(%x,)"}, "{'k': r}")) == texts{"a"});
    CHECK(anchors_in(g, fx_graph({"x", "r = relu.default(%x,)"}, "{'k': r}"), {.match_output = true}).empty());
}

TEST_CASE("subgraph_matcher: a node returned twice is one anchor") {
    CHECK(anchors_in(three_relus, fx_graph({"x", "r = relu.default(%x,)"}, "(r, r)")) == texts{"a", "b", "c"});
}

TEST_CASE("subgraph_matcher: names may stand for what the anchors call") {
    graph const g = fx_graph({"p", "my_relu = exp.default(%p,)", "e = exp.default(%my_relu,)"}, "e");
    CHECK(anchors_in(g, relu_of, {}, "relu") == texts{"my_relu"});
}

TEST_CASE("subgraph_matcher: arguments are completed from the schema, for ops that have one") {
    runtime_op const op{"aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"};
    auto const find = [&](std::string_view name) { return name == "aten::add.Tensor" ? &op.info() : nullptr; };
    std::string_view const text = R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %q : [num_users=1] = placeholder[target=q]
    %a : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%p, %q), kwargs = {alpha: 1})
    return a)";
    graph const pattern = fx_graph({"x", "y", "s = add.Tensor(%x, %y)"}, "s");
    graph with_op = pattern;
    with_op.intern_target("aten::add.Tensor", &op.info());
    CHECK(anchors_in(parse_fx(text, find), with_op) == texts{"a"});
    CHECK(anchors_in(parse_fx(text, find), pattern).empty());
}

TEST_CASE("subgraph_matcher: named outputs give the nodes by name") {
    graph const g = three_relus;
    subgraph_matcher const matcher{
        fx_graph({"x", "r = relu.default(%x,)", "s = relu.default(%r,)"}, "(s, {'first': r, 'last': s})"),
        {.named_outputs = true}};
    auto const found = matcher.match(g);
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].name_node_map.size() == 2);
    CHECK(found[0].name_node_map[0].name == "first");
    CHECK(found[0].name_node_map[0].value.node() == g.at("a"));
    CHECK(found[0].name_node_map[1].value.node() == g.at("b"));
}

TEST_CASE("subgraph_matcher: the bare placeholder matches every node") {
    CHECK(anchors_in(three_relus, fx_graph({"x"}, "x")).size() == three_relus.size());
}

TEST_CASE("subgraph_matcher: attributes match when they are of one type") {
    graph const pattern = fx_graph({"x", "w = get_attr", "s = mm.default(%x, %w)"}, "s");
    graph g = fx_graph({"p", "w = get_attr", "a = mm.default(%p, %w)"}, "a");
    CHECK(anchors_in(g, pattern) == texts{"a"});
    arg type{arg_kind::dict, {"Parameter"}};
    type.keys = {"attr_type"};
    g.set_meta(g.at("w"), type);
    CHECK(anchors_in(g, pattern).empty());
}

TEST_CASE("subgraph_matcher: matching changes neither the pattern nor the graph") {
    subgraph_matcher const matcher{relu_relu};
    std::string const before = text(three_relus);
    (void)matcher.match(three_relus);
    CHECK(text(three_relus) == before);
    CHECK(text(matcher.pattern()) == text(relu_relu));
}

TEST_CASE("subgraph_matcher: takes a function, whose parameters are the placeholders, or a pattern of a rule") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const half = aten::sigmoid(a);
    output(g,
           {aten::mul.Tensor(half, aten::add.Tensor(half, b)), aten::mul.Tensor(aten::sigmoid(b), aten::sigmoid(b))});
    auto const shared = [](auto x, auto y) {
        auto const s = aten::sigmoid(x);
        return aten::mul.Tensor(s, aten::add.Tensor(s, y));
    };
    vec<internal_match> const found = subgraph_matcher{shared}.match(g);
    REQUIRE(found.size() == 1);
    CHECK(found[0].placeholder_nodes[0].node() == a.id);
    CHECK(found[0].placeholder_nodes[1].node() == b.id);
    subgraph_matcher const sigmoids{aten::sigmoid(var<"x">)};
    CHECK(sigmoids.match(g).size() == 3);
    auto const add_one = [](auto x) { return aten::add.Tensor(x, 1); };
    subgraph_matcher const any_number{add_one, {.ignore_literals = true}};
    CHECK(subgraph_matcher{add_one}.match(g).empty());
    CHECK(any_number.match(g).size() == 1);
    auto const none = [](auto x) {
        auto const s = aten::sigmoid(x);
        return aten::mul.Tensor(s, aten::add.Tensor(s, s));
    };
    CHECK(subgraph_matcher{none}.match(g).empty());
}

TEST_CASE("subgraph_matcher: a function of several results has an anchor for each") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const sum = aten::add.Tensor(a, b);
    output(g, {aten::relu(sum), aten::exp(sum)});
    auto const both = [](auto x, auto y) {
        auto const s = aten::add.Tensor(x, y);
        return std::tuple{aten::exp(s), aten::relu(s)};
    };
    subgraph_matcher const matcher{both};
    vec<internal_match> const found = matcher.match(g);
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].returning_nodes.size() == 2);
    CHECK(g.name(found[0].returning_nodes[0].node()) == "exp_default");
    CHECK(subgraph_matcher{[](auto x, auto y) { return aten::relu(aten::add.Tensor(x, y)); }}.match(g).empty());
}
