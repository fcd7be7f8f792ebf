#include <graft/partition/source_partitions.hpp>

#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/text/parse_fx.hpp>
#include <graft/transform/to_edge.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace graft;

std::string names(graph const& g, std::vector<node_id> const& nodes) {
    std::string text;
    for (node_id const n : nodes)
        text += (text.empty() ? "" : ", ") + std::string(g.name(n));
    return "[" + text + "]";
}

std::string text(graph const& g, std::vector<source_partition> const& partitions) {
    std::string lines;
    for (source_partition const& p : partitions)
        lines += p.source + ": nodes=" + names(g, p.nodes) + ", input_nodes=" + names(g, p.input_nodes) +
                 ", output_nodes=" + names(g, p.output_nodes) + ", params=" + names(g, p.params) + "\n";
    return lines;
}

void set_source(graph& g, std::string_view node, std::string_view key, std::string_view source) {
    arg dict(arg_kind::dict, {source});
    dict.keys = {key};
    g.set_meta(g.at(node), dict);
}

constexpr std::string_view linear_and_relu[] = {"torch.nn.modules.linear.Linear", "torch.nn.modules.activation.ReLU"};

TEST_CASE("get_source_partitions: inputs are positional arguments, once, in graph order") {
    graph g = parse_fx(R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=2] = placeholder[target=y]
    %z : [num_users=1] = placeholder[target=z]
    %f : [num_users=2] = call_function[target=user.f](args = (%y, %x, %y, [%z]), kwargs = {k: %z})
    %h : [num_users=0] = call_function[target=user.f](args = (%f,), kwargs = {})
    return f)");
    for (char const* const name : {"f", "h"})
        set_source(g, name, "torch_fn", "f_1;function.f");
    constexpr std::string_view wanted[] = {"str:f"};
    CHECK(text(g, get_source_partitions(g, wanted)) ==
          "str:f: nodes=[f, h], input_nodes=[x, y], output_nodes=[f], params=[]\n");
}

exported_program read_mlp() {
    return read_pt2(GRAFT_TEST_DATA "/models/mlp/model.pt2", {.find_op = find_known_op<>, .model = {}});
}

TEST_CASE("get_source_partitions: an exported program, whose parameters are inputs; one partition per module") {
    exported_program const program = read_mlp();
    constexpr std::string_view wanted[] = {"Linear", "relu"};
    CHECK(text(program.graph(), get_source_partitions(program.graph(), wanted)) ==
          "Linear: nodes=[linear, linear_1], input_nodes=[p_linear1_weight, p_linear1_bias, x], "
          "output_nodes=[linear_1], params=[]\n"
          "Linear: nodes=[linear_2], input_nodes=[p_linear2_weight, p_linear2_bias, relu], "
          "output_nodes=[linear_2], params=[]\n"
          "relu: nodes=[relu], input_nodes=[linear_1], output_nodes=[relu], params=[]\n");
}

TEST_CASE("get_source_partitions: what a module becomes in the Edge dialect is still its own") {
    exported_program program = read_mlp();
    static_cast<void>(to_edge(program));
    constexpr std::string_view wanted[] = {"Linear"};
    CHECK(text(program.graph(), get_source_partitions(program.graph(), wanted)) ==
          "Linear: nodes=[permute_copy_default, linear, permute_copy_default_1, linear_1], "
          "input_nodes=[p_linear1_weight, p_linear1_bias, x], output_nodes=[linear_1], params=[]\n"
          "Linear: nodes=[permute_copy_default_2, linear_2], input_nodes=[p_linear2_weight, p_linear2_bias, relu], "
          "output_nodes=[linear_2], params=[]\n");
}

exported_program read_shared() {
    return read_pt2(GRAFT_TEST_DATA "/sources/shared_module.pt2", {.find_op = find_known_op<>, .model = {}});
}

