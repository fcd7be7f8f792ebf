// Header-only: what holds in constants needs bodies.
#include <graft/ir/detail/graph_core.hpp>

#include <doctest/doctest.h>

#include <graft/ir/graph.hpp>

#include "../toy.hpp"

#include <vector>

namespace {

using namespace graft;
using detail::raw;

constexpr graph sample() {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function(toy::add_t::info(), {arg::node(x)}, {{"other", arg::node(x)}, {"alpha", 2}});
    g.call_function("f", {arg::list({arg::node(a), arg::node(x)}), 1});
    g.output(arg::node(a));
    return g;
}

// True if all that is read of a node is what the graph says, which checks the id.
constexpr bool reads_as_graph(graph const& g, node_id n) {
    auto const& r = raw(g);
    bool same = r.next(n) == g.next(n) && r.prev(n) == g.prev(n) && r.op(n) == g.op(n) &&
                r.target_id(n) == g.target_id(n) && r.target(n).name == g.target(n).name && r.name(n) == g.name(n) &&
                r.arg_count(n) == g.arg_count(n) && r.kwarg_count(n) == g.kwarg_count(n) &&
                r.operand_count(n) == g.operand_count(n) && r.use_count(n) == g.use_count(n) &&
                r.has_one_user(n) == g.has_one_user(n) && r.val(n) == g.val(n) &&
                r.meta(n).value() == g.meta(n).value() && r.type(n) == g.type(n) &&
                r.is_constant(n) == g.is_constant(n) && r.has_origins(n) == g.has_origins(n);
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        same = same && r.arg(n, i).value() == g.arg(n, i).value();
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        same = same && r.kwarg(n, i).value() == g.kwarg(n, i).value() && r.kwarg_key(n, i) == g.kwarg_key(n, i) &&
               r.kwarg_key_operand(n, i) == g.kwarg_key_operand(n, i);
    for (std::size_t i = 0; i < g.operand_count(n); ++i)
        same = same && r.operand_at(n, i) == g.operand_at(n, i);
    std::vector<node_id> uses, inputs;
    r.for_each_use(n, [&](node_id user) { uses.push_back(user); });
    r.for_each_input(n, [&](node_id input) { inputs.push_back(input); });
    g.for_each_use(n, [&](node_id user) { uses.push_back(user); });
    g.for_each_input(n, [&](node_id input) { inputs.push_back(input); });
    for (std::size_t i = 0; i < uses.size() / 2; ++i)
        same = same && uses[i] == uses[i + uses.size() / 2];
    for (std::size_t i = 0; i < inputs.size() / 2; ++i)
        same = same && inputs[i] == inputs[i + inputs.size() / 2];
    return same && r.all_uses(n, [](node_id) { return true; });
}

constexpr bool reads_all() {
    graph const g = sample();
    bool all = true;
    for (node_id const n : g.nodes())
        all = all && reads_as_graph(g, n);
    return all;
}
static_assert(reads_all());

TEST_CASE("graph_core: reads what the graph does") {
    graph g = sample();
    g.set_val(1, make_spec(dtype::f32, {2}));
    g.set_type(1, "torch.Tensor");
    arg meta{arg_kind::dict, {"text"}};
    meta.keys = {"key"};
    g.set_meta(2, meta);
    g.set_constant(1, true);
    g.add_origin(3, {"rule", "node"});
    for (node_id const n : g.nodes())
        CHECK(reads_as_graph(g, n));
}

} // namespace
