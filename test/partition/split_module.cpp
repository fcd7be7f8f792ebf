#include <graft/partition/split_module.hpp>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/partition/inline_submodule.hpp>

#include "random_partitions.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace graft;

// The example in the documentation of FX's function.
graph_module sample() {
    return {parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : Tensor [num_users=1] = placeholder[target=y](default=None)
    %param : [num_users=1] = get_attr[target=param]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %param), kwargs = {})
    %linear : [num_users=1] = call_module[target=net.linear](args = (%add,), kwargs = {})
    %clamp : [num_users=1] = call_method[target=clamp](args = (%linear,), kwargs = {min: 0.0, max: 1.0})
    %linear_1 : [num_users=1] = call_module[target=net.linear](args = (%y,), kwargs = {})
    %clamp_1 : [num_users=1] = call_method[target=clamp](args = (%linear_1,), kwargs = {min: 0.0, max: 1.0})
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%clamp, %clamp_1), kwargs = {})
    return add_1)"),
            {}};
}

auto in_turn(int count) {
    return [count, next = 0](node_id) mutable { return next++ % count; };
}

TEST_CASE("split_module: parts are called in an order in which each has its inputs") {
    graph_module const m = split_module(sample(), in_turn(3));
    CHECK(fx_text(m.graph) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : Tensor [num_users=1] = placeholder[target=y](default=None)
    %param : [num_users=1] = get_attr[target=param]
    %submod_0 : [num_users=2] = call_module[target=submod_0](args = (%x, %param, %y), kwargs = {})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%submod_0, 0), kwargs = {})
    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_0, 1), kwargs = {})
    %submod_1 : [num_users=2] = call_module[target=submod_1](args = (%getitem, %getitem_1), kwargs = {})
    %getitem_2 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_1, 0), kwargs = {})
    %getitem_3 : [num_users=1] = call_function[target=operator.getitem](args = (%submod_1, 1), kwargs = {})
    %submod_2 : [num_users=1] = call_module[target=submod_2](args = (%getitem_2, %getitem_3), kwargs = {})
    return submod_2)");
    CHECK(fx_text(m.find("submod_0")->graph) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %param : [num_users=1] = placeholder[target=param]
    %y : Tensor [num_users=1] = placeholder[target=y]
    %add : [num_users=1] = call_function[target=operator.add](args = (%x, %param), kwargs = {})
    %net_linear : [num_users=1] = call_module[target=net_linear](args = (%y,), kwargs = {})
    return (add, net_linear))");
    CHECK(fx_text(m.find("submod_2")->graph) == R"(graph():
    %linear : [num_users=1] = placeholder[target=linear]
    %clamp_1 : [num_users=1] = placeholder[target=clamp_1]
    %clamp : [num_users=1] = call_method[target=clamp](args = (%linear,), kwargs = {min: 0.0, max: 1.0})
    %add : [num_users=1] = call_function[target=operator.add](args = (%clamp, %clamp_1), kwargs = {})
    return add)");
    CHECK(m.submodules.size() == 3);
}

TEST_CASE("split_module: the options name nodes, inputs and parts, and say what is returned") {
    split_options const options{
        .keep_original_node_name = true, .keep_original_input_name = false, .tuple_return = true, .affix = "part"};
    graph_module const m = split_module(sample(), in_turn(3), options);
    CHECK(fx_text(m.find("submod_part_2")->graph) == R"(graph():
    %arg_0 : [num_users=1] = placeholder[target=arg_0]
    %arg_1 : [num_users=1] = placeholder[target=arg_1]
    %clamp : [num_users=1] = call_method[target=clamp](args = (%arg_0,), kwargs = {min: 0.0, max: 1.0})
    %add_1 : [num_users=1] = call_function[target=operator.add](args = (%clamp, %arg_1), kwargs = {})
    return (add_1,))");
    CHECK(m.graph.name(m.graph.prev(m.graph.back())) == "getitem_4");
}

TEST_CASE("split_module: FX calls the part that was freed last first; the original order can be kept") {
    graph_module const m{parse_fx(R"(graph():
    %x : [num_users=3] = placeholder[target=x]
    %a : [num_users=0] = call_function[target=user.a](args = (%x,), kwargs = {})
    %b : [num_users=0] = call_function[target=user.b](args = (%x,), kwargs = {})
    %c : [num_users=1] = call_function[target=user.c](args = (%x,), kwargs = {})
    return c)"),
                         {}};
    auto const by_name = [&](node_id n) { return m.graph.name(n); };
    auto const order = [](graph_module const& split) {
        std::string names;
        for (submodule const& s : split.submodules)
            names += s.name + " ";
        return names;
    };
    CHECK(order(split_module(m, by_name)) == "submod_c submod_b submod_a ");
    graph_module const kept = split_module(m, by_name, {.keep_original_order = true});
    CHECK(order(kept) == "submod_a submod_b submod_c ");
    CHECK(kept.find("submod_a")->graph.size() == 3);
    CHECK(fx_text(kept.find("submod_a")->graph).ends_with("return ()"));
}

