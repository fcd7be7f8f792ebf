#include "graphs.hpp"

#include <graft/partition/capability_based_partitioner.hpp>
#include <graft/partition/group_based_partitioner.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using namespace graft;

// Graphs of calls of two functions, of which a backend supports `a`.
class graph_of_calls {
public:
    graph_of_calls() : a_(g.intern_target("user.a")), b_(g.intern_target("user.b")), x_(g.placeholder("x")) {}

    node_id call(bool supported, std::vector<node_id> const& inputs) {
        std::vector<arg> args;
        for (node_id const n : inputs)
            args.push_back(arg::node(n));
        return g.call_function(supported ? a_ : b_, args);
    }
    [[nodiscard]] node_id input() const { return x_; }
    graph finish(std::vector<node_id> const& results) {
        std::vector<arg> items;
        for (node_id const n : results)
            items.push_back(arg::node(n));
        g.output(arg::tuple(items));
        return std::move(g);
    }

private:
    graph g;
    std::uint32_t a_, b_;
    node_id x_;
};

graph chain_of(std::int64_t nodes, std::int64_t period) {
    graph_of_calls calls;
    node_id at = calls.input();
    for (std::int64_t i = 0; i < nodes; ++i)
        at = calls.call(i % period == 0, {at});
    return calls.finish({at});
}
graph chain_graph(std::int64_t nodes) { return chain_of(nodes, 1); }
graph alternating_graph(std::int64_t nodes) { return chain_of(nodes, 2); }

// Independent branches of 100 nodes, each alternating, one written after the other.
graph wide_graph(std::int64_t nodes) {
    graph_of_calls calls;
    std::vector<node_id> ends;
    for (std::int64_t i = 0; i < nodes; i += 100) {
        node_id at = calls.input();
        for (std::int64_t j = 0; j < 100; ++j)
            at = calls.call(j % 2 == 0, {at});
        ends.push_back(at);
    }
    return calls.finish(ends);
}

// Independent branches of one supported node each: one partition.
graph flat_graph(std::int64_t nodes) {
    graph_of_calls calls;
    std::vector<node_id> ends;
    for (std::int64_t i = 0; i < nodes; ++i)
        ends.push_back(calls.call(true, {calls.input()}));
    return calls.finish(ends);
}

// Residual blocks x + f(x), with one unsupported call in every second f; x also reaches the block after.
graph residual_graph(std::int64_t nodes) {
    graph_of_calls calls;
    node_id before = calls.input(), at = calls.input();
    for (std::int64_t i = 0; i < nodes; i += 4) {
        node_id const first = calls.call(true, {at});
        node_id const second = calls.call(i % 8 != 0, {first});
        node_id const third = calls.call(true, {second, before});
        before = at;
        at = calls.call(true, {at, third});
    }
    return calls.finish({at});
}

// Every node takes the one before it and one of the last thousand; two in three are supported.
graph random_graph(std::int64_t nodes) {
    graph_of_calls calls;
    std::vector<node_id> all{calls.input()};
    std::uint64_t state = 1;
    auto const below = [&](std::uint64_t end) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (state >> 33) % end;
    };
    for (std::int64_t i = 0; i < nodes; ++i) {
        node_id const near = all[all.size() - 1 - below(std::min<std::size_t>(all.size(), 4))];
        node_id const far = all[all.size() - 1 - below(std::min<std::size_t>(all.size(), 1000))];
        all.push_back(calls.call(below(3) != 0, {near, far}));
    }
    return calls.finish({all.back()});
}

template <graph (*Make)(std::int64_t), bool Horizontal>
void propose(benchmark::State& state) {
    graph const g = Make(state.range(0));
    capability_based_partitioner const partitioner(g, support_targets({"user.a"}),
                                                   {.skip_horizontal_fusion = !Horizontal});
    std::size_t partitions = 0;
    for (auto _ : state)
        partitions = partitioner.propose_partitions().size();
    state.counters["partitions"] = static_cast<double>(partitions);
    graft_bench::report_per_node(state, g.size());
}

// Every tenth node and a supported one near it form a group.
template <graph (*Make)(std::int64_t)>
void propose_groups(benchmark::State& state) {
    graph const g = Make(state.range(0));
    std::vector<node_id> const nodes(g.nodes().begin(), g.nodes().end());
    std::vector<std::vector<node_id>> groups;
    for (std::size_t i = 1; i + 10 < nodes.size(); i += 10)
        groups.push_back({nodes[i], nodes[i + 2]});
    group_based_partitioner const partitioner(g, support_targets({"user.a"}), std::move(groups));
    for (auto _ : state)
        benchmark::DoNotOptimize(partitioner.propose_partitions());
    graft_bench::report_per_node(state, g.size());
}

void sizes(benchmark::internal::Benchmark* b) {
    for (std::int64_t const nodes : {1'000, 10'000, 40'000, 100'000, 1'000'000})
        b->Arg(nodes);
}

BENCHMARK(propose<chain_graph, true>)->Name("partition/chain")->Apply(sizes);
BENCHMARK(propose<alternating_graph, true>)->Name("partition/alternating")->Apply(sizes);
BENCHMARK(propose<wide_graph, true>)->Name("partition/wide")->Apply(sizes);
BENCHMARK(propose<flat_graph, true>)->Name("partition/flat")->Apply(sizes);
BENCHMARK(propose<residual_graph, true>)->Name("partition/residual")->Apply(sizes);
BENCHMARK(propose<random_graph, true>)->Name("partition/random")->Apply(sizes);
BENCHMARK(propose<chain_graph, false>)->Name("partition_users/chain")->Apply(sizes);
BENCHMARK(propose<alternating_graph, false>)->Name("partition_users/alternating")->Apply(sizes);
BENCHMARK(propose<wide_graph, false>)->Name("partition_users/wide")->Apply(sizes);
BENCHMARK(propose<flat_graph, false>)->Name("partition_users/flat")->Apply(sizes);
BENCHMARK(propose<residual_graph, false>)->Name("partition_users/residual")->Apply(sizes);
BENCHMARK(propose<random_graph, false>)->Name("partition_users/random")->Apply(sizes);
BENCHMARK(propose_groups<chain_graph>)->Name("partition_groups/chain")->Apply(sizes);
BENCHMARK(propose_groups<alternating_graph>)->Name("partition_groups/alternating")->Apply(sizes);
BENCHMARK(propose_groups<wide_graph>)->Name("partition_groups/wide")->Apply(sizes);
BENCHMARK(propose_groups<residual_graph>)->Name("partition_groups/residual")->Apply(sizes);

} // namespace
