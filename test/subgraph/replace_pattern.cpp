// Header-only: what holds in constants needs bodies.
#include <graft/subgraph/replace_pattern.hpp>

#include <graft/dialect/aten.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <tuple>

using namespace graft;

namespace {

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;

constexpr std::size_t replaced_at_compile_time() {
    graph g;
    value const p = placeholder(g, "p");
    output(g, {aten::relu(aten::relu(p))});
    return replace_pattern(g, aten::relu(x) >> aten::sigmoid(x)).size();
}
static_assert(replaced_at_compile_time() == 2);

constexpr auto add_mul = [](auto a, auto b) { return aten::mul.Tensor(aten::add.Tensor(a, b), b); };

// (p + q) * q, and beside it what is none: (p + q) * p.
graph sums() {
    graph g;
    value const p = placeholder(g, "p"), q = placeholder(g, "q");
    output(g, {aten::mul.Tensor(aten::add.Tensor(p, q), q), aten::mul.Tensor(aten::add.Tensor(p, q), p)});
    return g;
}
char const* const subtracted = R"(graph():
    %p : [num_users=3] = placeholder[target=p]
    %q : [num_users=2] = placeholder[target=q]
    %add_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%p, %q), kwargs = {})
    %mul_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor_1, %p), kwargs = {})
    %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%p, %q), kwargs = {})
    return (sub_tensor, mul_tensor_1))";

char const* const relus = R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %a : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%p,), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
    return b)";
char const* const relu = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %r : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%x,), kwargs = {})
    return r)";
char const* const neg = R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %n : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%x,), kwargs = {})
    return n)";
std::string const neg_returning(std::string const& returned) {
    std::string text = neg;
    return text.replace(text.rfind("return n"), 8, "return " + returned);
}

// The error of a replacement, which leaves the graph as it was.
template <class... Arguments>
std::string error_of(char const* graph_text, Arguments&&... arguments) {
    graph g = parse_fx(graph_text);
    std::string const before = text(g);
    std::string sentence;
    try {
        (void)replace_pattern_with_filters(g, arguments...);
    } catch (error const& e) {
        sentence = e.sentence();
    } catch (std::runtime_error const& e) {
        sentence = e.what();
    }
    CHECK(text(g) == before);
    return sentence;
}

} // namespace

TEST_CASE("replace_pattern: takes texts, and replaces every match") {
    graph g = parse_fx(relus);
    CHECK(replace_pattern(g, relu, neg).size() == 2);
    CHECK(fx_text(g) == R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %n : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%p,), kwargs = {})
    %n_1 : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%n,), kwargs = {})
    return n_1)");
}

TEST_CASE("replace_pattern: takes both sides of a rule, whose variables correspond by name") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    output(g, {aten::mul.Tensor(aten::add.Tensor(a, b), b)});
    replace_pattern(g, aten::mul.Tensor(aten::add.Tensor(x, y), y) >> aten::sub.Tensor(y, x));
    CHECK(fx_text(g) == R"(graph():
    %a : [num_users=1] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%b, %a), kwargs = {})
    return (sub_tensor,))");
}

TEST_CASE("replace_pattern: takes functions, whose parameters correspond by position") {
    auto const sub = [](auto a, auto b) { return aten::sub.Tensor(a, b); };
    graph g = sums();
    CHECK(replace_pattern(g, add_mul, sub).size() == 1);
    CHECK(fx_text(g) == subtracted);
    graph typed = sums();
    replace_pattern_with_filters(
        typed, [](value a, value b) { return add_mul(a, b); }, sub);
    CHECK(fx_text(typed) == subtracted);
    graph filtered = sums();
    auto const none = [](internal_match const&, graph const&, graph const&) { return false; };
    CHECK(replace_pattern_with_filters(filtered, add_mul, sub, {}, none).empty());
    CHECK(fx_text(filtered) == fx_text(sums()));
}

TEST_CASE("replace_pattern: a function stands beside a graph, a text, a callback or a pattern of a rule") {
    auto const sub = [](auto a, auto b) { return aten::sub.Tensor(a, b); };
    graph by_graph = sums(), by_text = sums(), by_pattern = sums(), by_name = sums(), by_callback = sums();
    replace_pattern(by_graph, pattern_graph(add_mul), sub);
    replace_pattern(by_text, add_mul, fx_text(pattern_graph(sub)));
    replace_pattern(by_pattern, aten::mul.Tensor(aten::add.Tensor(x, y), y), sub);
    replace_pattern(by_name, trace<"x", "y">(add_mul), aten::sub.Tensor(x, y));
    auto const callback = [&](auto const&, auto const&, auto const&) -> graph { return pattern_graph(sub); };
    replace_pattern(by_callback, add_mul, callback);
    CHECK(fx_text(by_graph) == subtracted);
    CHECK(fx_text(by_pattern) == subtracted);
    CHECK(fx_text(by_name) == subtracted);
    CHECK(fx_text(by_callback).find("aten.sub.Tensor](args = (%p, %q)") != std::string::npos);
    CHECK(fx_text(by_text).find("aten.sub.Tensor](args = (%p, %q)") != std::string::npos);
}

