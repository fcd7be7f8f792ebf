#include <graft/memory/lifetime.hpp>

#include "test_graph.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace {

using graft::node_id;
using graft_test::f32;
using graft_test::graph_builder;

std::string shown(graft::graph const& g, graft::lifetimes const& found) {
    std::string out;
    for (graft::lifetime const& v : found.values)
        out += std::string{g.name(v.node)} + "." + std::to_string(v.result) + " [" + std::to_string(v.first) + ", " +
               std::to_string(v.last) + "] " + std::to_string(v.bytes) + "\n";
    return out;
}

std::string shown(graph_builder const& b, graft::lifetime_options const& options = {}) {
    return shown(b.g, graft::find_lifetimes(b.g, options));
}

// relu(relu(x + w)) with a view in between.
graph_builder make_chain() {
    graph_builder b;
    node_id const w = b.input("w", f32({4}));
    b.g.set_constant(w, true);
    node_id const x = b.input("x", f32({4}));
    node_id const sum = b.call("test::add", {x, w}, f32({4}), "total");
    node_id const first = b.call("test::relu", {sum}, f32({4}), "first");
    node_id const view = b.call("test::view", {first}, f32({2, 2}), "view");
    node_id const second = b.call("test::relu", {view}, f32({2, 2}), "second");
    b.output({second});
    return b;
}

} // namespace

TEST_CASE("find_lifetimes: inputs, values and outputs are planned, constants are not") {
    CHECK(shown(make_chain()) == "x.0 [0, 2] 16\n"
                                 "total.0 [2, 3] 16\n"
                                 "first.0 [3, 5] 16\n"
                                 "second.0 [5, 6] 16\n");
}

TEST_CASE("find_lifetimes: inputs and outputs can be left to the caller") {
    CHECK(shown(make_chain(), {.inputs = false}) == "total.0 [2, 3] 16\n"
                                                    "first.0 [3, 5] 16\n"
                                                    "second.0 [5, 6] 16\n");
    CHECK(shown(make_chain(), {.inputs = false, .outputs = false}) == "total.0 [2, 3] 16\n"
                                                                      "first.0 [3, 5] 16\n");
}

TEST_CASE("find_lifetimes: an output that is a view leaves its base to the caller too") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const a = b.call("test::relu", {x}, f32({4}), "a");
    b.output({b.call("test::view", {a}, f32({2, 2}), "view")});
    CHECK(shown(b, {.outputs = false}) == "x.0 [0, 1] 16\n");
}

TEST_CASE("find_lifetimes: every result of several is planned, also those that nothing takes") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const all = b.call("test::norm", {x}, graft::value_spec::of_list({f32({4}), {}, f32({1})}), "stats");
    b.output({b.item(all, 0, "first")});
    CHECK(shown(b, {.inputs = false}) == "stats.0 [1, 3] 16\n"
                                         "stats.2 [1, 1] 4\n");
}

TEST_CASE("find_lifetimes: attributes are constants, and so are views of constants") {
    graph_builder b;
    node_id const w = b.g.get_attr("w");
    b.g.set_val(w, f32({4}));
    node_id const view = b.call("test::view", {w}, f32({2, 2}), "view");
    b.output({b.call("test::relu", {view}, f32({2, 2}), "y")});
    CHECK(shown(b) == "y.0 [2, 3] 16\n");
}

