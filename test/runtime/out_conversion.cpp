#include <graft/runtime/out_conversion.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/view.hpp>

namespace {

using namespace graft;

TEST_CASE("out conversion: an element-wise op converts what it computes, a copy does not") {
    CHECK(writes_result(aten::add.Tensor.info(), dtype::f32, dtype::f64));
    CHECK(writes_result(aten::sin.default_.info(), dtype::f32, dtype::bf16));
    CHECK(!writes_result(aten::add.Scalar.info(), dtype::f32, dtype::f64));
    CHECK(!writes_result(aten::permute_copy.default_.info(), dtype::i8, dtype::i64));
    CHECK(writes_result(aten::permute_copy.default_.info(), dtype::i8, dtype::i8));
}

TEST_CASE("out conversion: no fraction becomes an integer, no number a truth") {
    CHECK(!writes_result(aten::add.Tensor.info(), dtype::f32, dtype::i64));
    CHECK(!writes_result(aten::add.Tensor.info(), dtype::i64, dtype::boolean));
    CHECK(writes_result(aten::lt.Tensor.info(), dtype::boolean, dtype::f32));
}

TEST_CASE("out conversion: a truth over elements may be a byte") {
    CHECK(writes_result(aten::any.dim.info(), dtype::boolean, dtype::u8));
    CHECK(!writes_result(aten::any.dim.info(), dtype::boolean, dtype::i32));
}

TEST_CASE("out conversion: lengths of complex numbers are converted, other magnitudes are not") {
    CHECK(writes_result(aten::abs.default_.info(), dtype::f32, dtype::f64, dtype::c64));
    CHECK(!writes_result(aten::abs.default_.info(), dtype::f32, dtype::f64, dtype::f32));
}

struct own_scaled : op<own_scaled> {
    static constexpr schema_text text{"own::scaled(Tensor self, float by) -> Tensor"};
    static constexpr op_tags tags = op_tags::out_converts;
};

TEST_CASE("out conversion: an op of one's own says whether its out-variant converts") {
    CHECK(writes_result(own_scaled::info(), dtype::f32, dtype::f64));
    CHECK(!writes_result(own_scaled::info(), dtype::f32, dtype::i32));
}

} // namespace
