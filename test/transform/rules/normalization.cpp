#include <graft/transform/rules/normalization.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;
sym_int const s0 = symbol{"s0"};

constexpr dtype wide[] = {dtype::f32, dtype::f64};

std::string made(auto const& set, std::span<dtype const> dtypes, shapes const& sizes, auto const& f) {
    return simplified(set, dtypes, sizes, f, {.order = sweep::backward});
}
value cast(value v, dtype d) { return aten::_to_copy(v, "dtype"_a = d); }
value mean_of_squares(value v, std::vector<std::int64_t> const& dims = {-1}, bool keepdim = true) {
    return aten::mean.dim(aten::pow.Tensor_Scalar(v, 2), dims, keepdim);
}
value normalized(value v, double eps = 1e-5) {
    return aten::mul.Tensor(v, aten::rsqrt(aten::add.Scalar(mean_of_squares(v), eps)));
}

//=== rms_norm ===//

TEST_CASE("rms_norm: over the last dimension, as torch decomposes it and as it is written") {
    std::string const expected = "rms_norm(x0, [4], x1, 1e-05)";
    auto const& set = rule_sets::normalization<>;
    CHECK(made(set, wide, {{2, 4}, {4}}, [](inputs v) { return aten::mul.Tensor(normalized(v[0]), v[1]); }) ==
          expected);
    CHECK(made(set, wide, {{s0, 3, 4}, {4}}, [](inputs v) {
              value const eps = aten::add.Tensor(mean_of_squares(v[0], {2}), 1e-5);
              return aten::mul.Tensor(v[1], aten::mul.Tensor(aten::rsqrt(eps), v[0]));
          }) == expected);
    CHECK(made(set, wide, {{2, 4}, {4}}, [](inputs v) {
              value const mean = aten::mean.dim(aten::mul.Tensor(v[0], v[0]), std::array{-1}, true);
              return aten::mul.Tensor(v[1], aten::mul.Tensor(v[0], aten::rsqrt(aten::add.Scalar(mean, 1))));
          }) == "rms_norm(x0, [4], x1, 1.0)");
}

TEST_CASE("rms_norm: no other power, dimension or weight, and nothing else may use what is within") {
    auto const stays = [](shapes const& sizes, auto const& f) {
        return made(rule_sets::normalization<>, f32_only, sizes, f).starts_with("mul(mul(");
    };
    auto const scaled = [](value x, value mean, value w) {
        return aten::mul.Tensor(aten::mul.Tensor(x, aten::rsqrt(aten::add.Scalar(mean, 1e-5))), w);
    };
    CHECK_FALSE(stays({{4, 4}, {4}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[0]), v[1]); }));
    CHECK(stays({{4, 4}, {4}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[0], {0}), v[1]); }));
    CHECK(stays({{4, 4}, {4}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[0], {0, 1}), v[1]); }));
    CHECK(stays({{4, 4}, {4}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[0], {-1}, false), v[1]); }));
    CHECK(stays({{4, 4}, {4, 4}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[0]), v[1]); }));
    CHECK(stays({{4, 4}, {1}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[0]), v[1]); }));
    CHECK(stays({{4, 4}, {4}, {4, 4}}, [&](inputs v) { return scaled(v[0], mean_of_squares(v[2]), v[1]); }));
    CHECK(stays({{4, 4}, {4}}, [&](inputs v) {
        value const mean = aten::mean.dim(aten::pow.Tensor_Scalar(v[0], 3), std::array{-1}, true);
        return scaled(v[0], mean, v[1]);
    }));
    CHECK(made(rule_sets::normalization<>, f32_only, {{4, 4}, {4}}, [&](inputs v) {
              value const mean = mean_of_squares(v[0]);
              return aten::add.Tensor(scaled(v[0], mean, v[1]), mean);
          }).starts_with("add(mul(mul("));
}

