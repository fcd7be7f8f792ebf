#include <graft/transform/rules/attention.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <graft/runtime/random_tensor.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;
using integers = std::vector<std::int64_t>;

// How an attention of 2 batches, 3 heads, 4 queries, 5 keys of 6 numbers and values of 7 is written.
struct form {
    bool safe = true;
    bool scaled_before = true; // both factors, rather than the scores
    bool divided = false;      // the scores, by the scale
    bool literal = false;      // the scores are multiplied by a number that is no tensor
    double query_scale = 0.5, key_scale = 0.5;
    integers order = {0, 1, 3, 2}; // of the keys
    int softmax_dim = -1;
    int mask = -1;            // which input
    int visible = -1;         // which input says what is not hidden
    bool like_softmax = true; // the zeros of rows that are masked throughout
    bool mask_first = false;
    integers query_rows = {6, 4, 6}, result = {2, 3, 4, 7};
    bool expand = true;
    bool dense = false; // what is expanded is copied before it is viewed
};

constexpr double infinity = std::numeric_limits<double>::infinity();

value product(value a, value b, integers const& sizes) { return aten::view_copy(aten::bmm(a, b), sizes); }

value attention(inputs v, form const& f, value* inner = nullptr) {
    auto const merged = [&](value x, integers const& sizes, integers const& rows) {
        value const whole = f.expand ? aten::expand_copy(x, sizes) : x;
        value const dense = f.dense ? aten::clone(whole, "memory_format"_a = memory_format::contiguous) : whole;
        return aten::view_copy(dense, rows);
    };
    value q = v[0], k = aten::permute_copy(v[1], f.order);
    if (f.scaled_before) {
        q = aten::mul.Scalar(q, f.query_scale);
        k = aten::mul.Scalar(k, f.key_scale);
    }
    value scores = product(merged(q, {2, 3, 4, 6}, f.query_rows), merged(k, {2, 3, 6, 5}, {6, 6, 5}), {2, 3, 4, 5});
    if (!f.scaled_before)
        scores = f.divided   ? aten::div.Tensor(scores, f.query_scale)
                 : f.literal ? aten::mul.Scalar(scores, f.query_scale)
                             : aten::mul.Tensor(scores, f.query_scale);
    if (f.mask >= 0) {
        value const mask = v[static_cast<std::size_t>(f.mask)];
        scores = f.mask_first ? aten::add.Tensor(mask, scores) : aten::add.Tensor(scores, mask);
    }
    value const scalar_of = v[0];
    auto const full = [&](double number) {
        return value{scalar_of.owner,
                     scalar_of.owner->call_function(aten::full_default::info(), {arg::list({}), arg{number}},
                                                    {{"dtype", arg{dtype::f32}}})};
    };
    if (f.visible >= 0)
        scores = aten::where.self(aten::logical_not(v[static_cast<std::size_t>(f.visible)]), full(-infinity), scores);
    if (inner != nullptr)
        *inner = scores;
    value weights = aten::_softmax(scores, f.softmax_dim, false);
    if (f.safe) {
        value const open = aten::logical_not(aten::eq.Scalar(scores, -infinity));
        value const masked = aten::logical_not(aten::any.dim(open, -1, true));
        weights = aten::where.self(
            masked, f.like_softmax ? aten::full_like(weights, 0, "pin_memory"_a = false) : full(0), weights);
    }
    return product(merged(weights, {2, 3, 4, 5}, {6, 4, 5}), merged(v[2], {2, 3, 5, 7}, {6, 5, 7}), f.result);
}

shapes const sizes = {{2, 3, 4, 6}, {2, 3, 5, 6}, {2, 3, 5, 7}, {4, 5}};

std::string made(form const& f, std::span<dtype const> dtypes = f32_only) {
    return simplified(rule_sets::attention<>, dtypes, sizes, [&](inputs v) { return attention(v, f); },
                      {.order = sweep::backward});
}
bool stays(form const& f, std::span<dtype const> dtypes = f32_only) {
    return made(f, dtypes).starts_with("view_copy(bmm(");
}
std::string const call = "scaled_dot_product_attention(x0, x1, x2";

TEST_CASE("sdpa: as torch decomposes it") {
    constexpr dtype wide[] = {dtype::f32, dtype::f64};
    CHECK(made({}, wide) == call + ", scale=0.25)");
    CHECK(made({.expand = false}, wide) == call + ", scale=0.25)");
    CHECK(made({.softmax_dim = 3}) == call + ", scale=0.25)");
}

