// Passes and rules go to a manager as they are; constraints order them, and say why; a pass that fails changes nothing.
#include <graft/dialect/aten.hpp>
#include <graft/ir.hpp>
#include <graft/pass.hpp>
#include <graft/pass/pass_base.hpp>
#include <graft/pass/print_diff.hpp>
#include <graft/pass/timing.hpp>
#include <graft/rewrite.hpp>

#include <iostream>

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto minus_minus = rule<"minus-minus">(aten::sub.Tensor(x, aten::neg(y)) >> aten::add.Tensor(x, y));

// Known at compile time, the order is a constant, and a cycle does not compile.
static_assert(pass_order<"eliminate_dead_code", "minus-minus">(
                  this_before_that<"minus-minus", "eliminate_dead_code">())[0] == "minus-minus");

exported_program build() {
    exported_program program;
    graph& g = program.graph();
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    static_cast<void>(aten::relu(a)); // dead
    output(g, {aten::sub.Tensor(a, aten::neg(b))});
    return program;
}

struct forbid_sub : pass_base {
    forbid_sub() : pass_base("forbid_sub") {}
    pass_result call(exported_program&) const override { return {}; }
    void ensures(exported_program const& program) const override {
        for (node_id const n : program.graph().nodes())
            if (program.graph().target(n).name == "aten::sub.Tensor")
                throw error(errc::verification, "there still is a sub").at_node(std::string{program.graph().name(n)});
    }
};

int main() {
    exported_program program = build();
    pass_manager manager({eliminate_dead_code, forbid_sub{}, minus_minus});
    manager.add_constraint(this_before_that("minus-minus", "eliminate_dead_code"))
        .add_constraint(this_before_that("minus-minus", "forbid_sub"))
        .add_constraint(this_before_that("minus-minus", "quantize"))
        .add_checks(check_lint)
        .add_observer(print_node_delta(std::cout))
        .add_observer(print_diff(std::cout));
    manager.run_checks_after_each_pass = true;
    manager.steps = 4; // or until nothing changes
    std::cout << manager.explain_order();
    manager(program);

    exported_program untouched = build();
    try {
        pass_manager{{forbid_sub{}}}(untouched);
    } catch (error const& e) {
        std::cout << e.what() << '\n' << text(diff(build(), untouched));
    }
}

// Output:
// 1. minus-minus
// 2. eliminate_dead_code, after minus-minus
// 3. forbid_sub, after minus-minus
// 'minus-minus' before 'quantize' has no effect: there is no pass 'quantize'
// minus-minus: 6 -> 5 nodes: aten::add.Tensor +1, aten::neg -1, aten::sub.Tensor -1
// === diff of minus-minus ===
// - %neg_default = call_function[target=torch.ops.aten.neg.default](args = (%b,), kwargs = {})
// - %sub_tensor = call_function[target=torch.ops.aten.sub.Tensor](args = (%a, %neg_default), kwargs = {})
// + %sub_tensor = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {}) from [("minus-minus", "sub_tensor"), ("minus-minus", "neg_default")]
// eliminate_dead_code: 5 -> 4 nodes: aten::relu -1
// === diff of eliminate_dead_code ===
// - %relu_default = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
// graft: an error occurred when running the 'forbid_sub' pass after the following passes: []: there still is a sub [at %sub_tensor]
