#include "graphs.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/partition/fuse_partitions.hpp>
#include <graft/partition/inline_submodule.hpp>
#include <graft/partition/source_partitions.hpp>
#include <graft/partition/split_module.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_bench;

constexpr std::int64_t part_size = 10;

// A chain of parts of ten calls; every part takes the results of the two before it.
struct chain {
    graph_module module;
    std::vector<std::vector<node_id>> parts;

    explicit chain(std::int64_t nodes) {
        graph& g = module.graph;
        value a = placeholder(g, "a"), b = placeholder(g, "b");
        for (std::int64_t i = 0; i + part_size <= nodes; i += part_size) {
            std::vector<node_id>& part = parts.emplace_back();
            std::string const stack = "L__self__,,Net;L__self__l,l" + std::to_string(i) + ",nn.Linear";
            arg meta(arg_kind::dict, {std::string_view(stack)});
            meta.keys = {"nn_module_stack"};
            value last = b;
            for (std::int64_t k = 0; k < part_size; ++k) {
                last = aten::add.Tensor(last, a);
                g.set_meta(last.id, meta);
                part.push_back(last.id);
            }
            a = b;
            b = last;
        }
        output(g, {b});
    }
};

void report(benchmark::State& state, graph_module const& module) { report_per_node(state, module.graph.size()); }

// Times `f` on a copy of the module, without the copy.
template <class F>
void time_on_copies(benchmark::State& state, graph_module const& original, F f) {
    for (auto _ : state) {
        state.PauseTiming();
        {
            graph_module module = original;
            state.ResumeTiming();
            f(module);
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    report(state, original);
}

void fuse_parts(benchmark::State& state) {
    chain const made(state.range(0));
    time_on_copies(state, made.module, [&](graph_module& m) { fuse_by_partitions(m, made.parts); });
}

void inline_parts(benchmark::State& state) {
    chain made(state.range(0));
    std::vector<node_id> const calls = fuse_by_partitions(made.module, made.parts);
    time_on_copies(state, made.module, [&](graph_module& m) { inline_submodules(m, calls); });
    report_per_node(state, static_cast<std::size_t>(state.range(0)));
}

// What going through the memory of all those submodules costs alone: inlining grows no faster.
void copy_parts(benchmark::State& state) {
    chain made(state.range(0));
    fuse_by_partitions(made.module, made.parts);
    for (auto _ : state) {
        graph_module copy = made.module;
        benchmark::DoNotOptimize(copy.submodules.data());
    }
    report_per_node(state, static_cast<std::size_t>(state.range(0)));
}

void fuse_whole(benchmark::State& state) {
    chain const made(state.range(0));
    std::vector<std::vector<node_id>> whole(1);
    for (auto const& part : made.parts)
        whole[0].insert(whole[0].end(), part.begin(), part.end());
    time_on_copies(state, made.module, [&](graph_module& m) { fuse_by_partitions(m, whole); });
}

void split(benchmark::State& state) {
    chain const made(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(split_module(made.module, [](node_id n) { return n / part_size; }));
    report(state, made.module);
}

void sources(benchmark::State& state) {
    chain const made(state.range(0));
    constexpr std::string_view wanted[] = {"Linear"};
    for (auto _ : state)
        benchmark::DoNotOptimize(get_source_partitions(made.module.graph, wanted));
    report(state, made.module);
}

BENCHMARK(fuse_parts)->Name("fuse/parts_of_10")->Apply(sizes);
BENCHMARK(fuse_whole)->Name("fuse/whole")->Apply(sizes);
BENCHMARK(inline_parts)->Name("inline")->Apply(sizes);
BENCHMARK(copy_parts)->Name("inline/copy_of_submodules")->Apply(sizes);
BENCHMARK(split)->Name("split")->Apply(sizes);
BENCHMARK(sources)->Name("source_partitions")->Apply(sizes);

} // namespace
