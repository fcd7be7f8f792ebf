// Header-only: what holds in constants needs bodies.
#include <graft/ir/eliminate_common_subexpressions.hpp>

#include <doctest/doctest.h>

#include <graft/ir/lint.hpp>
#include <graft/ir/text/parse.hpp>

#include "../io/raises.hpp"
#include "toy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace graft;

// A graph that returns one call of `toy.index` for each of these argument tuples, after x and y.
graph calls(std::initializer_list<std::string_view> arguments) {
    std::string source = "graph():\n    %x = placeholder[target=x]\n    %y = placeholder[target=y]\n", result;
    int count = 0;
    for (std::string_view const a : arguments) {
        std::string const name = "c" + std::to_string(count++);
        source += "    %" + name + " = call_function[target=torch.ops.toy.index.default](args = " + std::string{a} +
                  ", kwargs = {})\n";
        result += "%" + name + ", ";
    }
    return parse(source + "    return (" + result + ")\n", toy::find);
}

constexpr auto nothing_banned = [](node_id) { return false; };

std::size_t merged(std::initializer_list<std::string_view> arguments, argument_equality equality) {
    graph g = calls(arguments);
    std::size_t const count = eliminate_common_subexpressions(g, nothing_banned, equality);
    CHECK(lint(g).empty());
    return count;
}

TEST_CASE("cse: equal calls become the first, their users too") {
    graph g = parse(R"(graph():
    %x = placeholder[target=x]
    %a = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %b = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %c = call_function[target=torch.ops.toy.cat.default](args = ([%a, %b],), kwargs = {dim: 1})
    %d = call_function[target=torch.ops.toy.cat.default](args = ([%b, %a],), kwargs = {dim: 1})
    %r1 = call_function[target=torch.ops.toy.dropout.default](args = (%x, 0.5, True), kwargs = {})
    %r2 = call_function[target=torch.ops.toy.dropout.default](args = (%x, 0.5, True), kwargs = {})
    return (%a, %b, %c, %d, %r1, %r2)
)",
                    toy::find);
    CHECK(eliminate_common_subexpressions(g) == 2);
    CHECK(g.users(g.at("a")).size() == 2);
    CHECK(g.arg(g.back(), 0)[3].node() == g.at("c"));
    CHECK(!g.find("d"));
    CHECK(g.find("r2"));
    CHECK(eliminate_common_subexpressions(g) == 0);
}

TEST_CASE("cse: exactly equal arguments have one kind and one structure") {
    auto const exact = argument_equality::same_kind;
    CHECK(merged({"(%x, 1)", "(%x, 1)", "(%x, 1)"}, exact) == 2);
    CHECK(merged({"(%x, 1)", "(%x, 1.0)", "(%x, True)", "(%y, 1)", "(%x,)", "(%x, 1, 1)"}, exact) == 0);
    CHECK(merged({"(%x, 0.0)", "(%x, -0.0)"}, exact) == 0);
    CHECK(merged({"([%x],)", "((%x,),)", "(%x,)", "([[%x]],)"}, exact) == 0);
    CHECK(merged({"({a: %x},)", "({b: %x},)", "({a: %x},)"}, exact) == 1);
    CHECK(merged({"(slice(%x, None, 1),)", "(slice(%x, None, 1),)"}, exact) == 1);
}

TEST_CASE("cse: calls of one spelling as different kinds of node stay apart") {
    graph g;
    node_id const x = g.placeholder("x");
    std::uint32_t const target = g.intern_target("relu");
    std::vector<arg> const args{arg::node(x)};
    g.create_node(opcode::call_module, target, args);
    g.create_node(opcode::call_method, target, args);
    g.create_node(opcode::call_method, target, args);
    CHECK(eliminate_common_subexpressions(g, nothing_banned) == 1);
    CHECK(eliminate_common_subexpressions(g, nothing_banned, argument_equality::python) == 1);
}

TEST_CASE("cse: a graph with an op that writes stays as it is") {
    graph g = parse(R"(graph():
    %x = placeholder[target=x]
    %a = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    %w = call_function[target=torch.ops.toy.relu_.default](args = (%x,), kwargs = {})
    %b = call_function[target=torch.ops.toy.neg.default](args = (%x,), kwargs = {})
    return (%a, %b)
)",
                    toy::find);
    CHECK(eliminate_common_subexpressions(g) == 0);
    graph unknown = g;
    unknown.set_target(unknown.at("w"), unknown.intern_target("other::add_.Tensor"));
    CHECK(eliminate_common_subexpressions(unknown) == 0);
    unknown.set_target(unknown.at("w"), unknown.intern_target("other::__and__.Tensor"));
    CHECK(eliminate_common_subexpressions(unknown) == 0);
}

TEST_CASE("cse: Python's equality is that of numbers, with structure") {
    auto const python = argument_equality::python;
    CHECK(merged({"(%x, 1)", "(%x, 1.0)", "(%x, True)", "(%x, complex(1.0, 0.0))"}, python) == 3);
    CHECK(merged({"(%x, 0.0)", "(%x, -0.0)", "(%x, False)"}, python) == 2);
    CHECK(merged({"(%x, nan)", "(%x, nan)"}, python) == 0);
    CHECK(merged({"(%x, range(0, 3))", "(%x, range(0, 3, 1))", "(%x, range(0, 2))"}, python) == 1);
    CHECK(merged({"(%x, range(5, 5))", "(%x, range(1, 0))", "(%x, range(1, 2, 9))", "(%x, range(1, 2))"}, python) == 2);
    CHECK(merged({"(%x, range(9, 0, -3))", "(%x, range(9, 1, -3))", "(%x, range(9, 0, 3))"}, python) == 1);
    CHECK(merged({"(%x, 1e300)", "(%x, 1e300)", "(%x, complex(1.0, 2.0))", "(%x, complex(1.0, 2.0))"}, python) == 2);
    CHECK(merged({"(%x, \"1\")", "(%x, 1)", "(%x, None)"}, python) == 0);
}

TEST_CASE("cse: of the calls of one hash in Python only the first is compared with") {
    auto const python = argument_equality::python;
    CHECK(merged({"([%x],)", "((%x,),)", "((%x,),)"}, python) == 0);
    CHECK(merged({"(%x, -1)", "(%x, -2)", "(%x, -2)"}, python) == 0);
    CHECK(merged({"(%x, -2)", "(%x, -1)", "(%x, -2)"}, python) == 1);
    CHECK(merged({"(%x, 3)", "(%x, 9223372036854775807)", "(%x, 9223372036854775807)"}, python) == 0);
    CHECK(graft_test::sentence([&] { (void)merged({"(%x, slice(1, 2, 3))"}, python); }) ==
          "a slice has no hash in Python, so that fx_graph_cse raises on it");
}

constexpr std::size_t merged_in_constants() {
    graph g;
    node_id const x = g.placeholder("x");
    g.output(arg::tuple(
        {arg::node(g.call_function("f", {arg::node(x), 1})), arg::node(g.call_function("f", {arg::node(x), 1}))}));
    return eliminate_common_subexpressions(g);
}
static_assert(merged_in_constants() == 1);

} // namespace
