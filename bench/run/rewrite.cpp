#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include <benchmark/benchmark.h>

namespace {

using namespace graft;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto one_rule =
    rules(rule<"add-mul-to-sub">(aten::mul.Tensor(aten::add.Tensor(x, y), y) >> aten::sub.Tensor(x, y)));

// Blocks of add, mul, sub, add, of which the first two match.
graph blocks(std::int64_t nodes) {
    graph g;
    value a = placeholder(g, "a"), b = placeholder(g, "b");
    for (std::int64_t i = 0; i + 4 <= nodes; i += 4) {
        value const product = aten::mul.Tensor(aten::add.Tensor(a, b), b);
        value const difference = aten::sub.Tensor(product, a);
        a = b;
        b = aten::add.Tensor(difference, a);
    }
    output(g, {b});
    return g;
}

// Times the rewrite alone, not the copy of the graph.
void rewrite_blocks(benchmark::State& state) {
    graph const original = blocks(state.range(1));
    std::size_t rewrites = 0;
    for (auto _ : state) {
        state.PauseTiming();
        {
            graph g = original;
            state.ResumeTiming();
            rewrites = rewrite(g, one_rule).rewrites;
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    auto const nodes = static_cast<double>(original.size());
    state.counters["rewrites"] = static_cast<double>(rewrites);
    state.counters["s_per_node"] = benchmark::Counter(
        nodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(rewrite_blocks)
    ->Name("rewrite")
    ->Args({1, 1'000})
    ->Args({1, 10'000})
    ->Args({1, 100'000})
    ->Args({1, 1'000'000});

} // namespace