TEST_CASE("split_module: graphs that the nodes of a part name come into its submodule") {
    graph_module const leaf = sample();
    graph_module const m{parse_fx(R"(graph():
    %x : [num_users=2] = placeholder[target=x]
    %body : [num_users=1] = get_attr[target=body]
    %a : [num_users=1] = call_function[target=torch.ops.higher_order.map](args = (%body, %x), kwargs = {})
    %b : [num_users=1] = call_module[target=layers.first](args = (%x,), kwargs = {})
    return (a, b))"),
                         {{"body", leaf}, {"layers", {{}, {{"first", leaf}}}}}};
    graph_module const split = split_module(m, [](node_id) { return 7; });
    graph_module const& part = *split.find("submod_7");
    CHECK(*part.find("body") == leaf);
    CHECK(*part.find("layers_first") == leaf);
    CHECK(fx_text(part.graph) == R"(graph():
    %body : [num_users=1] = get_attr[target=body]
    %x : [num_users=2] = placeholder[target=x]
    %map_1 : [num_users=1] = call_function[target=torch.ops.higher_order.map](args = (%body, %x), kwargs = {})
    %layers_first : [num_users=1] = call_module[target=layers_first](args = (%x,), kwargs = {})
    return (map_1, layers_first))");
    CHECK(split.find("layers") == nullptr);
}

TEST_CASE("split_module: parts that depend on each other are refused by name") {
    CHECK_THROWS_WITH(static_cast<void>(split_module(sample(), in_turn(2))),
                      "graft: split_module: the parts depend on each other in a cycle: submod_1 -> submod_0 -> ...");
    graph_module taken = sample();
    taken.submodules.push_back({"submod_0", {}});
    CHECK_THROWS_WITH(static_cast<void>(split_module(taken, in_turn(1))),
                      "graft: the module has a submodule 'submod_0' already; give another affix");
}

TEST_CASE("split_module: a graph out of order is refused") {
    graph_module m = sample();
    m.graph.move_before(m.graph.at("clamp"), m.graph.at("add"));
    CHECK_THROWS_WITH(static_cast<void>(split_module(m, in_turn(3))),
                      "graft: split_module: %clamp uses %linear before it is defined");
}

TEST_CASE("split_module: a split module computes the same") {
    int split = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        graph_module const original{graft_test::annotated_graph(seed, 20), {}};
        std::mt19937 random{seed};
        int id = 0;
        auto const grow = [&](node_id) { return id += random() % 4 == 0; };
        graph_module m = split_module(original, grow, {.keep_original_order = seed % 2 == 0});
        CHECK(lint(m.graph).empty());
        std::vector<node_id> calls;
        for (node_id const n : m.graph.nodes())
            if (m.graph.op(n) == opcode::call_module)
                calls.push_back(n);
        split += calls.size() > 1;
        for (submodule const& s : m.submodules)
            CHECK(lint(s.module.graph).empty());
        inline_submodules(m, calls);
        CHECK(graft_test::evaluator(m.graph).run({1, 2, 3}) == graft_test::evaluator(original.graph).run({1, 2, 3}));
    }
    CHECK(split > 150);
}

TEST_CASE("split_module: splits as torch does") {
    for (int number = 0; number < 24; ++number) {
        std::string const name = (number < 10 ? "random_0" : "random_") + std::to_string(number);
        CAPTURE(name);
        std::ifstream in(std::string(GRAFT_TEST_DATA) + "/split/" + name + ".txt");
        REQUIRE(in);
        std::map<std::string, std::string> sections;
        std::string heading;
        for (std::string line; std::getline(in, line);) {
            if (line.substr(0, 4) == "--- ")
                heading = line.substr(4);
            else
                sections[heading] += (sections[heading].empty() ? "" : "\n") + line;
        }
        graph_module const original{parse_fx(sections["graph"]), {}};
        std::map<std::string, int> part_of;
        std::istringstream parts(sections["parts"]);
        for (std::string node; parts >> node;)
            parts >> part_of[node];
        auto const is_on = [&](char const* option) { return sections["options"].find(option) != std::string::npos; };
        split_options const options{.keep_original_order = is_on("keep_original_order"),
                                    .keep_original_node_name = is_on("keep_original_node_name"),
                                    .tuple_return = is_on("tuple_return")};
        auto const id_of = [&](node_id n) { return part_of.at(std::string(original.graph.name(n))); };
        if (sections.count("error") != 0) {
            CHECK_THROWS_AS((void)split_module(original, id_of, options), error);
            continue;
        }
        graph_module const made = split_module(original, id_of, options);
        CHECK(fx_text(made.graph) == sections["expect"]);
        for (auto const& [title, text] : sections)
            if (title.substr(0, 7) == "expect ")
                CHECK(fx_text(made.find(title.substr(7))->graph) == text);
    }
}

} // namespace
