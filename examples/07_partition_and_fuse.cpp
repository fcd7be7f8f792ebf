// A partitioner finds what a backend can take at once; fusing makes a submodule of each part, inlining undoes it.
// Source partitions are what a module of the network, or a function that it calls, became.
// Run: test/data/models/mlp/model.pt2
#include <graft/dialect/aten.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>
#include <graft/partition/capability_based_partitioner.hpp>
#include <graft/partition/fuse_partitions.hpp>
#include <graft/partition/inline_submodule.hpp>
#include <graft/partition/source_partitions.hpp>
#include <graft/partition/why_not_partitioned.hpp>

#include <array>
#include <iostream>
#include <vector>

using namespace graft;

std::string names(graph const& g, std::vector<node_id> const& nodes) {
    std::string all;
    for (node_id const n : nodes)
        all += ' ' + std::string{g.name(n)};
    return all;
}

void partition_by_support() {
    graph_module module;
    graph& g = module.graph;
    value const x = placeholder(g, "x"), y = placeholder(g, "y");
    value const sum = aten::add.Tensor(x, y);
    value const product = aten::mul.Tensor(sum, y);
    value const hidden = aten::relu(product);
    output(g, {aten::add.Tensor(aten::mul.Tensor(hidden, sum), x)});

    capability_based_partitioner const partitioner(g, support_targets({aten::add.Tensor, aten::mul.Tensor}));
    std::vector<partition> const partitions = partitioner.propose_partitions();
    for (partition const& p : partitions)
        std::cout << "partition " << p.id << ':' << names(g, p.nodes) << '\n';
    for (unpartitioned_node const& left : why_not_partitioned(partitioner, partitions).left_out())
        std::cout << "not " << g.name(left.node) << ": " << left.reason << "\n\n";

    std::vector<node_id> const calls = fuse_partitions(module, partitions);
    std::cout << fx_text(g) << "\n\n";
    for (submodule const& s : module.submodules)
        std::cout << s.name << ": " << fx_text(s.module.graph) << "\n\n";

    try {
        std::vector<std::vector<node_id>> const both{calls};
        fuse_by_partitions(module, both, {.prefix = "outer_"});
    } catch (error const& e) {
        std::cout << e.what() << '\n';
    }
    inline_submodules(module, calls);
    std::cout << g.size() << " nodes and " << module.submodules.size() << " submodules when inlined again\n";
}

void partition_by_source(graph const& g) {
    std::array<std::string_view, 2> const wanted{"Linear", "relu"};
    for (source_partition const& p : get_source_partitions(g, wanted))
        std::cout << '\n'
                  << p.source << "\n    nodes:" << names(g, p.nodes) << "\n    input_nodes:" << names(g, p.input_nodes)
                  << "\n    output_nodes:" << names(g, p.output_nodes) << "\n    params:" << names(g, p.params) << '\n';
}

int main(int argc, char** argv) {
    partition_by_support();
    if (argc == 2)
        partition_by_source(read_pt2(argv[1], {.find_op = find_aten_op<>, .model = {}}).graph());
}

// Output:
// partition 1: mul_tensor_1 add_tensor_1
// partition 3: add_tensor mul_tensor
// not relu_default: aten::relu is not supported
//
// graph():
//     %x : [num_users=2] = placeholder[target=x]
//     %y : [num_users=1] = placeholder[target=y]
//     %fused_1 : [num_users=2] = call_module[target=fused_1](args = (%x, %y), kwargs = {})
//     %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%fused_1, 0), kwargs = {})
//     %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%fused_1, 1), kwargs = {})
//     %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%getitem_1,), kwargs = {})
//     %fused_0 : [num_users=1] = call_module[target=fused_0](args = (%relu_default, %getitem, %x), kwargs = {})
//     return (fused_0,)
//
// fused_0: graph():
//     %relu_default : [num_users=1] = placeholder[target=relu_default]
//     %add_tensor : [num_users=1] = placeholder[target=add_tensor]
//     %x : [num_users=1] = placeholder[target=x]
//     %mul_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%relu_default, %add_tensor), kwargs = {})
//     %add_tensor_1 : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%mul_tensor_1, %x), kwargs = {})
//     return add_tensor_1
//
// fused_1: graph():
//     %x : [num_users=1] = placeholder[target=x]
//     %y : [num_users=2] = placeholder[target=y]
//     %add_tensor : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
//     %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%add_tensor, %y), kwargs = {})
//     return (add_tensor, mul_tensor)
//
// graft: the partitions depend on each other in a cycle: %getitem_1 -> %relu_default -> partition 0 -> %getitem_1
// 8 nodes and 0 submodules when inlined again
//
// Linear
//     nodes: linear linear_1
//     input_nodes: p_linear1_weight p_linear1_bias x
//     output_nodes: linear_1
//     params:
//
// Linear
//     nodes: linear_2
//     input_nodes: p_linear2_weight p_linear2_bias relu
//     output_nodes: linear_2
//     params:
//
// relu
//     nodes: relu
//     input_nodes: linear_1
//     output_nodes: relu
//     params:
