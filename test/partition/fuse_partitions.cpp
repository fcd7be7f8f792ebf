#include <graft/partition/fuse_partitions.hpp>

#include "random_partitions.hpp"

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace graft;

graph_module sample() {
    return {parse_fx(R"(graph():
    %x : f32 [num_users=2] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=layer.weight]
    %a : [num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %w), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
    %c : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%b, %x],), kwargs = {dim: 1})
    %d : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %c), kwargs = {})
    return (d,))"),
            {}};
}

std::vector<node_id> named(graph_module const& m, std::vector<std::string> const& names) {
    std::vector<node_id> nodes;
    for (std::string const& name : names)
        nodes.push_back(m.graph.find(name).value_or(no_node));
    return nodes;
}

TEST_CASE("fuse_by_partitions: one result is returned bare, several as a tuple that getitem takes apart") {
    graph_module m = sample();
    std::vector<std::vector<node_id>> const lists{named(m, {"b", "a"}), named(m, {"c", "d"})};
    std::vector<node_id> const calls = fuse_by_partitions(m, lists);
    CHECK(fx_text(m.graph) == R"(graph():
    %x : f32 [num_users=2] = placeholder[target=x]
    %w : [num_users=1] = get_attr[target=layer.weight]
    %fused_0 : [num_users=2] = call_module[target=fused_0](args = (%x, %w), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%fused_0, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%fused_0, 1), kwargs = {})
    %fused_1 : [num_users=1] = call_module[target=fused_1](args = (%getitem_1, %x, %getitem), kwargs = {})
    return (fused_1,))");
    CHECK(fx_text(m.find("fused_0")->graph) == R"(graph():
    %x : f32 [num_users=1] = placeholder[target=x]
    %w : [num_users=1] = placeholder[target=w]
    %a : [num_users=2] = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %w), kwargs = {})
    %b : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
    return (a, b))");
    CHECK(fx_text(m.find("fused_1")->graph) == R"(graph():
    %getitem_1 : [num_users=1] = placeholder[target=getitem_1]
    %x : f32 [num_users=1] = placeholder[target=x]
    %getitem : [num_users=1] = placeholder[target=getitem]
    %c : [num_users=1] = call_function[target=torch.ops.aten.cat.default](args = ([%getitem_1, %x],), kwargs = {dim: 1})
    %d : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%getitem, %c), kwargs = {})
    return d)");
    REQUIRE(calls.size() == 2);
    CHECK(m.graph.name(calls[0]) == "fused_0");
    CHECK(m.graph.name(calls[1]) == "fused_1");
}

TEST_CASE("fuse_by_partitions: values, metadata, origins and the constant mark come along") {
    graph_module m = sample();
    graph& g = m.graph;
    arg dict(arg_kind::dict, {"here"});
    dict.keys = {"stack_trace"};
    for (char const* const name : {"x", "a", "b"}) {
        g.set_val(g.at(name), make_spec(dtype::f32, {2, *name}));
        g.set_meta(g.at(name), dict);
    }
    g.add_origin(g.at("a"), {"some_rule", "old"});
    g.set_constant(g.at("w"), true);
    std::vector<std::vector<node_id>> const lists{named(m, {"a", "b", "w"})};
    node_id const call = fuse_by_partitions(m, lists).front();
    auto const size = [](graph const& in, node_id n) { return in.val(n)->tensor.sizes[1].value(); };
    REQUIRE(m.graph.val(call) != nullptr);
    CHECK(m.graph.val(call)->items.size() == 2);
    CHECK(m.graph.val(call)->items[1].tensor.sizes[1] == 'b');
    CHECK(size(m.graph, m.graph.at("getitem")) == 'a');
    CHECK(m.graph.meta(m.graph.at("getitem_1"), "stack_trace") == "here");
    graph const& sub = m.find("fused_0")->graph;
    CHECK(size(sub, sub.at("x")) == 'x');
    CHECK(size(sub, sub.at("a")) == 'a');
    CHECK(sub.meta(sub.at("x"), "stack_trace") == "here");
    CHECK(sub.meta(sub.at("b"), "stack_trace") == "here");
    REQUIRE(sub.origins(sub.at("a")).size() == 1);
    CHECK(sub.origins(sub.at("a"))[0].node == "old");
    CHECK(sub.is_constant(sub.at("w")));
}

TEST_CASE("fuse_by_partitions: submodules that a partition names come into its submodule") {
    graph_module m{parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %body : [num_users=1] = get_attr[target=body]
    %a : [num_users=1] = call_function[target=torch.ops.higher_order.map](args = (%body, %x), kwargs = {})
    %b : [num_users=1] = call_module[target=layers.first](args = (%x,), kwargs = {})
    return (a, b))"),
                   {{"body", sample()}, {"layers", {{}, {{"first", sample()}}}}, {"other", sample()}}};
    fuse_by_partitions(m, std::vector<std::vector<node_id>>{named(m, {"body", "a", "b"})});
    graph_module const& made = *m.find("fused_0");
    REQUIRE(made.submodules.size() == 2);
    CHECK(*made.find("body") == sample());
    CHECK(*made.find("layers")->find("first") == sample());
    CHECK(m.submodules.size() == 4);
}

TEST_CASE("fuse_by_partitions: what is refused leaves the module as it was") {
    graph_module const original = sample();
    graph_module m = original;
    auto const refuses = [&](std::vector<std::vector<node_id>> const& lists) {
        CHECK_THROWS_AS(fuse_by_partitions(m, lists), error);
        return m == original;
    };
    CHECK(refuses({named(m, {"b", "d"})}));
    CHECK(refuses({named(m, {"a", "c"}), named(m, {"b", "d"})}));
    CHECK(refuses({named(m, {"a"}), named(m, {"b", "a"})}));
    CHECK(refuses({named(m, {"a", "nobody"})}));
    CHECK(refuses({named(m, {"x", "a"})}));
    graph_module taken = original;
    taken.submodules.push_back({"fused_1", sample()});
    graph_module const before = taken;
    std::vector<std::vector<node_id>> const lists{named(m, {"a"}), named(m, {"b"})};
    CHECK_THROWS_WITH(fuse_by_partitions(taken, lists),
                      "graft: the module has a submodule 'fused_1' already; give another prefix");
    CHECK(taken == before);
    CHECK_NOTHROW(fuse_by_partitions(taken, lists, {.prefix = "part_"}));
}

TEST_CASE("fuse_by_partitions: nothing to fuse is fused to nothing") {
    graph_module m = sample();
    CHECK(fuse_by_partitions(m, {}).empty());
    CHECK(m == sample());
}

TEST_CASE("fuse_partitions: it fuses exactly what can be fused, and the result is sound") {
    int fused = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        graph_module const original{graft_test::annotated_graph(seed, 20), {}};
        graph_module m = original;
        std::vector<partition> partitions;
        for (auto& list : graft_test::random_partitions(m.graph, seed, 3))
            partitions.push_back({partitions.size(), std::move(list)});
        std::vector<std::vector<node_id>> lists;
        for (partition const& p : partitions)
            lists.push_back(p.nodes);
        if (graft_test::is_cyclic(m.graph, lists)) {
            CHECK_THROWS_AS(fuse_partitions(m, partitions), error);
            CHECK(m == original);
            continue;
        }
        ++fused;
        fuse_partitions(m, partitions, {.always_return_tuple = seed % 2 == 0});
        CHECK(lint(m.graph).empty());
        CHECK(m.submodules.size() == partitions.size());
        for (submodule const& s : m.submodules)
            CHECK(lint(s.module.graph).empty());
    }
    CHECK(fused > 50);
}

} // namespace
