// Header-only: what holds in constants needs bodies.
#include <graft/ir/graph.hpp>

#include <doctest/doctest.h>

#include <graft/ir/compare.hpp>
#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/schema/op.hpp>

#include "../io/raises.hpp"
#include "../sanitized.hpp"
#include "toy.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using graft_test::raised;
using ids = std::vector<node_id>;

std::string names(graph const& g) {
    std::string out;
    for (node_id const n : g.nodes())
        out += (out.empty() ? "" : " ") + std::string{g.name(n)};
    return out;
}

node_id call(graph& g, std::vector<arg> const& args, std::string_view name = "f") {
    return g.call_function("f", args, {}, name);
}

//=== building ===//

TEST_CASE("graph: nodes come in order of creation, named as FX names them") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const w = g.get_attr("layers.0.weight");
    node_id const a = g.call_function(toy::add_t::info(), {arg::node(x), arg::node(w)});
    node_id const b = g.call_function(toy::relu_t::info(), {arg::node(a)});
    g.call_function("operator.getitem", {arg::node(b), 0});
    g.create_node(opcode::call_module, g.intern_target("layers.1"), std::vector{arg::node(b)});
    g.create_node(opcode::call_method, g.intern_target("__add__"), std::vector{arg::node(b), arg{1}});
    g.output(arg::node(b));
    CHECK(names(g) == "x layers_0_weight add_tensor relu_default getitem layers_1 add output");
    CHECK(g.size() == 8);
    CHECK(g.target(a).op == &toy::add_t::info());
    CHECK(g.target(b).name == "toy::relu");
    CHECK(g.op(w) == opcode::get_attr);
    CHECK(lint(g).empty());
}

TEST_CASE("graph: the same op in two dialects is two targets, and the edge one brings its namespace into the name") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const aten = g.call_function(toy::relu_t::info(), {arg::node(x)});
    node_id const edge = g.call_function(g.intern_target(toy::relu_t::info(), dialect_tag::edge), {arg::node(x)});
    CHECK(g.target_id(aten) != g.target_id(edge));
    CHECK(g.target(edge).name == g.target(aten).name);
    CHECK(g.name(edge) == "toy_relu_default");
}

TEST_CASE("graph: names that are taken, illegal or erased are not given again") {
    graph g;
    g.placeholder("x");
    node_id const second = g.placeholder("x");
    CHECK(g.name(second) == "x_1");
    CHECK(g.name(g.placeholder("for")) == "for_1");
    g.erase_node(second);
    CHECK(!g.find("x_1"));
    CHECK(g.name(g.placeholder("x")) == "x_2");
}

TEST_CASE("graph: keyword arguments are found by name, and by the slot of the op's schema") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function(toy::add_t::info(), {arg::node(x)}, {{"alpha", 2}, {"other", arg::node(x)}});
    CHECK(g.arg_count(a) == 1);
    CHECK(g.kwarg_count(a) == 2);
    CHECK(g.kwarg_key(a, 0) == "alpha");
    CHECK(g.kwarg(a, 0).integer() == 2);
    CHECK(g.find_kwarg(a, "other")->node() == x);
    CHECK_FALSE(g.find_kwarg(a, "self").has_value());
    CHECK(g.schema_arg(a, 0)->node() == x);
    CHECK(g.schema_arg(a, 1)->node() == x);
    CHECK(g.schema_arg(a, 2)->integer() == 2);
    CHECK_FALSE(g.schema_arg(a, 3).has_value());
    CHECK_FALSE(g.schema_arg(g.call_function(toy::add_t::info(), {arg::node(x)}), 2).has_value());
}

TEST_CASE("graph: inputs are visited at any depth, of lists, tuples, dicts, slices and keywords") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y"), z = g.placeholder("z");
    arg dict{arg_kind::dict, {arg::node(z), 2}};
    dict.keys = {"a", "b"};
    node_id const f = g.call_function("f", {arg::list({arg::tuple({arg::node(x), 1}), arg::node(y)}), dict},
                                      {{"k", arg{arg_kind::slice, {nullptr, arg::node(x), arg::node(y)}}}});
    ids inputs;
    g.for_each_input(f, [&](node_id n) { inputs.push_back(n); });
    CHECK(inputs == ids{x, y, z, x, y});
    CHECK(g.use_count(x) == 2);
    CHECK(g.num_users(x) == 1);
    CHECK(g.has_one_user(x));
    CHECK(g.arg(f, 1).find("a")->node() == z);
    CHECK(g.kwarg(f, 0)[1].node() == x);
}

//=== insertion points ===//

