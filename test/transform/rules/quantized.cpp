#include <graft/transform/rules/quantized.hpp>

#include <doctest/doctest.h>

#include "simplified.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using inputs = std::vector<value> const&;
constexpr dtype bytes[] = {dtype::i8};
constexpr std::int64_t lowest = -128, highest = 127;

// Scale, zero point, range and dtype.
struct parameters {
    double scale = 0.5;
    std::int64_t zero_point = -3, least = lowest, most = highest;
    graft::dtype dtype = graft::dtype::i8;
};

value dequantize(value v, parameters const& p = {}) {
    return quantized_decomposed::dequantize_per_tensor(v, p.scale, p.zero_point, p.least, p.most, p.dtype);
}
value quantize(value v, parameters const& p = {}) {
    return quantized_decomposed::quantize_per_tensor(v, p.scale, p.zero_point, p.least, p.most, p.dtype);
}
std::string made(auto const& f, std::span<dtype const> dtypes = bytes, shapes const& sizes = {{2, 6}, {2, 6}}) {
    std::string const text = simplified(rule_sets::quant<>, dtypes, sizes, f);
    return text.substr(0, text.find(" (not run)"));
}
bool stays(auto const& f, std::span<dtype const> dtypes = bytes) { return made(f, dtypes).starts_with("quantize"); }

TEST_CASE("quant: what is dequantized and quantized alike is what it was") {
    CHECK(made([](inputs v) { return quantize(dequantize(v[0])); }) == "x0");
    constexpr dtype u8[] = {dtype::u8}, i16[] = {dtype::i16}, i32[] = {dtype::i32};
    CHECK(made(
              [](inputs v) {
                  parameters const p{0.25, 128, 0, 255, dtype::u8};
                  return quantize(dequantize(v[0], p), p);
              },
              u8) == "x0");
    CHECK(made(
              [](inputs v) {
                  parameters const p{1e-4, 7, -32768, 32767, dtype::i16};
                  return quantize(dequantize(v[0], p), p);
              },
              i16) == "x0");
    CHECK(stays(
        [](inputs v) {
            parameters const p{1e-4, 7, -2147483648, 2147483647, dtype::i32};
            return quantize(dequantize(v[0], p), p);
        },
        i32));
}

TEST_CASE("quant: not with another scale, zero point or range") {
    auto const changed = [](parameters const& p) {
        return stays([&](inputs v) { return quantize(dequantize(v[0]), p); });
    };
    CHECK_FALSE(changed({}));
    CHECK(changed({.scale = 0.5000001}));
    CHECK(changed({.zero_point = -2}));
    CHECK(changed({.least = -127}));
    CHECK(changed({.most = 126}));
    auto const both = [](parameters const& p) {
        return stays([&](inputs v) { return quantize(dequantize(v[0], p), p); });
    };
    CHECK(both({.scale = 1e-38}));
    CHECK(both({.scale = 0}));
    CHECK(both({.zero_point = 200}));
}

TEST_CASE("quant: a range that leaves values out is enough for what was quantized to it") {
    parameters const p{.least = -127};
    CHECK(stays([&](inputs v) { return quantize(dequantize(v[0], p), p); }));
    constexpr dtype reals[] = {dtype::f32};
    CHECK(made([&](inputs v) { return quantize(dequantize(quantize(v[0], p), p), p); }, reals) ==
          "quantize_per_tensor(x0, 0.5, -3, -127, 127, torch.int8)");
    parameters const wider{};
    CHECK(made([&](inputs v) { return quantize(dequantize(quantize(v[0], wider), p), p); }, reals)
              .starts_with("quantize_per_tensor(dequantize_per_tensor("));
}

TEST_CASE("quant: what is quantized and dequantized is not what it was") {
    constexpr dtype reals[] = {dtype::f32};
    CHECK(made([](inputs v) { return dequantize(quantize(v[0])); }, reals)
              .starts_with("dequantize_per_tensor(quantize_per_tensor("));
}