TEST_CASE("sdpa: with a mask, added in either order") {
    CHECK(made({.mask = 3}) == call + ", x3, scale=0.25)");
    CHECK(made({.mask = 3, .mask_first = true}) == call + ", x3, scale=0.25)");
    CHECK(made({.safe = false, .mask = 3}) == call + ", x3, scale=0.25)");
}

TEST_CASE("sdpa: a mask of another dtype is cast") {
    auto const masked = [](dtype mask, bool safe, dtype of_values = dtype::f32) {
        return simplified_program(rule_sets::attention<>,
                                  {make_spec(dtype::f32, sizes[0]), make_spec(dtype::f32, sizes[1]),
                                   make_spec(of_values, sizes[2]), make_spec(mask, sizes[3])},
                                  [&](inputs v) { return attention(v, {.safe = safe, .mask = 3}); },
                                  {.order = sweep::backward});
    };
    CHECK(masked(dtype::f16, true) == call + ", _to_copy(x3, dtype=torch.float32), scale=0.25)");
    CHECK(masked(dtype::bf16, false) == call + ", _to_copy(x3, dtype=torch.float32), scale=0.25)");
    CHECK(masked(dtype::f64, true, dtype::f64).starts_with("view_copy(bmm("));
    CHECK(masked(dtype::i32, true).starts_with("view_copy(bmm("));
}

TEST_CASE("sdpa: as it is written, with one scale") {
    CHECK(made({.safe = false, .scaled_before = false}) == call + ", scale=0.5)");
    CHECK(made({.safe = false, .scaled_before = false, .divided = true, .query_scale = 4}) == call + ", scale=0.25)");
    CHECK(made({.safe = false, .scaled_before = false, .mask = 3, .expand = false}) == call + ", x3, scale=0.5)");
    CHECK(made({.scaled_before = false, .literal = true}) == call + ", scale=0.5)");
    CHECK(made({.safe = false, .scaled_before = false, .literal = true, .mask = 3}) == call + ", x3, scale=0.5)");
    CHECK(stays({.scaled_before = false, .literal = true, .softmax_dim = 2}));
}

// softmax(q @ k^T / 4 + mask) @ v, with the mask given by a function of the scores.
template <class Mask>
std::string written(dtype mask, integers const& of_mask, Mask const& masked, int softmax_dim = -1,
                    integers const& transposed = {}) {
    std::vector<tensor_spec> specs;
    for (std::size_t i = 0; i < 3; ++i)
        specs.push_back(make_spec(dtype::f32, sizes[i]));
    // One key in five is hidden, or the only one that is not: no row of scores is minus infinity throughout.
    random_source random(1);
    tensor const x3 = random_tensor(of_mask, mask, element_mix::ordinary, random);
    if (mask == dtype::boolean)
        for (std::int64_t i = 0; i < x3.numel(); ++i)
            x3.data<bool>()[i] = i % 5 == 0;
    return simplified_program(rule_sets::attention<>, specs,
                              [&](program_builder& b, inputs v) {
                                  value const keys = transposed.empty()
                                                         ? aten::permute_copy(v[1], integers{0, 1, 3, 2})
                                                         : aten::transpose.int_(v[1], transposed[0], transposed[1]);
                                  value const product = aten::matmul(v[0], keys);
                                  value const scores = masked(aten::div.Tensor(product, 4), b.constant("x3", x3));
                                  return aten::matmul(aten::softmax.int_(scores, softmax_dim), v[2]);
                              },
                              {.order = sweep::backward});
}

TEST_CASE("sdpa: of matrix products of rank 4, as it is before it is decomposed") {
    auto const plain = [](value scores, value) { return scores; };
    auto const added = [](value scores, value mask) { return aten::add.Tensor(scores, mask); };
    CHECK(written(dtype::f32, {4, 5}, plain) == call + ", scale=0.25)");
    CHECK(written(dtype::f32, {4, 5}, added) == call + ", c_x3, scale=0.25)");
    CHECK(written(dtype::f32, {4, 5}, plain, 2).starts_with("matmul("));
    CHECK(written(dtype::f32, {5}, added).starts_with("matmul("));
}

