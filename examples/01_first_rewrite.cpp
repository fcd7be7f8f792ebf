// A rewrite rule is a constant, checked while it compiles, and a graph is rewritten in place.
#include <graft/dialect/aten.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite.hpp>

#include <iostream>

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto minus_minus = rule<"minus-minus">(aten::sub.Tensor(x, aten::neg(y)) >> aten::add.Tensor(x, y));

int main() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    output(g, {aten::sub.Tensor(aten::relu(a), aten::neg(b))});
    std::cout << rewrite(g, minus_minus).rewrites << " rewrite\n" << fx_text(g) << '\n';
}

// Output:
// 1 rewrite
// graph():
//     %a : [num_users=1] = placeholder[target=a]
//     %b : [num_users=1] = placeholder[target=b]
//     %relu_default : [num_users=1] = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
//     %sub_tensor : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%relu_default, %b), kwargs = {})
//     return (sub_tensor,)
