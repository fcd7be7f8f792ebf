#include <graft/runtime/random_inputs.hpp>

#include <graft/runtime/interpreter.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace graft;

// A program of inputs alone: f32[s0, 2*s0], i64[s1], bool[3], and a number.
exported_program inputs_only(sym_range range) {
    exported_program p;
    graph& g = p.graph();
    sym_int const s0{symbol{"s0"}};
    auto const add = [&](char const* name, value_spec value) {
        g.set_val(g.placeholder(name), std::move(value));
        p.signature.inputs.push_back({.name = name, .target = {}, .value = {}});
    };
    add("a", make_spec(dtype::f32, {s0, s0 * 2}));
    add("b", make_spec(dtype::i64, std::vector<sym_int>(1, sym_int{symbol{"s1"}})));
    add("c", make_spec(dtype::boolean, std::vector<sym_int>(1, 3)));
    add("d", value_spec::of_integer(7));
    g.output(arg::tuple({}));
    p.range_constraints = {{symbol{"s0"}, range}};
    return p;
}

} // namespace

TEST_CASE("random_inputs: the program takes them, whatever the range of its sizes is") {
    for (sym_range const range : {sym_range{2, 5}, sym_range{0, 1}, sym_range{7, 7}, sym_range{100, std::nullopt},
                                  sym_range{std::nullopt, 3}, sym_range{}}) {
        exported_program const p = inputs_only(range);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            std::vector<tensor> const inputs = random_inputs(p, seed);
            REQUIRE(inputs.size() == 4);
            CHECK(inputs[0].size(1) == 2 * inputs[0].size(0));
            CHECK(inputs[0].size(0) >= range.min.value_or(0));
            CHECK(inputs[0].size(0) <= range.max.value_or(1000));
            CHECK(inputs[2].sizes() == std::vector<std::int64_t>{3});
            CHECK_FALSE(inputs[3].defined());
            for (std::int64_t i = 0; i < inputs[1].numel(); ++i) {
                CHECK(inputs[1].data<std::int64_t>()[i] >= 0);
                CHECK(inputs[1].data<std::int64_t>()[i] < 4);
            }
        }
    }
}

TEST_CASE("random_inputs: a seed gives the same inputs, and several give several sizes") {
    exported_program const p = inputs_only({2, 9});
    std::set<std::int64_t> sizes;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        tensor const one = random_inputs(p, seed)[0], other = random_inputs(p, seed)[0];
        REQUIRE(one.sizes() == other.sizes());
        for (std::int64_t i = 0; i < one.numel(); ++i)
            CHECK(one.data<float>()[i] == other.data<float>()[i]);
        sizes.insert(one.size(0));
    }
    CHECK(sizes.size() > 4);
}
