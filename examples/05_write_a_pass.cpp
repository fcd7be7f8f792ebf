// Three ways to write a pass: edit the graph, replace a pattern, or say what becomes of each call. These are the passes
// that the documents of PyTorch and ExecuTorch show.
#include <graft/dialect/aten.hpp>
#include <graft/ir.hpp>
#include <graft/rewrite.hpp>
#include <graft/subgraph.hpp>
#include <graft/transform/export_pass.hpp>

#include <iostream>
#include <vector>

using namespace graft;

//=== 1. the graph itself: any node may be made, moved, changed and erased ===//

bool replace_add_by_mul(graph& g) {
    std::uint32_t const mul = g.intern_target(aten::mul.Tensor.info());
    std::vector<node_id> const adds = find_nodes(g, aten::add.Tensor);
    for (node_id const n : adds)
        g.set_target(n, mul);
    return !adds.empty();
}

bool insert_relu_after_add(graph& g) {
    std::vector<node_id> const adds = find_nodes(g, aten::add.Tensor);
    for (node_id const n : adds) {
        auto const scope = inserting_after(g, n);
        node_id const relu = g.call_function(aten::relu.default_.info(), {arg::node(n)});
        g.replace_all_uses_with(n, operand::node(relu), [&](node_id user) { return user != relu; });
    }
    infer_all(g);
    return !adds.empty();
}

//=== 2. a pattern: many calls become few, wherever they stand ===//

struct conv2d_relu_t : op<conv2d_relu_t> {
    static constexpr schema_text text{
        "demo::conv2d_relu(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1, "
        "SymInt[2] padding=0, SymInt[2] dilation=1, SymInt groups=1) -> Tensor"};
    static constexpr op_tags tags = op_tags::backend;
    // What it returns is what the convolution does.
    static value_spec meta(graft::call<tensor_spec> const& c) {
        graft::call<tensor_spec> conv(aten::conv2d.default_.info());
        for (std::size_t i = 0; i < c.op().arguments.size(); ++i)
            conv.set(i, c[i]);
        return infer(conv);
    }
};
inline constexpr conv2d_relu_t conv2d_relu;

// All arguments of the convolution go over, also those that it leaves to their defaults.
constexpr auto fuse_conv_relu = rule<"conv-relu">(
    aten::relu(one_use(aten::conv2d(var<"x">, var<"w">, var<"bias">, var<"stride">, var<"padding">, var<"dilation">,
                                    var<"groups">))) >>
    conv2d_relu(var<"x">, var<"w">, var<"bias">, var<"stride">, var<"padding">, var<"dilation">, var<"groups">));

// FX's form of it: two functions, whose parameters stand for anything.
bool replace_mul_sub_by_add(graph& g) {
    auto const pattern = [](auto x, auto y) { return aten::sub.Tensor(aten::mul.Tensor(x, y), y); };
    auto const replacement = [](auto x, auto y) { return aten::add.Tensor(x, y); };
    return !replace_pattern(g, pattern, replacement).empty();
}

//=== 3. an export pass: a call becomes any number of calls, whose values and metadata come by themselves ===//

using arguments = std::vector<arg>;
using keyword_arguments = std::vector<kwarg>;

struct relu_out_of_place : export_pass<relu_out_of_place> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        return export_pass::call_operator(op == aten::relu_ ? call_target{aten::relu} : op, args, kwargs, meta);
    }
};

struct add_to_mul_sub : export_pass<add_to_mul_sub> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::add.Tensor)
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const product = export_pass::call_operator(aten::mul.Tensor, args, {}, meta);
        return export_pass::call_operator(aten::sub.Tensor, {product, args[1]}, {}, meta);
    }
};

struct remove_detach : export_pass<remove_detach> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        return op == aten::detach ? args[0] : export_pass::call_operator(op, args, kwargs, meta);
    }
};

// A number where the schema says Tensor becomes one.
struct scalars_to_tensors : export_pass<scalars_to_tensors> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        auto const try_coerce = [&](arg const& value, schema_argument const& slot) {
            if (!is_number(value.kind) || slot.type != type_kind::tensor)
                return value;
            return export_pass::call_operator(aten::full, {arg::list({}), value}, {}, meta);
        };
        call_arguments const mapped = args_map(*op.op(), try_coerce, args, kwargs);
        return export_pass::call_operator(op, mapped.args, mapped.kwargs, meta);
    }
};

//=== a program for them ===//

