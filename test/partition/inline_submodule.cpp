#include <graft/partition/inline_submodule.hpp>

#include "random_partitions.hpp"

#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/partition/fuse_partitions.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

// The error's sentence, empty when there is none.
std::string complaint(graph_module m, std::string_view call) {
    graph_module const before = m;
    try {
        inline_submodule(m, m.graph.find(call).value_or(no_node));
    } catch (error const& e) {
        CHECK(m == before);
        return e.sentence();
    }
    return "";
}

TEST_CASE("inline_submodule: placeholders become arguments of any kind, by place, by name or by default") {
    graph_module m{parse_fx(R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %b : [num_users=1] = placeholder[target=b]
    %s : [num_users=1] = call_module[target=sub](args = (%a, [%b, %a]), kwargs = {k: 2})
    return (s,))"),
                   {{"sub",
                     {parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %z : [num_users=1] = placeholder[target=k]
    %t : [num_users=1] = placeholder[target=t](default=1.5)
    %a : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = (%y, %z), kwargs = {})
    %f : [num_users=1] = call_function[target=user.f](args = (%a, %x, %y), kwargs = {t: %t})
    return f)"),
                      {}}}}};
    inline_submodule(m, m.graph.at("s"));
    CHECK(fx_text(m.graph) == R"(graph():
    %a : [num_users=2] = placeholder[target=a]
    %b : [num_users=2] = placeholder[target=b]
    %a_1 : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%b, %a], 2), kwargs = {})
    %f : [num_users=1] = call_function[target=user.f](args = (%a_1, %a, [%b, %a]), kwargs = {t: 1.5})
    return (f,))");
    CHECK(m.submodules.empty());
    CHECK(lint(m.graph).empty());
}

TEST_CASE("inline_submodule: results are taken apart by getitem, and used whole elsewhere") {
    graph_module m{parse_fx(R"(graph():
    %a : [num_users=1] = placeholder[target=a]
    %s : [num_users=5] = call_module[target=sub](args = (%a,), kwargs = {})
    %p : [num_users=1] = call_function[target=operator.getitem](args = (%s, 0), kwargs = {})
    %q : [num_users=2] = call_function[target=operator.getitem](args = (%s, -1), kwargs = {})
    %r : [num_users=1] = call_function[target=operator.getitem](args = (%q, 1), kwargs = {})
    %bad : [num_users=0] = call_function[target=operator.getitem](args = (%s, 7), kwargs = {})
    %f : [num_users=1] = call_function[target=user.f](args = (%q, {k: %s}), kwargs = {})
    return (s, p, r, f))"),
                   {{"sub",
                     {parse_fx(R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %y : [num_users=1] = call_function[target=user.g](args = (%x,), kwargs = {})
    return (y, 5, [x, x]))"),
                      {}}}}};
    inline_submodule(m, m.graph.at("s"));
    CHECK(fx_text(m.graph) == R"(graph():
    %a : [num_users=4] = placeholder[target=a]
    %y : [num_users=3] = call_function[target=user.g](args = (%a,), kwargs = {})
    %bad : [num_users=0] = call_function[target=operator.getitem](args = ((%y, 5, [%a, %a]), 7), kwargs = {})
    %f : [num_users=1] = call_function[target=user.f](args = ([%a, %a], {k: (%y, 5, [%a, %a])}), kwargs = {})
    return ((y, 5, [a, a]), y, a, f))");
    CHECK(lint(m.graph).empty());
}

TEST_CASE("inline_submodule: graphs inside come along, under another name where theirs is taken") {
    auto const leaf = [](std::string const& f) {
        return graph_module{parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %y : "
                                     "[num_users=1] = call_function[target=user." +
                                     f + "](args = (%x,), kwargs = {})\n    return y"),
                            {}};
    };
    graph const calls = parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %body : [num_users=1] = get_attr[target=body]
    %m : [num_users=1] = call_function[target=torch.ops.higher_order.map](args = (%body, %x), kwargs = {})
    %l : [num_users=1] = call_module[target=layers.first](args = (%x,), kwargs = {})
    return (m, l))");
    std::vector<submodule> const inner{{"body", leaf("f")}, {"layers", {{}, {{"first", leaf("g")}}}}};
    graph_module m{parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %s : [num_users=1] = call_module[target=s](args = (%x,), kwargs = {})
    %t : [num_users=1] = call_module[target=t](args = (%x,), kwargs = {})
    return (s, t))"),
                   {{"s", {calls, inner}}, {"t", {calls, inner}}, {"body", leaf("other")}}};
    std::vector<node_id> const both{m.graph.at("s"), m.graph.at("t")};
    inline_submodules(m, both);
    CHECK(m.graph.target(m.graph.at("body")).name == "body_1");
    CHECK(m.graph.target(m.graph.at("l")).name == "layers.first");
    CHECK(*m.find("body") == leaf("other"));
    CHECK(*m.find("body_1") == leaf("f"));
    CHECK(*m.find("layers")->find("first") == leaf("g"));
    CHECK(m.find("s") == nullptr);
    CHECK(lint(m.graph).empty());
}

