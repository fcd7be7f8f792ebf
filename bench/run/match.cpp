#include "graphs.hpp"

#include <graft/ir/graph.hpp>
#include <graft/ir/text/parse.hpp>
#include <graft/subgraph/subgraph_matcher.hpp>

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;
using namespace graft_bench;

// relu and sigmoid in turn, one long chain.
graph alternating(std::int64_t nodes) {
    graph g;
    node_id const first = g.placeholder("p");
    node_id last = first;
    for (std::int64_t i = 0; i < nodes; ++i)
        last = g.call_function(i % 2 == 0 ? "aten::relu" : "aten::sigmoid", {arg::node(last)});
    g.output(arg::node(last));
    return g;
}

// Blocks of add and mul, each on the result of the one before.
graph chain(std::int64_t nodes) {
    graph g;
    node_id const y = g.placeholder("y");
    node_id x = g.placeholder("x");
    for (std::int64_t i = 0; i < nodes; i += 2) {
        node_id const sum = g.call_function("aten::add.Tensor", {arg::node(x), arg::node(y)});
        x = g.call_function("aten::mul.Tensor", {arg::node(sum), arg::node(y)});
    }
    g.output(arg::node(x));
    return g;
}

// The blocks of a chain side by side; all adds stand before all muls.
graph wide(std::int64_t nodes) {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    std::vector<node_id> sums;
    std::vector<arg> results;
    for (std::int64_t i = 0; i < nodes / 2; ++i)
        sums.push_back(g.call_function("aten::add.Tensor", {arg::node(x), arg::node(y)}));
    for (node_id const sum : sums)
        results.push_back(arg::node(g.call_function("aten::mul.Tensor", {arg::node(sum), arg::node(y)})));
    g.output(arg::tuple(results));
    return g;
}

// Groups of `k` relus of one value.
graph siblings(std::int64_t nodes, std::int64_t k) {
    graph g;
    node_id x = g.placeholder("x");
    for (std::int64_t i = 0; i + k < nodes; i += k + 1) {
        std::vector<arg> all;
        for (std::int64_t j = 0; j < k; ++j)
            all.push_back(arg::node(g.call_function("aten::relu", {arg::node(x)})));
        x = g.call_function("aten::cat", {arg::list(all)});
    }
    g.output(arg::node(x));
    return g;
}

constexpr std::string_view add_mul = R"(graph():
    %a = placeholder[target=a]
    %b = placeholder[target=b]
    %sum = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b), kwargs = {})
    %product = call_function[target=torch.ops.aten.mul.Tensor](args = (%sum, %b), kwargs = {})
    return product
)";
constexpr std::string_view relu_sigmoid = R"(graph():
    %a = placeholder[target=a]
    %r = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
    %s = call_function[target=torch.ops.aten.sigmoid.default](args = (%r,), kwargs = {})
    return s
)";
constexpr std::string_view both = R"(graph():
    %a = placeholder[target=a]
    %r = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})
    %s = call_function[target=torch.ops.aten.sigmoid.default](args = (%r,), kwargs = {})
    return (r, s)
)";

// `k` relus of one value, all returned.
std::string equal_anchors(std::int64_t k) {
    std::string text = "graph():\n    %a = placeholder[target=a]\n", returned;
    for (std::int64_t i = 0; i < k; ++i) {
        std::string const name = "r" + std::to_string(i);
        text += "    %" + name + " = call_function[target=torch.ops.aten.relu.default](args = (%a,), kwargs = {})\n";
        returned += (i == 0 ? "" : ", ") + name;
    }
    return text + "    return (" + returned + ")\n";
}

void run(benchmark::State& state, graph const& g, std::string_view pattern, bool overlaps = false) {
    subgraph_matcher const matcher{parse(pattern), {.remove_overlapping_matches = !overlaps}};
    std::size_t matches = 0;
    for (auto _ : state)
        matches = matcher.match(g).size();
    state.counters["matches"] = static_cast<double>(matches);
    report_per_node(state, g.size());
}

void match_chain(benchmark::State& state) { run(state, chain(state.range(0)), add_mul); }
void match_alternating(benchmark::State& state) { run(state, alternating(state.range(0)), relu_sigmoid); }
void match_returned_inside(benchmark::State& state) { run(state, alternating(state.range(0)), both); }
void match_wide(benchmark::State& state) { run(state, wide(state.range(0)), add_mul); }
void match_wide_with_overlaps(benchmark::State& state) { run(state, wide(state.range(0)), add_mul, true); }
void match_equal_anchors(benchmark::State& state) { run(state, siblings(state.range(0), 8), equal_anchors(8)); }
// One too few: no match, and no permutation is tried.
void match_too_few_anchors(benchmark::State& state) { run(state, siblings(state.range(0), 11), equal_anchors(12)); }
BENCHMARK(match_chain)->Name("match/chain")->Apply(sizes);
BENCHMARK(match_alternating)->Name("match/alternating")->Apply(sizes);
BENCHMARK(match_returned_inside)->Name("match/returned_inside")->Apply(sizes);
BENCHMARK(match_wide)->Name("match/wide")->Apply(sizes);
BENCHMARK(match_wide_with_overlaps)->Name("match/wide_with_overlaps")->Apply(sizes);
BENCHMARK(match_equal_anchors)->Name("match/equal_anchors")->Apply(sizes);
BENCHMARK(match_too_few_anchors)->Name("match/too_few_anchors")->Apply(sizes);

} // namespace
