#include "graphs.hpp"

#include <graft/compiled_rules/compiled_rules.hpp>
#include <graft/dialect/aten.hpp>
#include <graft/ir/eliminate_dead_code.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

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

// Blocks of add, mul and sub with the other ops of the rules between them: every rule is among those that are
// looked at, and none but `add-mul-to-sub` matches.
graph mixed_blocks(std::int64_t nodes) {
    namespace aten = graft::aten;
    graph g;
    value a = placeholder(g, "a"), b = placeholder(g, "b");
    for (std::int64_t i = 0; i + 8 <= nodes; i += 8) {
        value const product = aten::mul.Tensor(aten::add.Tensor(a, b), b);
        value const other[] = {aten::relu(b), aten::neg(b),   aten::exp(b), aten::sigmoid(b), aten::tanh(b),
                               aten::sqrt(b), aten::rsqrt(b), aten::abs(b), aten::cos(b),     aten::sin(b)};
        value const some = other[i / 8 % 10];
        value const difference = aten::sub.Tensor(aten::add.Tensor(some, a), product);
        a = aten::mul.Tensor(aten::add.Tensor(b, some), a);
        b = aten::sub.Tensor(difference, some);
    }
    output(g, {b});
    static_cast<void>(eliminate_dead_code(g));
    return g;
}

// Times the rewrite alone, not the copy of the graph. A copy has no room to grow, as a graph that was built has: so
// it gets some first.
template <class Set>
void rewrite_all(benchmark::State& state, graph const& original, Set const& set) {
    std::size_t rewrites = 0;
    for (auto _ : state) {
        state.PauseTiming();
        {
            graph g = original;
            static_cast<void>(g.intern_string("room"));
            state.ResumeTiming();
            rewrites = rewrite(g, set).rewrites;
            state.PauseTiming();
        }
        state.ResumeTiming();
    }
    state.counters["rewrites"] = static_cast<double>(rewrites);
    report_per_node(state, original.size());
}
template <std::size_t Rules>
void compiled_blocks(benchmark::State& state) {
    rewrite_all(state, blocks(state.range(0)), compiled<many_rules<Rules>>);
}
template <std::size_t Rules>
void interpreted_blocks(benchmark::State& state) {
    rewrite_all(state, blocks(state.range(0)), many_rules<Rules>);
}
template <std::size_t Rules>
void compiled_mixed(benchmark::State& state) {
    rewrite_all(state, mixed_blocks(state.range(0)), compiled<many_rules<Rules>>);
}
template <std::size_t Rules>
void interpreted_mixed(benchmark::State& state) {
    rewrite_all(state, mixed_blocks(state.range(0)), many_rules<Rules>);
}
BENCHMARK(compiled_blocks<1>)->Name("rewrite/compiled/1")->Apply(sizes);
BENCHMARK(compiled_blocks<10>)->Name("rewrite/compiled/10")->Apply(sizes);
BENCHMARK(compiled_blocks<100>)->Name("rewrite/compiled/100")->Apply(sizes);
BENCHMARK(compiled_blocks<200>)->Name("rewrite/compiled/200")->Apply(sizes);
BENCHMARK(compiled_mixed<1>)->Name("rewrite/compiled/mixed/1")->Apply(sizes);
BENCHMARK(compiled_mixed<10>)->Name("rewrite/compiled/mixed/10")->Apply(sizes);
BENCHMARK(compiled_mixed<100>)->Name("rewrite/compiled/mixed/100")->Apply(sizes);
BENCHMARK(interpreted_blocks<1>)->Name("rewrite/interpreted/1")->Apply(sizes);
BENCHMARK(interpreted_blocks<100>)->Name("rewrite/interpreted/100")->Apply(sizes);
BENCHMARK(interpreted_mixed<1>)->Name("rewrite/interpreted/mixed/1")->Apply(sizes);
BENCHMARK(interpreted_mixed<100>)->Name("rewrite/interpreted/mixed/100")->Apply(sizes);

//=== matching alone ===//

// What `mul(add(x, y), y)` is when it is written by hand for this graph.
class hand_written {
public:
    explicit hand_written(graph& g)
        : g_(g), mul_(g.intern_target(aten::mul_tensor::info())), add_(g.intern_target(aten::add_tensor::info())) {}

    [[nodiscard]] bool matches(node_id n) const {
        if (!is_call(n, mul_))
            return false;
        operand const left = g_.operand_at(n, 0), right = g_.operand_at(n, 1);
        return is_sum_with(left, right) || is_sum_with(right, left);
    }

private:
    [[nodiscard]] bool is_call(node_id n, std::uint32_t target) const {
        return g_.op(n) == opcode::call_function && g_.target_id(n) == target && g_.arg_count(n) == 2 &&
               g_.kwarg_count(n) == 0;
    }
    [[nodiscard]] bool is_sum_with(operand sum, operand other) const {
        return sum.is_node() && is_call(sum.id(), add_) &&
               (g_.operand_at(sum.id(), 1) == other || g_.operand_at(sum.id(), 0) == other);
    }

    graph const& g_;
    std::uint32_t mul_, add_;
};

template <class F>
void count_matches(benchmark::State& state, graph const& g, F const& matches) {
    std::size_t found = 0;
    for (auto _ : state) {
        found = 0;
        for (node_id const n : g.nodes())
            found += matches(n);
        benchmark::DoNotOptimize(found);
    }
    state.counters["matches"] = static_cast<double>(found);
    report_per_node(state, g.size());
}
void match_by_hand(benchmark::State& state) {
    graph g = blocks(state.range(0));
    hand_written const hand{g};
    count_matches(state, g, [&](node_id n) { return hand.matches(n); });
}
template <std::size_t Rules>
void match_by_interpreter(benchmark::State& state) {
    graph g = blocks(state.range(0));
    detail::prepared_rules const rules{g, detail::views_of(many_rules<Rules>)};
    detail::rule_index index{g, rules};
    detail::matcher<> matcher{g, rules};
    count_matches(state, g, [&](node_id n) {
        for (std::uint32_t const rule : index.rules_at(n))
            if (matcher.match_rule(rule, n))
                return true;
        return false;
    });
}

struct any_match {
    bool matches(std::uint32_t, std::span<operand const>, std::span<node_id const>) { return true; }
    bool asks(std::uint32_t) { return false; }
};
template <std::size_t Rules>
void match_by_code(benchmark::State& state) {
    graph g = blocks(state.range(0));
    detail::effect_regions const regions{g};
    std::vector<std::uint32_t> all(Rules);
    std::iota(all.begin(), all.end(), 0u);
    detail::compiled_matcher<many_rules<Rules>> matcher{g, regions, all};
    any_match found;
    count_matches(state, g, [&](node_id n) { return matcher.match_at(n, found); });
}
BENCHMARK(match_by_hand)->Name("match_rules/hand/1")->Apply(sizes);
BENCHMARK(match_by_code<1>)->Name("match_rules/compiled/1")->Apply(sizes);
BENCHMARK(match_by_code<10>)->Name("match_rules/compiled/10")->Apply(sizes);
BENCHMARK(match_by_code<100>)->Name("match_rules/compiled/100")->Apply(sizes);
BENCHMARK(match_by_interpreter<1>)->Name("match_rules/interpreted/1")->Apply(sizes);
BENCHMARK(match_by_interpreter<10>)->Name("match_rules/interpreted/10")->Apply(sizes);
BENCHMARK(match_by_interpreter<100>)->Name("match_rules/interpreted/100")->Apply(sizes);

} // namespace
