// A .pt2 that torch.export.save wrote is mapped, read, and checked; bad input is an error that says where.
// Run: test/data/models/mlp/model.pt2
#include <graft/dialect/aten.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/symbolic/spec_of.hpp>

#include <iostream>

using namespace graft;

int main(int argc, char** argv) {
    if (argc != 2)
        return 2;
    try {
        exported_program const program = read_pt2(argv[1], {.find_op = find_aten_op<>, .model = {}});
        std::cout << fx_text(program.graph()) << '\n' << text(program.signature);
        for (auto const& [name, value] : program.state_dict)
            std::cout << name << ": " << text(spec_of(value)) << '\n';
        node_id const relu = program.graph().at("relu");
        std::cout << "relu is " << text(*program.graph().val(relu)) << " from\n"
                  << program.graph().meta(relu, "nn_module_stack") << '\n';
        static_cast<void>(read_pt2("no such file.pt2", {}));
    } catch (error const& e) {
        std::cout << e.what() << '\n';
    }
}

// Output:
// graph():
//     %p_linear1_weight : [num_users=2] = placeholder[target=p_linear1_weight]
//     %p_linear1_bias : [num_users=2] = placeholder[target=p_linear1_bias]
//     %p_linear2_weight : [num_users=1] = placeholder[target=p_linear2_weight]
//     %p_linear2_bias : [num_users=1] = placeholder[target=p_linear2_bias]
//     %x : [num_users=1] = placeholder[target=x]
//     %linear : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_linear1_weight, %p_linear1_bias), kwargs = {})
//     %linear_1 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%linear, %p_linear1_weight, %p_linear1_bias), kwargs = {})
//     %relu : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%linear_1,), kwargs = {})
//     %linear_2 : [num_users=1] = call_function[target=torch.ops.aten.linear.default](args = (%relu, %p_linear2_weight, %p_linear2_bias), kwargs = {})
//     return (linear_2,)
//
// # inputs
// p_linear1_weight: PARAMETER target='linear1.weight'
// p_linear1_bias: PARAMETER target='linear1.bias'
// p_linear2_weight: PARAMETER target='linear2.weight'
// p_linear2_bias: PARAMETER target='linear2.bias'
// x: USER_INPUT
//
// # outputs
// linear_2: USER_OUTPUT
// linear1.bias: f32[16]
// linear1.weight: f32[16, 16]
// linear2.bias: f32[8]
// linear2.weight: f32[8, 16]
// relu is f32[4, 16] from
// L__self__,,__main__.Mlp
// graft: cannot map the file 'no such file.pt2': No such file or directory
