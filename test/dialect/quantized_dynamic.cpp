#include <graft/dialect/quantized_dynamic.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "inferred.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace {

using namespace graft;
namespace qd = graft::quantized_decomposed;
using graft_test::inferred;
using graft_test::raised;
using graft_test::tensor;

TEST_CASE("quantized_dynamic: numbers for a tensor are one each, for tokens one a row") {
    graph g;
    value const x = tensor(g, {2, 5, 3}, dtype::f16);
    CHECK(inferred(qd::choose_qparams.tensor(x, -128, 127, 1e-5, dtype::i8)) == "(f64[1], i64[1])");
    CHECK(inferred(qd::choose_qparams_symmetric.tensor(x, -128, 127, 1e-5, dtype::i8)) == "(f64[1], i64[1])");
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    CHECK(inferred(qd::choose_qparams.tensor(x, lowest, 6, 1e-5, dtype::i64)) == "(f64[1], i64[1])");
    CHECK(inferred(qd::choose_qparams_per_token(x, dtype::i8)) == "(f32[2, 5, 1], f32[2, 5, 1])");
    CHECK(inferred(qd::choose_qparams_per_token_asymmetric(x, dtype::i8)) == "(f64[2, 5, 1], i64[2, 5, 1])");
    CHECK(raised([&] {
              inferred(qd::choose_qparams.tensor(tensor(g, {2}, dtype::f64), -8, 7, 1e-5, dtype::i8));
          }).find("'input' must be f32 or narrower") != std::string::npos);
}

TEST_CASE("quantized_dynamic: tokens and groups keep the sizes of the input") {
    graph g;
    value const x = tensor(g, {4, 6}), s = tensor(g, {4, 1}), z = tensor(g, {4, 1}, dtype::i64);
    CHECK(inferred(qd::quantize_per_token(x, s, z, -128, 127, dtype::i8)) == "i8[4, 6]");
    value const q = tensor(g, {4, 6}, dtype::i8), groups = tensor(g, {4, 2});
    CHECK(inferred(qd::dequantize_per_token(q, s, z, -128, 127, dtype::i8, dtype::f16)) == "f16[4, 6]");
    CHECK(inferred(qd::quantize_per_channel_group(x, groups, groups, -8, 7, dtype::i8, 3)) == "i8[4, 6]");
    std::optional<value> const none;
    CHECK(inferred(qd::dequantize_per_channel_group(q, groups, none, -8, 7, dtype::i8, 3, dtype::f32)) == "f32[4, 6]");
    CHECK(inferred(qd::fake_quant_per_channel(x, tensor(g, {6}), tensor(g, {6}, dtype::i32), 1, 0, 255)) ==
          "f32[4, 6]");
}

TEST_CASE("quantized_dynamic: what does not fit is rejected by name") {
    graph g;
    value const x = tensor(g, {4, 6}), s = tensor(g, {3, 1}), z = tensor(g, {4, 1}, dtype::i64);
    CHECK(raised([&] { inferred(qd::quantize_per_token(x, s, z, -128, 127, dtype::i8)); }).find("'scales' [3, 1]") !=
          std::string::npos);
    CHECK(raised([&] {
              inferred(qd::quantize_per_token(x, z, z, -129, 127, dtype::i8));
          }).find("'quant_min' is -129") != std::string::npos);
    CHECK(raised([&] {
              inferred(qd::quantize_per_token(x, z, z, 0, 256, dtype::u8));
          }).find("'quant_max' is 256, which torch.uint8 cannot hold") != std::string::npos);
    CHECK(raised([&] {
              inferred(qd::quantize_per_token(x, z, z, 0, 255, dtype::u16));
          }).find("'dtype' cannot be torch.uint16") != std::string::npos);
    CHECK(raised([&] {
              inferred(qd::quantize_per_channel_group(x, s, s, -8, 7, dtype::i8, 4));
          }).find("'group_size'") != std::string::npos);
    CHECK(raised([&] { inferred(qd::fake_quant_per_channel(x, s, z, 2, 0, 255)); }).find("'axis' is 2") !=
          std::string::npos);
}

} // namespace
