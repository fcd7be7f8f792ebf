#include <graft/subgraph/detail/search.hpp>

#include <graft/subgraph/subgraph_matcher.hpp>

#include "../../pattern/fx_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace graft;

namespace {

std::vector<internal_match> search(graph const& g, detail::subgraph_pattern const& p, bool remove_overlapping) {
    std::vector<internal_match> found;
    detail::subgraph_search(g, p, false, remove_overlapping, false, {}).run().for_each([&](internal_match const& m) {
        found.push_back(m);
    });
    return found;
}

std::vector<node_id> computed(detail::subgraph_pattern const& p, internal_match const& m) {
    std::vector<node_id> nodes;
    for (matched_value const& bound : m.nodes_map)
        if (p.is_compute(bound.pattern_node))
            nodes.push_back(bound.value.node());
    return nodes;
}

// Whether a path leads from the nodes to one of them again, through others.
bool comes_back(graph const& g, std::vector<node_id> const& nodes) {
    std::vector<char> inside(g.capacity(), 0), outside(g.capacity(), 0);
    for (node_id const n : nodes)
        inside[n] = 1;
    bool back = false;
    for (node_id const n : g.nodes())
        g.for_each_input(n, [&](node_id input) {
            if (outside[input] != 0 || inside[input] != 0) {
                if (inside[n] == 0)
                    outside[n] = 1;
                else if (outside[input] != 0)
                    back = true;
            }
        });
    return back;
}

// What is left of all matches when those that come back and those that overlap an earlier one go.
std::vector<std::vector<node_id>> first_ones(graph const& g, detail::subgraph_pattern const& p) {
    std::vector<std::vector<node_id>> kept;
    std::vector<char> taken(g.capacity(), 0);
    for (internal_match const& m : search(g, p, false)) {
        std::vector<node_id> const nodes = computed(p, m);
        if (comes_back(g, nodes) || std::any_of(nodes.begin(), nodes.end(), [&](node_id n) { return taken[n] != 0; }))
            continue;
        for (node_id const n : nodes)
            taken[n] = 1;
        kept.push_back(nodes);
    }
    return kept;
}

graph random_graph(std::mt19937& random, std::size_t inputs, std::size_t calls, bool return_all) {
    graph g;
    std::vector<node_id> nodes;
    for (std::size_t i = 0; i < inputs; ++i)
        nodes.push_back(g.placeholder("p"));
    for (std::size_t i = 0; i < calls; ++i) {
        node_id const x = nodes[nodes.size() - 1 - random() % std::min<std::size_t>(nodes.size(), 5)];
        node_id const y = nodes[random() % nodes.size()];
        switch (random() % 4) {
        case 0: nodes.push_back(g.call_function("aten::add.Tensor", {arg::node(x), arg::node(y)})); break;
        case 1: nodes.push_back(g.call_function("aten::cat", {arg::list({arg::node(x), arg::node(y)})})); break;
        default: nodes.push_back(g.call_function("aten::relu", {arg::node(x)}));
        }
    }
    std::vector<arg> returned;
    for (std::size_t i = inputs; i < nodes.size(); ++i)
        if (return_all ? g.use_count(nodes[i]) == 0 : random() % 3 == 0)
            returned.push_back(arg::node(nodes[i]));
    g.output(arg::tuple(returned));
    return g;
}

} // namespace

TEST_CASE("subgraph_search: what is not looked for is what would be dropped, on random graphs") {
    std::size_t matches = 0;
    for (unsigned seed = 0; seed < 600; ++seed) {
        std::mt19937 random(seed);
        graph const g = random_graph(random, 2, 12, false);
        detail::subgraph_pattern const p{random_graph(random, 2 + seed % 2, 1 + seed % 4, true), false, false};
        std::vector<internal_match> all;
        std::vector<std::vector<node_id>> found;
        try {
            for (internal_match const& m : search(g, p, true))
                found.push_back(computed(p, m));
        } catch (error const&) {
            CHECK_THROWS_AS((void)search(g, p, false), error);
            continue;
        }
        CAPTURE(seed);
        CHECK(found == first_ones(g, p));
        matches += found.size();
    }
    CHECK(matches > 100);
}

