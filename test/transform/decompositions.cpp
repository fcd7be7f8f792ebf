#include <graft/transform/decompositions.hpp>

#include <doctest/doctest.h>

#include "check_rewrite.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

constexpr dtype reals[] = {dtype::f32, dtype::f64, dtype::f16, dtype::bf16};
constexpr dtype elements[] = {dtype::f32, dtype::f64, dtype::f16, dtype::bf16, dtype::i64,
                              dtype::i32, dtype::i16, dtype::i8,  dtype::u8,   dtype::boolean};

sym_int const s0 = symbol{"s0"}, s1 = symbol{"s1"};

/// A program that returns what `f(builder, inputs)` does with inputs of these sizes.
template <class F>
exported_program program_of(dtype d, std::vector<std::vector<sym_int>> const& sizes, F const& f) {
    program_builder b;
    std::vector<value> inputs;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        inputs.push_back(b.input("x" + std::to_string(i), make_spec(d, sizes[i])));
    value const result = f(inputs);
    return b.finish({result});
}

/// What fires on `f` of tensors of these sizes, which must be the same for each dtype.
template <class Rules, class F>
std::string fired_on(Rules const& rules, std::span<dtype const> dtypes, std::vector<std::vector<sym_int>> const& sizes,
                     F const& f) {
    std::string all = "nothing was tried";
    for (dtype const d : dtypes) {
        CAPTURE(fx_name(d));
        std::string const names = fired(rules, program_of(d, sizes, f));
        all = d == dtypes.front() || names == all ? names : "it depends on the dtype";
    }
    return all;
}

//=== linear ===//

auto const linear = [](std::vector<value> const& v) { return aten::linear(v[0], v[1], v[2]); };
auto const linear_without_bias = [](std::vector<value> const& v) { return aten::linear(v[0], v[1]); };
auto const matmul = [](std::vector<value> const& v) { return aten::matmul(v[0], v[1]); };

TEST_CASE("decompositions: linear of a matrix") {
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 3}, {4, 3}, {4}}, linear) == "linear");
    CHECK(fired_on(decompositions::linear<>, reals, {{s0, 3}, {4, 3}, {4}}, linear) == "linear");
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 3}, {4, 3}}, linear_without_bias) == "linear-without-bias");
    CHECK(fired_on(decompositions::linear<>, reals, {{3}, {4, 3}, {4}}, linear) == "");
    CHECK(fired_on(decompositions::linear<>, reals, {{3}, {4, 3}}, linear_without_bias) == "");
}

TEST_CASE("decompositions: linear of more dimensions, at most one of them symbolic") {
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 5, 3}, {4, 3}, {4}}, linear) == "linear-batched");
    CHECK(fired_on(decompositions::linear<>, reals, {{s0, 5, 3}, {4, 3}, {4}}, linear) == "linear-batched");
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 1, s0, 3}, {4, 3}}, linear_without_bias) ==
          "linear-batched-without-bias");
    CHECK(fired_on(decompositions::linear<>, reals, {{0, 5, 3}, {4, 3}, {4}}, linear) == "linear-batched");
    CHECK(fired_on(decompositions::linear<>, reals, {{s0, s1, 3}, {4, 3}, {4}}, linear) == "");
    CHECK(fired_on(decompositions::linear<>, reals, {{s0, s1, 3}, {4, 3}}, linear_without_bias) == "");
}

TEST_CASE("decompositions: linear of empty tensors stays where a size of -1 would mean anything") {
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 5, 0}, {4, 0}, {4}}, linear) == "undone");
    CHECK(fired_on(decompositions::linear<>, reals, {{s0, 0, 3}, {4, 3}, {4}}, linear) == "undone");
}

TEST_CASE("decompositions: matmul of two matrices or two batches of them") {
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 3}, {3, 4}}, matmul) == "matmul-of-matrices");
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 2, 3}, {2, 3, 4}}, matmul) == "matmul-of-batches");
    CHECK(fired_on(decompositions::linear<>, reals, {{s0, 2, 3}, {s0, 3, 4}}, matmul) == "matmul-of-batches");
    CHECK(fired_on(decompositions::linear<>, reals, {{3}, {3, 4}}, matmul) == "");
    CHECK(fired_on(decompositions::linear<>, reals, {{2, 2, 3}, {3, 4}}, matmul) == "");
}

TEST_CASE("decompositions: matmul that broadcasts its batches stays") {
    CHECK(fired_on(decompositions::linear<>, reals, {{1, 2, 3}, {5, 3, 4}}, matmul) == "");
}

//=== images ===//