TEST_CASE("get_source_partitions: an exported program with a source_fn_stack is grouped as FX groups it") {
    exported_program const program = read_shared();
    std::ifstream in(GRAFT_TEST_DATA "/sources/shared_module.txt");
    std::string const expected{std::istreambuf_iterator<char>(in), {}};
    REQUIRE(!expected.empty());
    CHECK(text(program.graph(), get_source_partitions(program.graph(), linear_and_relu)) == expected);
}

TEST_CASE("get_source_partitions: each call of a shared module is a partition with its params, as documented") {
    exported_program program = read_shared();
    CHECK(text(program.graph(), get_source_partitions(program, linear_and_relu)) ==
          "torch.nn.modules.linear.Linear: nodes=[linear], input_nodes=[x], output_nodes=[linear], "
          "params=[p_linear1_weight, p_linear1_bias]\n"
          "torch.nn.modules.linear.Linear: nodes=[linear_1], input_nodes=[linear], output_nodes=[linear_1], "
          "params=[p_linear1_weight, p_linear1_bias]\n"
          "torch.nn.modules.linear.Linear: nodes=[linear_2], input_nodes=[relu], output_nodes=[linear_2], "
          "params=[p_linear2_weight, p_linear2_bias]\n"
          "torch.nn.modules.activation.ReLU: nodes=[relu], input_nodes=[linear_1], output_nodes=[relu], params=[]\n");
    static_cast<void>(to_edge(program));
    CHECK(text(program.graph(), get_source_partitions(program, linear_and_relu)) ==
          "torch.nn.modules.linear.Linear: nodes=[permute_copy_default, linear], input_nodes=[x], "
          "output_nodes=[linear], params=[p_linear1_weight, p_linear1_bias]\n"
          "torch.nn.modules.linear.Linear: nodes=[permute_copy_default_1, linear_1], input_nodes=[linear], "
          "output_nodes=[linear_1], params=[p_linear1_weight, p_linear1_bias]\n"
          "torch.nn.modules.linear.Linear: nodes=[permute_copy_default_2, linear_2], input_nodes=[relu], "
          "output_nodes=[linear_2], params=[p_linear2_weight, p_linear2_bias]\n"
          "torch.nn.modules.activation.ReLU: nodes=[relu], input_nodes=[linear_1], output_nodes=[relu], params=[]\n");
}

TEST_CASE("get_source_partitions: the filter must hold for all nodes of a partition, and two may be connected") {
    exported_program const program = read_shared();
    graph const& g = program.graph();
    auto const all = get_source_partitions(program, linear_and_relu);
    REQUIRE(all.size() == 4);
    CHECK(check_subgraphs_connected(g, all[0], all[1]));
    CHECK_FALSE(check_subgraphs_connected(g, all[1], all[0]));
    CHECK_FALSE(check_subgraphs_connected(g, all[1], all[2]));
    CHECK(check_subgraphs_connected(g, all[3], all[2]));
    node_id const rejected = g.at("linear_1");
    auto const found = get_source_partitions(program, linear_and_relu, [&](node_id n) { return n != rejected; });
    REQUIRE(found.size() == 3);
    CHECK(names(g, found[1].output_nodes) == "[linear_2]");
}

TEST_CASE("get_source_partitions: where only nn_module_stack tells, the calls of a program are told apart too") {
    exported_program const program = read_mlp();
    constexpr std::string_view wanted[] = {"Linear"};
    CHECK(text(program.graph(), get_source_partitions(program, wanted)) ==
          "Linear: nodes=[linear], input_nodes=[x], output_nodes=[linear], "
          "params=[p_linear1_weight, p_linear1_bias]\n"
          "Linear: nodes=[linear_1], input_nodes=[linear], output_nodes=[linear_1], "
          "params=[p_linear1_weight, p_linear1_bias]\n"
          "Linear: nodes=[linear_2], input_nodes=[relu], output_nodes=[linear_2], "
          "params=[p_linear2_weight, p_linear2_bias]\n");
}

// A graph of one call with this metadata.
struct one_node {
    graph g;
    node_id n = g.call_function("user.f", {});

    using texts = std::vector<std::pair<std::string_view, std::string_view>>;

