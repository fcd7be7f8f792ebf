#pragma once

#include <graft/ir/graph.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print_value.hpp>
#include <graft/ir/value.hpp>
#include <graft/rewrite/driver.hpp>

#include "../ir/toy.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace graft_test {

using graft::arg_kind;
using graft::arg_ref;
using graft::graph;
using graft::node_id;
using graft::value;

inline std::string formula(graph const& g, node_id n);

/// An argument as it stands in a formula.
inline std::string formula(graph const& g, arg_ref a) {
    if (a.is_node())
        return formula(g, a.node());
    if (a.kind() == arg_kind::list || a.kind() == arg_kind::tuple) {
        std::string out = "[";
        for (std::size_t i = 0; i < a.size(); ++i)
            out += (i == 0 ? "" : ", ") + formula(g, a[i]);
        return out + "]";
    }
    return a.kind() == arg_kind::string ? std::string{a.text()} : graft::detail::literal_text(a);
}

/// What a node computes, in terms of the placeholders: `add(a, neg(b), alpha=2)`; names of nodes do not matter.
inline std::string formula(graph const& g, node_id n) {
    if (g.op(n) != graft::opcode::call_function)
        return std::string{g.name(n)};
    std::string_view target = g.target(n).name;
    target.remove_prefix(target.find_last_of(g.target(n).is_op() ? ':' : '.') + 1);
    std::string out{target.substr(0, target.find('.'))};
    for (std::size_t i = 0; i < g.arg_count(n); ++i)
        out += (i == 0 ? "(" : ", ") + formula(g, g.arg(n, i));
    for (std::size_t i = 0; i < g.kwarg_count(n); ++i)
        out +=
            (i + g.arg_count(n) == 0 ? "(" : ", ") + std::string{g.kwarg_key(n, i)} + "=" + formula(g, g.kwarg(n, i));
    return out + ")";
}

/// What a graph returns, separated by commas.
inline std::string formula(graph const& g) {
    std::string const all = formula(g, g.arg(g.back(), 0));
    return g.arg(g.back(), 0).is_node() ? all : all.substr(1, all.size() - 2);
}

/// The graph of what `build(a, b, c)` returns, a value or several.
template <class Build>
GRAFT_CONSTEXPR_INLINE graph graph_of(Build build) {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b"), c = placeholder(g, "c");
    auto const results = build(a, b, c);
    if constexpr (requires { results.size(); })
        output(g, results);
    else
        output(g, {results});
    return g;
}

/// What rules make of what `build(a, b, c)` returns: the formula, then `; n nodes` without placeholders and output.
template <class Build, class Set>
std::string rewritten(Build build, Set const& set, std::size_t rewrites = 1) {
    graph g = graph_of(build);
    graft::rewrite_result const result = rewrite(g, set);
    CHECK(result.rewrites == rewrites);
    CHECK(result.converged);
    CHECK(graft::lint(g).empty());
    return formula(g) + "; " + std::to_string(g.size() - 4);
}

/// True when no rule changes what `build(a, b, c)` returns.
template <class Build, class Set>
bool unchanged(Build build, Set const& set) {
    graph g = graph_of(build);
    std::string const before = formula(g);
    std::size_t const size = g.size();
    graft::rewrite_result const result = rewrite(g, set);
    return result.rewrites == 0 && result.converged && formula(g) == before && g.size() == size;
}

} // namespace graft_test
