#include <graft/memory/in_place.hpp>

#include <graft/memory/check_plan.hpp>
#include <graft/memory/exact.hpp>

#include <graft/schema/op.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace {

using graft::node_id;
using graft_test::f32;

// The ops of these tests that compute element by element.
bool may(graft::op_info const& op) { return op.name == "test::relu" || op.name == "test::add"; }

// An op as somebody else writes it, which says that it computes element by element.
struct gain_t : graft::op<gain_t> {
    static constexpr graft::schema_text text{"mine::gain(Tensor self) -> Tensor"};
    static constexpr graft::op_tags tags = graft::op_tags::pointwise;
};

// "y over x" for every result that is written over another value.
std::string overwritten(graft::graph const& g) {
    auto const values = graft::find_lifetimes(g).values;
    graft::in_place_lifetimes const merged = graft::merge_in_place(g, values, may);
    std::string text;
    for (graft::in_place_result const& r : merged.results)
        text += (text.empty() ? "" : ", ") + std::string{g.name(r.life.node)} + " over " +
                std::string{g.name(merged.values[r.value].node)};
    return text;
}

} // namespace

TEST_CASE("merge_in_place: a chain of calls works in one place") {
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({4}));
    auto const y = b.call("test::relu", {x}, f32({4}), "y");
    auto const z = b.call("test::add", {y, y}, f32({4}), "z");
    b.output({b.call("test::relu", {z}, f32({4}), "w")});
    CHECK(overwritten(b.g) == "z over y, w over y"); // but y not over x, which is the caller's
    auto const values = graft::find_lifetimes(b.g).values;
    auto const merged = graft::merge_in_place(b.g, values, may);
    CHECK(merged.values.size() == 2);
    graft::memory_plan const plan = graft::split_places(graft::plan_exact(merged.values), merged);
    CHECK(plan.planned_bytes == 32);
    CHECK(plan.offset(z) == plan.offset(y));
    CHECK(plan.offset(b.g.at("w")) == plan.offset(y));
    CHECK(plan.offset(x) != plan.offset(y));
    CHECK(graft::check(plan).empty());
}

TEST_CASE("merge_in_place: an op that says so works in place wherever it comes from") {
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({4})), y = b.call("test::add", {x, x}, f32({4}), "y");
    auto const z = b.g.call_function(gain_t::info(), {graft::arg::node(y)}, {}, "z");
    b.g.set_val(z, f32({4}));
    auto const w = b.call("test::relu", {z}, f32({4}), "w"); // of which nothing is said
    b.output({w});
    auto const values = graft::find_lifetimes(b.g).values;
    auto const merged = graft::merge_in_place(b.g, values);
    REQUIRE(merged.results.size() == 1);
    CHECK(merged.results[0].life.node == z);
    CHECK(merged.values[merged.results[0].value].node == y);
}

TEST_CASE("merge_in_place: not over what is used later, returned, of other sizes, or seen in another form") {
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({4, 4}));
    auto const used = b.call("test::relu", {x}, f32({4, 4}), "used");
    auto const a = b.call("test::relu", {used}, f32({4, 4}), "a");
    auto const c = b.call("test::add", {used, a}, f32({4, 4}), "c"); // over used, which ends here
    auto const small = b.call("test::relu", {a}, f32({2, 4}), "small");
    auto const turned = b.call("test::view", {c}, f32({4, 4}, {1, 4}), "turned");
    auto const d = b.call("test::add", {c, turned}, f32({4, 4}), "d");
    auto const e = b.call("test::unbind", {d}, f32({4, 4}), "e"); // not an op that may
    auto const f = b.call("test::relu", {e}, f32({4, 4}), "f");
    b.output({f, small, b.call("test::relu", {f}, f32({4, 4}), "g")});
    CHECK(overwritten(b.g) == "c over used, f over e");
}

TEST_CASE("merge_in_place: over a view that shows the whole of its value as it is") {
    graft_test::graph_builder b;
    auto const x = b.input("x", f32({4}));
    auto const y = b.call("test::relu", {x}, f32({4}), "y");
    auto const flat = b.call("test::view", {y}, f32({2, 2}), "flat");
    b.output({b.call("test::relu", {flat}, f32({2, 2}), "z")});
    CHECK(overwritten(b.g) == "z over y");
}

TEST_CASE("merge_in_place: on random graphs places are sound, and less or as much is in use at once") {
    int fewer = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        graft_test::graph_builder b;
        std::vector<node_id> all{b.input("x", f32({8}))};
        for (std::uint32_t i = 0; i < 10 + seed; ++i) {
            auto const pick = [&] { return all[all.size() - 1 - random() % std::min<std::size_t>(all.size(), 4)]; };
            auto const size = static_cast<std::int64_t>(random() % 4 == 0 ? 16 : 8);
            std::string const name = "n" + std::to_string(i);
            if (random() % 4 == 0)
                all.push_back(b.call("test::view", {pick()}, f32({8}), name));
            else
                all.push_back(b.call("test::add", {pick(), pick()}, f32({size}), name));
        }
        b.output({all.back()});
        auto const values = graft::find_lifetimes(b.g).values;
        auto const merged = graft::merge_in_place(b.g, values, may);
        CHECK(merged.values.size() + merged.results.size() == values.size());
        std::uint64_t const before = graft::make_plan(values).lower_bound;
        graft::memory_plan const plan = graft::plan_exact(merged.values);
        CHECK(plan.lower_bound <= before);
        fewer += plan.lower_bound < before;
        graft::memory_plan const places = graft::split_places(plan, merged);
        CHECK(graft::check(places).empty());
        for (graft::lifetime const& life : values)
            CHECK(places.offset(life.node, life.result).has_value());
    }
    CHECK(fewer >= 10);
}
