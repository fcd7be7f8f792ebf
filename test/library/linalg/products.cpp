#include <graft/library/linalg/products.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg products: the result has another dtype") {
    tensor const x = make<bfloat16>({1, 2}, {bfloat16(256), bfloat16(1)}),
                 y = make<bfloat16>({2, 1}, {bfloat16(1), bfloat16(1)});
    // 257 is no number of bfloat16.
    CHECK(show(aten::mm_dtype{}(x, y, dtype::f32)) == "f32[1, 1]: 257");
    CHECK(show(aten::mm_dtype{}(x, y, dtype::bf16)) == "bf16[1, 1]: 256");
    CHECK(show(aten::addmm_dtype{}(f32({1}, {3}), x, y, dtype::f32)) == "f32[1, 1]: 260");
    CHECK(refusal([&] { static_cast<void>(aten::mm_dtype{}(x, y, dtype::f64)); }) ==
          "aten::mm.dtype: 'out_dtype' is torch.float64, where 'self' is torch.bfloat16");
}

TEST_CASE("linalg products: int8 in int32") {
    tensor const x = make<std::int8_t>({1, 2}, {-128, 127}), y = make<std::int8_t>({2, 1}, {-128, 127});
    CHECK(show(aten::_int_mm(x, y)) == "i32[1, 1]: 32513");
    CHECK(refusal([] {
              static_cast<void>(aten::_int_mm(i64({1, 1}, {1}), i64({1, 1}, {1})));
          }).starts_with("aten::_int_mm: the matrices are torch.int64 and torch.int64, not torch.int8"));
}

// As PyTorch's own kernel on a CPU computes it.
TEST_CASE("linalg products: 8-bit floats with scales") {
    auto const byte = [](std::vector<std::int64_t> sizes, std::initializer_list<float> elements) {
        return aten::to.dtype(f32(std::move(sizes), elements), dtype::f8e4m3fn);
    };
    tensor const x = byte({2, 2}, {1, 2, 3, 400}), y = byte({2, 1}, {4, 300});
    tensor const half = f32({}, {0.5f}), two = f32({1, 1, 1}, {2}), rows = f32({2, 1}, {1, 0.25f});
    CHECK(show(aten::_scaled_mm(x, y, half, two, std::nullopt, std::nullopt, dtype::f32)) == "f32[2, 1]: 580 110604");
    CHECK(show(aten::_scaled_mm(x, y, rows, f32({1, 1}, {0.5f}), f32({1}, {1}), std::nullopt, dtype::f32)) ==
          "f32[2, 1]: 291 13826.5");
    CHECK(show(aten::to.dtype(aten::_scaled_mm(x, y, half, half), dtype::f32)) == "f32[2, 1]: 144 448");
    CHECK(show(aten::to.dtype(aten::_scaled_mm(x, y, half, half, std::nullopt, two, dtype::f8e4m3fn), dtype::f32)) ==
          "f32[2, 1]: 72 448");
    tensor const other = byte({2, 3}, {1, 2, 3, 4, 5, 6});
    for (tensor const& wrong : {rows, f32({2}, {1, 2}), make<double>({}, {1})})
        CHECK(refusal([&] { static_cast<void>(aten::_scaled_mm(x, other, wrong, two)); }) ==
              "aten::_scaled_mm: 'scale_a' and 'scale_b' must be one number of float32 each, or one for each row of "
              "'self' and one for each column of 'mat2'");
    CHECK(refusal([&] {
              static_cast<void>(aten::_scaled_mm(x, f32({2, 1}, {1, 2}), half, two));
          }) == "aten::_scaled_mm: 'self' and 'mat2' must be matrices of float8_e4m3fn or float8_e5m2");
}

TEST_CASE("linalg products: distances") {
    tensor const x = f32({2}, {0, 0}), y = f32({2}, {3, 4});
    CHECK(show(aten::dist(x, y)) == "f32[]: 5");
    CHECK(show(aten::dist(x, y, 1)) == "f32[]: 7");
}

} // namespace
