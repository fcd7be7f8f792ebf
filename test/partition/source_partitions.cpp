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

// The program of torch's documentation: two linears, the first called twice, and a relu between.
graph documented() {
    graph g = parse_fx(R"(graph():
    %arg0 : [num_users=1] = placeholder[target=arg0]
    %_param_constant0 : [num_users=1] = get_attr[target=_param_constant0]
    %permute_default : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%_param_constant0,), kwargs = {})
    %_param_constant1 : [num_users=1] = get_attr[target=_param_constant1]
    %addmm_default : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%_param_constant1, %arg0, %permute_default), kwargs = {})
    %_param_constant0_1 : [num_users=1] = get_attr[target=_param_constant0]
    %permute_default_1 : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%_param_constant0_1,), kwargs = {})
    %_param_constant1_1 : [num_users=1] = get_attr[target=_param_constant1]
    %addmm_default_1 : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%_param_constant1_1, %addmm_default, %permute_default_1), kwargs = {})
    %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%addmm_default_1,), kwargs = {})
    %_param_constant2 : [num_users=1] = get_attr[target=_param_constant2]
    %permute_default_2 : [num_users=1] = call_function[target=torch.ops.aten.permute_copy.default](args = (%_param_constant2,), kwargs = {})
    %_param_constant3 : [num_users=1] = get_attr[target=_param_constant3]
    %addmm_default_2 : [num_users=1] = call_function[target=torch.ops.aten.addmm.default](args = (%_param_constant3, %relu_default, %permute_default_2), kwargs = {})
    return [addmm_default_2])");
    std::string use = "linear,torch.nn.modules.linear.Linear";
    for (node_id const n : g.nodes()) {
        if (g.name(n) == "_param_constant0_1")
            use = "linear_1,torch.nn.modules.linear.Linear";
        if (g.name(n) == "_param_constant2")
            use = "linear_2,torch.nn.modules.linear.Linear";
        if (g.op(n) == opcode::get_attr || g.op(n) == opcode::call_function)
            set_source(g, g.name(n), "source_fn_stack", use);
    }
    set_source(g, "relu_default", "source_fn_stack", "relu,torch.nn.modules.activation.ReLU");
    return g;
}

constexpr std::string_view linear_and_relu[] = {"torch.nn.modules.linear.Linear",
                                                "torch.nn.modules.activation.ReLU"};

TEST_CASE("get_source_partitions: the example of the documentation") {
    graph const g = documented();
    std::vector<source_partition> const found = get_source_partitions(g, linear_and_relu);
    CHECK(text(g, found) ==
          "torch.nn.modules.linear.Linear: nodes=[_param_constant0, permute_default, _param_constant1, "
          "addmm_default], input_nodes=[arg0], output_nodes=[addmm_default], params=[_param_constant0, "
          "_param_constant1]\n"
          "torch.nn.modules.linear.Linear: nodes=[_param_constant0_1, permute_default_1, _param_constant1_1, "
          "addmm_default_1], input_nodes=[addmm_default], output_nodes=[addmm_default_1], "
          "params=[_param_constant0_1, _param_constant1_1]\n"
          "torch.nn.modules.linear.Linear: nodes=[_param_constant2, permute_default_2, _param_constant3, "
          "addmm_default_2], input_nodes=[relu_default], output_nodes=[addmm_default_2], "
          "params=[_param_constant2, _param_constant3]\n"
          "torch.nn.modules.activation.ReLU: nodes=[relu_default], input_nodes=[addmm_default_1], "
          "output_nodes=[relu_default], params=[]\n");
    CHECK(check_subgraphs_connected(g, found[0], found[1]));
    CHECK_FALSE(check_subgraphs_connected(g, found[1], found[0]));
    CHECK_FALSE(check_subgraphs_connected(g, found[1], found[2]));
    CHECK(check_subgraphs_connected(g, found[3], found[2]));
}

TEST_CASE("get_source_partitions: the filter must hold for all nodes of a partition") {
    graph const g = documented();
    node_id const rejected = g.at("permute_default_1");
    auto const found = get_source_partitions(g, linear_and_relu, [&](node_id n) { return n != rejected; });
    REQUIRE(found.size() == 3);
    CHECK(names(g, found[1].output_nodes) == "[addmm_default_2]");
}

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