TEST_CASE("sdpa: the keys are transposed by a permutation, or by their last two dimensions") {
    auto const plain = [](value scores, value) { return scores; };
    for (integers const& dims : {integers{-2, -1}, integers{-1, -2}, integers{2, 3}, integers{3, -2}, integers{-1, 2}})
        CHECK(written(dtype::f32, {4, 5}, plain, -1, dims) == call + ", scale=0.25)");
}

TEST_CASE("sdpa: not where other dimensions of the keys are exchanged") {
    std::vector<tensor_spec> const square(3, make_spec(dtype::f32, {4, 4, 4, 4}));
    auto const with = [&](integers const& dims) {
        return simplified_program(rule_sets::attention<>, square,
                                  [&](program_builder&, inputs v) {
                                      value const product =
                                          aten::matmul(v[0], aten::transpose.int_(v[1], dims[0], dims[1]));
                                      return aten::matmul(aten::softmax.int_(aten::div.Tensor(product, 4), -1), v[2]);
                                  },
                                  {.order = sweep::backward});
    };
    CHECK(with({2, -1}) == call + ", scale=0.25)");
    for (integers const& dims : {integers{1, 2}, integers{0, 3}, integers{-1, -1}, integers{1, -1}, integers{0, 1}})
        CHECK(with(dims).starts_with("matmul("));
}

TEST_CASE("sdpa: scores that a mask fills with minus infinity") {
    auto const filled = [](value scores, value mask) { return aten::masked_fill.Scalar(scores, mask, -infinity); };
    auto const chosen = [](value scores, value mask) {
        return aten::where.self(mask, aten::full_like(scores, -infinity), scores);
    };
    auto const visible = [&](value scores, value mask) { return filled(scores, aten::bitwise_not(mask)); };
    CHECK(written(dtype::boolean, {4, 5}, filled) == call + ", logical_not(c_x3), scale=0.25)");
    CHECK(written(dtype::boolean, {2, 1, 1, 5}, filled) == call + ", logical_not(c_x3), scale=0.25)");
    CHECK(written(dtype::boolean, {4, 5}, visible) == call + ", c_x3, scale=0.25)");
    CHECK(written(dtype::boolean, {4, 5}, chosen).starts_with("matmul("));
    CHECK(written(dtype::boolean, {4, 5}, [](value scores, value mask) {
              return aten::masked_fill.Scalar(scores, mask, -1e9);
          }).starts_with("matmul("));
    CHECK(written(dtype::boolean, {2, 2, 3, 4, 5}, filled).starts_with("matmul("));
    CHECK(written(dtype::boolean, {5}, filled).starts_with("matmul("));
}

TEST_CASE("sdpa: copies that make what is expanded dense are views") {
    CHECK(made({.dense = true}) == call + ", scale=0.25)");
}

TEST_CASE("sdpa: not with another permutation, softmax, scale, dtype or shape") {
    shapes const square = {{2, 3, 4, 6}, {2, 3, 6, 5}, {2, 3, 5, 7}};
    auto const unpermuted = simplified(rule_sets::attention<>, f32_only, square, [](inputs v) {
        return attention(v, {.order = {0, 1, 2, 3}});
    });
    CHECK(unpermuted.starts_with("view_copy(bmm("));
    shapes const swapped = {{2, 3, 4, 6}, {3, 2, 5, 6}, {2, 3, 5, 7}};
    auto const heads_first = simplified(rule_sets::attention<>, f32_only, swapped, [](inputs v) {
        return attention(v, {.order = {1, 0, 3, 2}});
    });
    CHECK(heads_first.starts_with("view_copy(bmm("));
    CHECK(stays({.safe = false, .softmax_dim = 2}));
    CHECK(stays({.softmax_dim = 1}));
    CHECK(stays({.key_scale = 0.25}));
    constexpr dtype half[] = {dtype::f16};
    CHECK(stays({}, half));
    CHECK(stays({.result = {3, 2, 4, 7}}));
    CHECK(stays({.result = {6, 4, 7}}));
}

// The keys, transposed and scaled.
value keys(value k) { return aten::mul.Scalar(aten::permute_copy(k, integers{0, 1, 3, 2}), 0.5); }

