// Header-only: what holds in constants needs bodies.
#include <graft/ir/topological_sort.hpp>

#include <doctest/doctest.h>

#include <graft/ir/lint.hpp>

#include "../io/raises.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;

std::string order(graph const& g) {
    std::string out;
    for (node_id const n : g.nodes())
        out += std::string{g.name(n)} + " ";
    return out;
}

// a, b, c(a), d(b), e(c, c), f(a, d); out of order.
graph scrambled() {
    graph g;
    node_id const a = g.placeholder("a"), b = g.placeholder("b");
    node_id const c = g.call_function("f", {arg::node(a)}, {}, "c"), d = g.call_function("f", {arg::node(b)}, {}, "d");
    node_id const e = g.call_function("f", {arg::list({arg::node(c), arg::node(c)})}, {}, "e");
    node_id const f = g.call_function("f", {arg::node(a)}, {{"k", arg::node(d)}}, "f");
    g.output(arg::tuple({arg::node(e), arg::node(f)}));
    g.move_before(e, c);
    g.move_after(d, f);
    return g;
}

TEST_CASE("topological_sort: the stable order keeps nodes where they stood unless they wait for one behind") {
    graph g = scrambled();
    CHECK(!lint(g).empty());
    stable_topological_sort(g);
    CHECK(order(g) == "a b c e d f output ");
    CHECK(lint(g).empty());
    stable_topological_sort(g);
    CHECK(order(g) == "a b c e d f output ");
}

TEST_CASE("topological_sort: legalize_graph goes breadth first") {
    graph g = scrambled();
    legalize_graph(g);
    CHECK(order(g) == "a b c d e f output ");
    CHECK(lint(g).empty());
}

TEST_CASE("topological_sort: legalize_graph puts arithmetic of numbers and assertions first") {
    graph g;
    node_id const a = g.placeholder("a"), b = g.placeholder("b");
    node_id const c = g.call_function("f", {arg::node(a)}, {}, "c");
    g.call_function("f", {arg::node(b)}, {}, "d");
    node_id const e = g.call_function("operator.add", {arg::node(a), 1}, {}, "e");
    g.call_function("aten::_assert_scalar", {arg::node(e), "m"}, {}, "assert_e");
    g.output(arg::node(c));
    legalize_graph(g);
    CHECK(order(g) == "a e assert_e b c d output ");
}

TEST_CASE("topological_sort: a cycle is an error and changes nothing") {
    graph g;
    node_id const a = g.placeholder("a"), b = g.call_function("f", {arg::node(a)}, {}, "b");
    node_id const c = g.call_function("f", {arg::node(b)}, {}, "c");
    g.set_args(b, std::vector{arg::node(c)});
    g.move_before(c, a);
    CHECK(graft_test::sentence([&] { stable_topological_sort(g); }) ==
          "stable_topological_sort: the graph has a cycle, or a node uses one that is not in it");
    CHECK(graft_test::sentence([&] { legalize_graph(g); }) ==
          "legalize_graph: the graph has a cycle, or a node uses one that is not in it");
    CHECK(order(g) == "c a b ");
}

constexpr bool sorts_in_constants() {
    graph g;
    node_id const a = g.placeholder("a"), b = g.call_function("f", {arg::node(a)}, {}, "b");
    g.move_before(b, a);
    stable_topological_sort(g);
    bool const sorted = lint(g).empty();
    g.move_before(b, a);
    legalize_graph(g);
    return sorted && lint(g).empty();
}
static_assert(sorts_in_constants());

} // namespace
