#include <graft/ir/early_use.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;

TEST_CASE("early_use: names the first node that stands before its input") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = g.call_function("user.f", {arg::node(x), arg::list({arg::node(y)})});
    node_id const b = g.call_function("user.f", {arg::node(a)}, {{"key", arg::node(y)}});
    CHECK(is_topological(g));
    CHECK(find_early_use(g).input == no_node);
    g.move_before(y, b);
    CHECK_FALSE(is_topological(g));
    CHECK(find_early_use(g).user == a);
    CHECK(find_early_use(g).input == y);
    g.move_before(y, no_node);
    g.move_before(a, y);
    CHECK(find_early_use(g).user == b);
    CHECK(find_early_use(g).input == a);
}

TEST_CASE("early_use: a node that uses itself does so too early") {
    graph g;
    node_id const x = g.placeholder("x"), a = g.call_function("user.f", {arg::node(x)});
    std::vector<arg> const itself{arg::node(a)};
    g.set_args(a, itself);
    CHECK(find_early_use(g).user == a);
    CHECK(find_early_use(g).input == a);
    CHECK(is_topological(graph{}));
}

TEST_CASE("early_use: nodes that are given are defined from the start, whatever they use") {
    graph g;
    node_id const x = g.placeholder("x"), a = g.call_function("user.f", {arg::node(x)});
    node_id const b = g.call_function("user.f", {arg::node(a)});
    g.move_before(b, x);
    g.move_before(a, b);
    CHECK(find_early_use(g).user == a);
    CHECK(find_early_use(g, [&](node_id n) { return n == a; }).user == no_node);
    CHECK(find_early_use(g, [&](node_id n) { return n == b; }).user == a);
}

} // namespace
