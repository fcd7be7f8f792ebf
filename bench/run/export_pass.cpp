#include "graphs.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/transform/export_pass.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_bench;

// Blocks of add, relu, mul, neg on f32[8, 8], with the metadata that torch records.
exported_program blocks(std::int64_t nodes) {
    exported_program p;
    graph& g = p.graph();
    value a = placeholder(g, "a"), b = placeholder(g, "b");
    for (value const input : {a, b}) {
        g.set_val(input.id, make_spec(dtype::f32, {8, 8}));
        p.signature.inputs.push_back({.name = std::string{input.name()}, .target = {}, .value = {}});
    }
    for (std::int64_t i = 0; i + 4 <= nodes; i += 4) {
        value const sum = aten::relu(aten::add.Tensor(a, b));
        a = b;
        b = aten::neg(aten::mul.Tensor(sum, a));
    }
    output(g, {b});
    p.signature.outputs.push_back({.name = std::string{b.name()}, .target = {}, .value = {}});
    infer_all(g);
    for (node_id const n : g.nodes()) {
        std::string const trace = "File \"model.py\", line " + std::to_string(n % 100) + ", in forward\n    y = f(x)";
        arg metadata{arg_kind::dict, {std::string_view{trace}, "L['self'].layers.0"}};
        metadata.keys = {"stack_trace", "nn_module_stack"};
        g.set_meta(n, metadata);
    }
    return p;
}

struct identity : export_pass<identity> {};

struct add_to_mul_sub : export_pass<add_to_mul_sub> {
    arg call_operator(call_target const& op, arguments const& args, keyword_arguments const& kwargs,
                      node_metadata const& meta) {
        if (op != aten::add.Tensor)
            return export_pass::call_operator(op, args, kwargs, meta);
        arg const product = export_pass::call_operator(aten::mul.Tensor, args, {}, meta);
        return export_pass::call_operator(aten::sub.Tensor, {product, args[1]}, {}, meta);
    }
};

// Times the pass alone, not the copy of the program.
template <class Pass>
void run_pass(benchmark::State& state) {
    exported_program const original = blocks(state.range(0));
    bool modified = false;
    for (auto _ : state) {
        state.PauseTiming();
        {
            exported_program p = original;
            state.ResumeTiming();
            modified = Pass{}(p).modified;
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    state.counters["modified"] = modified;
    report_per_node(state, original.graph().size());
}
BENCHMARK(run_pass<identity>)->Name("export_pass/identity")->Arg(1'000)->Arg(10'000)->Arg(100'000);
BENCHMARK(run_pass<add_to_mul_sub>)->Name("export_pass/add_to_mul_sub")->Arg(1'000)->Arg(10'000)->Arg(100'000);

} // namespace
