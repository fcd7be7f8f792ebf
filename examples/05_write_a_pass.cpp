// Three ways to write a pass: edit the graph, replace a pattern, or say what becomes of each call.
#include <graft/dialect/aten.hpp>
#include <graft/ir.hpp>
#include <graft/rewrite.hpp>
#include <graft/transform/export_pass.hpp>

#include <iostream>

using namespace graft;

// 1. The graph itself: any node may be made, moved, changed and erased.
void insert_relu_after_add(graph& g) {
    for (node_id const n : g.nodes())
        if (g.target(n).name == "aten::add.Tensor") {
            auto const scope = inserting_after(g, n);
            node_id const relu = g.call_function(aten::relu.default_.info(), {arg::node(n)});
            g.replace_all_uses_with(n, operand::node(relu), [&](node_id user) { return user != relu; });
        }
    infer_all(g);
}

// 2. A pattern: many calls become few, wherever they stand.
constexpr auto x = var<"x">;
constexpr auto twice_neg = rule<"twice-neg">(aten::neg(aten::neg(x)) >> x);

// 3. An export pass: one call becomes any number of calls, whose values and metadata come by themselves.
struct add_to_mul_sub : export_pass<add_to_mul_sub> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::add.Tensor)
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const product = export_pass::call_operator(aten::mul.Tensor, args, {}, meta);
        return export_pass::call_operator(aten::sub.Tensor, {product, args[1]}, {}, meta);
    }
};

exported_program sum_of_rows() {
    exported_program p;
    graph& g = p.graph();
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    g.set_val(a.id, make_spec(dtype::f32, {symbol{"rows"}, 3}));
    g.set_val(b.id, make_spec(dtype::f32, {3}));
    value const sum = aten::add.Tensor(a, b);
    output(g, {aten::neg(aten::neg(sum))});
    infer_all(g);
    p.signature.inputs = {{.name = "a", .target = {}, .value = {}}, {.name = "b", .target = {}, .value = {}}};
    p.signature.outputs = {{.name = "neg_default_1", .target = {}, .value = {}}};
    return p;
}

int main() {
    exported_program p = sum_of_rows();
    insert_relu_after_add(p.graph());
    static_cast<void>(rewrite(p.graph(), twice_neg));
    bool const modified = add_to_mul_sub{}(p).modified, again = add_to_mul_sub{}(p).modified;
    std::cout << "modified: " << modified << ", then " << again << '\n'
              << text(p.graph()) << "the program returns " << p.signature.outputs[0].name << '\n';
}

// Output:
// modified: 1, then 0
// graph():
//     %a : f32[rows, 3] = placeholder[target=a]
//     %b : f32[3] = placeholder[target=b]
//     %mul_tensor : f32[rows, 3] = call_function[target=torch.ops.aten.mul.Tensor](args = (%a, %b), kwargs = {})
//     %sub_tensor : f32[rows, 3] = call_function[target=torch.ops.aten.sub.Tensor](args = (%mul_tensor, %b), kwargs = {})
//     %relu_default : f32[rows, 3] = call_function[target=torch.ops.aten.relu.default](args = (%sub_tensor,), kwargs = {}) from [("twice-neg", "neg_default_1"), ("twice-neg", "neg_default")]
//     return (%relu_default,)
// the program returns relu_default
