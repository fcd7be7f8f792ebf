#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>

#include "../toy.hpp"

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace graft;

arg dict(std::vector<std::string_view> keys, std::vector<arg> values) {
    arg result{arg_kind::dict, std::move(values)};
    result.keys = std::move(keys);
    return result;
}

arg slice(arg start, arg stop, arg step) { return {arg_kind::slice, {start, stop, step}}; }

graph sample() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    graph g;
    node_id const x = g.placeholder("x");
    g.create_node(opcode::placeholder, g.intern_target("y"), std::vector{arg{1}});
    node_id const w = g.get_attr("layers.0.weight");
    node_id const add = g.call_function(toy::add_t::info(), {arg::node(x), 1.5}, {{"alpha", true}}, "add");
    node_id const relu = g.call_function(toy::relu_t::info(), {arg::node(add)}, {}, "relu");
    node_id const item = g.call_function("operator.getitem", {arg::node(relu), slice(1, arg::node(x), nullptr)});
    g.call_function(g.intern_target(toy::neg_t::info(), dialect_tag::edge), {arg::node(item)});
    g.call_function(g.intern_target(toy::neg_t::info(), dialect_tag::backend), {arg::node(item)});
    g.create_node(opcode::call_module, g.intern_target("layers.1"), std::vector{arg::node(w)});
    g.create_node(opcode::call_method, g.intern_target("size"), std::vector{arg::node(w), arg{-1}});
    g.call_function("torch.ops.higher_order.cond", {});
    g.call_function("f",
                    {arg::list({1, arg::node(x)}), arg::tuple({arg::node(x)}), arg::tuple({}), arg::list({}),
                     dict({"k", "v"}, {arg::node(x), arg::tuple({2, 3})})},
                    {{"eps", 1e-5},
                     {"big", 1e16},
                     {"whole", 2.0},
                     {"zero", -0.0},
                     {"inf", inf},
                     {"minus", -inf},
                     {"nan", std::numeric_limits<double>::quiet_NaN()},
                     {"dtype", dtype::f16},
                     {"device", arg::device("cuda:0")},
                     {"layout", layout::strided},
                     {"format", memory_format::channels_last},
                     {"mode", "nearest"},
                     {"none", nullptr},
                     {"modes", arg::list({"a", "b"})}});
    g.output(arg::tuple({arg::node(add), arg::node(item)}));
    return g;
}

TEST_CASE("print: fx_text is what str(graph) prints, to the byte") {
    CHECK(fx_text(sample()) == R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %y : [num_users=0] = placeholder[target=y](default=1)
    %layers_0_weight : [num_users=2] = get_attr[target=layers.0.weight]
    %add : [num_users=2] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, 1.5), kwargs = {alpha: True})
    %relu : [num_users=1] = call_function[target=torch.ops.toy.relu.default](args = (%add,), kwargs = {})
    %getitem : [num_users=3] = call_function[target=operator.getitem](args = (%relu, slice(1, x, None)), kwargs = {})
    %toy_neg_default : [num_users=0] = call_function[target=executorch.exir.dialects.edge._ops.toy.neg.default](args = (%getitem,), kwargs = {})
    %neg_default : [num_users=0] = call_function[target=executorch.exir.dialects.backend._ops.toy.neg.default](args = (%getitem,), kwargs = {})
    %layers_1 : [num_users=0] = call_module[target=layers.1](args = (%layers_0_weight,), kwargs = {})
    %size : [num_users=0] = call_method[target=size](args = (%layers_0_weight, -1), kwargs = {})
    %cond : [num_users=0] = call_function[target=torch.ops.higher_order.cond](args = (), kwargs = {})
    %f : [num_users=0] = call_function[target=f](args = ([1, %x], (%x,), (), [], {k: %x, v: (2, 3)}), kwargs = {eps: 1e-05, big: 1e+16, whole: 2.0, zero: -0.0, inf: inf, minus: -inf, nan: nan, dtype: torch.float16, device: cuda:0, layout: torch.strided, format: torch.channels_last, mode: nearest, none: None, modes: [a, b]})
    return (add, getitem))");
}

TEST_CASE("print: text keeps what fx_text loses") {
    CHECK(text(sample()) == R"(graph():
    %x = placeholder[target=x]
    %y = placeholder[target=y](default=1)
    %layers_0_weight = get_attr[target=layers.0.weight]
    %add = call_function[target=torch.ops.toy.add.Tensor](args = (%x, 1.5), kwargs = {alpha: True})
    %relu = call_function[target=torch.ops.toy.relu.default](args = (%add,), kwargs = {})
    %getitem = call_function[target=operator.getitem](args = (%relu, slice(1, %x, None)), kwargs = {})
    %toy_neg_default = call_function[target=executorch.exir.dialects.edge._ops.toy.neg.default](args = (%getitem,), kwargs = {})
    %neg_default = call_function[target=executorch.exir.dialects.backend._ops.toy.neg.default](args = (%getitem,), kwargs = {})
    %layers_1 = call_module[target=layers.1](args = (%layers_0_weight,), kwargs = {})
    %size = call_method[target=size](args = (%layers_0_weight, -1), kwargs = {})
    %cond = call_function[target=torch.ops.higher_order.cond](args = (), kwargs = {})
    %f = call_function[target=f](args = ([1, %x], (%x,), (), [], {k: %x, v: (2, 3)}), kwargs = {eps: 1e-05, big: 1e+16, whole: 2.0, zero: -0.0, inf: inf, minus: -inf, nan: nan, dtype: torch.float16, device: device("cuda:0"), layout: torch.strided, format: torch.channels_last, mode: "nearest", none: None, modes: ["a", "b"]})
    return (%add, %getitem)
)");
}