TEST_CASE("graph: inserting before a node keeps the order of creation") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const out = g.output(arg::node(x));
    {
        auto const scope = inserting_before(g, out);
        call(g, {arg::node(x)}, "a");
        call(g, {arg::node(x)}, "b");
    }
    CHECK(names(g) == "x a b output");
}

TEST_CASE("graph: inserting after a node reverses the order of creation, as in FX") {
    graph g;
    node_id const x = g.placeholder("x");
    {
        auto const scope = inserting_after(g, x);
        call(g, {arg::node(x)}, "sin");
        call(g, {arg::node(x)}, "cos");
    }
    call(g, {}, "end");
    CHECK(names(g) == "x cos sin end");
}

TEST_CASE("graph: inserting before no node is the start, after no node the end") {
    graph g;
    call(g, {}, "a");
    call(g, {}, "b");
    {
        auto const scope = inserting_before(g, no_node);
        call(g, {}, "start");
        auto const inner = inserting_after(g, no_node);
        call(g, {}, "end");
    }
    CHECK(names(g) == "start a b end");
}

TEST_CASE("graph: scopes nest, and the place before them comes back") {
    graph g;
    node_id const a = call(g, {}, "a"), b = call(g, {}, "b");
    {
        auto const outer = inserting_before(g, a);
        {
            auto const inner = inserting_after(g, b);
            call(g, {}, "late");
        }
        call(g, {}, "early");
    }
    call(g, {}, "last");
    CHECK(names(g) == "early a b late last");
}

TEST_CASE("graph: when the node of an insertion point is erased its neighbours stand for it") {
    for (bool const after : {false, true}) {
        graph g;
        node_id const a = call(g, {}, "a"), b = call(g, {}, "b"), c = call(g, {}, "c");
        call(g, {}, "d");
        {
            auto const scope = after ? inserting_after(g, b) : inserting_before(g, b);
            g.erase_node(b);
            call(g, {}, "i");
            g.erase_node(after ? a : c);
            call(g, {}, "i");
        }
        CHECK(names(g) == (after ? "i_1 i c d" : "a i i_1 d"));
        std::string backwards;
        for (node_id n = g.back(); n != no_node; n = g.prev(n))
            backwards = std::string{g.name(n)} + (backwards.empty() ? "" : " ") + backwards;
        CHECK(backwards == names(g));
    }
}

//=== editing ===//

TEST_CASE("graph: all users of a node come to use another, in every argument") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = call(g, {arg::node(x), arg::list({arg::node(x), 1})}, "a");
    node_id const b = g.call_function("f", {}, {{"k", arg::node(x)}}, "b");
    node_id const c = call(g, {arg::node(y)}, "c");
    g.replace_all_uses_with(x, y);
    CHECK(g.use_count(x) == 0);
    CHECK(g.users(y) == ids{c, a, b});
    CHECK(g.arg(a, 1)[0].node() == y);
    g.replace_all_uses_with(y, operand::node(x), [&](node_id user) { return user != c; });
    CHECK(g.users(x) == ids{a, b});
    CHECK(g.users(y) == ids{c});
}

TEST_CASE("graph: replacing an input changes that node alone") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = call(g, {arg::node(x), arg::tuple({arg::node(x)})}, "a");
    node_id const b = call(g, {arg::node(x)}, "b");
    g.replace_input_with(a, x, y);
    CHECK(g.users(x) == ids{b});
    CHECK(g.arg(a, 0).node() == y);
    CHECK(g.arg(a, 1)[0].node() == y);
}

TEST_CASE("graph: a node that uses what replaces it becomes a user of itself, unless it is left out") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = call(g, {arg::node(x)}, "a");
    g.replace_all_uses_with(x, operand::node(a), [&](node_id user) { return user != a; });
    CHECK(g.users(x) == ids{a});
    g.replace_all_uses_with(x, a);
    CHECK(g.users(a) == ids{a});
    CHECK_FALSE(lint(g).empty());
}

TEST_CASE("graph: one argument can be exchanged, for a node, a literal or an aggregate") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = call(g, {arg::node(x), 1});
    g.set_arg(a, 1, arg::list({arg::node(y), 2}));
    CHECK(g.users(y) == ids{a});
    g.set_arg(a, 1, 3.5);
    CHECK(g.use_count(y) == 0);
    CHECK(g.arg(a, 1).real() == 3.5);
    g.set_arg(a, 0, arg::node(y));
    CHECK(g.use_count(x) == 0);
}

