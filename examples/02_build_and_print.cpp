// A graph is built by calling ops, checked, printed in two forms, and is a value: at run time and in constants.
#include <graft/dialect/aten.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/compare.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include <iostream>

using namespace graft;
using namespace graft::literals;

constexpr graph build() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const sum = aten::add.Tensor(a, b, "alpha"_a = 2);
    static_cast<void>(aten::neg(sum)); // dead
    output(g, {aten::relu(sum), a});
    return g;
}

constexpr bool dead_code_goes() {
    graph g = build();
    return g.size() == 6 && eliminate_dead_code(g) == 1 && lint(g).empty();
}
static_assert(dead_code_goes());

int main() {
    graph g = build();
    eliminate_dead_code(g);
    for (char const* const name : {"a", "b"})
        g.set_val(g.at(name), make_spec(dtype::f32, {2, 3}));
    infer_all(g);
    std::cout << fx_text(g) << "\n\n" << text(g);
    std::cout << "reads back: " << (parse(text(g)) == g ? "yes" : "no") << '\n';

    g.move_before(g.at("relu_default"), g.at("add_tensor"));
    for (lint_finding const& f : lint(g))
        std::cout << "lint: " << text(g, f) << '\n';
}

// Output:
// graph():
//     %a : [num_users=2] = placeholder[target=a]
//     %b : [num_users=1] = placeholder[target=b]
//     %add_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {alpha: 2})
//     %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
//     return (relu_default, a)
//
// graph():
//     %a : f32[2, 3] = placeholder[target=a]
//     %b : f32[2, 3] = placeholder[target=b]
//     %add_tensor : f32[2, 3] = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {alpha: 2})
//     %relu_default : f32[2, 3] = call_function[target=torch.ops.aten.relu.default](args = (%add_tensor,), kwargs = {})
//     return (%relu_default, %a)
// reads back: yes
// lint: argument 'add_tensor' of node 'relu_default' is used before it is defined