    explicit one_node(texts const& meta) {
        arg dict(arg_kind::dict, {});
        for (auto const& [key, text] : meta) {
            dict.keys.push_back(key);
            dict.items.push_back(text);
        }
        g.set_meta(n, dict);
    }

    // `source|use`, empty when it came from none of these.
    [[nodiscard]] std::string find(std::vector<std::string_view> const& wanted) const {
        auto const found = find_node_source(g, n, wanted);
        return found ? std::string(wanted[found->wanted]) + "|" + std::string(found->use) : "";
    }
};

constexpr std::string_view modules = "L__self__,,__main__.Net;L__self__seq,seq,torch.nn.modules.container.Sequential;"
                                     "L__self__seq_0@1,seq.0,torch.nn.modules.linear.Linear";

TEST_CASE("find_node_source: the innermost module counts, its use is its path") {
    one_node const t(one_node::texts{{"nn_module_stack", modules}});
    CHECK(t.find({"torch.nn.modules.linear.Linear"}) == "torch.nn.modules.linear.Linear|seq.0");
    CHECK(t.find({"Linear"}) == "Linear|seq.0");
    CHECK(t.find({"type:torch.nn.modules.linear.Linear"}) == "type:torch.nn.modules.linear.Linear|seq.0");
    CHECK(t.find({"type:Linear"}).empty());
    CHECK(t.find({"Net", "Sequential", "near", "linear.Linear"}).empty());
    auto const second = find_node_source(t.g, t.n, vec<std::string_view>{"Linear"});
    REQUIRE(second);
    CHECK(second->call == "L__self__seq_0@1");
    one_node root(one_node::texts{{"nn_module_stack", "L__self__,,__main__.Net"}});
    CHECK(root.find({"Net"}) == "Net|");
    root.g.set_op(root.n, opcode::call_method);
    CHECK(root.find({"Net"}).empty());
}

TEST_CASE("find_node_source: the name of the function goes before the module") {
    one_node const t({{"torch_fn", "linear_2;builtin_function_or_method.linear"}, {"nn_module_stack", modules}});
    CHECK(t.find({"Linear", "linear"}) == "linear|linear_2");
    CHECK(t.find({"str:linear"}) == "str:linear|linear_2");
    CHECK(find_node_source(t.g, t.n, vec<std::string_view>{"linear"})->call == "linear_2");
    CHECK(t.find({"fn:linear", "Linear"}) == "Linear|seq.0");
    CHECK(t.find({"builtin_function_or_method"}).empty());
}

TEST_CASE("find_node_source: where there is a source_fn_stack, its last entry decides") {
    one_node const t({{"source_fn_stack", "outer,my.Outer;relu_1,torch.nn.functional.relu"},
                      {"torch_fn", "linear_2;builtin_function_or_method.linear"},
                      {"nn_module_stack", modules}});
    CHECK(t.find({"Outer", "Linear", "linear"}).empty());
    CHECK(t.find({"Linear", "relu"}) == "relu|relu_1");
    CHECK(t.find({"fn:torch.nn.functional.relu"}) == "fn:torch.nn.functional.relu|relu_1");
    one_node const kinds(one_node::texts{{"source_fn_stack", "relu_1,type:my.ReLU"}});
    CHECK(kinds.find({"fn:my.ReLU", "str:my.ReLU"}).empty());
    CHECK(kinds.find({"ReLU"}) == "ReLU|relu_1");
}

TEST_CASE("find_node_source: metadata that is cut short means nothing") {
    for (std::string_view const text : {"", ";", ",", ",,", "x", "x;", "x;y", ";y.", "a,b;", ".;."}) {
        CAPTURE(text);
        for (std::string_view const key : {"source_fn_stack", "torch_fn", "nn_module_stack"})
            CHECK(one_node(one_node::texts{{key, text}}).find({"Linear", "linear"}).empty());
    }
    CHECK(one_node(one_node::texts{}).find({"Linear"}).empty());
}

} // namespace