TEST_CASE("inline_submodule: a submodule that is still called stays") {
    graph_module m{parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    %b : [num_users=1] = call_module[target=sub](args = (%a,), kwargs = {})
    return b)"),
                   {{"sub", {parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x"), {}}}}};
    inline_submodule(m, m.graph.at("a"));
    CHECK(m.submodules.size() == 1);
    inline_submodule(m, m.graph.at("b"));
    CHECK(m.submodules.empty());
    CHECK(fx_text(m.graph) == "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x");
}

TEST_CASE("inline_submodule: calls that do not fit are refused, and nothing changes") {
    graph late = parse_fx(R"(graph():
    %a : [num_users=1] = call_function[target=user.f](args = (), kwargs = {})
    %b : [num_users=0] = call_function[target=user.f](args = (%a,), kwargs = {})
    return 1)");
    late.move_before(late.at("b"), late.at("a"));
    graph_module const m{
        parse_fx(R"(graph():
    %x : [num_users=5] = placeholder[target=x]
    %late : [num_users=0] = call_module[target=late](args = (), kwargs = {})
    %few : [num_users=0] = call_module[target=sub](args = (), kwargs = {})
    %many : [num_users=0] = call_module[target=sub](args = (%x, %x), kwargs = {})
    %extra : [num_users=0] = call_module[target=sub](args = (%x,), kwargs = {other: 1})
    %conv : [num_users=0] = call_module[target=sub.conv](args = (%x,), kwargs = {})
    %empty : [num_users=0] = call_module[target=empty](args = (), kwargs = {})
    return x)"),
        {{"sub", {parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x"), {}}},
         {"empty", {}},
         {"late", {late, {}}}}};
    CHECK(complaint(m, "late") == "inline_submodule: the graph of 'late' uses %a before it is defined");
    CHECK(complaint(m, "few") == "inline_submodule: %few gives no value for 'x', an input of 'sub'");
    CHECK(complaint(m, "many") == "inline_submodule: %many gives arguments that 'sub' does not take");
    CHECK(complaint(m, "extra") == "inline_submodule: %extra gives arguments that 'sub' does not take");
    CHECK(complaint(m, "conv") == "inline_submodule: %conv calls 'sub.conv', which is no graph of the module");
    CHECK(complaint(m, "empty") == "inline_submodule: the graph of 'empty' does not end with its output");
    CHECK(complaint(m, "x") == "inline_submodule: the node is no call_module of the graph");
    CHECK(complaint(m, "nobody") == "inline_submodule: the node is no call_module of the graph");
}

TEST_CASE("inline_submodules: a call may not be given twice") {
    graph_module m{parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %a : [num_users=1] = call_module[target=sub](args = (%x,), kwargs = {})
    return a)"),
                   {{"sub", {parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x"), {}}}}};
    std::vector<node_id> const twice(2, m.graph.at("a"));
    CHECK_THROWS_WITH(inline_submodules(m, twice), "graft: inline_submodule: %a is given twice");
}

TEST_CASE("inline_submodules: what was fused comes back, but for the order of the nodes") {
    int fused = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        graph_module const original{graft_test::annotated_graph(seed, 20), {}};
        graph_module m = original;
        auto const lists = graft_test::random_partitions(m.graph, seed, 3);
        if (graft_test::is_cyclic(m.graph, lists))
            continue;
        ++fused;
        std::vector<node_id> const calls = fuse_by_partitions(m, lists, {.always_return_tuple = seed % 2 == 0});
        inline_submodules(m, calls);
        CHECK(m.submodules.empty());
        CHECK(lint(m.graph).empty());
        CHECK(graft_test::sorted_lines(m.graph) == graft_test::sorted_lines(original.graph));
        CHECK(graft_test::evaluator(m.graph).run({1, 2, 3}) == graft_test::evaluator(original.graph).run({1, 2, 3}));
    }
    CHECK(fused > 50);
}

} // namespace
