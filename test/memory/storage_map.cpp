#include <graft/memory/storage_map.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using graft::node_id;
using graft_test::f32;
using graft_test::graph_builder;
using ids = std::vector<graft::storage_id>;

ids storages(graft::storage_map const& map, node_id n) {
    auto const found = map.storages(n);
    return {found.begin(), found.end()};
}

// The storages of a result of this value of an op on %x, whose storage is 0.
ids shared(char const* op, graft::value_spec from, graft::value_spec to) {
    graph_builder b;
    node_id const x = b.input("x", std::move(from));
    node_id const y = b.call(op, {x}, std::move(to), "y");
    return storages(graft::find_storages(b.g), y);
}

} // namespace

TEST_CASE("find_storages: every new tensor has a storage of its own, in order of the graph") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const y = b.call("test::relu", {x}, f32({4}), "y");
    node_id const n = b.call("test::size", {y}, graft::value_spec::of_integer(4), "n");
    b.output({y, n});
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(map.size() == 2);
    CHECK(storages(map, x) == ids{0});
    CHECK(storages(map, y) == ids{1});
    CHECK(storages(map, n) == ids{graft::no_storage});
    CHECK(map.origin(1).node == y);
}

TEST_CASE("find_storages: views, views of views and in-place results have the storage of their "
          "base") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const y = b.call("test::relu", {x}, f32({4}), "y");
    node_id const view = b.call("test::view", {y}, f32({2, 2}), "view");
    node_id const again = b.call("test::alias", {view}, f32({2, 2}), "again");
    node_id const changed = b.call("test::relu_", {again}, f32({2, 2}), "changed");
    node_id const nothing = b.call("test::zero_", {x}, {}, "nothing");
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(map.size() == 2);
    for (node_id const n : {view, again, changed})
        CHECK(storages(map, n) == ids{1});
    CHECK(storages(map, nothing).empty());
}

TEST_CASE("find_storages: an out variant returns the storage of its out argument") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const out = b.call("test::relu", {x}, f32({4}), "out");
    node_id const sum =
        b.g.call_function(*graft_test::find_op("test::add.out"), {graft::arg::node(x), graft::arg::node(x)},
                          {{"out", graft::arg::node(out)}}, "sum");
    b.g.set_val(sum, f32({4}));
    CHECK(storages(graft::find_storages(b.g), sum) == ids{1});
}

TEST_CASE("find_storages: each result of several has its own storage, and getitem takes it") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const all = b.call("test::norm", {x}, graft::value_spec::of_list({f32({4}), {}, f32({1})}), "stats");
    node_id const last = b.item(all, 2, "last");
    node_id const first = b.item(all, 0, "first");
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(storages(map, all) == ids{1, graft::no_storage, 2});
    CHECK(storages(map, last) == ids{2});
    CHECK(storages(map, first) == ids{1});
    CHECK(map.origin(2).result == 2);
}

TEST_CASE("find_storages: the parts of a split are views of the whole") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const parts = b.call("test::split", {x}, graft::value_spec::of_list({f32({2}), f32({2})}), "parts");
    node_id const part = b.item(parts, 1, "part");
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(storages(map, parts) == ids{0, 0});
    CHECK(storages(map, part) == ids{0});
}

TEST_CASE("find_storages: getitem takes a list out of several results, and an element out of that") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const all =
        b.call("test::histogram", {x},
               graft::value_spec::of_list({f32({8}), graft::value_spec::of_list({f32({3}), f32({5})})}), "stats");
    node_id const edges = b.item(all, 1, "edges");
    node_id const second = b.item(edges, 1, "second");
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(storages(map, edges) == ids{2, 3});
    CHECK(storages(map, second) == ids{3});
}

TEST_CASE("find_storages: an empty list among the results shifts nothing") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const all = b.g.call_function("test.lists", {graft::arg::node(x)});
    b.g.set_val(all, graft::value_spec::of_list(
                         {graft::value_spec::of_list({}), graft::value_spec::of_list({f32({3}), f32({5})})}));
    node_id const pair = b.item(all, 1, "pair");
    node_id const first = b.item(pair, 0, "first");
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(storages(map, pair) == ids{1, 2});
    CHECK(storages(map, first) == ids{1});
}