TEST_CASE("replace_pattern: functions and roots of several results") {
    auto const computed = [](auto&& replace) {
        graph g;
        value const p = placeholder(g, "p");
        value const s = aten::sigmoid(p);
        output(g, {aten::mul.Tensor(s, p), aten::neg(s)});
        CHECK(replace(g).size() == 1);
        return fx_text(g);
    };
    char const* const expected = R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %tanh_default : [num_users=2] = call_function[target=torch.ops.aten.tanh.default](args = (%p,), kwargs = {})
    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%tanh_default,), kwargs = {})
    return (tanh_default, exp_default))";
    CHECK(computed([](graph& g) {
              return replace_pattern(
                  g,
                  [](auto v) {
                      auto const s = aten::sigmoid(v);
                      return std::tuple{aten::mul.Tensor(s, v), aten::neg(s)};
                  },
                  [](auto v) {
                      auto const t = aten::tanh(v);
                      return std::tuple{t, aten::exp(t)};
                  });
          }) == expected);
    graph g;
    value const p = placeholder(g, "p"), q = placeholder(g, "q");
    output(g, {aten::relu(p), aten::exp(q)});
    CHECK(replace_pattern(g, roots(aten::relu(x), aten::exp(y)) >> roots(aten::relu(y), aten::exp(x))).size() == 1);
    CHECK(fx_text(g).find("relu.default](args = (%q,)") != std::string::npos);
    CHECK(fx_text(g).find("exp.default](args = (%p,)") != std::string::npos);
    CHECK(error_of(
              relus, relu,
              [](auto v) {
                  return std::tuple{v, aten::neg(v)};
              },
              replace_pattern_options{}) == "replace_pattern: the pattern returns 1 nodes and the replacement 2");
    CHECK(error_of(
              relus, relu, [](auto v, auto w) { return aten::add.Tensor(v, w); }, replace_pattern_options{}) ==
          "replace_pattern: the pattern has 1 placeholders and the replacement 2");
}

TEST_CASE("replace_pattern: filters reject matches, and a function makes the replacement of each") {
    graph g = parse_fx(relus);
    auto const only_b = [](internal_match const& m, graph const& original, graph const&) {
        return original.name(m.returning_nodes[0].node()) == "b";
    };
    auto const make = [](internal_match const&, graph const&, graph const&) { return parse_fx(neg); };
    CHECK(replace_pattern_with_filters(g, relu, make, {}, only_b).size() == 1);
    CHECK(g.find("a"));
    CHECK(g.find("n"));
}

TEST_CASE("replace_pattern: any error leaves the graph as it was") {
    auto const fails = [](internal_match const&, graph const&, graph const&) -> bool {
        throw std::runtime_error("no filter");
    };
    CHECK(error_of(relus, relu, neg, replace_pattern_options{}, fails) == "no filter");
    int calls = 0;
    auto const second_fails = [&calls](internal_match const&, graph const&, graph const&) -> graph {
        if (++calls == 2)
            throw std::runtime_error("no replacement");
        return parse_fx(neg);
    };
    CHECK(error_of(relus, relu, second_fails, replace_pattern_options{}) == "no replacement");
    CHECK(error_of(relus, relu, neg_returning("(n, x)"), replace_pattern_options{}) ==
          "replace_pattern: the pattern returns 1 nodes and the replacement 2");
    CHECK(error_of(relus, relu, neg_returning("(n, n)"), replace_pattern_options{}) ==
          "replace_pattern: the pattern returns 1 nodes and the replacement 2");
    CHECK(error_of(relus, relu, neg_returning("{'k': n}"), replace_pattern_options{}) ==
          "replace_pattern: a replacement returns a node, or a list or tuple of what stands for what the "
          "pattern returns");
    CHECK(error_of(relus, relu, "graph():\n    return None", replace_pattern_options{}) ==
          "replace_pattern: the pattern has 1 placeholders and the replacement 0");
    CHECK(error_of(relus, graph{}, neg, replace_pattern_options{}) == "the pattern graph is empty");
    CHECK(error_of(relus, relu, graph{}, replace_pattern_options{}) ==
          "replace_pattern: the pattern has 1 placeholders and the replacement 0");
}

TEST_CASE("replace_pattern: without a match a replacement that does not fit is no error") {
    graph g = parse_fx(neg);
    CHECK(replace_pattern(g, relu, neg_returning("(n, x)")).empty());
}

TEST_CASE("replace_pattern: where a replacement uses what is computed behind it the nodes are sorted") {
    graph g = parse_fx(R"(graph():
    %p : [num_users=1] = placeholder[target=p]
    %s : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%p,), kwargs = {})
    %u : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%s,), kwargs = {})
    %q : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%p,), kwargs = {})
    %r : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%q,), kwargs = {})
    return (u, r))");
    replace_pattern(g, R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %s : [num_users=1] = call_function[target=torch.ops.aten.sigmoid.default](args = (%x,), kwargs = {})
    %r : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%y,), kwargs = {})
    return (s, r))",
                    R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %m : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %y), kwargs = {})
    %n : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%y, %x), kwargs = {})
    return (m, n))");
    CHECK(lint(g).empty());
    CHECK(g.next(g.at("q")) == g.at("m"));
}

TEST_CASE("replace_pattern: new nodes have the metadata and the value of what they replace, and where they come from") {
    graph g = parse_fx(relus);
    arg meta{arg_kind::dict, {"line 7"}};
    meta.keys = {"stack_trace"};
    g.set_meta(g.at("b"), meta);
    g.set_val(g.at("b"), value_spec{make_spec(dtype::f32, {2, 3})});
    replace_pattern(g, relu, neg);
    node_id const n = g.at("n_1");
    CHECK(g.meta(n, "stack_trace") == "line 7");
    REQUIRE(g.val(n) != nullptr);
    CHECK(g.val(n)->tensor.dtype == dtype::f32);
    REQUIRE(g.origins(n).size() == 1);
    CHECK(g.origins(n)[0].node == "b");
    CHECK(g.origins(n)[0].rule == "replace_pattern");
}

TEST_CASE("parse_graph: reads FX's text and the lossless one") {
    graph g;
    output(g, {aten::neg(placeholder(g, "x"))});
    CHECK(fx_text(parse_graph(fx_text(g))) == fx_text(g));
    CHECK(fx_text(parse_graph(text(g))) == fx_text(g));
}