TEST_CASE("decompositions: conv2d, with and without bias, of one image or several") {
    auto const plain = [](std::vector<value> const& v) { return aten::conv2d(v[0], v[1]); };
    auto const strided = [](std::vector<value> const& v) {
        return aten::conv2d(v[0], v[1], v[2], std::array{2, 1}, std::array{1, 0}, std::array{1, 2}, 2);
    };
    CHECK(fired_on(decompositions::convolution<>, reals, {{1, 2, 4, 4}, {3, 2, 3, 3}}, plain) == "conv2d");
    CHECK(fired_on(decompositions::convolution<>, reals, {{2, 5, 4}, {3, 2, 3, 3}}, plain) == "conv2d");
    CHECK(fired_on(decompositions::convolution<>, reals, {{s0, 4, 5, 6}, {2, 2, 3, 3}, {2}}, strided) == "conv2d");
}

exported_program batch_norm(dtype d, bool training, bool constant_statistics, bool affine) {
    program_builder b;
    auto const full = [&](double number) { return tensor::full({2}, d, number); };
    value const w = b.parameter("w", full(1.5)), bias = b.parameter("b", full(-0.5));
    value const mean = b.buffer("mean", full(0.25));
    value const constant = b.buffer("variance", full(2.0));
    value const x = b.input("x", make_spec(d, {3, 2, 4}));
    value const variance = constant_statistics ? constant : b.input("v", make_spec(d, {2}));
    std::optional<value> const weight = affine ? std::optional{w} : std::nullopt;
    std::optional<value> const offset = affine ? std::optional{bias} : std::nullopt;
    return b.finish({aten::batch_norm(x, weight, offset, mean, variance, training, 0.1, 1e-5, true)});
}

TEST_CASE("decompositions: batch_norm of constant statistics, out of training") {
    for (dtype const d : reals) {
        CAPTURE(fx_name(d));
        exported_program p = batch_norm(d, false, true, true);
        CHECK(fired(decompositions::normalization<>, p) == "batch_norm");
        CHECK(calls(p) == "_native_batch_norm_legit_no_training getitem");
        CHECK(fired(decompositions::normalization<>, batch_norm(d, false, true, false)) == "batch_norm");
    }
    exported_program training = batch_norm(dtype::f32, true, true, true);
    CHECK(rewrite(training.graph(), decompositions::normalization<>).rewrites == 0);
    exported_program given = batch_norm(dtype::f32, false, false, true);
    CHECK(rewrite(given.graph(), decompositions::normalization<>).rewrites == 0);
}

TEST_CASE("decompositions: max_pool2d is the first of two results") {
    auto const plain = [](std::vector<value> const& v) { return aten::max_pool2d(v[0], 2); };
    auto const padded = [](std::vector<value> const& v) {
        return aten::max_pool2d(v[0], std::array{3, 2}, std::array{2, 1}, 1, 1, true);
    };
    CHECK(fired_on(decompositions::pooling<>, reals, {{1, 2, 4, 4}}, plain) == "max_pool2d");
    CHECK(fired_on(decompositions::pooling<>, reals, {{s0, 2, 5, 4}}, padded) == "max_pool2d");
}

TEST_CASE("decompositions: adaptive pooling of images of any rank to one element is a mean") {
    auto const pooled = [](std::vector<value> const& v) { return aten::adaptive_avg_pool2d(v[0], std::array{1, 1}); };
    for (std::vector<sym_int> const& sizes : std::vector<std::vector<sym_int>>{{2, 3}, {s0, 3, 4, 5}, {1, 2, 3, 4, 5}})
        CHECK(fired_on(decompositions::reduction<>, reals, {sizes}, pooled) == "global-average-pool");
}

//=== removal ===//

TEST_CASE("decompositions: what only passes its argument on is removed") {
    auto const dropout = [](std::vector<value> const& v) { return aten::neg(aten::dropout(v[0], 0.5, false)); };
    auto const detach = [](std::vector<value> const& v) { return aten::neg(aten::detach(v[0])); };
    auto const lift = [](std::vector<value> const& v) { return aten::neg(aten::lift_fresh_copy(v[0])); };
    CHECK(fired_on(decompositions::removal<>, reals, {{2, 3}}, dropout) == "dropout");
    CHECK(fired_on(decompositions::removal<>, reals, {{2, s0}}, detach) == "detach");
    CHECK(fired_on(decompositions::removal<>, reals, {{}}, lift) == "lift_fresh_copy");
}

TEST_CASE("decompositions: dropout that drops stays, and so does what makes an output of an input") {
    auto const train = [](std::vector<value> const& v) { return aten::neg(aten::dropout(v[0], 0.0, true)); };
    auto const output = [](std::vector<value> const& v) { return aten::detach(v[0]); };
    CHECK(fired_on(decompositions::removal<>, reals, {{2}}, train) == "");
    CHECK(fired_on(decompositions::removal<>, reals, {{2}}, output) == "");
}

