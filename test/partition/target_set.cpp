#include <graft/partition/target_set.hpp>

#include <doctest/doctest.h>

#include "../ir/toy.hpp"

namespace {

using namespace graft;

TEST_CASE("target_set: an op is found by graft's name, FX's and FX's qualified one") {
    graph g;
    target_info const view = g.target_at(g.intern_target("aten::view"));
    target_info const item = g.target_at(g.intern_target("operator.getitem"));
    CHECK(target_set{"aten::view"}.contains(view));
    CHECK(target_set{"torch.ops.aten.view.default"}.contains(view));
    CHECK_FALSE(target_set{"torch.ops.aten.view"}.contains(view));
    CHECK(target_set{"operator.getitem"}.contains(item));
    CHECK(target_set{"_operator.getitem"}.contains(item));
    CHECK_FALSE(target_set{}.contains(item));
}

TEST_CASE("target_set: one op of another dialect has another printed name") {
    graph g;
    target_info const edge = g.target_at(g.intern_target("aten::view", nullptr, dialect_tag::edge));
    CHECK_FALSE(target_set{"torch.ops.aten.view.default"}.contains(edge));
    CHECK(target_set{"executorch.exir.dialects.edge._ops.aten.view.default"}.contains(edge));
}

TEST_CASE("target_set: an op is given itself") {
    graph g;
    target_info const relu = g.target_at(g.intern_target(toy::relu_t::info()));
    target_info const edge = g.target_at(g.intern_target(toy::relu_t::info(), dialect_tag::edge));
    target_set const set{toy::relu, "operator.getitem"};
    CHECK(set.contains(relu));
    CHECK(set.contains(edge));
    CHECK(set.contains(g.target_at(g.intern_target("operator.getitem"))));
    CHECK_FALSE(set.contains(g.target_at(g.intern_target(toy::neg_t::info()))));
    node_id const n = g.call_function(toy::neg_t::info(), {arg::node(g.placeholder("x"))});
    CHECK(support_targets({toy::neg}).is_node_supported(g, n));
    CHECK_FALSE(support_targets({toy::relu, toy::add}).is_node_supported(g, n));
}

TEST_CASE("support_targets: calls of functions only, prepared or not") {
    graph g;
    node_id const x = g.placeholder("user.f"), f = g.call_function("user.f", {}), h = g.call_function("user.h", {});
    auto const support = support_targets({"user.f"});
    for (node_id const n : {x, f, h}) {
        CHECK(support.is_node_supported(g, n) == (n == f));
        CHECK(support.prepare(g).is_node_supported(g, n) == (n == f));
    }
    auto const before = support.prepare(g);
    CHECK_FALSE(before.is_node_supported(g, g.call_function("user.later", {})));
}

} // namespace
