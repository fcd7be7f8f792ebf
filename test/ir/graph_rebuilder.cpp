#include <graft/ir/graph_rebuilder.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include "../io/raises.hpp"
#include "toy.hpp"

namespace {

using namespace graft;
using namespace graft_test;

void set_trace(graph& g, node_id n, char const* text) {
    arg trace{arg_kind::dict, {text}};
    trace.keys = {"stack_trace"};
    g.set_meta(n, trace);
}

// neg(a) and neg(neg(a)), with metadata, values, a constant, a provenance and names of their own.
graph two_negs() {
    graph g;
    node_id const a = g.placeholder("a");
    g.set_val(a, make_spec(dtype::f32, {2}));
    g.set_constant(a, true);
    node_id const first = g.call_function(toy::neg_t::info(), {arg::node(a)}, {}, "first");
    node_id const second = g.call_function(toy::neg_t::info(), {arg::node(first)}, {}, "neg_default");
    set_trace(g, first, "line 1");
    set_trace(g, second, "line 1");
    g.set_val(second, make_spec(dtype::f32, {2}));
    g.add_origin(second, {"a-rule", "what_it_was"});
    g.output(arg::tuple({arg::node(first), arg::node(second)}));
    return g;
}

graph copy(graph const& g) {
    graph_rebuilder work(g);
    for (node_id const n : g.nodes()) {
        work.visit(n);
        auto const [args, kwargs] = work.arguments();
        work.set(arg::node(work.create(g.op(n), g.target(n), args, kwargs)));
    }
    return work.result;
}

TEST_CASE("graph_rebuilder: nodes created like the visited ones make an equal graph") {
    graph g = two_negs();
    g.erase_node(g.call_function(toy::relu_t::info(), {arg::node(g.at("a"))}));
    CHECK(copy(g) == g);
    CHECK(fx_text(copy(g)) == fx_text(g));
    graph odd;
    odd.rename(odd.placeholder("x"), "import");
    CHECK(copy(odd) == odd);
}

TEST_CASE("graph_rebuilder: other nodes get new names, which no node of the source has, and the metadata") {
    graph const g = two_negs();
    graph_rebuilder work(g);
    work.visit(g.at("a"));
    work.set(arg::node(work.create(opcode::placeholder, g.target(g.at("a")), {})));
    work.visit(g.at("first"));
    arg const a = work.arguments().args[0];
    node_id const relu = work.create(opcode::call_function, toy::relu_t{}, {a});
    node_id const first = work.create(opcode::call_function, toy::neg_t{}, {arg::node(relu)});
    node_id const again = work.create(opcode::call_function, toy::neg_t{}, {arg::node(first)});
    CHECK(work.result.name(relu) == "relu_default");
    CHECK(work.result.name(first) == "first");
    CHECK(work.result.name(again) == "neg_default_1");
    CHECK(work.result.meta(relu, "stack_trace") == "line 1");
    CHECK(work.result.meta(again, "stack_trace") == "line 1");
    CHECK(work.result.val(relu) == nullptr);
    node_metadata const other{&g, g.at("a")};
    node_id const bare = work.create(opcode::call_function, toy::relu_t{}, {a}, {}, other);
    CHECK(work.result.meta(bare).is_none());
    CHECK(work.metadata()["stack_trace"] == "line 1");
    CHECK(other.val()->tensor.sizes.size() == 1);
}

TEST_CASE("graph_rebuilder: a new op is in the dialect of what it replaces") {
    graph g;
    node_id const x = g.placeholder("x");
    g.call_function(g.intern_target(toy::neg_t::info(), dialect_tag::edge), {arg::node(x)}, {}, "n");
    graph_rebuilder work(g);
    work.visit(x);
    work.set(arg::node(work.create(opcode::placeholder, "x", {})));
    work.visit(g.at("n"));
    node_id const relu = work.create(opcode::call_function, toy::relu_t{}, work.arguments().args);
    CHECK(work.result.target(relu).dialect == dialect_tag::edge);
}

TEST_CASE("graph_rebuilder: a value that is used before it is defined is an error") {
    graph const g = two_negs();
    graph_rebuilder work(g);
    work.visit(g.at("first"));
    CHECK(raised([&] { static_cast<void>(work.arguments()); }) == "graft: the node 'a' is used before it is defined");
}

TEST_CASE("graph_rebuilder: the nodes that became one are known, and who else uses them") {
    graph g;
    arg const a = arg::node(g.placeholder("a"));
    node_id const same = g.call_function(toy::neg_t::info(), {a}, {}, "same");
    node_id const first = g.call_function(toy::relu_t::info(), {arg::node(same)}, {}, "first");
    node_id const second = g.call_function(toy::relu_t::info(), {a}, {}, "second");
    g.output(arg::tuple({arg::node(first), arg::node(second), arg::node(same)}));
    graph_rebuilder work(g);
    node_id made = no_node;
    for (node_id const n : g.nodes()) {
        work.visit(n);
        if (g.op(n) == opcode::placeholder)
            made = work.create(opcode::placeholder, g.target(n), {});
        work.set(n == first ? arg(1) : n == second ? arg::list({}) : arg::node(made));
    }
    CHECK(work.sources(made) == vec<node_id>{static_cast<node_id>(a.bits), same, g.back()});
    CHECK(work.source_users(made) == vec<node_id>{second, first});
    CHECK(work.sources(made + 1).empty());
    node_metadata const source{&g, same};
    CHECK(source.num_users() == 2);
    CHECK(source.users() == vec<node_id>{first, g.back()});
}

} // namespace
