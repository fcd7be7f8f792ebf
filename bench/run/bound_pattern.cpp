#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/evaluate_pattern.hpp>
#include <graft/runtime/kernels/elementwise.hpp>

#include <benchmark/benchmark.h>

// An element-wise pattern of a backend op: in blocks, and node by node.

namespace {

using namespace graft;

struct swish_t : op<swish_t> {
    static constexpr schema_text text{"bench::swish(Tensor x, Tensor y) -> Tensor"};
};
inline constexpr swish_t swish;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto binding =
    bind_pattern_to_op(swish, aten::mul.Tensor(aten::relu(aten::add.Tensor(aten::mul.Tensor(x, y), x)),
                                               aten::sub.Tensor(aten::maximum(x, y), aten::mul.Tensor(y, y))));

constexpr kernel_table kernels{
    kernel_set<decltype(aten::add.Tensor), decltype(aten::mul.Tensor), decltype(aten::sub.Tensor),
               decltype(aten::maximum.default_), decltype(aten::relu.default_)>};

void run(benchmark::State& state, bool in_blocks) {
    tensor const a = tensor::full({state.range(0)}, dtype::f32, 0.5), b = tensor::full({state.range(0)}, dtype::f32, 2);
    call<tensor> c(swish.info());
    c.set("x", a).set("y", b);
    bound_op const bound = binding.view();
    for (auto _ : state)
        if (in_blocks)
            benchmark::DoNotOptimize(evaluate_pattern(bound, c, kernels));
        else
            benchmark::DoNotOptimize(detail::pattern_evaluator{bound, c, kernels}.results());
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(run, blocks, true)->Name("bound_pattern/blocks")->RangeMultiplier(8)->Range(1 << 13, 1 << 22);
BENCHMARK_CAPTURE(run, nodes, false)->Name("bound_pattern/nodes")->RangeMultiplier(8)->Range(1 << 13, 1 << 22);

} // namespace
