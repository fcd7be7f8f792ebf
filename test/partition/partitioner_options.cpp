#include <graft/partition/partitioner_options.hpp>

#include <graft/meta/vec.hpp>

#include "random_dag.hpp"

#include <doctest/doctest.h>

#include <span>
#include <vector>

namespace {

using namespace graft;
using graft_test::text;

// A placeholder, a module, a view by packet and by overload, an item, and an add.
struct sample {
    graph g;
    node_id x = g.placeholder("x");
    node_id module = g.create_node(opcode::call_module, g.intern_target("m"), std::span<operand const>{}, "m");
    node_id packet = g.call_function("torch.ops.aten.view", {});
    node_id view = g.call_function("aten::view", {});
    node_id item = g.call_function("operator.getitem", {});
    node_id add = g.call_function("aten::add.Tensor", {});
};

TEST_CASE("compute_counter: calls of functions count, but for views by packet, items and those named") {
    sample const s;
    detail::compute_counter const count(s.g, {});
    CHECK(count(partition{0, {s.x, s.module, s.packet, s.item}}) == 0);
    CHECK(count(partition{0, {s.view, s.add}}) == 2);
    detail::compute_counter const without_views(s.g, {.non_compute_ops = {"aten::view"}});
    CHECK(without_views(partition{0, {s.view, s.add}}) == 1);
}

TEST_CASE("compute_counter: what may be alone counts twice, or once when it computes nothing") {
    sample const s;
    partitioner_options const options{.non_compute_ops = {"aten::view"},
                                      .allowed_single_node_partition_ops = {"aten::view", "aten::add.Tensor"}};
    detail::compute_counter const count(s.g, options);
    CHECK(count(s.add) == 2);
    CHECK(count(s.view) == 1);
}

TEST_CASE("drop_small_partitions: empty partitions go always, small ones unless they are allowed") {
    sample const s;
    std::vector<partition> const all{{0, {}}, {1, {s.add}}, {2, {s.add, s.view}}};
    vec<partition> dropped = all, allowed = all;
    detail::drop_small_partitions(dropped, s.g, {});
    detail::drop_small_partitions(allowed, s.g, {.allows_single_node_partition = true});
    CHECK(text(s.g, dropped) == "2: add_tensor, view_default");
    CHECK(text(s.g, allowed) == "1: add_tensor; 2: add_tensor, view_default");
}

} // namespace