TEST_CASE("graph: erasing the current node, and the next, while iterating visits the rest") {
    graph g;
    std::vector<node_id> all;
    for (int i = 0; i < 6; ++i)
        all.push_back(call(g, {}, "n" + std::to_string(i)));
    std::string visited;
    for (node_id const n : g.nodes()) {
        visited += std::string{g.name(n)} + " ";
        if (n == all[1] || n == all[5])
            g.erase_node(n);
        if (n == all[2]) {
            g.erase_node(all[3]);
            g.erase_node(n);
        }
    }
    CHECK(visited == "n0 n1 n2 n4 n5 ");
    CHECK(names(g) == "n0 n4");
}

TEST_CASE("graph: nodes inserted behind the current one are visited") {
    graph g;
    node_id const a = call(g, {}, "a");
    call(g, {}, "z");
    std::string visited;
    for (node_id const n : g.nodes()) {
        visited += std::string{g.name(n)} + " ";
        if (n == a) {
            auto const scope = inserting_after(g, n);
            call(g, {}, "new");
        }
    }
    CHECK(visited == "a new z ");
}

TEST_CASE("graph: moving a node changes its place and nothing else") {
    graph g;
    node_id const a = call(g, {}, "a"), b = call(g, {}, "b"), c = call(g, {arg::node(a)}, "c");
    g.move_before(c, a);
    CHECK(names(g) == "c a b");
    g.move_before(c, no_node);
    CHECK(names(g) == "a b c");
    g.move_before(b, b);
    g.move_before(b, c);
    CHECK(names(g) == "a b c");
    CHECK(g.users(a) == ids{c});
}

TEST_CASE("graph: renaming is verbatim, frees the old name for a rename, and refuses a name in use") {
    graph g;
    node_id const a = call(g, {}, "a"), b = call(g, {}, "b");
    g.rename(a, "not an identifier");
    CHECK(g.at("not an identifier") == a);
    CHECK(!g.find("a"));
    g.rename(b, "a");
    g.rename(b, "a");
    CHECK(g.at("a") == b);
    CHECK(raised([&] { g.rename(b, "not an identifier"); }) == "graft: two nodes of one name");
    CHECK(g.name(b) == "a");
}

TEST_CASE("graph: a target or kind of node can be exchanged") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function(toy::relu_t::info(), {arg::node(x)});
    g.set_target(a, g.intern_target(toy::neg_t::info()));
    CHECK(g.target(a).op == &toy::neg_t::info());
    CHECK(g.name(a) == "relu_default");
    g.set_op(a, opcode::call_method);
    CHECK(g.op(a) == opcode::call_method);
}

//=== what is refused ===//

TEST_CASE("graph: what cannot be done is an error and changes nothing") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = call(g, {arg::node(x), 1}, "a");
    node_id const gone = call(g, {}, "gone");
    g.erase_node(gone);
    std::string const before = text(g);
    CHECK(raised([&] { g.erase_node(x); }) == "graft: erase_node: %x has users: %a");
    CHECK(raised([&] { g.set_op(a, opcode::erased); }) == "graft: set_op: erase_node erases a node");
    CHECK(raised([&] { g.set_arg(a, 2, 1); }) == "graft: argument 2 of a node that has 2");
    CHECK(raised([&] { (void)g.arg(x, 0); }) == "graft: argument 0 of a node that has 0");
    CHECK(raised([&] { (void)g.kwarg(a, 0); }) == "graft: argument 0 of a node that has 0");
    CHECK(raised([&] { call(g, {arg::node(no_node)}); }) == "graft: no_node is the id of no node");
    CHECK(raised([&] {
              call(g, {arg::list({arg::node(x), arg::node(1000)})});
          }) == "graft: there is no node 1000: the ids of the graph end at 3");
    CHECK(raised([&] {
              g.set_args(a, std::vector{arg::node(x), arg::node(1000)});
          }) == "graft: there is no node 1000: the ids of the graph end at 3");
    CHECK(raised([&] { g.call_function("f", std::vector<arg>(0x10000, arg{1})); }) ==
          "graft: a node takes at most 65535 positional and 255 keyword arguments");
    CHECK(raised([&] { g.set_meta(a, arg::list({arg::node(x)})); }) == "graft: metadata may not refer to nodes");
    CHECK(text(g) == before);
    CHECK(lint(g).empty());
}

