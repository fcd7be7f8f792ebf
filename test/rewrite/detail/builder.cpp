#include <graft/rewrite/detail/builder.hpp>

#include <doctest/doctest.h>

#include <graft/ir/lint.hpp>
#include <graft/ir/text/print.hpp>
#include <graft/ir/value.hpp>

#include "../../ir/toy.hpp"

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;

constexpr auto x = var<"x">;
constexpr auto y = var<"y">;
constexpr auto p = var<"p">;

// A rule of one set, matched at a root.
template <class Set>
struct fixture {
    fixture(graph& g, Set given, node_id root)
        : set(std::move(given)), rules(g, detail::views_of(set)), matcher(g, rules), builder(g, rules, matcher) {
        REQUIRE(matcher.match_rule(0, root));
        builder.begin(0, root);
        rhs = rules.rules[0].rhs;
    }
    Set set;
    detail::prepared_rules rules;
    detail::matcher<> matcher;
    detail::builder<detail::matcher<>> builder;
    std::uint32_t rhs = 0;
};

TEST_CASE("builder: interior calls become nodes before the root, operands of the outer call are made ready") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const root = toy::sub(a, b);
    fixture f{g, rules(rule<"r">(toy::sub(x, y) >> toy::add(toy::relu(x), toy::neg(toy::mul(y, 2)), "alpha"_a = 3))),
              root.id};
    detail::built_call const call = f.builder.make_call(f.rhs);
    CHECK(g.target_at(call.target).op == &toy::add_t::info());
    CHECK(call.kwargs == 1);
    CHECK(call.first == 0);
    REQUIRE(f.builder.operands.size() == 4);
    CHECK(f.builder.operands[0].is_node());
    CHECK(g.view(f.builder.operands[2]).text() == "alpha");
    CHECK(g.view(f.builder.operands[3]).integer() == 3);
    std::string created;
    for (node_id const n : f.builder.created)
        created += std::string{g.name(n)} + " ";
    CHECK(created == "relu_default mul_tensor neg_default ");
    CHECK(g.next(f.builder.created.back()) == root.id);
    CHECK(lint(g).empty());
    CHECK(g.arg(root.id, 0).node() == a.id);
}

TEST_CASE("builder: arguments out of order or keyword-only are keywords, the rest positions") {
    graph g;
    value const a = placeholder(g, "a");
    value const root = toy::neg(a);
    fixture f{g, rules(rule<"r">(toy::neg(x) >> toy::pool(x, ints(2, 2), "ceil"_a = true))), root.id};
    detail::built_call const call = f.builder.make_call(f.rhs);
    CHECK(call.kwargs == 1);
    CHECK(f.builder.operands.size() == 4);
    fixture h{g, rules(rule<"r">(toy::neg(x) >> toy::sub("other"_a = 1, "self"_a = x))), root.id};
    CHECK(h.builder.make_call(h.rhs).kwargs == 2);
}

TEST_CASE("builder: a variable stands for what it matched, an aggregate for a copy of it") {
    graph g;
    value const a = placeholder(g, "a"), b = placeholder(g, "b");
    value const root = toy::cat(std::vector{a, b}, 1);
    fixture f{g, rules(rule<"r">(toy::cat(x, p) >> toy::cat(x, p))), root.id};
    detail::built_call const call = f.builder.make_call(f.rhs);
    operand const list = f.builder.operands[call.first];
    CHECK(list.is_aggregate());
    CHECK(list != g.operand_at(root.id, 0));
    CHECK(g.view(list)[1].node() == b.id);
    CHECK(f.builder.operands[call.first + 1] == g.operand_at(root.id, 1));
    CHECK(f.builder.created.empty());
}

TEST_CASE("builder: computed arguments see the whole match") {
    graph g;
    value const a = placeholder(g, "a");
    value const root = toy::mul(a, 5);
    constexpr auto twice = [](match const& m) { return arg{m["p"].integer() * 2}; };
    fixture f{g, rules(rule<"r">(toy::mul(x, p) >> toy::mul(x, compute(twice)))), root.id};
    detail::built_call const call = f.builder.make_call(f.rhs);
    CHECK(g.view(f.builder.operands[call.first + 1]).integer() == 10);
}

TEST_CASE("builder: lists hold what was built for their items, and an item is a getitem of its call") {
    graph g;
    value const a = placeholder(g, "a");
    value const root = toy::neg(a);
    fixture f{g, rules(rule<"r">(toy::neg(x) >> toy::cat(list(out<1>(toy::minmax(x)), 2, x)))), root.id};
    detail::built_call const call = f.builder.make_call(f.rhs);
    arg_ref const items = g.view(f.builder.operands[call.first]);
    REQUIRE(items.size() == 3);
    CHECK(g.target(items[0].node()).name == "operator.getitem");
    CHECK(g.arg(items[0].node(), 1).integer() == 1);
    CHECK(items[1].integer() == 2);
    CHECK(items[2].node() == a.id);
    CHECK(f.builder.created.size() == 2);
}

TEST_CASE("builder: new calls belong to the dialect of the root") {
    graph g;
    node_id const a = g.placeholder("a");
    node_id const root = g.call_function(g.intern_target(toy::neg_t::info(), dialect_tag::edge), {arg::node(a)});
    fixture f{g, rules(rule<"r">(toy::neg(x) >> toy::relu(toy::relu(x)))), root};
    detail::built_call const call = f.builder.make_call(f.rhs);
    CHECK(g.target_at(call.target).dialect == dialect_tag::edge);
    CHECK(g.target(f.builder.created[0]).dialect == dialect_tag::edge);
}

TEST_CASE("builder: a value alone, or a literal, needs no node") {
    graph g;
    value const a = placeholder(g, "a");
    value const root = toy::neg(a);
    fixture f{g, rules(rule<"r">(toy::neg(x) >> x)), root.id};
    CHECK(f.builder.build(f.rhs) == operand::node(a.id));
    fixture h{g, rules(rule<"r">(toy::neg(x) >> 7)), root.id};
    CHECK(h.builder.build(h.rhs) == g.encode(7));
    CHECK(g.size() == 2);
}

} // namespace