exported_program build() {
    exported_program p;
    graph& g = p.graph();
    value const image = placeholder(g, "image"), weight = placeholder(g, "weight");
    g.set_val(image.id, make_spec(dtype::f32, {symbol{"batch"}, 3, 8, 8}));
    g.set_val(weight.id, make_spec(dtype::f32, {4, 3, 3, 3}));
    value const conv = aten::conv2d(image, weight, std::optional<value>{}, 2, 1);
    value const relu = aten::relu_(conv);
    output(g, {aten::detach(aten::add.Tensor(relu, 2.5))});
    infer_all(g);
    p.signature.inputs = {{.name = "image", .target = {}, .value = {}}, {.name = "weight", .target = {}, .value = {}}};
    p.signature.outputs = {{.name = "detach_default", .target = {}, .value = {}}};
    return p;
}

void report(char const* pass, bool modified, exported_program const& p) {
    std::cout << pass << (modified ? "" : ": nothing to do");
    for (node_id const n : p.graph().nodes())
        if (modified && p.graph().op(n) == opcode::call_function)
            std::cout << "\n    " << fx_text(p.graph(), n);
    std::cout << '\n';
}

int main() {
    exported_program p = build(), q = p, r;
    report("relu_ -> relu", relu_out_of_place{}(p).modified, p);
    report("conv + relu", rewrite(p.graph(), fuse_conv_relu).rewrites != 0, p);
    report("scalar to tensor", scalars_to_tensors{}(p).modified, p);
    report("add -> mul + sub", add_to_mul_sub{}(p).modified, p);
    report("remove detach", remove_detach{}(p).modified, p);
    report("add -> mul + sub", add_to_mul_sub{}(p).modified, p);
    std::cout << "the program returns " << p.signature.outputs[0].name << ", "
              << text(*p.graph().val(p.graph().at("sub_tensor"))) << "\n\n";

    r = p;
    report("mul + sub -> add", replace_mul_sub_by_add(r.graph()), r);
    report("relu after add", insert_relu_after_add(q.graph()), q);
    report("add by mul", replace_add_by_mul(q.graph()), q);
}

// Output:
// relu_ -> relu
//     %conv2d_default : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%image, %weight, None, 2, 1), kwargs = {})
//     %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%conv2d_default,), kwargs = {})
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, 2.5), kwargs = {})
//     %detach_default : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%add_tensor,), kwargs = {})
// conv + relu
//     %relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%image, %weight, None, 2, 1, [1, 1], 1), kwargs = {})
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, 2.5), kwargs = {})
//     %detach_default : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%add_tensor,), kwargs = {})
// scalar to tensor
//     %relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%image, %weight, None, 2, 1, [1, 1], 1), kwargs = {})
//     %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, %full_default), kwargs = {})
//     %detach_default : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%add_tensor,), kwargs = {})
// add -> mul + sub
//     %relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%image, %weight, None, 2, 1, [1, 1], 1), kwargs = {})
//     %full_default : [num_users=2] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
//     %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%relu_default, %full_default), kwargs = {})
//     %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %full_default), kwargs = {})
//     %detach_default : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%sub_tensor,), kwargs = {})
// remove detach
//     %relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%image, %weight, None, 2, 1, [1, 1], 1), kwargs = {})
//     %full_default : [num_users=2] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
//     %mul_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%relu_default, %full_default), kwargs = {})
//     %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %full_default), kwargs = {})
// add -> mul + sub: nothing to do
// the program returns sub_tensor, f32[batch, 4, 4, 4]
//
// mul + sub -> add
//     %relu_default : [num_users=1] = call_function[target=executorch.exir.dialects.backend._ops.demo.conv2d_relu.default](args = (%image, %weight, None, 2, 1, [1, 1], 1), kwargs = {})
//     %full_default : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([], 2.5), kwargs = {})
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, %full_default), kwargs = {})
// relu after add
//     %conv2d_default : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%image, %weight, None, 2, 1), kwargs = {})
//     %relu__default : [num_users=1] = call_function[target=torch.ops.aten.relu_.default](args = (%conv2d_default,), kwargs = {})
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu__default, 2.5), kwargs = {})
//     %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
//     %detach_default : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_default,), kwargs = {})
// add by mul
//     %conv2d_default : [num_users=1] = call_function[target=torch.ops.aten.conv2d.default](args = (%image, %weight, None, 2, 1), kwargs = {})
//     %relu__default : [num_users=1] = call_function[target=torch.ops.aten.relu_.default](args = (%conv2d_default,), kwargs = {})
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%relu__default, 2.5), kwargs = {})
//     %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
//     %detach_default : [num_users=1] = call_function[target=torch.ops.aten.detach.default](args = (%relu_default,), kwargs = {})