TEST_CASE("graph: every member that takes a node refuses what is none, and changes nothing") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const gone = g.call_function(toy::relu_t::info(), {arg::node(x)});
    node_id const a = call(g, {arg::node(x), arg::list({arg::node(x), 1})}, "a");
    g.erase_node(gone);
    std::string const before = text(g);
    auto const any = [](node_id) { return true; };
    auto const refuse = [&](node_id n, std::string const& sentence) {
        std::vector<std::string> said;
        auto const ask = [&](auto const& call) { said.push_back(raised(call)); };
        ask([&] { static_cast<void>(g.next(n)); });
        ask([&] { static_cast<void>(g.prev(n)); });
        ask([&] { static_cast<void>(g.op(n)); });
        ask([&] { static_cast<void>(g.target_id(n)); });
        ask([&] { static_cast<void>(g.target(n)); });
        ask([&] { static_cast<void>(g.name(n)); });
        ask([&] { static_cast<void>(g.arg_count(n)); });
        ask([&] { static_cast<void>(g.arg(n, 0)); });
        ask([&] { static_cast<void>(g.kwarg_count(n)); });
        ask([&] { static_cast<void>(g.kwarg_key(n, 0)); });
        ask([&] { static_cast<void>(g.kwarg_key_operand(n, 0)); });
        ask([&] { static_cast<void>(g.kwarg(n, 0)); });
        ask([&] { static_cast<void>(g.find_kwarg(n, "k")); });
        ask([&] { static_cast<void>(g.schema_arg(n, 0)); });
        ask([&] { static_cast<void>(g.operand_count(n)); });
        ask([&] { static_cast<void>(g.operand_at(n, 0)); });
        ask([&] { static_cast<void>(g.use_count(n)); });
        ask([&] { static_cast<void>(g.users(n)); });
        ask([&] { static_cast<void>(g.num_users(n)); });
        ask([&] { static_cast<void>(g.has_one_user(n)); });
        ask([&] { g.for_each_use(n, any); });
        ask([&] { static_cast<void>(g.all_uses(n, any)); });
        ask([&] { g.for_each_input(n, any); });
        ask([&] { static_cast<void>(g.type(n)); });
        ask([&] { g.set_type(n, "int"); });
        ask([&] { static_cast<void>(g.val(n)); });
        ask([&] { g.set_val(n, make_spec(dtype::f32, {2})); });
        ask([&] { g.clear_val(n); });
        ask([&] { g.copy_val(n, a); });
        ask([&] { g.copy_val(a, n); });
        ask([&] { static_cast<void>(g.meta(n)); });
        ask([&] { static_cast<void>(g.meta(n, "stack_trace")); });
        ask([&] { g.set_meta(n, arg{}); });
        ask([&] { g.set_meta(n, operand{}); });
        ask([&] { g.copy_meta(n, a); });
        ask([&] { g.copy_meta(a, n); });
        ask([&] { static_cast<void>(g.origins(n)); });
        ask([&] { static_cast<void>(g.has_origins(n)); });
        ask([&] { static_cast<void>(g.latest_rules(n, 1)); });
        ask([&] { g.add_origins(n, 0, std::vector{a}); });
        ask([&] { g.add_origins(a, 0, std::vector{n}); });
        ask([&] { g.add_origin(n, {"rule", "x"}); });
        ask([&] { static_cast<void>(g.is_constant(n)); });
        ask([&] { g.set_constant(n, true); });
        ask([&] { static_cast<void>(g.encode(arg::node(n))); });
        ask([&] { static_cast<void>(g.encode(arg_kind::list, {operand::node(n)})); });
        ask([&] { g.output(arg::tuple({arg::node(x), arg::node(n)})); });
        ask([&] { g.create_node(opcode::call_function, 0, std::vector{operand::node(n)}); });
        ask([&] { g.call_function("f", {}, {{"k", arg::node(n)}}); });
        ask([&] { g.set_args(n, std::vector<arg>{}); });
        ask([&] { g.set_operands(n, {}); });
        ask([&] { g.set_operands(a, std::vector{operand::node(n)}); });
        ask([&] { g.set_arg(n, 0, 1); });
        ask([&] { g.set_arg(a, 1, arg::node(n)); });
        ask([&] { g.set_target(n, 0); });
        ask([&] { g.set_op(n, opcode::call_method); });
        ask([&] { g.rename(n, "other"); });
        ask([&] { g.rename_fresh(n, "other"); });
        ask([&] { g.replace_all_uses_with(x, n); });
        ask([&] { g.replace_all_uses_with(n, x); });
        ask([&] { g.replace_all_uses_with(x, operand::node(n), any); });
        ask([&] { g.replace_input_with(n, x, a); });
        ask([&] { g.replace_input_with(a, n, x); });
        ask([&] { g.replace_input_with(a, x, n); });
        ask([&] { g.erase_node(n); });
        ask([&] { g.move_before(n, a); });
        ask([&] { g.move_after(n, a); });
        ask([&] { g.move_after(a, n); });
        for (std::size_t i = 0; i < said.size(); ++i) {
            CAPTURE(i);
            CHECK(said[i] == sentence);
        }
        if (n != no_node) { // which stands for the end or the start here
            CHECK(raised([&] { g.move_before(a, n); }) == sentence);
            CHECK(raised([&] { static_cast<void>(inserting_before(g, n)); }) == sentence);
            CHECK(raised([&] { static_cast<void>(inserting_after(g, n)); }) == sentence);
        }
        CHECK_FALSE(g.contains(n));
        CHECK(text(g) == before);
        CHECK(lint(g).empty());
    };
    refuse(no_node, "graft: no_node is the id of no node");
    refuse(0, "graft: there is no node 0: the ids of a graph begin at 1");
    refuse(1000, "graft: there is no node 1000: the ids of the graph end at 3");
    refuse(gone, "graft: node 2 was erased: it was %relu_default, a call_function of toy::relu");
    CHECK(g.last_name(gone) == "relu_default");
    CHECK(g.last_name(a) == "a");
    CHECK(raised([&] { static_cast<void>(g.last_name(no_node)); }) == "graft: no_node is the id of no node");
    CHECK(raised([&] { static_cast<void>(graph{}.op(1)); }) ==
          "graft: there is no node 1: the ids of the graph end at 0");
    g.set_insertion({1000, false});
    CHECK(raised([&] { g.placeholder("y"); }) == "graft: there is no node 1000: the ids of the graph end at 3");
}

