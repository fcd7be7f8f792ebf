#include "graphs.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/subgraph/replace_pattern.hpp>

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_bench;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto add_mul = aten::mul.Tensor(aten::add.Tensor(x, y), y) >> aten::sub.Tensor(x, y);
constexpr auto relu_to_two = aten::relu(x) >> aten::mul.Tensor(aten::sigmoid(x), x);

// relu and sigmoid in turn.
graph alternating(std::int64_t nodes) {
    graph g;
    value a = placeholder(g, "a");
    for (std::int64_t i = 0; i < nodes; i += 2)
        a = aten::sigmoid(aten::relu(a));
    output(g, {a});
    return g;
}

// Only the output uses them, so that every replacement goes before it.
graph wide(std::int64_t nodes) {
    graph g;
    value const a = placeholder(g, "a");
    std::vector<value> results;
    for (std::int64_t i = 0; i < nodes; ++i)
        results.push_back(aten::relu(a));
    output(g, results);
    return g;
}

// Times the replacement alone, not the copy of the graph.
template <class Rule>
void run(benchmark::State& state, graph const& original, Rule const& rule) {
    std::size_t replaced = 0;
    for (auto _ : state) {
        state.PauseTiming();
        {
            graph g = original;
            state.ResumeTiming();
            replaced = replace_pattern(g, rule).size();
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    state.counters["replaced"] = static_cast<double>(replaced);
    report_per_node(state, original.size());
}

void replace_in_blocks(benchmark::State& state) { run(state, blocks(state.range(0)), add_mul); }
void replace_in_alternating(benchmark::State& state) { run(state, alternating(state.range(0)), relu_to_two); }
void replace_in_wide(benchmark::State& state) { run(state, wide(state.range(0)), relu_to_two); }
BENCHMARK(replace_in_blocks)->Name("replace/blocks")->Apply(sizes);
BENCHMARK(replace_in_alternating)->Name("replace/alternating")->Apply(sizes);
BENCHMARK(replace_in_wide)->Name("replace/wide")->Apply(sizes);

} // namespace
