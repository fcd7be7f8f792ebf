// Header-only: what holds in constants needs bodies.
#include <graft/ir/copy.hpp>

#include <graft/ir/compare.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/meta/vec.hpp>

#include "../io/raises.hpp"
#include "random_fx_graph.hpp"
#include "toy.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;

graph sample() {
    return parse(R"(graph():
    %x : f32[2] = placeholder[target=x] type "torch.Tensor" constant
    %a : f32[2] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, [%x, slice(1, %x, None), complex(1.0, 2.0)]), kwargs = {alpha: {k: %x}}) from [("rule", "old")] {stack_trace: "here"}
    %m = call_module[target=sub](args = (%a, "text", device("cpu"), Ellipsis), kwargs = {})
    return (%m, %x)
)",
                 toy::find);
}

TEST_CASE("copy: a whole graph with its output is the same graph") {
    graph const from = sample();
    graph to;
    vec<node_id> twins;
    to.output(graph_copy(from, to, twins));
    CHECK(text(to) == text(from));
    CHECK(to.target(to.at("a")).op == &toy::add_t::info());
    CHECK(twins[from.at("m")] == to.at("m"));
}

TEST_CASE("copy: nodes that are given stand for theirs, names are made new") {
    graph const from = sample();
    graph to;
    node_id const x = to.placeholder("a");
    vec<node_id> twins(from.capacity(), no_node);
    twins[from.at("x")] = x;
    arg const result = graph_copy(from, to, twins);
    CHECK(result.items.size() == 2);
    CHECK(result.items[1].bits == x);
    CHECK(to.name(twins[from.at("a")]) == "a_1");
    CHECK(to.size() == 3);
}

TEST_CASE("copy: a graph without output returns None, a use before the definition is an error") {
    graph from, to;
    node_id const x = from.placeholder("x"), f = from.call_function("f", {arg::node(x)});
    vec<node_id> twins;
    CHECK(graph_copy(from, to, twins).kind == arg_kind::none);
    from.move_before(f, x);
    graph other;
    vec<node_id> none;
    CHECK(graft_test::sentence([&] { (void)graph_copy(from, other, none); }) ==
          "graph_copy: 'x' is used before it is defined");
    CHECK(graft_test::sentence([&] { (void)graph_copy(from, from, none); }) ==
          "graph_copy: a graph is not copied into itself");
}

TEST_CASE("copy: a node is copied within its graph, a literal may stand for an input") {
    graph g = sample();
    auto const scope = inserting_before(g, g.back());
    node_id const same = node_copy(g, g.at("a"), g, [](node_id n) { return n; });
    CHECK(fx_text(g, same) == "%a_1 : [num_users=0] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, "
                              "[%x, slice(1, x, None), (1+2j)]), kwargs = {alpha: {k: %x}})");
    CHECK(g.meta(same, "stack_trace") == "here");
    CHECK(g.origins(same).size() == 1);
    node_id const named = node_copy(
        g, g.at("m"), g, [](node_id) { return arg{7}; }, "seven");
    CHECK(fx_text(g, named) ==
          "%seven : [num_users=0] = call_module[target=sub](args = (7, text, cpu, Ellipsis), kwargs = {})");
}

constexpr std::size_t copied_size() {
    graph from, to;
    from.output(arg::node(from.call_function("f", {arg::node(from.placeholder("x"))})));
    vec<node_id> twins;
    to.output(graph_copy(from, to, twins));
    return to.size();
}
static_assert(copied_size() == 3);

TEST_CASE("copy: node for node copied, a graph is the same again") {
    graph from = parse_fx(R"(graph():
    %x : f32 [num_users=3] = placeholder[target=arg](default=2)
    %w : [num_users=1] = get_attr[target=layer.weight]
    %f : Tensor [num_users=2] = call_function[target=user.f](args = (%x, [%w, 1.5, None]), kwargs = {k: {a: %x, b: text}})
    %m : [num_users=1] = call_method[target=view](args = (%f, slice(None, x, 2), 2j, Ellipsis), kwargs = {dtype: torch.float32})
    %c : [num_users=1] = call_module[target=sub](args = (cuda:1, torch.strided), kwargs = {to: range(0, 3)})
    return (f, [m, c]))");
    node_id const f = from.at("f");
    from.set_val(f, make_spec(dtype::f32, {2, 3}));
    arg dict(arg_kind::dict, {"here"});
    dict.keys = {"stack_trace"};
    from.set_meta(f, dict);
    from.add_origin(f, {"some_rule", "old"});
    from.set_constant(from.at("w"), true);

    graph to;
    vec<node_id> images(from.capacity(), no_node);
    for (node_id const n : from.nodes())
        images[n] = node_copy(from, n, to, [&](node_id input) { return arg::node(images[input]); });
    CHECK(to == from);
    CHECK(text(to) == text(from));
    CHECK(fx_text(to) == fx_text(from));
}