TEST_CASE("decompositions: an output that is removed hands its place to what it passed on") {
    exported_program p = program_of(
        dtype::f32, {{2}}, [](std::vector<value> const& v) { return aten::dropout(aten::neg(v[0]), 0.5, false); });
    CHECK(fired(decompositions::removal<>, p) == "dropout");
    CHECK(p.signature.outputs[0].name == "neg_default");
}

//=== shape ===//

TEST_CASE("decompositions: views become copies") {
    auto const view = [](std::vector<value> const& v) { return aten::view(v[0], std::array{3, -1}); };
    auto const permute = [](std::vector<value> const& v) { return aten::permute(v[0], std::array{1, 2, 0}); };
    auto const t = [](std::vector<value> const& v) { return aten::t(v[0]); };
    auto const unsqueeze = [](std::vector<value> const& v) { return aten::unsqueeze(v[0], -1); };
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3}}, view) == "view");
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3, s0}}, permute) == "permute");
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3}}, t) == "t");
    CHECK(fired_on(decompositions::shape<>, elements, {{s0, s1}}, t) == "t");
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3}}, unsqueeze) == "unsqueeze");
    CHECK(fired_on(decompositions::shape<>, elements, {{3}}, t) == "");
}

TEST_CASE("decompositions: transpose is the permutation that exchanges two dimensions") {
    auto const swap = [](int a, int b) {
        return [=](std::vector<value> const& v) { return aten::transpose.int_(v[0], a, b); };
    };
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3, 4}}, swap(0, 2)) == "transpose");
    CHECK(fired_on(decompositions::shape<>, elements, {{2, s0, 4}}, swap(-1, 1)) == "transpose");
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3, 4}}, swap(1, -2)) == "transpose");
    CHECK(fired_on(decompositions::shape<>, elements, {{}}, swap(0, -1)) == "transpose");
}

TEST_CASE("decompositions: flatten and reshape, where at most one size is not known") {
    auto const flatten = [](std::vector<value> const& v) { return aten::flatten.using_ints(v[0], 1, -1); };
    auto const all = [](std::vector<value> const& v) { return aten::flatten.using_ints(v[0]); };
    auto const reshape = [](std::vector<value> const& v) { return aten::reshape(v[0], std::array{-1, 3, 2}); };
    CHECK(fired_on(decompositions::shape<>, elements, {{2, 3, 4}}, flatten) == "flatten");
    CHECK(fired_on(decompositions::shape<>, elements, {{s0, 3, 4}}, flatten) == "flatten");
    CHECK(fired_on(decompositions::shape<>, elements, {{s0, s1}}, all) == "flatten");
    CHECK(fired_on(decompositions::shape<>, elements, {{}}, all) == "flatten");
    CHECK(fired_on(decompositions::shape<>, elements, {{6, s0}}, reshape) == "reshape");
    CHECK(fired_on(decompositions::shape<>, elements, {{6, 2}}, reshape) == "reshape");
    CHECK(fired_on(decompositions::shape<>, elements, {{s0, s1, 4}}, flatten) == "");
    CHECK(fired_on(decompositions::shape<>, elements, {{s0, 0, 4}}, flatten) == "");
}

TEST_CASE("decompositions: argwhere is nonzero, whose sizes only the elements tell") {
    graph g;
    value const x = placeholder(g, "x");
    g.set_val(x.id, f32_spec({3, 4}));
    value const found = aten::argwhere(x);
    value_spec const val = make_spec(dtype::i64, {symbol{"u0"}, 2});
    g.set_val(found.id, val);
    output(g, {found});
    CHECK(rewrite(g, decompositions::searching<>).rewrites == 1);
    CHECK(g.target(found.id).name == "aten::nonzero");
    CHECK(bool(*g.val(found.id) == val));
}

TEST_CASE("decompositions: all of them together leave nothing for a second round") {
    program_builder b;
    value const w = b.parameter("w", tensor::full({4, 12}, dtype::f32, 0.5));
    value const x = b.input("x", f32_spec({s0, 3, 4}));
    value const y = aten::dropout(aten::relu(aten::linear(aten::flatten.using_ints(x, 1), w)), 0.5, false);
    exported_program p = b.finish({aten::t(aten::matmul(y, aten::t(y)))});
    CHECK(fired(decompositions::all<>, p) == "linear-without-bias matmul-of-matrices dropout flatten t*2");
    CHECK(calls(p) == "view_copy permute_copy mm relu permute_copy mm permute_copy");
    CHECK(fired(decompositions::all<>, p) == "");
}

} // namespace
