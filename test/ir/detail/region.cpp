#include <graft/ir/detail/region.hpp>

#include <doctest/doctest.h>

#include <optional>
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
    CHECK(body_of("strict_mode", {graph, arg::list({1, 2})}) == 0);
    CHECK(body_of("hints_wrapper", {graph, arg::list({1}), arg::list({})}, {{"hints", 1}}) == 0);
}

TEST_CASE("region: autocast is one that says what it casts to") {
    arg const graph{};
    CHECK(body_of("wrap_with_autocast", {"cpu", dtype::bf16, false, false, graph, 1}) == 4);
    CHECK(body_of("wrap_with_autocast", {"cuda", dtype::f16, true, false, graph, 1}) == 4);
    CHECK(body_of("wrap_with_autocast", {"cpu", dtype::bf16, true, false, graph, 1}) == 4);
    CHECK(body_of("wrap_with_autocast", {"cpu", dtype::bf16, 1, false, graph, 1}) == -1);
    CHECK(body_of("wrap_with_autocast", {1, dtype::bf16, true, false, graph, 1}) == -1);
    CHECK(body_of("wrap_with_autocast", {"cpu", "bf16", true, false, graph, 1}) == -1);
}

// What autocast of these arguments, and then of a graph, makes of the ops in it.
std::optional<dtype> cast_of(char const* device, arg const& to, bool enabled) {
    graph g;
    node_id const body = g.get_attr("body");
    return detail::autocast_of(
        g, g.call_function("torch.ops.higher_order.wrap_with_autocast", {device, to, enabled, false, arg::node(body)}));
}

TEST_CASE("region: autocast to a 16-bit float, off, or of another device") {
    CHECK(cast_of("cpu", dtype::f16, true) == dtype::f16);
    CHECK(cast_of("cpu", arg{}, true) == dtype::bf16);
    CHECK(cast_of("cpu", dtype::f16, false) == dtype::undefined);
    CHECK(cast_of("cpu", dtype::f32, true) == dtype::undefined);
    CHECK(cast_of("cuda", dtype::f16, true) == std::nullopt);
    graph g;
    node_id const body = g.get_attr("body");
    CHECK(detail::autocast_of(g, g.call_function("torch.ops.higher_order.wrap", {arg::node(body)})) == std::nullopt);
}

TEST_CASE("region: control flow, calls without a graph and calls with keywords are none") {
    arg const graph{};
    CHECK(body_of("map_impl", {graph, 1, 2}) == -1);
    CHECK(body_of("wrap_with_set_grad_enabled", {false}) == -1);
    CHECK(body_of("wrap_with_set_grad_enabled", {graph, false}) == -1);
    CHECK(body_of("wrap", {graph}, {{"k", 1}}) == -1);
    CHECK(body_of("strict_mode", {graph, 1}) == -1);
    CHECK(body_of("hints_wrapper", {graph}) == -1);
}

TEST_CASE("region: out_dtype is one of an op and a dtype, where what is given is known") {
    auto const is = [](std::vector<arg> const& args, std::vector<kwarg> const& kwargs = {}) {
        graph g;
        return detail::is_out_dtype(g, g.call_function("torch.ops.higher_order.out_dtype", args, kwargs));
    };
    CHECK(is({"torch.ops.aten.mul.Scalar", dtype::i32, 2}));
    CHECK_FALSE(is({"torch.ops.aten.mul.Scalar", 3, 2}));
    CHECK_FALSE(is({"torch.ops.aten.mul.Scalar", dtype::i32}));
    CHECK_FALSE(is({"torch.ops.aten.mul.Scalar", dtype::i32, 2}, {{"k", 1}}));
    graph g;
    node_id const unknown = g.placeholder("x");
    CHECK_FALSE(
        detail::is_out_dtype(g, g.call_function("torch.ops.higher_order.out_dtype",
                                                {"torch.ops.aten.mul.Scalar", dtype::i32, arg::node(unknown)})));
}

} // namespace