TEST_CASE("quant: what moves elements moves integers") {
    CHECK(made([](inputs v) {
              return quantize(aten::permute_copy(dequantize(v[0]), std::array{1, 0}));
          }) == "permute_copy(x0, [1, 0])");
    CHECK(made([](inputs v) {
              return quantize(aten::view_copy(dequantize(v[0]), std::array{3, 4}));
          }) == "view_copy(x0, [3, 4])");
    CHECK(made([](inputs v) {
              return quantize(aten::expand_copy(dequantize(v[0]), std::array{3, 2, 6}));
          }) == "expand_copy(x0, [3, 2, 6])");
    CHECK(made([](inputs v) { return quantize(aten::slice_copy.Tensor(dequantize(v[0]), 1, 2, 6, 2)); }) ==
          "slice_copy(x0, 1, 2, 6, 2)");
    CHECK(made([](inputs v) { return quantize(aten::clone(dequantize(v[0]))); }).starts_with("clone(x0"));
    CHECK(made([](inputs v) {
              return quantize(aten::cat(std::vector{dequantize(v[0]), dequantize(v[1]), dequantize(v[0])}, 1));
          }) == "cat([x0, x1, x0], 1)");
}

TEST_CASE("quant: the largest of integers is that of what they stand for") {
    shapes const image = {{2, 3, 4, 6}};
    CHECK(made(
              [](inputs v) {
                  return quantize(aten::max_pool2d(dequantize(v[0]), std::array{2, 2}));
              },
              bytes, image)
              .starts_with("max_pool2d(x0, [2, 2]"));
    CHECK(made(
              [](inputs v) {
                  value const pooled =
                      aten::max_pool2d_with_indices(dequantize(v[0]), std::array{2, 2}, std::array{2, 2});
                  return quantize(
                      {pooled.owner, pooled.owner->call_function("operator.getitem", {arg::node(pooled.id), 0})});
              },
              bytes, image)
              .starts_with("getitem(max_pool2d_with_indices(x0, [2, 2], [2, 2]"));
    CHECK(made([](inputs v) { return quantize(aten::relu(dequantize(v[0]))); }) == "clamp(x0, -3)");
    auto const pooled = [&](std::int64_t padding, std::int64_t dilation) {
        return made(
            [=](inputs v) {
                return quantize(aten::max_pool2d(dequantize(v[0]), std::array{2, 2}, std::array{2, 2},
                                                 std::array{padding, padding}, std::array{dilation, dilation}));
            },
            bytes, image);
    };
    CHECK(pooled(1, 1).starts_with("max_pool2d(x0"));
    CHECK(pooled(0, 2).starts_with("max_pool2d(x0"));
    CHECK(pooled(1, 2).starts_with("quantize_per_tensor("));
}

TEST_CASE("quant: what is in between has no other user and no other parameters") {
    CHECK(made([](inputs v) {
              value const moved = aten::permute_copy(dequantize(v[0]), std::array{1, 0});
              return aten::add.Tensor(quantize(moved), moved);
          }).starts_with("add(quantize_per_tensor("));
    CHECK(made([](inputs v) {
              value const real = dequantize(v[0]);
              return aten::add.Tensor(quantize(aten::view_copy(real, std::array{2, 6})), real);
          }) == "add(view_copy(x0, [2, 6]), dequantize_per_tensor(x0, 0.5, -3, -128, 127, torch.int8))");
    CHECK(stays([](inputs v) {
        return quantize(aten::cat(std::vector{dequantize(v[0]), dequantize(v[1], {.scale = 0.25})}));
    }));
    CHECK(stays([](inputs v) { return quantize(aten::relu(dequantize(v[0])), {.zero_point = 0}); }));
    CHECK(stays([](inputs v) { return quantize(aten::neg(dequantize(v[0]))); }));
}

//=== per channel ===//

// Between both, what `move` does.
template <class Move>
std::string moved_per_channel(std::int64_t axis, std::int64_t new_axis, Move const& move,
                              dtype of_scales = dtype::f32) {
    std::string const text =
        simplified_program(rule_sets::quant<>, {make_spec(dtype::i8, {3, 3, 2})}, [&](program_builder& b, inputs v) {
            std::int64_t const n = 3;
            value const scales = b.constant("scales", tensor::full({n}, of_scales, 0.5)),
                        zeros = b.constant("zeros", tensor::full({n}, dtype::i64, std::int64_t{1}));
            value const real = move(
                quantized_decomposed::dequantize_per_channel(v[0], scales, zeros, axis, lowest, highest, dtype::i8));
            return quantized_decomposed::quantize_per_channel(real, scales, zeros, new_axis, lowest, highest,
                                                              dtype::i8);
        });
    return text.substr(0, text.find(" (not run)"));
}
std::string per_channel(std::int64_t axis, std::int64_t new_axis, std::vector<std::int64_t> const& order) {
    return moved_per_channel(axis, new_axis,
                             [&](value real) { return order.empty() ? real : aten::permute_copy(real, order); });
}

