#include <graft/runtime/out_conversion.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace graft;

TEST_CASE("out conversion: an element-wise op converts what it computes, a copy does not") {
    CHECK(writes_result("aten::add.out", dtype::f32, dtype::f64));
    CHECK(writes_result("aten::sin.out", dtype::f32, dtype::bf16));
    CHECK(!writes_result("aten::add.Scalar_out", dtype::f32, dtype::f64));
    CHECK(!writes_result("aten::permute_copy.out", dtype::i8, dtype::i64));
    CHECK(writes_result("aten::permute_copy.out", dtype::i8, dtype::i8));
}

TEST_CASE("out conversion: no fraction becomes an integer, no number a truth") {
    CHECK(!writes_result("aten::add.out", dtype::f32, dtype::i64));
    CHECK(!writes_result("aten::add.out", dtype::i64, dtype::boolean));
    CHECK(writes_result("aten::lt.Tensor_out", dtype::boolean, dtype::f32));
}

TEST_CASE("out conversion: a truth over elements may be a byte") {
    CHECK(writes_result("aten::any.out", dtype::boolean, dtype::u8));
    CHECK(!writes_result("aten::any.out", dtype::boolean, dtype::i32));
}

TEST_CASE("out conversion: the names are sorted") {
    CHECK(std::ranges::is_sorted(detail::converting_out_variants));
}

} // namespace