TEST_CASE("print: the output is printed as Python's str() prints its argument") {
    auto const returned = [](auto const& make) {
        graph g;
        node_id const a = g.placeholder("a");
        g.output(make(a));
        std::string const printed = fx_text(g);
        return printed.substr(printed.rfind("\n    ") + 5);
    };
    CHECK(returned([](node_id a) { return arg::node(a); }) == "return a");
    CHECK(returned([](node_id a) { return arg::tuple({arg::node(a)}); }) == "return (a,)");
    CHECK(returned([](node_id a) { return arg::list({arg::node(a)}); }) == "return [a]");
    CHECK(returned([](node_id a) { return dict({"k"}, {arg::list({arg::node(a)})}); }) == "return {'k': [a]}");
    CHECK(returned([](node_id) { return arg{}; }) == "return None");
    CHECK(returned([](node_id) { return arg::tuple({}); }) == "return ()");
    CHECK(returned([](node_id) { return arg{"s"}; }) == "return s");
    CHECK(returned([](node_id) { return arg::tuple({"s", 1, 0.1, true}); }) == "return ('s', 1, 0.1, True)");
}

TEST_CASE("print: one node is printed as format_node prints it") {
    graph const g = sample();
    CHECK(fx_text(g, g.at("relu")) == "%relu : [num_users=1] = call_function[target="
                                      "torch.ops.toy.relu.default](args = (%add,), kwargs = {})");
    CHECK(fx_text(g, g.back()) == "return (add, getitem)");
}

TEST_CASE("print: values, constants, origins and metadata follow the node") {
    graph g;
    node_id const w = g.placeholder("w");
    g.set_constant(w, true);
    g.set_val(w, make_spec(dtype::f32, {2, sym_int{symbol{"s0"}}}));
    node_id const a = g.call_function("f", {arg::node(w)}, {}, "a");
    g.add_origin(a, {"fold", "old"});
    g.add_origin(a, {"fold \"2\"", "older"});
    g.set_meta(a, dict({"stack_trace", "odd key"}, {"File \"a.py\"\n\tline", 1}));
    node_id const out = g.output(arg::node(a));
    g.set_val(out, value_spec::of_list({make_spec(dtype::i64, {})}));
    CHECK(text(g) == R"(graph():
    %w : f32[2, s0] = placeholder[target=w] constant
    %a = call_function[target=f](args = (%w,), kwargs = {}) from [("fold", "old"), ("fold \"2\"", "older")] {stack_trace: "File \"a.py\"\n\x09line", "odd key": 1}
    return %a : (i64[],)
)");
}

TEST_CASE("print: names, targets and keys that are no identifiers are quoted in the lossless form only") {
    graph g;
    node_id const x = g.placeholder("x");
    g.rename(x, "x y");
    node_id const a = g.call_function("a target]", {arg::node(x)}, {{"odd key", 1}}, "a");
    g.output(arg::node(a));
    CHECK(text(g) == R"(graph():
    %"x y" = placeholder[target=x]
    %a = call_function[target="a target]"](args = (%"x y",), kwargs = {"odd key": 1})
    return %a
)");
    CHECK(fx_text(g) == R"(graph():
    %x y : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_function[target=a target]](args = (%x y,), kwargs = {odd key: 1})
    return a)");
}

TEST_CASE("print: an empty graph is its first line") {
    CHECK(fx_text(graph{}) == "graph():");
    CHECK(text(graph{}) == "graph():\n");
}

// The graphs in a file that torch printed: each begins with `graph():` and has indented lines.
std::vector<std::string> graphs_in(std::filesystem::path const& file) {
    std::ifstream in(file);
    std::vector<std::string> graphs;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line == "graph():") {
            graphs.push_back(line);
            inside = true;
        } else if (inside && line.starts_with("    ")) {
            graphs.back() += "\n" + line;
        } else {
            inside = false;
        }
    }
    return graphs;
}

TEST_CASE("print: what torch printed of its exported models is printed again to the byte") {
    std::size_t count = 0;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(GRAFT_TEST_DATA "/models")) {
        if (entry.path().filename() != "graph.txt")
            continue;
        CAPTURE(entry.path().string());
        for (std::string const& torch : graphs_in(entry.path())) {
            graph const g = parse_fx(torch);
            CHECK(fx_text(g) == torch);
            CHECK(parse(text(g)) == g);
            // torch prints strings and devices without quotes
            if (torch.find("Runtime assertion") == std::string::npos && torch.find("device: cpu") == std::string::npos)
                CHECK(parse(torch) == g);
            ++count;
        }
    }
    CHECK(count >= 4);
}

} // namespace