TEST_CASE("subgraph_search: equal anchors with one candidate too few are not tried in every order") {
    graph g, pattern;
    node_id const p = g.placeholder("p"), x = pattern.placeholder("x");
    std::vector<arg> few, more;
    for (int i = 0; i < 29; ++i)
        few.push_back(arg::node(g.call_function("aten::relu", {arg::node(p)})));
    for (int i = 0; i < 30; ++i)
        more.push_back(arg::node(pattern.call_function("aten::relu", {arg::node(x)})));
    g.output(arg::tuple(few));
    pattern.output(arg::tuple(more));
    CHECK(search(g, {pattern, false, false}, true).empty());
    CHECK(search(g, {pattern, false, false}, false).empty());
    CHECK(search(pattern, {pattern, false, false}, true).size() == 1);
}

// `count` relus, each of the one before.
graph relu_chain(int count) {
    graph g;
    node_id last = g.placeholder("p");
    for (int i = 0; i < count; ++i)
        last = g.call_function("aten::relu", {arg::node(last)});
    g.output(arg::node(last));
    return g;
}

// `parts` of `count` relus of one value each, or all of them returned.
graph relus_of_one(int parts, int count) {
    graph g;
    node_id x = g.placeholder("p");
    std::vector<arg> returned;
    for (int part = 0; part < parts; ++part) {
        returned.clear();
        for (int i = 0; i < count; ++i)
            returned.push_back(arg::node(g.call_function("aten::relu", {arg::node(x)})));
        if (parts > 1)
            x = g.call_function("aten::cat", {arg::list(returned)});
    }
    g.output(parts > 1 ? arg::node(x) : arg::tuple(returned));
    return g;
}

std::size_t steps(graph const& g, graph const& pattern) {
    detail::subgraph_pattern const p{pattern, false, false};
    detail::subgraph_search s(g, p, false, true, false, {});
    static_cast<void>(s.run());
    return s.steps();
}

TEST_CASE("subgraph_search: equal calls on a chain take at most the product of graph and pattern in steps") {
    for (int const size : {2, 10, 100})
        CHECK(steps(relu_chain(2000), relu_chain(size)) <= std::size_t(2000) * (std::size_t(size) + 2));
}

TEST_CASE("subgraph_search: equal anchors take steps in proportion to the graph, whether they match or not") {
    for (int const anchors : {4, 8, 12}) {
        graph const pattern = relus_of_one(1, anchors);
        for (int const siblings : {anchors, anchors - 1}) {
            std::size_t const few = steps(relus_of_one(40, siblings), pattern),
                              many = steps(relus_of_one(400, siblings), pattern);
            CHECK(many <= 11 * few);
            CHECK(many <= std::size_t(400 * anchors) * 2 * std::size_t(anchors + 2));
        }
    }
}

TEST_CASE("subgraph_search: parts that nothing connects are not tried in pairs on a chain") {
    graph pattern;
    node_id const x = pattern.placeholder("x"), y = pattern.placeholder("y");
    node_id const a = pattern.call_function("aten::relu", {arg::node(x)});
    node_id const b = pattern.call_function("aten::relu", {arg::node(y)});
    pattern.output(arg::tuple({arg::node(a), arg::node(b)}));
    std::size_t const few = steps(relu_chain(500), pattern), many = steps(relu_chain(5000), pattern);
    CHECK(many <= 11 * few);
}

