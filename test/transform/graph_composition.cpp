#include <graft/transform/graph_composition.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/creation.hpp>
#include <graft/dialect/aten/index.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/shaping.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/meta/upsampling.hpp>

#include <string>
#include <vector>

namespace {

using namespace graft;

/// A graph with a call of `tile` on a tensor of these sizes, which is to be composed.
struct composed_call {
    graph g;
    value x, call;

    explicit composed_call(std::vector<sym_int> sizes) : x(placeholder(g, "x")) {
        g.set_val(x.id, make_spec(dtype::f32, std::move(sizes)));
        call = aten::tile(x, std::vector{2});
        infer(g, call.id);
        output(g, {call});
    }
};

template <class Op, class... Arguments>
std::vector<value> run(composition_world<value>& world, Arguments const&... arguments) {
    std::vector<argument<value>> const given{argument<value>(arguments)...};
    return world.run(world.op_of<Op>(), given);
}

std::string written(graph const& g, value v) {
    std::string text{g.target(v.id).name};
    for (std::size_t i = 0; i < g.arg_count(v.id); ++i)
        text += g.arg(v.id, i).is_node() ? " %" + std::string{g.name(g.arg(v.id, i).node())} : " _";
    return text;
}

TEST_CASE("graph_composition: a call makes a node before the one that is composed, with what is known of it") {
    composed_call c({2, 3});
    composition_world<value> world(c.g, c.call.id);
    value const sum = run<aten::add_scalar>(world, c.x, 1).front();
    CHECK(written(c.g, sum) == "aten::add.Scalar %x _");
    CHECK(world.spec(sum) == make_spec(dtype::f32, {2, 3}));
    CHECK(world.created() == std::vector{sum.id});
    std::vector<node_id> order;
    for (node_id const n : c.g.nodes())
        order.push_back(n);
    CHECK(order[1] == sum.id);
}

TEST_CASE("graph_composition: of several results each is an item") {
    composed_call c({2, 3});
    composition_world<value> world(c.g, c.call.id);
    std::vector<value> const parts = run<aten::split_tensor>(world, c.x, 1);
    REQUIRE(parts.size() == 2);
    CHECK(c.g.target(parts[1].id).name == "operator.getitem");
    CHECK(world.spec(parts[1]).sizes == std::vector<sym_int>{1, 3});
}

TEST_CASE("graph_composition: a symbolic size is that of a tensor that has it") {
    sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};
    composed_call c({s0, 3});
    composition_world<value> world(c.g, c.call.id);
    value const made = run<aten::full_default>(world, std::vector<sym_int>{s0, 2}, 0).front();
    CHECK(world.spec(made).sizes == std::vector<sym_int>{s0, 2});
    REQUIRE(world.created().size() == 2);
    CHECK(written(c.g, {&c.g, world.created()[0]}) == "aten::sym_size.int %x _");
    value const seen = run<aten::view_default>(world, c.x, std::vector<sym_int>{3, s0}).front();
    CHECK(c.g.arg(seen.id, 1)[1].integer() == -1);
    CHECK_THROWS_WITH(run<aten::full_default>(world, std::vector<sym_int>{s1}, 0), "graft: no tensor has the size s1");
}

TEST_CASE("graph_composition: a size that no tensor has is computed of those that tensors have") {
    sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};
    auto const computed = [](std::vector<sym_int> known, sym_int const& wanted) {
        composed_call c(std::move(known));
        composition_world<value> world(c.g, c.call.id);
        value const made = run<aten::full_default>(world, std::vector<sym_int>{wanted}, 0).front();
        CHECK(world.spec(made).sizes == std::vector<sym_int>{wanted});
        std::string text;
        for (node_id const n : world.created())
            text += std::string{c.g.target(n).name} + " ";
        return text;
    };
    CHECK(computed({s0, 3}, s0 * 4) == "aten::sym_size.int operator.mul aten::full ");
    CHECK(computed({s0, s1}, s0 * s1 + 1) ==
          "aten::sym_size.int aten::sym_size.int operator.mul operator.add aten::full ");
    CHECK(computed({s0, 3}, s0 * s0) == "aten::sym_size.int operator.mul aten::full ");
    CHECK(computed({s0, 3}, floor_div(s0, 2) + 3) == "aten::sym_size.int operator.floordiv operator.add aten::full ");
    CHECK(computed({s0 * 4, 3}, s0) == "aten::sym_size.int operator.floordiv aten::full ");
    CHECK(computed({s0, 3}, detail::scaled_size(s0, 2.5)) ==
          "aten::sym_size.int torch.sym_float operator.mul math.trunc aten::full ");
    CHECK(computed({s0 * 4, 3}, max(s0, 2)) == "aten::sym_size.int operator.floordiv torch.sym_max aten::full ");
}

TEST_CASE("graph_composition: a product that a tensor has is not taken apart, and earlier values are asked last") {
    sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};
    composed_call c({s0 * s1});
    composition_world<value> world(c.g, c.call.id);
    value const made = run<aten::full_default>(world, std::vector<sym_int>{s0 * s1 * 2 + 1}, 0).front();
    CHECK(world.spec(made).sizes == std::vector<sym_int>{s0 * s1 * 2 + 1});
    REQUIRE(world.created().size() == 4);
    CHECK(written(c.g, {&c.g, world.created()[0]}) == "aten::sym_size.int %x _");

    value const other = placeholder(c.g, "other");
    c.g.set_val(other.id, make_spec(dtype::f32, {s1}));
    c.g.move_before(other.id, c.call.id);
    composition_world<value> wider(c.g, c.call.id);
    CHECK(wider.spec(run<aten::full_default>(wider, std::vector<sym_int>{s1}, 0).front()).sizes[0] == s1);
    CHECK(written(c.g, {&c.g, wider.created()[0]}) == "aten::sym_size.int %other _");
}

TEST_CASE("graph_composition: arguments that are None or missing are left to their defaults") {
    composed_call c({2, 3});
    composition_world<value> world(c.g, c.call.id);
    value const made =
        run<aten::sum_dim_intlist>(world, c.x, std::vector{1}, composing<value>::skip, dtype::f64).front();
    CHECK(c.g.arg_count(made.id) == 2);
    REQUIRE(c.g.kwarg_count(made.id) == 1);
    CHECK(c.g.kwarg_key(made.id, 0) == "dtype");
}

TEST_CASE("graph_composition: what is expected of a call is known of it if its op has no meta function") {
    composed_call c({2, 3});
    composition_world<value> world(c.g, c.call.id);
    CHECK(world.recorded() == *c.g.val(c.call.id));
    tensor_spec const rows = make_spec(dtype::i64, {symbol{"u0"}, 2});
    world.expect(rows);
    value const found = run<aten::nonzero_default>(world, c.x).front();
    CHECK(world.spec(found) == rows);
    CHECK_THROWS_WITH(run<aten::nonzero_default>(world, c.x), doctest::Contains("the op has no meta function"));
    world.expect(rows);
    CHECK(world.spec(run<aten::add_scalar>(world, c.x, 1).front()) == make_spec(dtype::f32, {2, 3}));

    c.g.clear_val(c.call.id);
    CHECK_THROWS_WITH(static_cast<void>(world.recorded()), "graft: nothing is known of the node 'tile_default'");
}

} // namespace
