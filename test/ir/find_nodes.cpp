// Header-only: what holds in constants needs bodies.
#include <graft/ir/find_nodes.hpp>

#include <doctest/doctest.h>

#include "toy.hpp"

#include <vector>

namespace {

using namespace graft;

TEST_CASE("find_nodes: by kind and by target, in execution order and in every dialect") {
    graph g;
    node_id const x = g.placeholder("x"), f = g.placeholder("f");
    node_id const a = g.call_function("aten::relu", {arg::node(x)});
    node_id const b = g.call_function(g.intern_target("aten::relu", nullptr, dialect_tag::edge), {arg::node(x)});
    node_id const c = g.call_function("f", {arg::node(f)});
    node_id const d = g.call_function("aten::relu", {arg::node(c)});
    g.move_before(d, b);
    node_index const index{g};
    for (opcode const op : {opcode::placeholder, opcode::call_function, opcode::output})
        for (char const* const target : {"x", "f", "aten::relu", "absent"})
            CHECK(index.find(op, target) == find_nodes(g, op, target));
    CHECK(find_nodes(g, opcode::placeholder) == std::vector{x, f});
    CHECK(find_nodes(g, opcode::call_function, "aten::relu") == std::vector{a, d, b});
    CHECK(find_nodes(g, opcode::call_function, "f") == std::vector{c});
    g.erase_node(d);
    CHECK(index.find(opcode::call_function, "aten::relu") == std::vector{a, b});
    CHECK(find_nodes(graph{}, opcode::output).empty());
}

TEST_CASE("find_nodes: calls of an op that is given itself, of a packet or of a function by its name") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function(toy::relu_t::info(), {arg::node(x)});
    node_id const b = g.call_function(g.intern_target(toy::relu_t::info(), dialect_tag::edge), {arg::node(a)});
    node_id const c = g.call_function("operator.getitem", {arg::node(b), 0});
    node_index const index{g};
    CHECK(find_nodes(g, toy::relu) == std::vector{a, b});
    CHECK(find_nodes(g, toy::relu_t::info()) == std::vector{a, b});
    CHECK(find_nodes(g, toy::neg).empty());
    CHECK(find_nodes(g, "operator.getitem") == std::vector{c});
    CHECK(find_nodes(g, "x").empty());
    CHECK(index.find(toy::relu) == std::vector{a, b});
    CHECK(index.find("operator.getitem") == std::vector{c});
}

constexpr bool finds_in_constants() {
    graph g;
    node_id const x = g.placeholder("x");
    node_index const index{g};
    node_id const call = g.call_function(toy::neg_t::info(), {arg::node(x)});
    return index.find(opcode::placeholder, "x") == std::vector{x} && find_nodes(g, toy::neg) == std::vector{call} &&
           g.target(call) == toy::neg && find_nodes(g, opcode::output).empty();
}
static_assert(finds_in_constants());

} // namespace