TEST_CASE("copy: arguments may become anything, and the name another") {
    graph const from = parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %f : [num_users=1] = call_function[target=user.f](args = (%x, [%x]), kwargs = {})
    return f)");
    graph to;
    node_id const f = to.placeholder("f");
    auto const image = [&](node_id) { return arg::list({arg::node(f), 1}); };
    node_copy(from, from.at("f"), to, image);
    node_copy(from, from.at("f"), to, image, to.intern_target("user.g"), "");
    CHECK(fx_text(to) == R"(graph():
    %f : [num_users=2] = placeholder[target=f]
    %f_1 : [num_users=0] = call_function[target=user.f](args = ([%f, 1], [[%f, 1]]), kwargs = {})
    %g : [num_users=0] = call_function[target=user.g](args = ([%f, 1], [[%f, 1]]), kwargs = {}))");
}

// Copies all nodes but the outputs; returns what stands for each.
std::vector<operand> copy_all(detail::node_copier& copier, graph const& from, graph& to) {
    copier.start(from, to);
    std::vector<operand> values(from.capacity());
    for (node_id const n : from.nodes())
        if (from.op(n) != opcode::output)
            values[n] = operand::node(copier.copy(
                n, [&](node_id input) { return values[input]; }, from.name(n)));
    return values;
}

TEST_CASE("node_copier: copies are those of node_copy, on random graphs one after the other") {
    detail::node_copier copier;
    for (unsigned seed = 0; seed < 60; ++seed) {
        graph const from = graft_test::random_fx_graph(seed).make(30);
        graph by_node, by_copier;
        std::vector<node_id> twins(from.capacity(), no_node);
        for (node_id const n : from.nodes())
            if (from.op(n) != opcode::output)
                twins[n] = node_copy(from, n, by_node, [&](node_id input) { return twins[input]; });
        copy_all(copier, from, by_copier);
        CHECK(text(by_copier) == text(by_node));
    }
}

TEST_CASE(
    "node_copier: a value, type, origins, metadata and being constant come along; a fact is looked up anew in each graph") {
    graph const from = parse(R"(graph():
    %x : f32[2] = placeholder[target=x] type "torch.Tensor" constant
    %a : f32[2] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, 1.5), kwargs = {alpha: {k: %x}}) from [("rule", "old")] {stack_trace: "here"}
)",
                             toy::find);
    detail::node_copier copier;
    graph first, second;
    second.placeholder("other");
    copy_all(copier, from, first);
    copy_all(copier, from, second);
    CHECK(text(first) == text(from));
    second.erase_node(second.at("other"));
    CHECK(text(second) == text(from));
    CHECK(first.target(first.at("a")).op == &toy::add_t::info());
}

TEST_CASE("node_copier: literals and lists may stand for nodes, for each copy its own") {
    graph from;
    node_id const x = from.placeholder("x"), y = from.placeholder("y");
    arg nested(arg_kind::dict, {arg::list({arg::node(x), 2}), arg::node(y)});
    nested.keys = {"a", "b"};
    node_id const f = from.call_function("user.f", {arg::node(x), nested, 2});
    graph to;
    node_id const p = to.placeholder("p");
    std::vector<operand> values(from.capacity());
    values[x] = to.encode(arg{7});
    values[y] = to.encode(arg::list({arg::node(p), 3}));
    detail::node_copier copier;
    copier.start(from, to);
    auto const value = [&](node_id n) { return values[n]; };
    copier.copy(f, value, "f");
    node_id const second = copier.copy(f, to.intern_target("user.g"), value, "g");
    CHECK(to.users(p).size() == 2);
    CHECK(fx_text(to, second) ==
          "%g : [num_users=0] = call_function[target=user.g](args = (7, {a: [7, 2], b: [%p, 3]}, 2), "
          "kwargs = {})");
    CHECK(to.view(copier.copied(from.arg(f, 1).value(), value))[0][0].integer() == 7);
}

constexpr std::size_t copied_by_copier() {
    graph from, to;
    from.call_function("f", {arg::node(from.placeholder("x")), arg{1.5}, "text"});
    detail::node_copier copier;
    copier.start(from, to);
    operand x;
    for (node_id const n : from.nodes())
        x = operand::node(copier.copy(
            n, [&](node_id) { return x; }, from.name(n)));
    return to.size();
}
static_assert(copied_by_copier() == 2);

} // namespace
