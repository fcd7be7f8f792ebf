#include "graphs.hpp"

#include <graft/dialect/aten.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <utility>

namespace {

using namespace graft;
using namespace graft_bench;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto one_rule =
    rules(rule<"add-mul-to-sub">(aten::mul.Tensor(aten::add.Tensor(x, y), y) >> aten::sub.Tensor(x, y)));

template <std::size_t I, class P>
constexpr auto unary(P const& p) {
    if constexpr (I == 0)
        return aten::relu(p);
    else if constexpr (I == 1)
        return aten::neg(p);
    else if constexpr (I == 2)
        return aten::exp(p);
    else if constexpr (I == 3)
        return aten::sigmoid(p);
    else if constexpr (I == 4)
        return aten::tanh(p);
    else if constexpr (I == 5)
        return aten::sqrt(p);
    else if constexpr (I == 6)
        return aten::rsqrt(p);
    else if constexpr (I == 7)
        return aten::abs(p);
    else if constexpr (I == 8)
        return aten::cos(p);
    else
        return aten::sin(p);
}

// Rule `I` looks for one of 3 ops of one of 10 other ops of the number `I`, or of a variable at every fifth; none
// of them matches in the graphs below, though their root ops are in all blocks.
template <std::size_t I>
constexpr auto template_rule() {
    auto const inner = [] {
        if constexpr (I % 5 == 0)
            return x;
        else
            return aten::mul.Tensor(x, static_cast<int>(I));
    }();
    auto const middle = unary<I / 3 % 10>(inner);
    if constexpr (I % 3 == 0)
        return rule<"add">(aten::add.Tensor(middle, aten::exp(y)) >> aten::sub.Tensor(x, y));
    else if constexpr (I % 3 == 1)
        return rule<"mul">(aten::mul.Tensor(middle, static_cast<int>(I)) >> aten::neg(x));
    else
        return rule<"sub">(aten::sub.Tensor(y, middle) >> aten::add.Tensor(x, y));
}

template <std::size_t... I>
constexpr auto make_rules(std::index_sequence<I...>) {
    return rules(template_rule<I>()..., one_rule);
}
template <std::size_t Count>
constexpr auto many_rules = make_rules(std::make_index_sequence<Count - 1>{});

// Times the rewrite alone, not the copy of the graph.
template <std::size_t Rules>
void rewrite_blocks(benchmark::State& state) {
    graph const original = blocks(state.range(0));
    std::size_t rewrites = 0;
    for (auto _ : state) {
        state.PauseTiming();
        {
            graph g = original;
            state.ResumeTiming();
            rewrites = rewrite(g, many_rules<Rules>).rewrites;
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    state.counters["rewrites"] = static_cast<double>(rewrites);
    report_per_node(state, original.size());
}
BENCHMARK(rewrite_blocks<1>)->Name("rewrite/1")->Apply(sizes);
BENCHMARK(rewrite_blocks<10>)->Name("rewrite/10")->Apply(sizes);
BENCHMARK(rewrite_blocks<100>)->Name("rewrite/100")->Apply(sizes);
BENCHMARK(rewrite_blocks<200>)->Name("rewrite/200")->Apply(sizes);

} // namespace
