#include <graft/transform/views_to_copies.hpp>

#include <graft/dialect/infer.hpp>
#include <graft/dialect/known_ops.hpp>

#include <doctest/doctest.h>

#include "../io/call_builder.hpp"
#include "check_rewrite.hpp"

#include <string>
#include <vector>

namespace {

using namespace graft;
using graft_test::call_builder;

std::string copying(std::string_view name) {
    auto const& known = copying_ops<>();
    auto const found = known.find(find_known_op<>(name));
    return found == known.end() ? "none" : std::string(found->second->name);
}

TEST_CASE("views_to_copies: a view op has a copying one of its overload") {
    CHECK(copying("aten::slice.Tensor") == "aten::slice_copy.Tensor");
    CHECK(copying("aten::view") == "aten::view_copy");
    CHECK(copying("aten::reshape") == "aten::view_copy");
    CHECK(copying("aten::split_with_sizes") == "aten::split_with_sizes_copy");
    CHECK(copying("aten::relu") == "none");
    CHECK(copying("aten::add_.Tensor") == "none");
}

TEST_CASE("views_to_copies: what is computed stays the same, and results are contiguous") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    arg const column = b.call("aten::slice.Tensor", {x, 1, 2, 4}), turned = b.call("aten::transpose.int", {x, 0, 1});
    arg const flat = b.call("aten::reshape", {turned, arg::list({-1})});
    arg const part = b.item(b.call("aten::split_with_sizes", {x, arg::list({1, 3})}), 1);
    arg const half = b.call("aten::select.int", {x, 1, 3});
    exported_program program = b.output({b.call("aten::neg", {column}), flat, part, half});
    exported_program const before = program;
    CHECK(views_to_copies(program.graph()) == 5);
    graph const& g = program.graph();
    CHECK(is_contiguous(g.val(g.at("slice_tensor"))->tensor));
    CHECK(is_contiguous(g.val(g.at("getitem"))->tensor));
    graft_test::check_same_outputs(before, program);
    CHECK(views_to_copies(program.graph()) == 0);
}

TEST_CASE("views_to_copies: a keyword that the copying op has as well is passed on") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {1, 3}));
    node_id const n =
        b.g().call_function(*find_known_op<>("aten::expand"), {x, arg::list({2, 3})}, {{"implicit", true}});
    infer(b.g(), n);
    exported_program program = b.output({arg::node(n)});
    CHECK(views_to_copies(program.graph()) == 1);
    CHECK(program.graph().target(n).name == "aten::expand_copy");
    CHECK(program.graph().find_kwarg(n, "implicit")->boolean());
    CHECK(is_contiguous(program.graph().val(n)->tensor));
}

TEST_CASE("views_to_copies: sizes are as simple as what is known of the symbols makes them") {
    call_builder b;
    sym_int const s0 = symbol("s0");
    arg const x = b.input("x", make_spec(dtype::f32, {s0})), mask = b.input("mask", make_spec(dtype::f32, {128}));
    arg const size = b.call("aten::sym_size.int", {x, 0});
    arg const visible = b.call("aten::slice.Tensor", {mask, 0, 0, size});
    exported_program program = b.output({visible});
    std::vector<symbol_range> const ranges{{symbol("s0"), {.min = 1, .max = 127}}};
    CHECK(views_to_copies(program.graph(), ranges) == 1);
    CHECK(program.graph().val(static_cast<node_id>(visible.bits))->tensor.sizes == std::vector<sym_int>{s0});
}

TEST_CASE("views_to_copies: what an op of which nothing is known may write to or give stays a view") {
    call_builder b;
    arg const x = b.input("x", make_spec(dtype::f32, {4, 6}));
    arg const base = b.call("aten::neg", {x}), view = b.call("aten::view", {base, arg::list({24})});
    arg const opaque = b.call("my::op", {view});
    b.g().set_val(static_cast<node_id>(opaque.bits), make_spec(dtype::f32, {2, 2}));
    arg const shown = b.call("aten::view", {opaque, arg::list({4})}), part = b.call("aten::select.int", {base, 0, 1});
    arg const apart = b.call("aten::select.int", {x, 0, 1});
    exported_program program = b.output({shown, part, apart});
    CHECK(views_to_copies(program.graph()) == 1);
    CHECK(program.graph().target(static_cast<node_id>(apart.bits)).name == "aten::select_copy.int");
}

} // namespace
