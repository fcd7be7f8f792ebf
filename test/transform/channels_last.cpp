#include <graft/transform/channels_last.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/known_ops.hpp>
#include <graft/lower/cpu_library.hpp>
#include <graft/memory/greedy.hpp>

#include "check_rewrite.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr std::array one{1, 1}, zero{0, 0};

/// Builds programs of images and convolutions.
struct image_builder : program_builder {
    std::mt19937 random{3};

    value weight(std::string const& name, std::vector<std::int64_t> sizes) {
        tensor_spec const spec = make_spec(dtype::f32, std::vector<sym_int>(sizes.begin(), sizes.end()));
        return parameter(name, random_input(spec, random));
    }
    static value convolve(value x, value w, std::optional<value> b = std::nullopt, int stride = 1, int groups = 1) {
        return aten::convolution(x, w, b, std::array{stride, stride}, one, one, false, zero, groups);
    }
};

/// The calls of the program after the pass, which changes neither its results nor its soundness.
std::string converted(exported_program p, std::size_t convolutions) {
    exported_program const before = p;
    CHECK(to_channels_last(p) == convolutions);
    check_sound(p);
    std::vector<tensor> const inputs = random_inputs(before);
    std::vector<tensor> const expected = executor(before, cpu_library()).run(inputs);
    memory_plan const plan = plan_greedy(find_lifetimes(p).values);
    executor run(p, cpu_library(), &plan);
    for (int i = 0; i < 2; ++i) {
        std::vector<tensor> const got = run.run(inputs);
        REQUIRE(got.size() == expected.size());
        for (std::size_t o = 0; o < got.size(); ++o) {
            CHECK(got[o].sizes() == expected[o].sizes());
            CHECK(compare(expected[o], got[o], tolerance{1e-4, 1e-4}).agrees());
        }
    }
    return calls(p);
}

TEST_CASE("channels_last: between convolutions there is no other order, and clamps go into them") {
    image_builder b;
    value const w = b.weight("w", {8, 3, 3, 3}), v = b.weight("v", {5, 8, 3, 3}), bias = b.weight("b", {8});
    value const x = b.input("x", make_spec(dtype::f32, {2, 3, 7, 6}));
    value const c = aten::hardtanh(b.convolve(x, w, bias, 2), 0, 6);
    CHECK(converted(b.finish({aten::relu(b.convolve(c, v))}), 2) ==
          "permute_copy convolution convolution permute_copy");
}

TEST_CASE("channels_last: an addition goes into the convolution that it alone reads, with the relu behind it") {
    image_builder b;
    value const w = b.weight("w", {4, 4, 3, 3}), v = b.weight("v", {4, 4, 3, 3});
    value const x = b.input("x", make_spec(dtype::f32, {1, 4, 5, 5}));
    value const first = b.convolve(x, w), second = b.convolve(aten::relu(first), v);
    CHECK(converted(b.finish({aten::relu(aten::add.Tensor(second, first))}), 2) ==
          "permute_copy convolution relu convolution permute_copy");
}

TEST_CASE("channels_last: an activation goes into the convolution that it alone reads, behind an addition") {
    image_builder b;
    value const w = b.weight("w", {6, 3, 3, 3}), depthwise = b.weight("d", {6, 1, 3, 3}),
                narrow = b.weight("v", {6, 6, 1, 1});
    value const x = b.input("x", make_spec(dtype::f32, {1, 3, 7, 6}));
    value const first = aten::hardsigmoid(b.convolve(x, w)),
                second = aten::hardswish(b.convolve(first, depthwise, std::nullopt, 1, 6)),
                pointwise = aten::convolution(second, narrow, nullptr, one, zero, one, false, zero, 1),
                third = aten::gelu(aten::add.Tensor(pointwise, second));
    CHECK(converted(b.finish({third}), 3) == "permute_copy convolution convolution convolution permute_copy");
}

TEST_CASE("channels_last: pools, means and element-wise ops between convolutions are computed in that order") {
    image_builder b;
    value const w = b.weight("w", {4, 4, 3, 3}), gate = b.weight("gate", {4, 4, 1, 1});
    value const x = b.input("x", make_spec(dtype::f32, {2, 4, 8, 8}));
    value const c = b.convolve(x, w);
    value const pool =
        b.item(aten::max_pool2d_with_indices(c, std::array{2, 2}, std::array{2, 2}, zero, one, false), 0);
    value const squeezed = aten::mean.dim(pool, std::array{-1, -2}, true);
    value const excited = aten::sigmoid(aten::convolution(squeezed, gate, nullptr, one, zero, one, false, zero, 1));
    value const scaled = aten::mul.Tensor(pool, excited);
    CHECK(converted(b.finish({aten::mean.dim(scaled, std::array{2, 3})}), 2) ==
          "permute_copy convolution max_pool2d mean.dim convolution mul.Tensor mean.dim");
}