TEST_CASE("find_storages: an op that only may share does so as long as nothing has to move") {
    CHECK(shared("test::reshape", f32({2, 3}), f32({6})) == ids{0});
    CHECK(shared("test::alias", f32({2, 3}, {1, 2}), f32({2, 3}, {1, 2})) == ids{0});
    CHECK(shared("test::alias", f32({6}), f32({3})) == ids{0});
    CHECK(shared("test::reshape", f32({2, 3}, {1, 2}), f32({6})) == ids{1});
    CHECK(shared("test::alias", f32({2, 3}, {1, 2}), f32({2, 3})) == ids{1});
    graft::value_spec const half = graft::make_spec(graft::dtype::f16, {4});
    CHECK(shared("test::to", f32({4}), half) == ids{1});
    CHECK(shared("test::bits", f32({4}), half) == ids{0});
}

TEST_CASE("find_storages: an op that shows its argument without a word in its schema, and lists item by item") {
    CHECK(shared("test::unsaid", f32({2, 3}), f32({2, 3})) == ids{0});
    CHECK(shared("test::unsaid", f32({2, 3}, {1, 2}), f32({6})) == ids{1});
    graph_builder b;
    std::vector<graft::arg> const list{
        graft::arg::list({graft::arg::node(b.input("x", f32({3}))), graft::arg::node(b.input("y", f32({3})))})};
    node_id const both = b.g.call_function(*graft_test::find_op("test::unsaid_list"), list, {}, "both");
    b.g.set_val(both, graft::value_spec::of_list({f32({3}), f32({3})}));
    node_id const one = b.g.call_function(*graft_test::find_op("test::unsaid_of_list"), list, {}, "one");
    b.g.set_val(one, f32({6}));
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(storages(map, both) == ids{0, 1});
    CHECK(storages(map, one) == ids{2});
}

TEST_CASE("find_storages: what may share keeps its base, unless the dtype shows that it is a copy") {
    auto const holds = [](char const* op, graft::value_spec const& from, graft::value_spec const& to) {
        graph_builder b;
        b.call(op, {b.input("x", from)}, to, "y");
        graft::storage_map const map = graft::find_storages(b.g);
        return map.holds().size();
    };
    graft::value_spec const half = graft::make_spec(graft::dtype::f16, {4});
    CHECK(holds("test::reshape", f32({2, 3}, {1, 2}), f32({6})) == 1);
    CHECK(holds("test::alias", f32({4}), half) == 1);
    CHECK(holds("test::to", f32({4}), half) == 0);
    CHECK(holds("test::reshape", f32({2, 3}), f32({6})) == 0);
}

TEST_CASE("find_storages: a getitem of what is not there names the node") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    b.g.call_function("operator.getitem", {graft::arg::node(x), 1}, {}, "bad");
    CHECK_THROWS_WITH_AS(static_cast<void>(graft::find_storages(b.g)),
                         "graft: getitem takes a result that there is not [at %bad]", graft::error);
}

TEST_CASE("find_storages: a value that is not what the op returns names the node") {
    graph_builder b;
    b.call("test::norm", {b.input("x", f32({4}))}, f32({4}), "bad");
    CHECK_THROWS_AS(static_cast<void>(graft::find_storages(b.g)), graft::error);
}

TEST_CASE("find_storages: what control flow gives holds what it is given, which a loop without a turn gives back") {
    graph_builder b;
    node_id const x = b.input("x", f32({4})), y = b.call("test::relu", {x}, f32({4}), "y");
    node_id const made =
        b.g.call_function("torch.ops.higher_order.while_loop", {graft::arg::list({graft::arg::node(y)})}, {}, "made");
    b.g.set_val(made, graft::value_spec::of_list({f32({4})}));
    b.output({made});
    graft::storage_map const map = graft::find_storages(b.g);
    REQUIRE(map.holds().size() == 1);
    CHECK(map.holds()[0].holder == storages(map, made)[0]);
    CHECK(map.holds()[0].held == storages(map, y)[0]);
}

TEST_CASE("find_storages: the result of an op of which nothing is known holds all that it takes") {
    graph_builder b;
    node_id const x = b.input("x", f32({4})), y = b.call("test::relu", {x}, f32({4}), "y");
    node_id const made = b.g.call_function("my::op", {graft::arg::node(x), graft::arg::node(y)}, {}, "made");
    b.g.set_val(made, f32({4}));
    node_id const nothing = b.g.call_function("my::op", {graft::arg::node(y)}, {}, "nothing");
    b.output({made});
    graft::storage_map const map = graft::find_storages(b.g);
    CHECK(storages(map, made) == ids{2});
    CHECK(storages(map, nothing) == ids{});
    REQUIRE(map.holds().size() == 2);
    CHECK(map.holds()[0].holder == 2);
    CHECK(map.holds()[0].held == 0);
    CHECK(map.holds()[1].held == 1);
}
