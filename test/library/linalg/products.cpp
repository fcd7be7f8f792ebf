#include <graft/library/linalg/products.hpp>

#include <doctest/doctest.h>

#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <cstdint>

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

TEST_CASE("linalg products: distances") {
    tensor const x = f32({2}, {0, 0}), y = f32({2}, {3, 4});
    CHECK(show(aten::dist(x, y)) == "f32[]: 5");
    CHECK(show(aten::dist(x, y, 1)) == "f32[]: 7");
}

} // namespace
