#include <graft/ir/detail/region.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

// The argument that names the graph of a region; -1 for a call that is none.
int body_of(std::string_view op, std::vector<arg> args, std::vector<kwarg> const& kwargs = {}) {
    graph g;
    node_id const body = g.get_attr("body");
    for (arg& a : args)
        if (a.kind == arg_kind::none)
            a = arg::node(body);
    node_id const call = g.call_function("torch.ops.higher_order." + std::string(op), args, kwargs);
    detail::region_operator const* const found = detail::find_region(g, call);
    return found == nullptr ? -1 : static_cast<int>(found->body);
}

TEST_CASE("region: a graph that is run once, as it stands") {
    arg const graph{};
    CHECK(body_of("wrap_with_set_grad_enabled", {false, graph, 1}) == 1);
    CHECK(body_of("wrap_with_set_grad_enabled", {true, graph}) == 1);
    CHECK(body_of("tag_activation_checkpoint", {graph, 1}) == 0);
    CHECK(body_of("invoke_subgraph", {graph, "subgraph_0", 1}) == 0);
    CHECK(body_of("wrap", {graph}) == 0);
}

TEST_CASE("region: autocast is one where it casts nothing") {
    arg const graph{};
    CHECK(body_of("wrap_with_autocast", {"cpu", dtype::bf16, false, false, graph, 1}) == 4);
    CHECK(body_of("wrap_with_autocast", {"cuda", dtype::f16, true, false, graph, 1}) == 4);
    CHECK(body_of("wrap_with_autocast", {"cpu", dtype::bf16, true, false, graph, 1}) == -1);
}

TEST_CASE("region: control flow, calls without a graph and calls with keywords are none") {
    arg const graph{};
    CHECK(body_of("map_impl", {graph, 1, 2}) == -1);
    CHECK(body_of("wrap_with_set_grad_enabled", {false}) == -1);
    CHECK(body_of("wrap_with_set_grad_enabled", {graph, false}) == -1);
    CHECK(body_of("wrap", {graph}, {{"k", 1}}) == -1);
}

} // namespace
