#pragma once

#include <graft/dialect/aten.hpp>
#include <graft/ir/graph.hpp>
#include <graft/ir/value.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

namespace graft_bench {

/// Runs a benchmark on 1e3 to 1e6 nodes.
inline void sizes(benchmark::internal::Benchmark* b) {
    for (std::int64_t nodes = 1'000; nodes <= 1'000'000; nodes *= 10)
        b->Arg(nodes);
}

/// Reports the time of an iteration per node.
inline void report_per_node(benchmark::State& state, std::size_t nodes) {
    state.counters["s_per_node"] = benchmark::Counter(
        static_cast<double>(nodes), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Blocks of add, mul, sub, add, of which the first two match `mul(add(x, y), y)`.
inline graft::graph blocks(std::int64_t nodes) {
    namespace aten = graft::aten;
    graft::graph g;
    graft::value a = placeholder(g, "a"), b = placeholder(g, "b");
    for (std::int64_t i = 0; i + 4 <= nodes; i += 4) {
        graft::value const product = aten::mul.Tensor(aten::add.Tensor(a, b), b);
        graft::value const difference = aten::sub.Tensor(product, a);
        a = b;
        b = aten::add.Tensor(difference, a);
    }
    output(g, {b});
    return g;
}

} // namespace graft_bench
