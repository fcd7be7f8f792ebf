#include <graft/dialect/aten/products.hpp>

#include <graft/ir/text/print_value.hpp>

#include "../meta/specs.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

using namespace graft;
using namespace graft::literals;
using namespace graft_test;

TEST_CASE("products: the sizes of the results") {
    CHECK(text(aten::dot(f32({s0()}), f32({s0()}))) == "f32[]");
    CHECK(text(aten::mv(f32({2, 3}), f32({3}))) == "f32[2]");
    CHECK(text(aten::tensordot(f32({2, 3, 4}), f32({4, 3, 5}), std::vector{1, 2}, std::vector{1, 0})) == "f32[2, 5]");
    CHECK(text(aten::inner(f32({2, 3}), f32({4, 3}))) == "f32[2, 4]");
    CHECK(text(aten::cdist(f32({2, 3}), f32({5, 3}))) == "f32[2, 5]");
    CHECK(text(aten::addbmm(f32({2, 4}), f32({5, 2, 3}), f32({5, 3, 4}))) == "f32[2, 4]");
    CHECK(text(aten::addbmm(strided(f32({2, 4}), {1, 2}), f32({5, 2, 3}), f32({5, 3, 4}))) == "f32[2, 4]");
    CHECK(text(aten::bilinear(f32({2, 3}), f32({2, 4}), f32({5, 3, 4}))) == "f32[2, 5]");
}

TEST_CASE("products: factors that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::dot(f32({2}), f32({3}))),
                      "graft: aten::dot: the vectors have different sizes");
    CHECK_THROWS_WITH(static_cast<void>(aten::mv(f32({2, 3}), i64({3}))),
                      "graft: aten::mv: 'self' is torch.float32, but 'vec' torch.int64");
    CHECK_THROWS_WITH(static_cast<void>(aten::cdist(f32({2, 3}), f32({2, 4}))),
                      "graft: aten::cdist: the last dimensions have different sizes");
}

TEST_CASE("products: an outer product of other dtypes is of the one they promote to") {
    CHECK(text(aten::addr(make_spec(dtype::bf16, {2, 2}), make_spec(dtype::boolean, {2}),
                          make_spec(dtype::bf16, {2}))) == "bf16[2, 2]");
}

TEST_CASE("contraction: the result has the names behind the arrow") {
    CHECK(text(aten::einsum("bij,bjk->bik", std::vector{f32({s0(), 2, 3}), f32({s0(), 3, 4})})) == "f32[s0, 2, 4]");
    CHECK(text(aten::einsum("ii->i", std::vector{f32({3, 3})})) == "f32[3][4]");
}

} // namespace
