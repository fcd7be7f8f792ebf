#include <graft/pass/graph_diff.hpp>

#include <graft/ir/text/parse.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace graft;

graph chain() {
    return parse(R"(graph():
    %x : f32[2] = placeholder[target=x]
    %a : f32[2] = call_function[target=a](args = (%x,), kwargs = {})
    %b : f32[2] = call_function[target=b](args = (%a, 1), kwargs = {})
    %c : f32[2] = call_function[target=c](args = (%b,), kwargs = {})
    return (%c,)
)");
}

std::string diff_of(graph const& before, graph const& after) { return text(diff(before, after), before, after); }

// The most numbers that can stay when the others leave and the rest is to rise.
std::size_t longest_rise_by_trying(std::vector<std::size_t> const& values) {
    std::size_t best = 0;
    for (std::uint32_t chosen = 0; chosen < (1u << values.size()); ++chosen) {
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i < values.size(); ++i)
            if ((chosen >> i & 1u) != 0)
                kept.push_back(values[i]);
        if (std::is_sorted(kept.begin(), kept.end()))
            best = std::max(best, kept.size());
    }
    return best;
}

} // namespace

TEST_CASE("diff: a graph and its copy, and two empty graphs, do not differ") {
    graph const g = chain();
    CHECK(diff(g, g).empty());
    CHECK(diff(graph{}, graph{}).empty());
    CHECK(diff_of(g, g).empty());
}

TEST_CASE("diff: a removed, an added and a changed node are told apart and printed in order") {
    graph const before = chain();
    graph after = before;
    {
        auto const scope = inserting_before(after, after.at("c"));
        node_id const d = after.call_function("d", {arg::node(after.at("a"))}, {}, "d");
        after.replace_all_uses_with(after.at("b"), d);
        after.erase_node(after.at("b"));
    }
    graph_diff const d = diff(before, after);
    CHECK(d.removed == std::vector{before.at("b")});
    CHECK(d.added == std::vector{after.at("d")});
    CHECK(d.changed == std::vector<node_pair>{{before.at("c"), after.at("c")}});
    CHECK(d.moved.empty());
    CHECK(diff_of(before, after) ==
          R"(- %b : f32[2] = call_function[target=b](args = (%a, 1), kwargs = {})
+ %d = call_function[target=d](args = (%a,), kwargs = {})
- %c : f32[2] = call_function[target=c](args = (%b,), kwargs = {})
+ %c : f32[2] = call_function[target=c](args = (%d,), kwargs = {})
)");
}

TEST_CASE("diff: a changed output, value or metadata is a change of its node") {
    graph const before = chain();
    graph after = before;
    after.replace_input_with(after.back(), after.at("c"), after.at("a"));
    CHECK(diff_of(before, after) == "- return (%c,)\n+ return (%a,)\n");
    after = before;
    after.set_val(after.at("b"), make_spec(dtype::f16, {2}));
    CHECK(diff(before, after).changed == std::vector<node_pair>{{before.at("b"), after.at("b")}});
    after = before;
    after.set_constant(after.at("x"), true);
    CHECK(diff(before, after).changed == std::vector<node_pair>{{before.at("x"), after.at("x")}});
}

TEST_CASE("diff: a moved node is in both places") {
    graph const before = parse("graph():\n    %a = placeholder[target=a]\n    %b = placeholder[target=b]\n"
                               "    %c = placeholder[target=c]\n    return (%a,)\n");
    graph after = before;
    after.move_before(after.at("a"), after.back());
    CHECK(diff(before, after).moved == std::vector<node_pair>{{before.at("a"), after.at("a")}});
    CHECK(diff_of(before, after) == "- %a = placeholder[target=a]\n+ %a = placeholder[target=a]\n");
}

TEST_CASE("diff: all of a graph is added to an empty one") {
    graph const g = chain();
    CHECK(diff(graph{}, g).added.size() == g.size());
    CHECK(diff(g, graph{}).removed.size() == g.size());
    std::string const lines = diff_of(g, graph{});
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 5);
}

TEST_CASE("diff: of nodes in random orders the fewest are moved, and the others keep their order") {
    std::mt19937 random(3);
    for (int trial = 0; trial < 200; ++trial) {
        std::size_t const count = 1 + random() % 9;
        graph before;
        for (std::size_t i = 0; i < count; ++i)
            before.placeholder("n" + std::to_string(i));
        std::vector<std::size_t> order(count);
        for (std::size_t i = 0; i < count; ++i)
            order[i] = i;
        std::shuffle(order.begin(), order.end(), random);
        graph after;
        for (std::size_t const i : order)
            after.placeholder("n" + std::to_string(i));
        graph_diff const d = diff(before, after);
        CHECK(d.changed.empty());
        CHECK(d.moved.size() == count - longest_rise_by_trying(order));
        std::vector<std::size_t> stay;
        for (std::size_t const i : order)
            if (std::ranges::none_of(d.moved,
                                     [&](node_pair p) { return before.name(p.before) == "n" + std::to_string(i); }))
                stay.push_back(i);
        CHECK(std::is_sorted(stay.begin(), stay.end()));
        std::string const lines = diff_of(before, after);
        CHECK(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')) == 2 * d.moved.size());
    }
}
