#include <graft/memory/reorder_for_memory.hpp>

#include <graft/ir/lint.hpp>
#include <graft/memory/plan.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using graft::node_id;
using graft_test::f32;

std::uint64_t peak_of(graft::graph const& g) {
    return graft::make_plan(graft::find_lifetimes(g).values, 1).lower_bound;
}

std::string names(graft::graph const& g) {
    std::string all;
    for (node_id const n : g.nodes())
        all += (all.empty() ? "" : " ") + std::string{g.name(n)};
    return all;
}

// Calls of one or two earlier results each, with results of up to 40 floats.
graft_test::graph_builder random_graph(std::uint32_t seed, std::uint32_t count) {
    std::mt19937 random(seed);
    graft_test::graph_builder b;
    std::vector<node_id> all{b.input("x", f32({8}))};
    for (std::uint32_t i = 0; i < count; ++i) {
        auto const pick = [&] { return all[all.size() - 1 - random() % std::min<std::size_t>(all.size(), 6)]; };
        std::string const name = "n" + std::to_string(i);
        auto const size = static_cast<std::int64_t>(1 + random() % 40);
        if (random() % 3 == 0)
            all.push_back(b.call("test::relu", {pick()}, f32({size}), name));
        else if (random() % 8 == 0)
            b.call("test::zero_", {pick()}, {}, name);
        else
            all.push_back(b.call("test::add", {pick(), pick()}, f32({size}), name));
    }
    b.output({all.back(), all[all.size() / 2]});
    return b;
}

} // namespace

TEST_CASE("reorder_for_memory: makes a large value when it is used, not before") {
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({1}));
    auto const big1 = b.call("test::relu", {x}, f32({100}), "big1");
    auto const big2 = b.call("test::relu", {x}, f32({100}), "big2");
    auto const small1 = b.call("test::relu", {big1}, f32({1}), "small1");
    auto const small2 = b.call("test::relu", {big2}, f32({1}), "small2");
    b.output({b.call("test::add", {small1, small2}, f32({1}), "total")});
    CHECK(peak_of(b.g) == 400 + 400 + 4);
    CHECK(graft::reorder_for_memory(b.g));
    CHECK(names(b.g) == "x big1 small1 big2 small2 total output");
    CHECK(peak_of(b.g) == 4 + 400 + 4);
    CHECK_FALSE(graft::reorder_for_memory(b.g));
}

TEST_CASE("reorder_for_memory: a reader of a value stays before who writes to it, or to a view of it") {
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({1}));
    auto const kept = b.call("test::relu", {x}, f32({100}), "kept");
    auto const view = b.call("test::view", {kept}, f32({10, 10}), "view");
    auto const other = b.call("test::relu", {x}, f32({100}), "other");
    auto const reader = b.call("test::relu", {kept}, f32({50}), "reader");
    b.call("test::zero_", {view}, {}, "clear");
    auto const late = b.call("test::relu", {kept}, f32({1}), "late");
    b.output({reader, late, b.call("test::relu", {other}, f32({1}), "end")});
    CHECK(graft::reorder_for_memory(b.g));
    std::string const order = names(b.g);
    CHECK(order.find("reader") < order.find("clear"));
    CHECK(order.find("clear") < order.find("late"));
}

TEST_CASE("reorder_for_memory: a random graph stays sound, keeps its writes in order, and never needs more") {
    int better = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        graft_test::graph_builder b = random_graph(seed, 10 + seed);
        std::vector<std::string> nodes, writes;
        auto const is_write = [&](node_id n) { return b.g.target(n).name == "test::zero_"; };
        for (node_id const n : b.g.nodes()) {
            nodes.emplace_back(b.g.name(n));
            if (is_write(n))
                writes.emplace_back(b.g.name(n));
        }
        std::uint64_t const before = peak_of(b.g);
        bool const changed = graft::reorder_for_memory(b.g);
        CHECK(graft::lint(b.g).empty());
        CHECK(peak_of(b.g) <= before);
        CHECK((peak_of(b.g) < before) == changed);
        better += changed;
        std::vector<std::string> after, writes_after;
        for (node_id const n : b.g.nodes()) {
            after.emplace_back(b.g.name(n));
            if (is_write(n))
                writes_after.emplace_back(b.g.name(n));
        }
        CHECK(writes == writes_after);
        std::ranges::sort(nodes);
        std::ranges::sort(after);
        CHECK(nodes == after);
    }
    CHECK(better >= 10);
}

TEST_CASE("reorder_for_memory: an attribute that stands first, which takes nothing, is neither lost nor moved twice") {
    graft_test::graph_builder b;
    auto const weight = b.g.get_attr("weight");
    b.g.set_val(weight, f32({1}));
    auto const big1 = b.call("test::relu", {weight}, f32({100}), "big1");
    auto const big2 = b.call("test::relu", {weight}, f32({100}), "big2");
    auto const other = b.g.get_attr("other");
    b.g.set_val(other, f32({1}));
    auto const small1 = b.call("test::add", {big1, other}, f32({1}), "small1");
    auto const small2 = b.call("test::add", {big2, other}, f32({1}), "small2");
    b.output({b.call("test::add", {small1, small2}, f32({1}), "total")});
    CHECK(graft::reorder_for_memory(b.g));
    CHECK(b.g.size() == 8);
    CHECK(graft::lint(b.g).empty());
    CHECK(peak_of(b.g) == 4 + 400 + 4);
}

TEST_CASE("reorder_for_memory: finds its peak as the lifetimes do") {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        graft_test::graph_builder const b = random_graph(seed, 30);
        auto const values = graft::find_lifetimes(b.g).values;
        graft::detail::memory_scheduler scheduler(b.g, values);
        CHECK(static_cast<std::uint64_t>(scheduler.peak(scheduler.order())) == peak_of(b.g));
    }
}

TEST_CASE("reorder_for_memory: what has no largest size counts as nothing, and the same graph gives the same order") {
    graft_test::graph_builder b = random_graph(3, 40), c = random_graph(3, 40);
    b.call("test::relu", {b.g.at("x")}, f32({graft::symbol{"s0"}}), "endless");
    b.g.move_before(b.g.at("endless"), b.g.at("n0"));
    static_cast<void>(graft::reorder_for_memory(b.g));
    CHECK(b.g.size() == c.g.size() + 1);
    graft_test::graph_builder d = random_graph(3, 40);
    CHECK(graft::reorder_for_memory(c.g) == graft::reorder_for_memory(d.g));
    CHECK(names(c.g) == names(d.g));
}
