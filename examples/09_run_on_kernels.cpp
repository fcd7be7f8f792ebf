// Ops called with tensors run at once; a program runs on planned memory, with kernels for just the ops it names.
#include <graft/core/tensor.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/value.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/executor.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/linear_algebra.hpp>

#include <array>
#include <iostream>
#include <span>

using namespace graft;

void print(char const* what, tensor const& t) {
    std::cout << what << ':';
    for (float const v : std::span{t.data<float>(), static_cast<std::size_t>(t.numel())})
        std::cout << ' ' << v;
    std::cout << '\n';
}

exported_program two_layers() {
    exported_program p;
    graph& g = p.graph();
    value const w = placeholder(g, "w"), x = placeholder(g, "x");
    g.set_val(w.id, make_spec(dtype::f32, {2, 3}));
    g.set_val(x.id, make_spec(dtype::f32, {symbol{"batch"}, 3}));
    value const y = aten::relu(aten::linear(x, w));
    output(g, {aten::add.Tensor(y, y)});
    infer_all(g);
    p.signature.inputs = {{.kind = input_kind::parameter, .name = "w", .target = "w", .value = {}},
                          {.name = "x", .target = {}, .value = {}}};
    p.signature.outputs = {{.name = std::string{g.name(g.prev(g.back()))}, .target = {}, .value = {}}};
    p.state_dict["w"] = tensor::from<float>({2, 3}, std::array{1.f, 0.f, -1.f, 1.f, 1.f, 1.f});
    p.range_constraints = {{symbol{"batch"}, {1, 8}}};
    return p;
}

int main() {
    tensor const a = tensor::from<float>({2}, std::array{1.f, 2.f});
    print("eager", aten::mul.Tensor(aten::add.Tensor(a, a), a));

    static constexpr auto kernels =
        kernel_set<decltype(aten::linear.default_), decltype(aten::relu.default_), decltype(aten::add.Tensor)>;
    exported_program const program = two_layers();
    memory_plan const plan = plan_greedy(find_lifetimes(program).values);
    executor run(program, {kernel_table{kernels}, {}}, &plan);
    tensor const one[] = {tensor::from<float>({1, 3}, std::array{1.f, 2.f, 3.f})};
    tensor const two[] = {tensor::from<float>({2, 3}, std::array{3.f, 2.f, 1.f, 0.f, 0.f, 0.5f})};
    print("batch of 1", run.run(one)[0]);
    print("batch of 2", run.run(two)[0]);
    std::cout << "planned bytes for up to 8: " << plan.planned_bytes << '\n';
}

// Output:
// eager: 2 8
// batch of 1: 0 12
// batch of 2: 4 12 0 1
// planned bytes for up to 8: 160
