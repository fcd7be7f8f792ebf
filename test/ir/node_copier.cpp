// Header-only: what holds in constants needs bodies.
#include <graft/ir/node_copier.hpp>

#include <graft/ir/text/parse.hpp>
#include <graft/ir/text/print.hpp>

#include <doctest/doctest.h>

#include "random_fx_graph.hpp"
#include "toy.hpp"

#include <vector>

namespace {

using namespace graft;

// Copies all nodes but the outputs; returns what stands for each.
std::vector<operand> copy_all(detail::node_copier& copier, graph const& from, graph& to) {
    copier.start(from, to);
    std::vector<operand> values(from.capacity());
    for (node_id const n : from.nodes())
        if (from.op(n) != opcode::output)
            values[n] = operand::node(copier.copy(
                n, [&](node_id input) { return values[input]; }, from.name(n)));
    return values;
}

TEST_CASE("node_copier: copies are those of node_copy, on random graphs one after the other") {
    detail::node_copier copier;
    for (unsigned seed = 0; seed < 60; ++seed) {
        graph const from = graft_test::random_fx_graph(seed).make(30);
        graph by_node, by_copier;
        std::vector<node_id> twins(from.capacity(), no_node);
        for (node_id const n : from.nodes())
            if (from.op(n) != opcode::output)
                twins[n] = node_copy(from, n, by_node, [&](node_id input) { return twins[input]; });
        copy_all(copier, from, by_copier);
        CHECK(text(by_copier) == text(by_node));
    }
}

TEST_CASE(
    "node_copier: a value, type, origins, metadata and being constant come along; a fact is looked up anew in each graph") {
    graph const from = parse(R"(graph():
    %x : f32[2] = placeholder[target=x] type "torch.Tensor" constant
    %a : f32[2] = call_function[target=torch.ops.toy.add.Tensor](args = (%x, 1.5), kwargs = {alpha: {k: %x}}) from [("rule", "old")] {stack_trace: "here"}
)",
                             toy::find);
    detail::node_copier copier;
    graph first, second;
    second.placeholder("other");
    copy_all(copier, from, first);
    copy_all(copier, from, second);
    CHECK(text(first) == text(from));
    second.erase_node(second.at("other"));
    CHECK(text(second) == text(from));
    CHECK(first.target(first.at("a")).op == &toy::add_t::info());
}

TEST_CASE("node_copier: literals and lists may stand for nodes, for each copy its own") {
    graph from;
    node_id const x = from.placeholder("x"), y = from.placeholder("y");
    arg nested(arg_kind::dict, {arg::list({arg::node(x), 2}), arg::node(y)});
    nested.keys = {"a", "b"};
    node_id const f = from.call_function("user.f", {arg::node(x), nested, 2});
    graph to;
    node_id const p = to.placeholder("p");
    std::vector<operand> values(from.capacity());
    values[x] = to.encode(arg{7});
    values[y] = to.encode(arg::list({arg::node(p), 3}));
    detail::node_copier copier;
    copier.start(from, to);
    auto const value = [&](node_id n) { return values[n]; };
    copier.copy(f, value, "f");
    node_id const second = copier.copy(f, to.intern_target("user.g"), value, "g");
    CHECK(to.users(p).size() == 2);
    CHECK(fx_text(to, second) ==
          "%g : [num_users=0] = call_function[target=user.g](args = (7, {a: [7, 2], b: [%p, 3]}, 2), "
          "kwargs = {})");
    CHECK(to.view(copier.copied(from.arg(f, 1).value(), value))[0][0].integer() == 7);
}

constexpr std::size_t copied_size() {
    graph from, to;
    from.call_function("f", {arg::node(from.placeholder("x")), arg{1.5}, "text"});
    detail::node_copier copier;
    copier.start(from, to);
    operand x;
    for (node_id const n : from.nodes())
        x = operand::node(copier.copy(
            n, [&](node_id) { return x; }, from.name(n)));
    return to.size();
}
static_assert(copied_size() == 2);

} // namespace