TEST_CASE("subgraph_search: a pattern of a hundred thousand nodes is no matter of the stack") {
    graph g;
    node_id last = g.placeholder("p");
    for (int i = 0; i < 100'000; ++i)
        last = g.call_function("aten::relu", {arg::node(last)});
    g.output(arg::node(g.call_function("aten::exp", {arg::node(last)})));
    auto const found = search(g, {g, false, false}, true);
    REQUIRE(found.size() == 1);
    CHECK(found[0].nodes_map.size() == 100'002);
}

namespace {

// Whether a path leads from the nodes named to one of them again, through others.
bool cycle(graph const& g, std::string const& relu, std::string const& exp) {
    detail::subgraph_pattern const p{fx_graph({"x", "y", "r = relu.default(%x,)", "e = exp.default(%y,)"}, "(r, e)"),
                                     false, false};
    detail::subgraph_index const index{g, p, false};
    detail::subgraph_binding binding{g, p, index, false};
    CHECK(binding.bind(p.anchors[0], g.at(relu), {}, {}));
    CHECK(binding.bind(p.anchors[1], g.at(exp), {}, {}));
    return detail::subgraph_cycle{g, p, index, binding}.found();
}

} // namespace

TEST_CASE("subgraph_cycle: a path that leaves the match and comes back is found") {
    graph const g = fx_graph({"p", "q", "r = relu.default(%p,)", "n = neg.default(%r,)", "m = neg.default(%n,)",
                              "e = exp.default(%m,)", "f = exp.default(%q,)"},
                             "(e, f)");
    CHECK(cycle(g, "r", "e"));
    CHECK_FALSE(cycle(g, "r", "f"));
}

TEST_CASE("subgraph_cycle: a path back is found whatever the order of the nodes") {
    graph g = fx_graph({"p", "r = relu.default(%p,)", "n = neg.default(%r,)", "e = exp.default(%n,)"}, "e");
    g.move_before(g.at("e"), g.at("r"));
    CHECK(cycle(g, "r", "e"));
}

TEST_CASE("subgraph_matches: shows each match in turn, in the order in which it was found") {
    graph const g = fx_graph(
        {"p", "a = relu.default(%p,)", "b = exp.default(%a,)", "c = relu.default(%b,)", "d = exp.default(%c,)"}, "d");
    subgraph_matcher const matcher(fx_graph({"x", "r = relu.default(%x,)", "e = exp.default(%r,)"}, "e"));
    detail::subgraph_matches const matches = matcher.search(g);
    REQUIRE(matches.size() == 2);
    std::vector<std::string> seen;
    matches.for_each([&](internal_match const& m) {
        REQUIRE(m.nodes_map.size() == 3);
        CHECK(m.anchors.size() == 1);
        CHECK(m.name_node_map.empty());
        seen.emplace_back(g.name(m.placeholder_nodes.at(0).node()));
        seen.emplace_back(g.name(m.returning_nodes.at(0).node()));
    });
    CHECK(seen == std::vector<std::string>{"p", "b", "b", "d"});
}

TEST_CASE("subgraph_matches: a placeholder may stand for a literal") {
    auto const add = [](std::string const& alpha) {
        return parse_fx("graph():\n    %p : [num_users=1] = placeholder[target=p]\n"
                        "    %q : [num_users=1] = placeholder[target=q]\n"
                        "    %s : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor](args = (%p, " +
                        alpha + "), kwargs = {})\n    return (s, q)");
    };
    graph const g = add("0, 7");
    graph const pattern = parse_fx("graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
                                   "    %n : [num_users=1] = placeholder[target=n]\n"
                                   "    %s : [num_users=1] = call_function[target=torch.ops.aten.slice.Tensor]"
                                   "(args = (%x, 0, %n), kwargs = {})\n    return s");
    std::size_t shown = 0;
    subgraph_matcher(pattern).search(g).for_each([&](internal_match const& m) {
        ++shown;
        CHECK(g.name(m.placeholder_nodes.at(0).node()) == "p");
        CHECK(m.placeholder_nodes.at(1).integer() == 7);
    });
    CHECK(shown == 1);
}

TEST_CASE("subgraph_matches: names that nothing stands for are left out") {
    graph const g = fx_graph({"p", "a = relu.default(%p,)"}, "a");
    graph pattern = fx_graph({"x", "r = relu.default(%x,)"}, "r");
    node_id const out = pattern.back(), r = pattern.prev(out);
    arg names(arg_kind::dict, {arg::node(r)});
    names.keys = {"relu"};
    std::vector<arg> const returned{arg::tuple({arg::node(r), names})};
    pattern.set_args(out, returned);
    std::vector<std::string> seen;
    subgraph_matcher(pattern, {.named_outputs = true}).search(g).for_each([&](internal_match const& m) {
        for (named_value const& named : m.name_node_map)
            seen.push_back(std::string(named.name) + "=" + std::string(g.name(named.value.node())));
    });
    CHECK(seen == std::vector<std::string>{"relu=a"});
}
