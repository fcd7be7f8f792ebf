#include <graft/memory/bounded_lifetimes.hpp>

#include <graft/dialect/aten/activation.hpp>
#include <graft/memory/exact.hpp>

#include <doctest/doctest.h>

#include "../runtime/test_program.hpp"

#include <string>
#include <vector>

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
