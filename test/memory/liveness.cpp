#include <graft/memory/liveness.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using graft::node_id;
using graft_test::f32;
using graft_test::graph_builder;
using ranges = std::vector<graft::live_range>;

ranges live_ranges(graph_builder const& b) { return graft::find_live_ranges(b.g, graft::find_storages(b.g)); }

} // namespace

TEST_CASE("find_live_ranges: from the definition to the last use, the output among them") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const y = b.input("y", f32({4}));
    node_id const a = b.call("test::relu", {x}, f32({4}), "a");
    node_id const sum = b.call("test::add", {a, y}, f32({4}), "sum");
    b.call("test::relu", {a}, f32({4}), "unused");
    b.output({sum});
    CHECK(live_ranges(b) == ranges{{0, 2}, {0, 3}, {2, 4}, {3, 5, true}, {4, 4}});
}

TEST_CASE("find_live_ranges: a view or an in-place op prolongs the life of its base") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const a = b.call("test::relu", {x}, f32({4}), "a");
    node_id const view = b.call("test::view", {a}, f32({2, 2}), "view");
    b.call("test::zero_", {x}, {}, "clear");
    node_id const changed = b.call("test::relu_", {view}, f32({2, 2}), "changed");
    b.output({changed});
    CHECK(live_ranges(b) == ranges{{0, 3}, {1, 5, true}});
}

TEST_CASE("find_live_ranges: a getitem prolongs only the result it takes") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const all = b.call("test::norm", {x}, graft::value_spec::of_list({f32({4}), f32({1}), f32({1})}), "stats");
    node_id const second = b.item(all, 1, "second");
    node_id const y = b.call("test::relu", {second}, f32({1}), "y");
    b.output({y});
    CHECK(live_ranges(b) == ranges{{0, 1}, {1, 1}, {1, 3}, {1, 1}, {3, 4, true}});
}

TEST_CASE("find_live_ranges: what may be a view keeps its base as long as it lives itself") {
    graph_builder b;
    node_id const x = b.input("x", f32({2, 3}, {1, 2}));
    node_id const flat = b.call("test::reshape", {x}, f32({6}), "flat");
    node_id const y = b.call("test::relu", {flat}, f32({6}), "y");
    b.output({y});
    CHECK(live_ranges(b) == ranges{{0, 2}, {1, 2}, {2, 3, true}});
}

TEST_CASE("find_live_ranges: holding goes through a chain of results that may be views") {
    graph_builder b;
    node_id const x = b.input("x", f32({2, 3}, {1, 2}));
    node_id const flat = b.call("test::reshape", {x}, f32({6}), "flat");
    node_id const strided = b.call("test::alias", {flat}, f32({6}, {2}), "strided");
    b.output({strided});
    CHECK(live_ranges(b) == ranges{{0, 3, false}, {1, 3, false}, {2, 3, true}});
}