TEST_CASE("graph: a name that no node has is nothing, or an error that says which names are like it") {
    graph g;
    node_id const x = g.placeholder("image");
    call(g, {arg::node(x)}, "relu_default");
    CHECK(g.at("image") == x);
    CHECK(g.find("image") == x);
    CHECK(g.find("imgae") == std::nullopt);
    CHECK(raised([&] { static_cast<void>(g.at("imgae")); }) ==
          "graft: no node has the name 'imgae'; did you mean 'image'?");
    CHECK(raised([&] { static_cast<void>(g.at("weight")); }) == "graft: no node has the name 'weight'");
    g.erase_node(g.at("relu_default"));
    CHECK(raised([&] { static_cast<void>(g.at("relu_default")); }) == "graft: no node has the name 'relu_default'");
}

TEST_CASE("graph: a node that is used is not erased, and three of its users are named") {
    graph g;
    node_id const x = g.placeholder("x");
    for (char const* const name : {"a", "b", "c"})
        call(g, {arg::node(x), arg::node(x)}, name);
    CHECK(raised([&] { g.erase_node(x); }) == "graft: erase_node: %x has users: %a, %b, %c");
    call(g, {arg::node(x)}, "d");
    call(g, {arg::node(x)}, "e");
    CHECK(raised([&] { g.erase_node(x); }) == "graft: erase_node: %x has users: %a, %b, %c and 2 more");
    CHECK(g.contains(x));
}

//=== metadata ===//

TEST_CASE("graph: metadata is a dict of literals, read by key") {
    graph g;
    node_id const a = call(g, {}), b = call(g, {});
    CHECK(g.meta(a).is_none());
    CHECK(g.meta(a, "stack_trace").empty());
    arg dict{arg_kind::dict, {"File \"a.py\", line 1\n", 7}};
    dict.keys = {"stack_trace", "debug_handle"};
    g.set_meta(a, dict);
    CHECK(g.meta(a, "stack_trace") == "File \"a.py\", line 1\n");
    CHECK(g.meta(a, "debug_handle").empty());
    CHECK(g.meta(a).find("debug_handle")->integer() == 7);
    g.copy_meta(a, b);
    CHECK(g.meta(b).value() == g.meta(a).value());
    g.set_meta(a, nullptr);
    CHECK(g.meta(a).is_none());
    CHECK_FALSE(g.meta(b).is_none());
}

TEST_CASE("graph: metadata of one node can be extended to that of another") {
    graph g;
    node_id const a = call(g, {}), b = call(g, {});
    arg dict{arg_kind::dict, {std::string_view{"a trace that will be copied"}}};
    dict.keys = {"stack_trace"};
    g.set_meta(a, dict);
    for (int i = 0; i < 50; ++i) {
        std::string const key = "a new key that makes the strings of the graph grow " + std::to_string(i);
        arg more{arg_kind::dict, {i, g.meta(a, "stack_trace")}};
        more.keys = {key, "stack_trace"};
        g.set_meta(b, more);
        REQUIRE(g.meta(b, "stack_trace") == "a trace that will be copied");
    }
}