TEST_CASE("rms_norm: of 16-bit floats with what is within in f32, and the weight before or after the cast") {
    for (dtype const d : {dtype::f16, dtype::bf16}) {
        auto const before = [d](inputs v) {
            return cast(aten::mul.Tensor(normalized(cast(v[0], dtype::f32)), v[1]), d);
        };
        auto const after = [d](inputs v) {
            return aten::mul.Tensor(v[1], cast(normalized(cast(v[0], dtype::f32)), d));
        };
        CHECK(made(rule_sets::normalization<>, std::array{d}, {{2, 4}, {4}}, before) == "rms_norm(x0, [4], x1, 1e-05)");
        CHECK(made(rule_sets::normalization<>, std::array{d}, {{2, 4}, {4}}, after) == "rms_norm(x0, [4], x1, 1e-05)");
        CHECK(made(rule_sets::normalization<>, std::array{d}, {{2, 4}, {4}}, [](inputs v) {
                  return aten::mul.Tensor(normalized(v[0]), v[1]);
              }).starts_with("mul(mul("));
        CHECK(made(rule_sets::normalization<>, std::array{d}, {{2, 4}, {4}}, [](inputs v) {
                  return aten::mul.Tensor(v[1], cast(normalized(cast(v[0], dtype::f32)), dtype::i8));
              }).starts_with("mul(x1, _to_copy("));
    }
}

TEST_CASE("rms_norm: what is cast before the last product may be too small for its dtype, which the contract says") {
    contract const all_in_f32 = rule_sets::rms_norm<>[1].options.promise,
                   cast_first = rule_sets::rms_norm<>[2].options.promise;
    CHECK(all_in_f32.atol == 0);
    // Half of the smallest number there is, times the largest w.
    CHECK(0x1p-134 * static_cast<double>(std::numeric_limits<bfloat16>::max()) < cast_first.atol);
    CHECK(0x1p-25 * static_cast<double>(std::numeric_limits<half>::max()) < cast_first.atol);
}

//=== log_softmax ===//

TEST_CASE("log_softmax: the logarithm of a softmax that nothing else uses") {
    CHECK(made(rule_sets::normalization<>, floats, {{2, 4}},
               [](inputs v) { return aten::log(aten::_softmax(v[0], -1, false)); }) == "_log_softmax(x0, -1, False)");
    CHECK(made(rule_sets::normalization<>, floats, {{2, 4}}, [](inputs v) {
              value const s = aten::_softmax(v[0], 0, false);
              return aten::mul.Tensor(aten::log(s), s);
          }).starts_with("mul(log("));
}

//=== pooling ===//

TEST_CASE("global_pool: the mean over both dimensions of an image") {
    auto const mean = [](std::vector<std::int64_t> const& dims, bool keepdim) {
        return [=](inputs v) { return aten::mean.dim(v[0], dims, keepdim); };
    };
    auto const& set = rule_sets::global_pool<>;
    CHECK(made(set, floats, {{2, 3, 4, 5}}, mean({-1, -2}, true)) == "adaptive_avg_pool2d(x0, [1, 1])");
    CHECK(made(set, floats, {{s0, 3, 4, 5}}, mean({2, -1}, true)) == "adaptive_avg_pool2d(x0, [1, 1])");
    CHECK(made(set, floats, {{2, 3, 4, 5}}, mean({-1, -2}, false)).starts_with("mean("));
    CHECK(made(set, floats, {{2, 3, 4, 5}}, mean({-1}, true)).starts_with("mean("));
    CHECK(made(set, floats, {{2, 3, 4, 5}}, mean({1, 2}, true)).starts_with("mean("));
    CHECK(made(set, floats, {{3, 4, 5}}, mean({-1, -2}, true)).starts_with("mean("));
    CHECK(made(set, floats, {{2, 3, 4, 0}}, mean({-1, -2}, true)).starts_with("mean("));
    CHECK(made(set, floats, {{2, 0, 4, 5}}, mean({-1, -2}, true)).starts_with("mean("));
    CHECK(made(set, floats, {{0, 3, 4, 5}}, mean({-1, -2}, true)) == "adaptive_avg_pool2d(x0, [1, 1])");
    CHECK(made(rule_sets::normalization<>, f32_only, {{2, 3, 4, 5}}, mean({-1, -2}, true)).starts_with("mean("));
}

} // namespace
