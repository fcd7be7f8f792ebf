#include <graft/transform/fuse_linear_epilogues.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/memory/greedy.hpp>

#include "check_rewrite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

// A layer of 6 numbers and another, whose weights are constants.
struct layer_builder : program_builder {
    std::mt19937 random{3};
    value x = input("x", f32_spec({2, 4, 6}));
    value w = weight("w", {6, 6}), b = weight("b", {6});

    value weight(std::string const& name, std::vector<std::int64_t> sizes, dtype d = dtype::f32) {
        return parameter(name, random_input(make_spec(d, std::vector<sym_int>(sizes.begin(), sizes.end())), random));
    }
};

// The calls of the program after the pass, which changes neither its results nor its soundness.
std::string fused_calls(exported_program p, std::size_t count) {
    exported_program const before = p;
    CHECK(fuse_linear_epilogues(p) == count);
    check_sound(p);
    std::vector<tensor> const inputs = random_inputs(before);
    std::vector<tensor> const expected = executor(before, cpu_library()).run(inputs);
    memory_plan const plan = plan_greedy(find_lifetimes(p).values);
    executor run(p, cpu_library(), &plan);
    for (int i = 0; i < 2; ++i) {
        std::vector<tensor> const got = run.run(inputs);
        REQUIRE(got.size() == expected.size());
        for (std::size_t o = 0; o < got.size(); ++o)
            CHECK(compare(expected[o], got[o], tolerance{1e-5, 1e-5}).agrees());
    }
    return calls(p);
}

TEST_CASE("fuse_linear_epilogues: an activation or a clamp that alone reads a product goes into it") {
    for (int i = 0; i < 6; ++i) {
        layer_builder m;
        value const y = i % 2 == 0 ? aten::linear(m.x, m.w, m.b) : aten::linear(m.x, m.w);
        value const z = i == 0   ? aten::gelu(y)
                        : i == 1 ? aten::relu(y)
                        : i == 2 ? aten::clamp(y, -0.5, 0.25)
                        : i == 3 ? aten::hardswish(y)
                        : i == 4 ? aten::gelu(y, "approximate"_a = "tanh")
                                 : aten::silu(y);
        CAPTURE(i);
        CHECK(fused_calls(m.finish({z}), 1) == "linear");
    }
}

TEST_CASE("fuse_linear_epilogues: what is added on either side goes into a product, with the activation behind it") {
    layer_builder m;
    value const first = aten::add.Tensor(m.x, aten::linear(m.x, m.w, m.b));
    value const second = aten::relu(aten::add.Tensor(aten::linear(first, m.w), first));
    CHECK(fused_calls(m.finish({second}), 2) == "linear linear");
}

TEST_CASE("fuse_linear_epilogues: of two products that are added one goes into the other") {
    layer_builder m;
    CHECK(fused_calls(m.finish({aten::add.Tensor(aten::linear(m.x, m.w), aten::linear(m.x, m.w, m.b))}), 1) ==
          "linear linear");
}

TEST_CASE("fuse_linear_epilogues: not what others read, what is scaled, broadcast or added to itself") {
    layer_builder m;
    value const read = aten::linear(m.x, m.w), twice = aten::linear(m.x, m.w), scaled = aten::linear(m.x, m.w),
                wide = aten::linear(m.x, m.w);
    value const all[] = {aten::relu(read), aten::exp(read), aten::add.Tensor(twice, twice),
                         aten::add.Tensor(m.x, scaled, "alpha"_a = 2), aten::add.Tensor(wide, m.b)};
    CHECK(fused_calls(m.finish({std::begin(all), std::end(all)}), 0) ==
          "linear linear linear linear relu exp add.Tensor add.Tensor add.Tensor");
}

TEST_CASE("fuse_linear_epilogues: not with weights that are inputs, other dtypes, or an activation of something else") {
    layer_builder m;
    value const given = m.input("given", f32_spec({6, 6}));
    value const wide = m.weight("wide", {6, 6}, dtype::f64);
    value const y = m.input("y", make_spec(dtype::f64, {4, 6}));
    value const all[] = {aten::relu(aten::linear(m.x, given)), aten::relu(aten::linear(y, wide)),
                         aten::neg(aten::linear(m.x, m.w))};
    CHECK(fused_calls(m.finish({std::begin(all), std::end(all)}), 0) == "linear relu linear relu linear neg");
}

TEST_CASE("fuse_linear_epilogues: not with a bias of one number for all columns") {
    layer_builder m;
    value const one = m.weight("one", {1});
    CHECK(fused_calls(m.finish({aten::relu(aten::linear(m.x, m.w, one))}), 0) == "linear relu");
}

TEST_CASE("fuse_linear_epilogues: a product that is returned stays whole") {
    layer_builder m;
    value const y = aten::linear(m.x, m.w);
    CHECK(fused_calls(m.finish({y, aten::relu(y)}), 0) == "linear relu");
}

} // namespace
