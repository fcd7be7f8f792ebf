// A dialect of one's own, from its first op to a program file: an op, the dtypes that it takes, its kernel, a rule that
// makes calls of it, a pass, the verifier, and a .pte that runs it.
#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/verify.hpp>
#include <graft/ir/program.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/lower/executorch.hpp>
#include <graft/rewrite/rule_pass.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/pte/method.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <span>

using namespace graft;

// 1. The op: its schema, which dtypes go together (as in ExecuTorch's edge.yaml), and what its result is.
struct add_relu_t : op<add_relu_t> {
    static constexpr schema_text text{"mine::add_relu(Tensor a, Tensor b) -> Tensor"};
    static constexpr fixed_string dtypes{"T0=Float; a=T0 b=T0 __ret_0=T0"};
    static constexpr value_spec meta(call<tensor_spec> const& c) {
        return make_spec(c.tensor("a").dtype, c.tensor("a").sizes);
    }
};
inline constexpr add_relu_t add_relu;

// 2. Its kernel, which writes the result to memory that is there.
template <>
struct graft::kernel_of<add_relu_t> {
    static void run(call<tensor> const& c, view<tensor> results) {
        tensor const a = c.tensor("a").contiguous(), b = c.tensor("b").contiguous();
        for (std::int64_t i = 0; i < results[0].numel(); ++i)
            results[0].data<float>()[i] = std::max(a.data<float>()[i] + b.data<float>()[i], 0.0f);
    }
};

// 3. The dialect.
struct my_dialect : dialect<my_dialect> {
    using members = op_list<add_relu_t>;
};

// 4. How programs get there: a rule. Where its result would have another dtype or other sizes, it is not applied.
inline constexpr auto to_mine = rule<"to-mine">([](auto a, auto b) { return aten::relu(aten::add.Tensor(a, b)); },
                                                [](auto a, auto b) { return add_relu(a, b); });

exported_program sum() {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    g.set_val(a.id, make_spec(dtype::f32, {2, 3}));
    g.set_val(b.id, make_spec(dtype::f32, {2, 3}));
    output(g, {aten::relu(aten::add.Tensor(a, b))});
    infer_all(g);
    return make_program(std::move(g));
}

void print(std::string_view what, tensor const& t) {
    std::cout << what << ':';
    for (float const x : std::span{t.data<float>(), static_cast<std::size_t>(t.numel())})
        std::cout << ' ' << x;
    std::cout << '\n';
}

int main() {
    // 5. A pass among others, then the verifier.
    pass_manager const passes({to_mine});
    edge_program_manager const mine = edge_program_manager(sum()).transform(passes);
    exported_program const& program = mine.exported_program();
    std::cout << text(program.graph()) << "violations: " << verify_dialect<my_dialect>(program).size() << '\n';

    // 6. It runs, as it is and from a program file.
    std::array<tensor, 2> const inputs{tensor::from<float>({2, 3}, std::array{-3.f, -2.f, -1.f, 0.f, 1.f, 2.f}),
                                       tensor::from<float>({2, 3}, std::array{1.f, 1.f, 1.f, 1.f, 1.f, 1.f})};
    kernel_library const library{kernels_of<my_dialect>(), {}};
    print("program", executor(program, library).run(inputs)[0]);

    executorch_program_manager const file = mine.to_executorch();
    pte_method method(file.executorch_program(), "forward", kernels_of<my_dialect>(), my_dialect::find);
    print("file, " + std::to_string(file.buffer().size()) + " bytes", method.run(inputs)[0]);
}

// Output:
// graph():
//     %a : f32[2, 3] = placeholder[target=a]
//     %b : f32[2, 3] = placeholder[target=b]
//     %relu_default : f32[2, 3] = call_function[target=executorch.exir.dialects.edge._ops.mine.add_relu.default](args = (%a, %b), kwargs = {}) from [("to-mine", "relu_default"), ("to-mine", "add_tensor")]
//     return (%relu_default,)
// violations: 0
// program: 0 0 0 1 2 3
// file, 768 bytes: 0 0 0 1 2 3