TEST_CASE("find_lifetimes: a program's signature says what is state, and its ranges bound the "
          "sizes") {
    graph_builder b;
    node_id const count = b.input("b_count", f32({1}));
    b.input("p_weight", f32({4}));
    graft::sym_int const s0(graft::symbol("s0"));
    node_id const x = b.input("x", f32({s0, 4}));
    b.call("test::zero_", {count}, {}, "clear");
    node_id const y = b.call("test::relu", {x}, f32({s0, 4}), "y");
    b.output({y});
    graft::exported_program program;
    program.graph() = b.g;
    auto const add_input = [&](graft::input_kind kind, char const* name) {
        graft::input_spec& spec = program.signature.inputs.emplace_back();
        spec.kind = kind;
        spec.name = name;
    };
    add_input(graft::input_kind::buffer, "b_count");
    add_input(graft::input_kind::parameter, "p_weight");
    add_input(graft::input_kind::user_input, "x");
    program.range_constraints = {{graft::symbol("s0"), {1, 10}}};
    CHECK(shown(b.g, graft::find_lifetimes(program)) == "x.0 [0, 4] 160\n"
                                                        "y.0 [4, 5] 160\n");
    CHECK(shown(b.g, graft::find_lifetimes(program, {.mutable_buffers = true})) == "b_count.0 [0, 5] 4\n"
                                                                                   "x.0 [0, 4] 160\n"
                                                                                   "y.0 [4, 5] 160\n");
    program.graph().set_constant(count, true);
    CHECK(shown(b.g, graft::find_lifetimes(program, {.mutable_buffers = true})) == "x.0 [0, 4] 160\n"
                                                                                   "y.0 [4, 5] 160\n");
}

TEST_CASE("find_lifetimes: a size without bound is an error that names the node and the symbol") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    graft::sym_int const u0(graft::symbol("u0"));
    node_id const y = b.call("test::relu", {x}, f32({u0, 4}), "y");
    b.output({y});
    CHECK_THROWS_WITH_AS(static_cast<void>(graft::find_lifetimes(b.g)),
                         "graft: memory cannot be planned: f32[u0, 4] has no largest size; give u0 a "
                         "range [at %y]",
                         graft::error);
    graft::lifetimes const found = graft::find_lifetimes(b.g, {.skip_unbounded = true});
    CHECK(shown(b.g, found) == "x.0 [0, 1] 16\n");
    CHECK(found.unbounded == std::vector<node_id>{y});
}

TEST_CASE("find_lifetimes: a node without a value is an error that names it") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const y = b.call("test::relu", {x}, f32({4}), "y");
    b.g.clear_val(y);
    b.output({y});
    CHECK_THROWS_WITH_AS(static_cast<void>(graft::find_lifetimes(b.g)),
                         "graft: memory cannot be planned: the shape of the node is not known [at %y]", graft::error);
}

TEST_CASE("find_lifetimes: an empty graph has none") { CHECK(graft::find_lifetimes(graft::graph{}).values.empty()); }

namespace {

using ranges = std::vector<graft::live_range>;

ranges live_ranges(graph_builder const& b) { return graft::find_live_ranges(b.g, graft::find_storages(b.g)); }

} // namespace

TEST_CASE("find_live_ranges: from the definition to the last use, the output among them") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const y = b.input("y", f32({4}));
    node_id const a = b.call("test::relu", {x}, f32({4}), "a");
    node_id const sum = b.call("test::add", {a, y}, f32({4}), "sum");
    b.call("test::relu", {a}, f32({4}), "unused");
    b.output({sum});
    CHECK(live_ranges(b) == ranges{{0, 2}, {0, 3}, {2, 4}, {3, 5, true}, {4, 4}});
}

TEST_CASE("find_live_ranges: a view or an in-place op prolongs the life of its base") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const a = b.call("test::relu", {x}, f32({4}), "a");
    node_id const view = b.call("test::view", {a}, f32({2, 2}), "view");
    b.call("test::zero_", {x}, {}, "clear");
    node_id const changed = b.call("test::relu_", {view}, f32({2, 2}), "changed");
    b.output({changed});
    CHECK(live_ranges(b) == ranges{{0, 3}, {1, 5, true}});
}

TEST_CASE("find_live_ranges: a getitem prolongs only the result it takes") {
    graph_builder b;
    node_id const x = b.input("x", f32({4}));
    node_id const all = b.call("test::norm", {x}, graft::value_spec::of_list({f32({4}), f32({1}), f32({1})}), "stats");
    node_id const second = b.item(all, 1, "second");
    node_id const y = b.call("test::relu", {second}, f32({1}), "y");
    b.output({y});
    CHECK(live_ranges(b) == ranges{{0, 1}, {1, 1}, {1, 3}, {1, 1}, {3, 4, true}});
}