TEST_CASE("sdpa: views that take the numbers for others stay") {
    shapes const cube = {{2, 3, 5, 5}, {2, 3, 5, 5}, {2, 3, 5, 5}};
    auto const straight = [](inputs v) {
        integers const rows = {6, 5, 5}, heads = {2, 3, 5, 5};
        value const q = aten::view_copy(aten::mul.Scalar(v[0], 0.5), rows), k = aten::view_copy(keys(v[1]), rows);
        value const weights = aten::_softmax(product(q, k, heads), -1, false);
        return product(aten::view_copy(weights, rows), aten::view_copy(v[2], rows), heads);
    };
    CHECK(simplified(rule_sets::attention<>, f32_only, cube, straight, {.order = sweep::backward}) ==
          call + ", scale=0.25)");
    // 24 products of 2 x 2 matrices have the sizes of 6 of 4 x 4 when they are viewed.
    shapes const even = {{2, 3, 4, 4}, {2, 3, 4, 4}, {2, 3, 4, 4}};
    auto const twisted = [](inputs v) {
        integers const rows = {24, 2, 2}, heads = {2, 3, 4, 4};
        value const q = aten::view_copy(aten::mul.Scalar(v[0], 0.5), rows), k = aten::view_copy(keys(v[1]), rows);
        value const weights = aten::_softmax(product(q, k, heads), -1, false);
        return product(aten::view_copy(weights, rows), aten::view_copy(v[2], rows), heads);
    };
    CHECK(simplified(rule_sets::attention<>, f32_only, even, twisted, {.order = sweep::backward})
              .starts_with("view_copy(bmm("));
}

TEST_CASE("sdpa: nothing else may use what is within, and the tail is of the same softmax") {
    auto const rewritten = [](auto const& f) {
        return simplified(rule_sets::attention<>, f32_only, sizes, f, {.order = sweep::backward});
    };
    CHECK(rewritten([](inputs v) {
              value scores;
              value const result = attention(v, {}, &scores);
              return aten::add.Tensor(aten::sum(scores), result);
          }).starts_with("add(sum(view_copy(bmm("));
    CHECK(rewritten([](inputs v) {
              value const q = aten::view_copy(aten::mul.Scalar(v[0], 0.5), integers{6, 4, 6});
              value const scores = product(q, aten::view_copy(keys(v[1]), integers{6, 6, 5}), {2, 3, 4, 5});
              value const weights = aten::_softmax(scores, -1, false);
              value const open = aten::logical_not(aten::eq.Scalar(aten::neg(scores), -infinity));
              value const masked = aten::logical_not(aten::any.dim(open, -1, true));
              value const safe = aten::where.self(masked, aten::full_like(weights, 0), weights);
              return product(aten::view_copy(safe, integers{6, 4, 5}), aten::view_copy(v[2], integers{6, 5, 7}),
                             {2, 3, 4, 7});
          }).starts_with("view_copy(bmm("));
}

TEST_CASE("sdpa: rows that are masked throughout are zeros in both") {
    program_builder b;
    std::vector<value> v;
    for (std::size_t i = 0; i < 3; ++i)
        v.push_back(b.input("x" + std::to_string(i), make_spec(dtype::f32, sizes[i])));
    tensor mask = tensor::full({4, 5}, dtype::f32, 0.0);
    for (int i = 5; i < 10; ++i)
        mask.data<float>()[i] = -std::numeric_limits<float>::infinity();
    v.push_back(b.constant("mask", mask));
    exported_program p = b.finish({attention(v, {.mask = 3})});
    CHECK(fired(rule_sets::attention<>, p) == "sdpa-mask");
}

TEST_CASE("sdpa: a mask of what is visible, and zeros of their own, as this library decomposes it") {
    for (bool const like_softmax : {true, false}) {
        program_builder b;
        std::vector<value> v;
        for (std::size_t i = 0; i < 3; ++i)
            v.push_back(b.input("x" + std::to_string(i), make_spec(dtype::f32, sizes[i])));
        tensor visible = tensor::full({4, 5}, dtype::boolean, true);
        for (int i = 4; i < 10; ++i)
            visible.data<bool>()[i] = false;
        v.push_back(b.constant("visible", visible));
        exported_program p = b.finish({attention(v, {.visible = 3, .like_softmax = like_softmax})});
        CHECK(fired(rule_sets::attention<>, p) == "sdpa-visible");
    }
    CHECK(made({.like_softmax = false}) == call + ", scale=0.25)");
}

} // namespace
