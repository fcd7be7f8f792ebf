#include <graft/dialect/known_ops.hpp>
#include <graft/io/pt2/reader.hpp>
#include <graft/memory/greedy.hpp>
#include <graft/memory/lifetime.hpp>
#include <graft/rewrite/bind_pattern.hpp>
#include <graft/runtime/constant_prop.hpp>
#include <graft/runtime/kernels/elementwise.hpp>
#include <graft/runtime/kernels/view.hpp>
#include <graft/transform/remove_unused_state.hpp>
#include <graft/transform/rules/fold.hpp>
#include <graft/transform/rules/linear.hpp>
#include <graft/transform/to_edge.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

// From a file to a planned program of the Backend dialect, stage by stage: the counters are milliseconds of each.

namespace {

using namespace graft;

// What folding batch norm into weights computes with.
struct folding_ops {
    using members =
        op_list<aten::add_tensor, aten::add_scalar, aten::sub_tensor, aten::mul_tensor, aten::div_tensor,
                aten::neg_default, aten::rsqrt_default, aten::view_copy_default, aten::permute_copy_default>;
};

class stopwatch {
public:
    /// Milliseconds since the last call.
    double lap() {
        auto const now = std::chrono::steady_clock::now();
        double const ms = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return ms;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void lower(benchmark::State& state, std::string const& path) {
    kernel_library const library{kernels_of<folding_ops>(), {}};
    double load = 0, edge = 0, backend = 0, plan = 0;
    for (auto _ : state) {
        stopwatch watch;
        exported_program program = read_pt2(path, {.find_op = find_known_op<>, .model = {}});
        load += watch.lap();
        static_cast<void>(to_edge(program));
        edge += watch.lap();
        static_cast<void>(rewrite(program.graph(), rule_sets::fold_batch_norm<>));
        static_cast<void>(rewrite(program.graph(), rule_sets::linear<>, {.order = sweep::backward}));
        constant_prop(program, library);
        remove_unused_state(program);
        set_dialect(program.graph(), dialect_tag::backend);
        backend += watch.lap();
        benchmark::DoNotOptimize(plan_greedy(find_lifetimes(program).values));
        plan += watch.lap();
    }
    auto const mean = [&](double total) { return total / static_cast<double>(state.iterations()); };
    state.counters["load"] = mean(load);
    state.counters["to_edge"] = mean(edge);
    state.counters["to_backend"] = mean(backend);
    state.counters["plan"] = mean(plan);
}

// A folder of model folders, from the environment variable GRAFT_MODELS.
int register_models() {
    char const* const root = std::getenv("GRAFT_MODELS");
    for (char const* const name : {"mlp", "digits_cnn", "mobilenet_v2", "resnet18"}) {
        std::string const path = root == nullptr ? "" : std::string{root} + "/" + name + "/model.pt2";
        if (root != nullptr && std::filesystem::exists(path))
            benchmark::RegisterBenchmark(("lowering/" + std::string{name}).c_str(), lower, path)
                ->Unit(benchmark::kMillisecond);
    }
    return 0;
}
int const registered = register_models();

} // namespace
