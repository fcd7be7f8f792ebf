// Header-only: what holds in constants needs bodies.
#include <graft/ir/lint.hpp>

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;

// All findings as sentences, one per line.
std::string findings(graph const& g) {
    std::string out;
    for (lint_finding const& f : lint(g))
        out += text(g, f) + "\n";
    return out;
}

TEST_CASE("lint: a sound graph has no findings, an empty one neither") {
    graph g;
    CHECK(lint(g).empty());
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("f", {arg::list({arg::node(x), arg::node(x)})});
    g.output(arg::node(a));
    CHECK(lint(g).empty());
}

TEST_CASE("lint: a use before the definition is found, at any depth and of the node itself") {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    node_id const a = g.call_function("f", {arg::node(x), arg::list({arg::tuple({arg::node(y)})})}, {}, "a");
    g.move_before(a, y);
    CHECK(findings(g) == "argument 'y' of node 'a' is used before it is defined\n");
    CHECK(lint(g)[0].kind == lint_kind::used_before_definition);
    CHECK(lint(g)[0].argument == y);
    g.set_args(a, std::vector{arg::node(a)});
    CHECK(findings(g) == "argument 'a' of node 'a' is used before it is defined\n");
}

TEST_CASE("lint: an argument that was erased is described, which no graph lets a node have") {
    graph g;
    node_id const x = g.placeholder("x"), a = g.call_function("f", {}, {}, "a");
    g.erase_node(x);
    CHECK(text(g, {lint_kind::erased_argument, a, x}) == "argument '1' of node 'a' has been erased");
}

TEST_CASE("lint: an output that is not last is found, also when there are two") {
    graph g;
    node_id const x = g.placeholder("x");
    g.output(arg::node(x));
    CHECK(findings(g).empty());
    g.placeholder("y");
    CHECK(findings(g) == "output node 'output' is not the last node\n");
    g.output(arg::node(x));
    CHECK(findings(g) == "output node 'output' is not the last node\n");
    CHECK(lint(g)[0].kind == lint_kind::misplaced_output);
}

TEST_CASE("lint: an aggregate that two nodes were given breaks the use lists when one lets it go") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("f", {arg::list({arg::node(x), 1})}, {}, "a");
    std::vector<operand> const shared{g.operand_at(a, 0)};
    node_id const b = g.create_node(opcode::call_function, g.intern_target("g"), shared, "b");
    g.erase_node(b);
    REQUIRE(lint(g).size() == 1);
    CHECK(lint(g)[0].kind == lint_kind::broken_use_list);
    CHECK(findings(g) == "the use list of node 'x' is wrong\n");
}

TEST_CASE("lint: a name given twice is described") {
    graph g;
    node_id const x = g.placeholder("x");
    CHECK(text(g, {lint_kind::duplicate_name, x}) == "node redefines the name 'x'");
}

TEST_CASE("lint: findings come in execution order") {
    graph g;
    node_id const x = g.placeholder("x");
    node_id const a = g.call_function("f", {arg::node(x)}, {}, "a");
    node_id const b = g.call_function("f", {arg::node(a)}, {}, "b");
    g.move_before(b, x);
    g.move_before(a, x);
    CHECK(findings(g) == "argument 'a' of node 'b' is used before it is defined\n"
                         "argument 'x' of node 'a' is used before it is defined\n");
}

constexpr bool works_in_constants() {
    graph g;
    node_id const x = g.placeholder("x"), y = g.placeholder("y");
    g.call_function("f", {arg::node(y)});
    g.output(arg::node(x));
    bool const sound = lint(g).empty();
    g.move_before(y, no_node);
    return sound && lint(g).size() == 2;
}
static_assert(works_in_constants());

TEST_CASE("lint: a node without a target is found, and an attribute that the module does not have") {
    graph g;
    g.get_attr("w");
    g.get_attr("b");
    g.create_node(opcode::call_method, g.intern_target(""), std::span<operand const>{}, "m");
    std::string out;
    for (lint_finding const& f : lint(g, [](std::string_view path) { return path == "w"; }))
        out += text(g, f) + "\n";
    CHECK(out == "node 'b' refers to 'b', which the module does not have\nnode 'm' has no target\n");
}

} // namespace