TEST_CASE("quant: by channel where the axis is the same one") {
    CHECK(per_channel(1, 1, {}) == "x0");
    CHECK(per_channel(0, 1, {}).starts_with("quantize_per_channel("));
    CHECK(per_channel(0, 2, {2, 1, 0}) == "permute_copy(x0, [2, 1, 0])");
    CHECK(per_channel(0, 1, {1, 0, 2}) == "permute_copy(x0, [1, 0, 2])");
    CHECK(per_channel(0, 0, {1, 0, 2}).starts_with("quantize_per_channel("));
}

TEST_CASE("quant: a view leaves the axis where as many elements are before it, and as many indices") {
    auto const viewed = [](std::int64_t axis, std::int64_t new_axis, std::vector<std::int64_t> const& sizes) {
        return moved_per_channel(axis, new_axis, [&](value real) { return aten::view_copy(real, sizes); });
    };
    CHECK(viewed(0, 0, {3, 6}) == "view_copy(x0, [3, 6])");
    CHECK(viewed(1, 2, {1, 3, 3, 2}) == "view_copy(x0, [1, 3, 3, 2])");
    CHECK(viewed(-2, -3, {3, 3, 2, 1}) == "view_copy(x0, [3, 3, 2, 1])");
    CHECK(viewed(0, 1, {6, 3}).starts_with("quantize_per_channel("));
    CHECK(viewed(0, 1, {3, 3, 2}).starts_with("quantize_per_channel("));
    CHECK(viewed(1, 1, {6, 3}).starts_with("quantize_per_channel("));
}

TEST_CASE("quant: not by a scale whose reciprocal is too coarse") {
    auto const unmoved = [](value real) { return real; };
    CHECK(moved_per_channel(1, 1, unmoved, dtype::f64) == "x0");
    CHECK(moved_per_channel(1, 1, unmoved, dtype::f16).starts_with("quantize_per_channel("));
    CHECK(moved_per_channel(1, 1, unmoved, dtype::bf16).starts_with("quantize_per_channel("));
}

//=== sums ===//

std::string summed(auto const& f) { return simplified(rule_sets::quantized_arithmetic<>, bytes, {{2, 6}, {6}}, f); }

TEST_CASE("quant: a sum of what is dequantized, quantized again, is one op for those who ask for it") {
    parameters const a{.scale = 0.25}, b{.scale = 0.125, .zero_point = 5}, out{.scale = 1, .zero_point = 0};
    std::string const operands = "x0, 0.25, -3, -128, 127, x1, 0.125, 5, -128, 127, 1.0, 0, -128, 127)";
    auto const sum = [&](inputs v) { return aten::add.Tensor(dequantize(v[0], a), dequantize(v[1], b)); };
    CHECK(summed([&](inputs v) { return quantize(sum(v), out); }) == "add(" + operands);
    CHECK(summed([&](inputs v) { return quantize(aten::relu(sum(v)), out); }) == "add_relu(" + operands);
    CHECK(summed([&](inputs v) { return quantize(aten::add.Tensor(dequantize(v[0], a), 1.5), out); }) ==
          "add(x0, 0.25, -3, -128, 127, torch.int8, 1.5, 1.0, 0, -128, 127, torch.int8)");
}

TEST_CASE("quant: not a scaled sum, one of other dtypes, or one that more uses") {
    parameters const a{.scale = 0.25}, b{.scale = 0.125, .zero_point = 5},
        bytes_out{.least = 0, .most = 255, .dtype = dtype::u8};
    CHECK(summed([&](inputs v) {
              return quantize(aten::add.Tensor(dequantize(v[0], a), dequantize(v[1], b), "alpha"_a = 2), a);
          }).starts_with("quantize"));
    CHECK(summed([&](inputs v) {
              return quantize(aten::add.Tensor(dequantize(v[0], a), dequantize(v[1], b)), bytes_out);
          }).starts_with("quantize"));
    CHECK(summed([&](inputs v) {
              value const sum = aten::add.Tensor(dequantize(v[0], a), dequantize(v[1], b));
              return aten::add.Tensor(quantize(sum, a), sum);
          }).starts_with("add(quantize"));
    CHECK(made([&](inputs v) {
              return quantize(aten::add.Tensor(dequantize(v[0], a), dequantize(v[1], b)), a);
          }).starts_with("quantize"));
}

} // namespace