TEST_CASE("graph: values are known, copied and forgotten") {
    graph g;
    node_id const a = call(g, {}), b = call(g, {});
    CHECK(g.val(a) == nullptr);
    g.set_val(a, make_spec(dtype::f32, {2, 3}));
    g.copy_val(a, b);
    REQUIRE(g.val(b) != nullptr);
    CHECK(g.val(b)->tensor.sizes.size() == 2);
    g.clear_val(a);
    CHECK(g.val(a) == nullptr);
    CHECK(g.val(b) != nullptr);
    g.set_val(a, value_spec{});
    REQUIRE(g.val(a) != nullptr);
    CHECK(g.val(a)->is_none());
}

TEST_CASE("graph: origins are names, which outlive the nodes") {
    graph g;
    node_id const a = call(g, {}, "a"), b = call(g, {}, "b"), c = call(g, {}, "c");
    std::uint32_t const rule = g.intern_string("fold");
    g.add_origins(c, rule, ids{a, b});
    g.erase_node(a);
    g.add_origin(c, {"other", "long gone"});
    auto const origins = g.origins(c);
    REQUIRE(origins.size() == 3);
    CHECK((origins[0].rule == "fold" && origins[0].node == "a"));
    CHECK(origins[1].node == "b");
    CHECK((origins[2].rule == "other" && origins[2].node == "long gone"));
    CHECK(g.has_origins(c));
    CHECK_FALSE(g.has_origins(b));
}

TEST_CASE("graph: a copy is equal and independent") {
    graph g;
    node_id const x = g.placeholder("x");
    g.set_constant(x, true);
    node_id const a = call(g, {arg::list({arg::node(x)})}, "a");
    g.output(arg::node(a));
    graph copy = g;
    CHECK(copy == g);
    CHECK(copy.is_constant(x));
    copy.set_arg(a, 0, 1);
    CHECK_FALSE(copy == g);
    CHECK(g.users(x) == ids{a});
    CHECK(copy.use_count(x) == 0);
}

//=== operands ===//

TEST_CASE("graph: operands go from node to node, aggregates as duplicates") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("f", {arg::list({arg::node(x), 1}), 2}, {{"k", 3}}, "a");
    std::vector<operand> operands;
    for (std::size_t i = 0; i < g.operand_count(a); ++i)
        operands.push_back(g.duplicate(g.operand_at(a, i)));
    REQUIRE(operands.size() == 4);
    node_id const b = g.create_node(opcode::call_function, g.target_id(a), operands, "b", 1);
    CHECK(g.users(x) == ids{a, b});
    CHECK(g.kwarg_key(b, 0) == "k");
    CHECK(g.kwarg_key_operand(b, 0) == g.kwarg_key_operand(a, 0));
    g.erase_node(a);
    CHECK(g.arg(b, 0)[0].node() == x);
    CHECK(lint(g).empty());
    operand const unused = g.duplicate(g.operand_at(b, 0));
    g.discard(unused);
    CHECK(g.use_count(x) == 1);
}

//=== random edits against a recount ===//

// An argument as a test keeps it: a number, a node, or a list of arguments.
struct tree {
    node_id node = no_node;
    std::int64_t number = 0;
    bool is_list = false;
    std::vector<tree> items;
};

arg to_arg(tree const& t) {
    if (!t.is_list)
        return t.node != no_node ? arg::node(t.node) : arg{t.number};
    std::vector<arg> items;
    for (tree const& item : t.items)
        items.push_back(to_arg(item));
    return arg::list(items);
}

std::string to_string(tree const& t) {
    if (!t.is_list)
        return t.node != no_node ? "%" + std::to_string(t.node) : std::to_string(t.number);
    std::string out = "[";
    for (tree const& item : t.items)
        out += to_string(item) + ",";
    return out + "]";
}

std::string to_string(arg_ref a) {
    if (a.is_node())
        return "%" + std::to_string(a.node());
    if (a.kind() == arg_kind::integer)
        return std::to_string(a.integer());
    std::string out = "[";
    for (std::size_t i = 0; i < a.size(); ++i)
        out += to_string(a[i]) + ",";
    return out + "]";
}

void replace(tree& t, node_id from, tree const& to) {
    if (!t.is_list && t.node == from)
        t = to;
    for (tree& item : t.items)
        replace(item, from, to);
}

struct model_node {
    std::vector<tree> args;
    std::vector<std::pair<std::string, tree>> kwargs;
    std::string name;
};

class random_editor {
public:
    explicit random_editor(std::uint32_t seed) : random_(seed) {}

    void step() {
        switch (below(order_.size() < 5 ? 1 : 9)) {
        case 0:
        case 1: create(); break;
        case 2: set_args(pick()); break;
        case 3: set_arg(pick()); break;
        case 4: replace_all(pick(), pick()); break;
        case 5: replace_input(pick(), pick(), pick()); break;
        case 6: erase(pick()); break;
        case 7: move(pick()); break;
        default: rename(pick()); break;
        }
    }