TEST_CASE("find_live_ranges: what may be a view keeps its base as long as it lives itself") {
    graph_builder b;
    node_id const x = b.input("x", f32({2, 3}, {1, 2}));
    node_id const flat = b.call("test::reshape", {x}, f32({6}), "flat");
    node_id const y = b.call("test::relu", {flat}, f32({6}), "y");
    b.output({y});
    CHECK(live_ranges(b) == ranges{{0, 2}, {1, 2}, {2, 3, true}});
}

TEST_CASE("find_live_ranges: holding goes through a chain of results that may be views") {
    graph_builder b;
    node_id const x = b.input("x", f32({2, 3}, {1, 2}));
    node_id const flat = b.call("test::reshape", {x}, f32({6}), "flat");
    node_id const strided = b.call("test::alias", {flat}, f32({6}, {2}), "strided");
    b.output({strided});
    CHECK(live_ranges(b) == ranges{{0, 3, false}, {1, 3, false}, {2, 3, true}});
}

namespace {

using graft::dtype;
using graft::make_spec;
using graft::max_bytes;
using graft::sym_int;
using graft::symbol;

graft::tensor_spec strided(std::vector<sym_int> sizes, std::vector<sym_int> strides) {
    graft::tensor_spec spec = make_spec(dtype::f32, std::move(sizes));
    spec.strides = std::move(strides);
    return spec;
}

} // namespace

TEST_CASE("max_bytes: a contiguous tensor takes its elements") {
    CHECK(max_bytes(make_spec(dtype::f32, {2, 3})) == 24);
    CHECK(max_bytes(make_spec(dtype::boolean, {})) == 1);
    CHECK(max_bytes(make_spec(dtype::f64, {4, 0})) == 0);
}

TEST_CASE("max_bytes: a dense tensor takes its elements in any order of its dimensions") {
    CHECK(max_bytes(strided({2, 3, 4}, {12, 1, 3})) == 96);
}

TEST_CASE("max_bytes: gaps count, and an expanded tensor takes what it takes when it is "
          "written out") {
    CHECK(max_bytes(strided({2, 3}, {10, 1})) == 4 * 13);
    CHECK(max_bytes(strided({5, 3}, {0, 1})) == 60);
}

TEST_CASE("max_bytes: symbols count with their largest value") {
    std::vector<graft::symbol_range> const ranges{{symbol("s0"), {1, 8}}, {symbol("s1"), {0, 5}}};
    sym_int const s0(symbol("s0")), s1(symbol("s1"));
    CHECK(max_bytes(make_spec(dtype::f32, {s0, 3}), ranges) == 4 * 24);
    CHECK(max_bytes(make_spec(dtype::i8, {s0 + 1, s1}), ranges) == 45);
    CHECK(max_bytes(strided({s0, s1}, {s1 + 2, 1}), ranges) == 4 * (7 * 7 + 5));
}

TEST_CASE("max_bytes: without a bound, or with one past 64 bits, there is no largest size") {
    sym_int const u0(symbol("u0"));
    CHECK_FALSE(max_bytes(make_spec(dtype::f32, {u0, 3})));
    std::vector<graft::symbol_range> const low{{symbol("u0"), {2, std::nullopt}}};
    CHECK_FALSE(max_bytes(make_spec(dtype::f32, {u0}), low));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::vector<graft::symbol_range> const wide{{symbol("u0"), {0, most}}};
    CHECK_FALSE(max_bytes(make_spec(dtype::f32, {u0}), wide));
    CHECK(max_bytes(make_spec(dtype::u8, {u0}), wide) == static_cast<std::uint64_t>(most));
    CHECK(max_bytes(make_spec(dtype::f32, {0, u0})) == 0);
}

TEST_CASE("make_timeline: at one position values begin before others end") {
    std::vector<graft::lifetime> const values{{0, 0, 2, 4, 1}, {1, 0, 0, 2, 1}, {2, 0, 2, 2, 1}};
    std::vector<graft::live_event> const expected{{0, false, 1}, {2, false, 0}, {2, false, 2},
                                                  {2, true, 1},  {2, true, 2},  {4, true, 0}};
    CHECK(graft::make_timeline(values) == expected);
}
