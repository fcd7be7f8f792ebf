#include <graft/memory/plan.hpp>

#include <graft/dialect/aten/activation.hpp>
#include <graft/memory/exact.hpp>

#include <graft/memory/check_plan.hpp>

#include "random_values.hpp"

#include "../runtime/test_program.hpp"

#include <doctest/doctest.h>

#include <string>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace {

using graft::lifetime;

// Three values of 10, 20 and 30 bytes, of which the first and the last never meet.
std::vector<lifetime> const values{{7, 0, 0, 1, 10}, {5, 1, 1, 2, 20}, {5, 0, 2, 3, 30}};

} // namespace

TEST_CASE("make_plan: sizes count rounded up, and the lower bound is the most in use at once") {
    graft::memory_plan const plan = graft::make_plan(values);
    CHECK(plan.size(0) == 16);
    CHECK(plan.total_bytes == 16 + 32 + 32);
    CHECK(plan.lower_bound == 64);
    graft::memory_plan const bytewise = graft::make_plan(values, 1);
    CHECK(bytewise.total_bytes == 60);
    CHECK(bytewise.lower_bound == 50);
}

TEST_CASE("make_plan: a value that ends where another begins meets it") {
    std::vector<lifetime> const touching{{1, 0, 0, 3, 16}, {2, 0, 3, 5, 16}};
    CHECK(graft::make_plan(touching).lower_bound == 32);
    std::vector<lifetime> const apart{{1, 0, 0, 3, 16}, {2, 0, 4, 5, 16}};
    CHECK(graft::make_plan(apart).lower_bound == 16);
}

TEST_CASE("memory_plan: offsets are found by node and result") {
    graft::memory_plan plan = graft::make_plan(values);
    graft::place(plan, 1, 32);
    graft::place(plan, 2, 64);
    CHECK(plan.offset(7) == 0);
    CHECK(plan.offset(5, 0) == 64);
    CHECK(plan.offset(5, 1) == 32);
    CHECK(plan.offset(5, 2) == std::nullopt);
    CHECK(plan.offset(6) == std::nullopt);
    CHECK(plan.planned_bytes == 96);
    CHECK(plan.gap() == 32);
}

TEST_CASE("make_plan: lifetimes that end before they begin, no alignment and sizes past 2^63 "
          "are errors") {
    std::vector<lifetime> const backwards{{1, 0, 3, 2, 16}};
    CHECK_THROWS_AS(static_cast<void>(graft::make_plan(backwards)), graft::error);
    CHECK_THROWS_AS(static_cast<void>(graft::make_plan(values, 0)), graft::error);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    for (std::uint64_t const bytes : {most, most / 2, most / 4 + 1}) {
        std::vector<lifetime> const huge{{1, 0, 0, 1, bytes}, {2, 0, 0, 1, bytes}, {3, 0, 0, 1, bytes}};
        CHECK_THROWS_AS(static_cast<void>(graft::make_plan(huge)), graft::error);
    }
}

TEST_CASE("make_plan: of no values is empty") {
    graft::memory_plan const plan = graft::make_plan({});
    CHECK(plan.lower_bound == 0);
    CHECK(plan.offset(1) == std::nullopt);
}

TEST_CASE("plan_naive: puts one value behind the other") {
    std::vector<graft::lifetime> const three{{1, 0, 0, 0, 10}, {2, 0, 1, 1, 16}, {3, 0, 2, 2, 1}};
    graft::memory_plan const plan = graft::plan_naive(three);
    CHECK(plan.offsets == std::vector<std::uint64_t>{0, 16, 32});
    CHECK(plan.planned_bytes == 48);
    CHECK(plan.lower_bound == 16);
}

TEST_CASE("plan_naive: takes what all values take together and is sound") {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        graft::memory_plan const plan = graft::plan_naive(graft_test::random_values(seed, 50, 40, 20));
        CHECK(plan.planned_bytes == plan.total_bytes);
        CHECK(graft::check(plan).empty());
    }
}

namespace {

using namespace graft;

sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

/// relu of an input of each of these sizes.
exported_program program_of(std::vector<std::vector<sym_int>> const& sizes, std::vector<symbol_range> ranges) {
    graft_test::program_builder b;
    std::vector<value> outputs;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        outputs.push_back(aten::relu(b.input("x" + std::to_string(i), make_spec(dtype::f32, sizes[i]))));
    exported_program p = b.finish(outputs);
    p.range_constraints.assign(ranges.begin(), ranges.end());
    return p;
}

std::string planned(exported_program const& p, std::uint64_t limit) {
    bounded_lifetimes const found = find_bounded(p, {}, limit);
    std::string text;
    for (lifetime const& v : found.planned)
        text += std::string{p.graph().name(v.node)} + ' ' + std::to_string(v.bytes) + ' ';
    text += '|';
    for (node_id const n : found.met)
        text += ' ' + std::string{p.graph().name(n)};
    return text;
}

TEST_CASE("bounded_lifetimes: what has a bound that fits is planned") {
    exported_program const p = program_of({{s0, 4}, {8}}, {{symbol("s0"), {1, 16}}});
    CHECK(planned(p, 4096) == "x0 256 relu_default 256 x1 32 relu_default_1 32 |");
}

TEST_CASE("bounded_lifetimes: a value without a bound is left to the sizes met") {
    exported_program const p = program_of({{s0, 4}, {8}, {s1}}, {{symbol("s0"), {1, 16}}, {symbol("s1"), {2, {}}}});
    CHECK(planned(p, 4096) == "x0 256 relu_default 256 x1 32 relu_default_1 32 | x2 relu_default_2");
    CHECK_THROWS_WITH(static_cast<void>(find_lifetimes(p)), doctest::Contains("has no largest size; give s1 a range"));
}

TEST_CASE("bounded_lifetimes: of symbolic sizes the largest are left out until the others fit, fixed ones never") {
    exported_program const p = program_of({{s0, 1000}, {1000}, {s0}}, {{symbol("s0"), {1, 100}}});
    CHECK(planned(p, 16384) == "x1 4000 relu_default_1 4000 x2 400 relu_default_2 400 | x0 relu_default");
    CHECK(planned(p, 1) == "x1 4000 relu_default_1 4000 | x0 relu_default x2 relu_default_2");
    CHECK(plan_exact(find_bounded(p).planned).lower_bound == 804400);
}

} // namespace