// An op as somebody else writes it, with the meta function of sin.
struct wave_t : op<wave_t> {
    static constexpr schema_text text{"mine::wave(Tensor self) -> Tensor"};
    static constexpr meta_function meta = meta_unary_float;
};

TEST_CASE("channels_last: whatever is element-wise is computed in that order, an op of one's own, too") {
    image_builder b;
    value const w = b.weight("w", {4, 4, 3, 3});
    value const c = b.convolve(b.input("x", make_spec(dtype::f32, {1, 4, 8, 8})), w);
    exported_program p = b.finish({b.convolve(wave_t{}(aten::asinh(c)), w)});
    CHECK(to_channels_last(p) == 2);
    CHECK(calls(p) == "permute_copy convolution asinh wave convolution permute_copy");
}

TEST_CASE("channels_last: what else reads an image is given it in the old order, once") {
    image_builder b;
    value const w = b.weight("w", {4, 2, 3, 3});
    value const x = b.input("x", make_spec(dtype::f32, {2, 2, 4, 4}));
    value const c = b.convolve(x, w);
    CHECK(converted(b.finish({aten::cumsum(c, 1), aten::view_copy(c, std::array{2, 64}), c}), 1) ==
          "permute_copy convolution permute_copy cumsum view_copy");
}

TEST_CASE("channels_last: depthwise convolutions are converted, narrow groups and weights that are inputs are not") {
    image_builder b;
    value const w = b.weight("w", {6, 1, 3, 3}), narrow = b.weight("n", {4, 3, 3, 3});
    value const given = b.input("given", make_spec(dtype::f32, {6, 6, 1, 1}));
    value const x = b.input("x", make_spec(dtype::f32, {1, 6, 5, 5}));
    CHECK(converted(b.finish({b.convolve(x, w, std::nullopt, 1, 6), b.convolve(x, narrow, std::nullopt, 1, 2),
                              b.convolve(x, given)}),
                    1) == "permute_copy convolution permute_copy convolution convolution");
}

TEST_CASE("channels_last: sizes may be symbolic") {
    image_builder b;
    value const w = b.weight("w", {4, 2, 3, 3});
    symbol const s{"s0"};
    value const x = b.input("x", make_spec(dtype::f32, {s, 2, 4, 4}));
    CHECK(converted(b.finish({aten::relu(b.convolve(x, w))}, {{s, {2, 8}}}), 1) ==
          "permute_copy convolution permute_copy");
}

TEST_CASE("channels_last: ops that stand for a convolution and a clamp are told to the pass") {
    image_builder b;
    value const w = b.weight("w", {4, 2, 3, 3});
    value const x = b.input("x", make_spec(dtype::f32, {1, 2, 4, 4}));
    exported_program p = b.finish({aten::conv2d(x, w, nullptr, one, one, one, 1)});
    CHECK(to_channels_last(p) == 0);
    clamped_convolution const clamped[] = {{&aten::conv2d.default_.info(), 0.0, 6.0}};
    CHECK(to_channels_last(p, clamped) == 1);
    CHECK(calls(p) == "permute_copy convolution permute_copy");
}

TEST_CASE("channels_last: other dtypes and programs without convolutions stay as they are") {
    image_builder b;
    value const x = b.input("x", make_spec(dtype::f32, {1, 2, 4, 4}));
    exported_program p = b.finish({aten::relu(x)});
    CHECK(to_channels_last(p) == 0);
    CHECK(calls(p) == "relu");
}

TEST_CASE("channels_last: what an op of which nothing is known takes and gives stays as it is") {
    image_builder b;
    value const w = b.weight("w", {8, 8, 3, 3}), x = b.input("x", make_spec(dtype::f32, {1, 8, 5, 5}));
    value const before = b.convolve(x, w);
    node_id const opaque = x.owner->call_function("my::op", {arg::node(before.id)});
    x.owner->set_val(opaque, make_spec(dtype::f32, {1, 8, 5, 5}));
    exported_program p = b.finish({aten::relu(b.convolve(value{x.owner, opaque}, w)), aten::neg(before)});
    CHECK(to_channels_last(p) == 1);
    graph const& g = p.graph();
    CHECK(g.arg(g.at("op_default"), 0).node() == g.at("convolution_default"));
    CHECK(g.target(g.at("convolution_default")).name == "aten::convolution");
    check_sound(p);
}

} // namespace
