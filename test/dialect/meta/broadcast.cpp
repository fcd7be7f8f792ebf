// Header-only: what holds in constants needs bodies.
#include <graft/dialect/meta/broadcast.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/schema/infer.hpp>

#include "specs.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace graft;
using namespace graft_test;

using strides_t = std::vector<sym_int>;

static_assert([] { return detail::expanded_strides(f32({3, 1}), {2, 3, 4}) == strides_t{0, 1, 0}; }());
static_assert([] { return aten::mul.Tensor(f32({2, 1, 4}), f32({3, 1})) == f32({2, 3, 4}); }());
static_assert([] { return aten::mul.Tensor(f32({s0(), 1}), f32({3})) == f32({s0(), 3}); }());

constexpr dtype product(tensor_spec const& a, argument<tensor_spec> const& b) {
    call<tensor_spec> c(aten::mul_tensor::info());
    c.set("self", a).set("other", b);
    return detail::promoted_dtype(c, 0, 2);
}
static_assert([] { return product(make_spec(dtype::i8, {2}), i64({})) == dtype::i8; }());
static_assert([] { return product(make_spec(dtype::i8, {2}), i64({1})) == dtype::i64; }());
static_assert([] { return product(make_spec(dtype::f16, {2}), 1.5) == dtype::f16; }());
static_assert([] { return product(i64({2}), 1.5) == dtype::f32; }());

} // namespace

TEST_CASE("broadcast: the result lies in memory as its operands do") {
    tensor_spec const rows = f32({2, 3}), columns = strided(rows, {1, 2});
    CHECK(aten::mul.Tensor(columns, columns) == columns);
    CHECK(aten::mul.Tensor(columns, f32({})).tensor.strides == columns.strides);
    CHECK(aten::mul.Tensor(columns, rows).tensor == columns);
    CHECK(aten::mul.Tensor(rows, columns).tensor == rows);

    tensor_spec const image = strided(f32({2, 3, 4, 5}), {60, 1, 15, 3});
    CHECK(aten::mul.Tensor(image, image) == image);
    CHECK(aten::mul.Tensor(image, f32({3, 1, 1})) == image);
}

TEST_CASE("broadcast: an operand that is converted is made dense first") {
    tensor_spec const columns = strided(f32({2, 3}), {1, 2});
    tensor_spec const repeated = strided(i64({2, 3}), {0, 0});
    CHECK(aten::mul.Tensor(strided(f32({2, 3}), {0, 0}), columns) == columns);
    CHECK(aten::mul.Tensor(repeated, columns) == f32({2, 3}));
}

TEST_CASE("broadcast: a new dimension of size 1 lies around the others") {
    CHECK(detail::expanded_strides(strided(f32({4}), {3}), {1, 4}) == strides_t{12, 3});
    CHECK(detail::expanded_strides(f32({}), {1, 4}) == strides_t{1, 0});
}

TEST_CASE("broadcast: a repeated or gapped operand gives a dense result") {
    CHECK(aten::mul.Tensor(strided(f32({2, 3}), {0, 1}), f32({3})) == f32({2, 3}));
    CHECK(aten::mul.Scalar(strided(f32({2, 3}), {6, 2}, 1), 2) == f32({2, 3}));
}

TEST_CASE("broadcast: sizes that do not fit are reported as ATen does") {
    CHECK_THROWS_WITH(static_cast<void>(aten::mul.Tensor(f32({2, 4}), f32({3, 1, 3}))),
                      "graft: The size of tensor a (4) must match the size of tensor b (3) at "
                      "non-singleton dimension 2");
    CHECK_THROWS_WITH(static_cast<void>(aten::mul.Tensor(make_spec(dtype::u16, {2}), i64({2}))),
                      "graft: aten::mul.Tensor: the dtypes of its operands have no common "
                      "dtype");
    CHECK_THROWS_WITH(static_cast<void>(aten::mul.Tensor(make_spec(dtype::bf16, {2}), make_spec(dtype::c64, {}))),
                      "graft: aten::mul.Tensor: the dtypes of its operands have no common dtype here: that of bfloat16 "
                      "and complex numbers, bcomplex32, is not known");
}

TEST_CASE("broadcast: bfloat16 is compared with complex numbers, whatever both would be promoted to") {
    tensor_spec const x = strided(make_spec(dtype::bf16, {2, 3}), {1, 2});
    tensor_spec const truths = strided(make_spec(dtype::boolean, {2, 3}), {1, 2});
    CHECK(aten::eq.Tensor(x, make_spec(dtype::c64, {})) == truths);
    CHECK(aten::ne.Scalar(x, scalar::complex(1, 2)) == truths);
    CHECK_THROWS_AS(static_cast<void>(aten::lt.Tensor(x, make_spec(dtype::c64, {}))), error);
}
