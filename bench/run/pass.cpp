#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/infer.hpp>
#include <graft/ir/value.hpp>
#include <graft/pass/graph_diff.hpp>
#include <graft/pass/manager.hpp>
#include <graft/pass/schedule.hpp>

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

// A chain of calls with values, and a megabyte of weights.
exported_program chain(std::int64_t nodes) {
    exported_program program;
    graph& g = program.graph();
    value v = placeholder(g, "x");
    g.set_val(v.id, make_spec(dtype::f32, {8, 8}));
    for (std::int64_t i = 2; i < nodes; ++i)
        v = aten::add.Tensor(v, v);
    output(g, {v});
    infer_all(g);
    program.state_dict["w"] = tensor::zeros({262'144}, dtype::f32);
    return program;
}

// What a manager costs a pass that does nothing: one copy of the program.
void run_idle_pass(benchmark::State& state) {
    exported_program program = chain(state.range(0));
    pass_manager manager;
    for (int i = 0; i < 10; ++i)
        manager.add_pass(make_pass("idle", [](graph&) { return false; }));
    for (auto _ : state)
        benchmark::DoNotOptimize(manager(program).modified);
    state.SetItemsProcessed(state.iterations() * 10 * state.range(0));
}
BENCHMARK(run_idle_pass)->Name("manager/idle_pass")->Arg(1'000)->Arg(10'000)->Arg(100'000);

void diff_graphs(benchmark::State& state) {
    exported_program const before = chain(state.range(0));
    exported_program after = before;
    graph& g = after.graph();
    for (node_id const n : g.nodes())
        if (n % 10 == 5)
            g.rename(n, "other_" + std::to_string(n));
    for (auto _ : state)
        benchmark::DoNotOptimize(diff(before.graph(), g).changed.size());
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(diff_graphs)->Name("graph_diff")->Arg(1'000)->Arg(10'000)->Arg(100'000);

// Passes listed backwards, each before the next and before one further on.
void solve(benchmark::State& state) {
    auto const count = static_cast<std::size_t>(state.range(0));
    std::vector<std::string> names;
    for (std::size_t i = count; i > 0; --i)
        names.push_back("p" + std::to_string(i));
    std::vector<std::string_view> const views(names.begin(), names.end());
    std::vector<pass_constraint> constraints;
    for (std::size_t i = 1; i < count; ++i) {
        constraints.push_back(this_before_that(names[i], names[i - 1]));
        constraints.push_back(this_before_that(names[i], names[i / 2]));
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(schedule(views, constraints).size());
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(solve)->Name("schedule")->Arg(100)->Arg(1'000)->Arg(10'000);

} // namespace
