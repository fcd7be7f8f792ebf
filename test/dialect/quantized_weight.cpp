#include <graft/dialect/quantized_weight.hpp>

#include <doctest/doctest.h>

#include "../io/raises.hpp"
#include "inferred.hpp"

#include <optional>
#include <string>

namespace {

using namespace graft;
using namespace graft::literals;
namespace qd = graft::quantized_decomposed;
using graft_test::inferred;
using graft_test::tensor;

TEST_CASE("quantized_weight: an embedding gives rows of the dtype of the scales or of that "
          "asked for") {
    graph g;
    value const w = tensor(g, {10, 4}, dtype::i8), i = tensor(g, {2, 3}, dtype::i64);
    value const rows = tensor(g, {10}), groups = tensor(g, {10, 2}, dtype::f16);
    std::optional<value> const none;
    CHECK(inferred(qd::embedding_byte(w, rows, none, -128, 127, i)) == "f32[2, 3, 4]");
    CHECK(inferred(qd::embedding_byte(w, groups, none, -128, 127, i)) == "f16[2, 3, 4]");
    CHECK(inferred(qd::embedding_byte.dtype(w, rows, none, -128, 127, i, "dtype"_a = dtype::f16)) == "f16[2, 3, 4]");
    CHECK(graft_test::raised([&] {
              inferred(qd::embedding_byte(w, tensor(g, {9}), none, -128, 127, i));
          }).find("quantized_decomposed::embedding_byte") != std::string::npos);
}

TEST_CASE("quantized_weight: bytes hold several columns") {
    graph g;
    value const w = tensor(g, {10, 4}, dtype::u8), i = tensor(g, {2}, dtype::i64), rows = tensor(g, {10});
    std::optional<value> const none;
    CHECK(inferred(qd::embedding_2bit(w, rows, none, -2, 1, i)) == "f32[2, 16]");
    CHECK(inferred(qd::embedding_4bit.dtype(w, rows, none, -8, 7, i, "dtype"_a = dtype::f16)) == "f16[2, 8]");
    CHECK(graft_test::raised([&] { inferred(qd::embedding_4bit(w, rows, none, -8, 8, i)); }).find("-8 and 7") !=
          std::string::npos);
    CHECK(inferred(quant_fusion::_pack_embedding_weight(tensor(g, {3, 8}, dtype::i8), 4)) == "u8[3, 4]");
    CHECK(graft_test::raised([&] {
              inferred(quant_fusion::_pack_embedding_weight(tensor(g, {3, 9}, dtype::i8), 4));
          }).find("not divisible by 2") != std::string::npos);
}

TEST_CASE("quantized_weight: products with a quantized matrix have the dtype of the other") {
    graph g;
    value const x = tensor(g, {2, 3}), w = tensor(g, {5, 3}, dtype::i8), m = tensor(g, {3, 4}, dtype::i8);
    std::optional<value> const none;
    CHECK(inferred(qd::mixed_linear(x, w, tensor(g, {5}), none)) == "f32[2, 5]");
    CHECK(inferred(qd::mixed_linear(x, w, tensor(g, {5}), none, dtype::f16)) == "f16[2, 5]");
    CHECK(inferred(qd::mixed_mm(x, m, tensor(g, {3}), none)) == "f32[2, 4]");
    CHECK(graft_test::raised([&] { inferred(qd::mixed_mm(x, m, tensor(g, {7}), none)); }).find("'weight_scales' [7]") !=
          std::string::npos);
}

} // namespace
