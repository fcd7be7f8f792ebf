// Define an op, the dtypes that it takes and a dialect of one's own; lower a program into it and verify it there.
#include <graft/dialect/aten.hpp>
#include <graft/dialect/dtypes_of.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir.hpp>
#include <graft/lower/edge_program_manager.hpp>
#include <graft/pass.hpp>
#include <graft/rewrite.hpp>

#include <iostream>

using namespace graft;

// 1. An op: its schema, which dtypes go together (as in ExecuTorch's edge.yaml), and what its result looks like.
struct add_relu_t : op<add_relu_t> {
    static constexpr schema_text text{"mine::add_relu(Tensor a, Tensor b) -> Tensor"};
    static constexpr fixed_string dtypes{"T0=Half,Float; a=T0 b=T0 __ret_0=T0"};
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        tensor_spec const &a = c.tensor("a"), &b = c.tensor("b");
        return make_spec(a.dtype, broadcast_sizes(a.sizes, b.sizes));
    }
};
inline constexpr add_relu_t add_relu;

// 2. A dialect: its ops, beside those of the Edge dialect.
struct my_dialect : dialect<my_dialect> {
    using members = op_list<add_relu_t>;
};

// 3. How programs get there: a rule, which works on any program of the Edge dialect.
constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto to_mine = rule<"to-mine">(aten::relu(aten::add.Tensor(x, y)) >> add_relu(x, y));

exported_program sum(dtype d) {
    exported_program p;
    graph& g = p.graph();
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    g.set_val(a.id, make_spec(d, {symbol{"rows"}, 3}));
    g.set_val(b.id, make_spec(d, {3}));
    output(g, {aten::relu(aten::add.Tensor(a, b))});
    infer_all(g);
    p.signature.inputs = {{.name = "a", .target = {}, .value = {}}, {.name = "b", .target = {}, .value = {}}};
    p.signature.outputs = {{.name = "relu_default", .target = {}, .value = {}}};
    p.verifiers = {"ATEN"};
    return p;
}

exported_program lowered(dtype d) {
    return edge_program_manager(sum(d)).transform(pass_manager({to_mine})).exported_program();
}

void print_types(edge_argument const& argument) {
    std::cout << "  " << argument.name << ":";
    for (dtype const d : all_dtypes)
        if (argument.allowed_types.contains(d))
            std::cout << ' ' << fx_name(d);
    std::cout << '\n';
}

int main() {
    static_assert(my_dialect::contains<add_relu_t> && my_dialect::find("mine::add_relu") == &add_relu_t::info());

    edge_schema const s = schema(add_relu);
    std::cout << s.text << '\n';
    print_types(s.arguments[0]);
    print_types(s.returns[0]);

    exported_program const program = lowered(dtype::f32);
    std::cout << text(program.graph()) << "violations: " << verify_dialect<my_dialect>(program).size() << '\n';
    for (violation const& v : verify_dialect<my_dialect>(lowered(dtype::f64)))
        std::cout << "with f64: " << text(v) << '\n';
}

// Output:
// mine::add_relu(Tensor a, Tensor b) -> Tensor
//   a: f16 f32
//   __ret_0: f16 f32
// graph():
//     %a : f32[rows, 3] = placeholder[target=a]
//     %b : f32[3] = placeholder[target=b]
//     %relu_default : f32[rows, 3] = call_function[target=executorch.exir.dialects.edge._ops.mine.add_relu.default](args = (%a, %b), kwargs = {}) from [("to-mine", "relu_default"), ("to-mine", "add_tensor")]
//     return (%relu_default,)
// violations: 0
// with f64: the dtypes of mine::add_relu do not go together: a=f64 b=f64 __ret_0=f64; the nearest that do: a=f16 b=f16 __ret_0=f16 [at %relu_default]