    void check() const {
        std::map<node_id, std::map<node_id, std::size_t>> uses;
        ids order;
        for (node_id const n : g_.nodes()) {
            order.push_back(n);
            model_node const& m = nodes_.at(n);
            REQUIRE(g_.name(n) == m.name);
            REQUIRE(g_.at(m.name) == n);
            REQUIRE(g_.arg_count(n) == m.args.size());
            REQUIRE(g_.kwarg_count(n) == m.kwargs.size());
            for (std::size_t i = 0; i < m.args.size(); ++i)
                REQUIRE(to_string(g_.arg(n, i)) == to_string(m.args[i]));
            for (std::size_t i = 0; i < m.kwargs.size(); ++i) {
                REQUIRE(g_.kwarg_key(n, i) == m.kwargs[i].first);
                REQUIRE(to_string(g_.kwarg(n, i)) == to_string(m.kwargs[i].second));
            }
            g_.for_each_input(n, [&](node_id input) { ++uses[input][n]; });
        }
        REQUIRE(order == order_);
        REQUIRE(g_.size() == order_.size());
        ids backwards;
        for (node_id n = g_.back(); n != no_node; n = g_.prev(n))
            backwards.insert(backwards.begin(), n);
        REQUIRE(backwards == order_);
        for (node_id const n : order_)
            check_uses(n, uses[n]);
    }

    [[nodiscard]] graph const& result() const { return g_; }

private:
    void check_uses(node_id n, std::map<node_id, std::size_t> const& expected) const {
        std::map<node_id, std::size_t> found;
        std::size_t total = 0;
        g_.for_each_use(n, [&](node_id user) { ++found[user], ++total; });
        REQUIRE(found == expected);
        REQUIRE(g_.use_count(n) == total);
        REQUIRE(g_.num_users(n) == expected.size());
        REQUIRE(g_.has_one_user(n) == (expected.size() == 1));
        ids users = g_.users(n);
        std::sort(users.begin(), users.end());
        REQUIRE(users.size() == expected.size());
        std::size_t i = 0;
        for (auto const& [user, count] : expected)
            REQUIRE(users[i++] == user);
    }

    std::size_t below(std::size_t end) { return random_() % end; }
    node_id pick() { return order_[below(order_.size())]; }

    tree random_tree(int depth = 0) {
        tree t;
        std::size_t const kind = below(depth < 3 ? 8 : 6);
        if (kind < 4 && !order_.empty()) {
            t.node = pick();
        } else if (kind < 6 || order_.empty()) {
            t.number = static_cast<std::int64_t>(below(5));
        } else {
            t.is_list = true;
            for (std::size_t i = below(kind == 7 ? 20 : 4); i > 0; --i)
                t.items.push_back(random_tree(depth + 1));
        }
        return t;
    }

    std::pair<std::vector<arg>, std::vector<kwarg>> random_args(model_node& m) {
        m.args.clear();
        m.kwargs.clear();
        for (std::size_t i = below(4); i > 0; --i)
            m.args.push_back(random_tree());
        for (std::size_t i = below(3); i > 0; --i)
            m.kwargs.emplace_back("key" + std::to_string(i), random_tree());
        std::vector<arg> args;
        std::vector<kwarg> kwargs;
        for (tree const& t : m.args)
            args.push_back(to_arg(t));
        for (auto const& [key, t] : m.kwargs)
            kwargs.push_back({key, to_arg(t)});
        return {args, kwargs};
    }

