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

} // namespace
