// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/matmul.hpp>

#include <graft/dialect/aten/linear_algebra.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

namespace {

using namespace graft;
using namespace graft_test;

static_assert([] { return aten::mm(f32({s0(), 3}), f32({3, 4})) == f32({s0(), 4}); }());
static_assert([] { return aten::bmm(f32({5, 2, 3}), f32({5, 3, 4})) == f32({5, 2, 4}); }());
static_assert([] { return aten::addmm(f32({4}), f32({2, 3}), f32({3, 4})) == f32({2, 4}); }());
static_assert([] { return aten::linear(f32({s0(), 5, 3}), f32({4, 3}), f32({4})) == f32({s0(), 5, 4}); }());

} // namespace

TEST_CASE("matmul: vectors are rows in front and columns behind, and vanish") {
    CHECK(aten::matmul(f32({3}), f32({3})) == f32({}));
    CHECK(aten::matmul(f32({3}), f32({3, 4})) == f32({4}));
    CHECK(aten::matmul(f32({3}), f32({5, 3, 4})) == f32({5, 4}));
    CHECK(aten::matmul(f32({2, 3}), f32({3})) == f32({2}));
    CHECK(aten::matmul(f32({7, 1, 2, 3}), f32({5, 3, 4})) == f32({7, 5, 2, 4}));
    CHECK(aten::linear(f32({2, 3}), f32({3})) == f32({2}));
}

TEST_CASE("matmul: a product of transposed matrices is contiguous") {
    CHECK(aten::mm(strided(f32({2, 3}), {1, 2}), strided(f32({3, 4}), {1, 3})) == f32({2, 4}));
}

TEST_CASE("matmul: attention has a value for every query, laid out as the queries") {
    tensor_spec const query = strided(f32({2, 3, 5, 8}), {120, 8, 24, 1});
    tensor_spec const key = f32({2, 3, 7, 8});
    CHECK(aten::scaled_dot_product_attention(query, key, key) == query);
    // The fused kernel wants dense rows.
    CHECK(aten::scaled_dot_product_attention(query, strided(key, {168, 56, 1, 7}), key) == f32({2, 3, 5, 8}));
    CHECK(aten::scaled_dot_product_attention(query, key, f32({2, 3, 7, 4})) == f32({2, 3, 5, 4}));
}

TEST_CASE("matmul: heads of keys and values are shared on their own") {
    auto const grouped = [](std::int64_t heads, std::int64_t keys, std::int64_t values) {
        return aten::scaled_dot_product_attention(f32({heads, 5, 8}), f32({keys, 7, 8}), f32({values, 7, 4}),
                                                  "enable_gqa"_a = true);
    };
    CHECK(grouped(4, 2, 1) == f32({4, 5, 4}));
    CHECK(grouped(0, 2, 0) == f32({0, 5, 4}));
    CHECK_THROWS_AS(grouped(4, 3, 2), error);
    CHECK_THROWS_AS(grouped(4, 2, 0), error);
}

TEST_CASE("matmul: factors that do not fit are rejected") {
    CHECK_THROWS_WITH(static_cast<void>(aten::scaled_dot_product_attention(f32({2, 3}), f32({4, 3}), i64({4, 3}))),
                      "graft: aten::scaled_dot_product_attention: 'value' is torch.int64, but 'query' torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::mm(f32({2, 3}), f32({4, 3}))),
                      "graft: aten::mm: the sizes of 'self' [2, 3] and 'mat2' [4, 3] do not "
                      "fit");
    CHECK_THROWS_WITH(static_cast<void>(aten::mm(f32({2, 3}), f32({3}))),
                      "graft: aten::mm: 'mat2' must have 2 dimensions, not 1");
    CHECK_THROWS_WITH(static_cast<void>(aten::bmm(f32({5, 2, 3}), f32({4, 3, 4}))),
                      "graft: aten::bmm: the sizes of 'self' [5, 2, 3] and 'mat2' [4, 3, 4] do "
                      "not fit");
    CHECK_THROWS_WITH(static_cast<void>(aten::matmul(f32({2, 3}), i64({3, 4}))),
                      "graft: aten::matmul: 'other' is torch.int64, but 'self' torch.float32");
    CHECK_THROWS_WITH(static_cast<void>(aten::addmm(f32({3}), f32({2, 3}), f32({3, 4}))),
                      "graft: aten::addmm: 'self' [3] cannot be expanded to the result [2, 4]");
}