    void create() {
        model_node m;
        auto const [args, kwargs] = random_args(m);
        std::size_t const at = below(order_.size() + 1);
        bool const after = at > 0 && below(2) == 0;
        auto const scope = after ? inserting_after(g_, order_[at - 1])
                                 : inserting_before(g_, at < order_.size() ? order_[at] : no_node);
        bool const at_start = !after && at == order_.size();
        node_id const n = g_.call_function("f", args, kwargs);
        m.name = std::string{g_.name(n)};
        order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(at_start ? 0 : at), n);
        nodes_[n] = m;
    }

    void set_args(node_id n) {
        auto const [args, kwargs] = random_args(nodes_[n]);
        g_.set_args(n, args, kwargs);
    }

    void set_arg(node_id n) {
        if (nodes_[n].args.empty())
            return;
        std::size_t const i = below(nodes_[n].args.size());
        nodes_[n].args[i] = random_tree();
        g_.set_arg(n, i, to_arg(nodes_[n].args[i]));
    }

    void replace_in(model_node& m, node_id from, tree const& to) {
        for (tree& t : m.args)
            replace(t, from, to);
        for (auto& [key, t] : m.kwargs)
            replace(t, from, to);
    }

    void replace_all(node_id from, node_id to) {
        tree with;
        with.node = to;
        bool const even_only = below(3) == 0;
        for (auto& [n, m] : nodes_)
            if (!even_only || n % 2 == 0)
                replace_in(m, from, with);
        if (even_only)
            g_.replace_all_uses_with(from, operand::node(to), [](node_id n) { return n % 2 == 0; });
        else
            g_.replace_all_uses_with(from, to);
    }

    void replace_input(node_id n, node_id from, node_id to) {
        tree with;
        with.node = to;
        replace_in(nodes_[n], from, with);
        g_.replace_input_with(n, from, to);
    }

    void erase(node_id n) {
        if (g_.use_count(n) != 0)
            return;
        g_.erase_node(n);
        nodes_.erase(n);
        order_.erase(std::find(order_.begin(), order_.end(), n));
    }

    void move(node_id n) {
        node_id const at = below(10) == 0 ? no_node : pick();
        g_.move_before(n, at);
        if (n == at)
            return;
        order_.erase(std::find(order_.begin(), order_.end(), n));
        order_.insert(at == no_node ? order_.end() : std::find(order_.begin(), order_.end(), at), n);
    }

    void rename(node_id n) {
        std::string const name = "name " + std::to_string(below(1000));
        if (auto const other = g_.find(name); other && *other != n)
            return;
        g_.rename(n, name);
        nodes_[n].name = name;
    }

    std::mt19937 random_;
    graph g_;
    ids order_;
    std::map<node_id, model_node> nodes_;
};

TEST_CASE("graph: after thousands of random edits arguments, uses, order and names are those of a recount") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        random_editor editor{seed};
        for (std::size_t step = 1; step <= graft_test::cases(600); ++step) {
            editor.step();
            if (step % 20 == 0)
                editor.check();
        }
        for (lint_finding const& f : lint(editor.result()))
            CHECK((f.kind == lint_kind::used_before_definition));
        CHECK(editor.result() == graph{editor.result()});
    }
}

//=== in constants ===//

constexpr bool works_in_constants() {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = g.call_function(toy::add_t::info(), {arg::node(x), arg::node(y)}, {{"alpha", 2}});
    node_id const b = g.call_function("f", {arg::list({arg::node(a), 1.5})});
    g.output(arg::tuple({arg::node(b)}));
    g.set_val(a, make_spec(dtype::f32, {2, 3}));
    g.replace_all_uses_with(a, x);
    g.erase_node(a);
    {
        auto const scope = inserting_before(g, b);
        g.call_function("h", {arg::node(y)});
    }
    g.move_before(g.at("h"), x);
    graph const copy = g;
    return g.size() == 5 && g.users(x) == ids{b} && g.use_count(y) == 1 && copy == g && lint(g).size() == 1;
}
static_assert(works_in_constants());

TEST_CASE("graph: a type annotation belongs to its node, and goes when it is set to nothing") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    CHECK(g.type(x).empty());
    g.set_type(y, "int");
    CHECK(g.type(x).empty());
    CHECK(g.type(y) == "int");
    CHECK(g.type(g.placeholder("z")).empty());
    g.set_type(y, "");
    CHECK(g.type(y).empty());
}

TEST_CASE("graph: rename_fresh gives a legal free name, and the old one stays taken") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    g.rename_fresh(x, "input");
    CHECK(g.name(x) == "input_1");
    g.rename_fresh(y, "x");
    CHECK(g.name(y) == "x_1");
    g.rename_fresh(y, "x_1");
    CHECK(g.name(y) == "x_1");
    CHECK(!g.find("x"));
    CHECK(g.at("input_1") == x);
}

TEST_CASE("graph: move_after puts a node directly behind another") {
    graph g;
    node_id const a = g.placeholder("a"), b = g.placeholder("b"), c = g.placeholder("c");
    auto const order = [&] {
        std::vector<node_id> all;
        for (node_id const n : g.nodes())
            all.push_back(n);
        return all;
    };
    g.move_after(a, c);
    CHECK(order() == std::vector{b, c, a});
    g.move_after(a, c);
    g.move_after(b, b);
    CHECK(order() == std::vector{b, c, a});
    g.move_after(a, b);
    CHECK(order() == std::vector{b, a, c});
    CHECK_THROWS_AS(g.move_after(a, no_node), error);
    CHECK_THROWS_AS(g.move_after(99, a), error);
}

} // namespace
