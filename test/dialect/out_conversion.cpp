#include <graft/dialect/out_conversion.hpp>

#include <graft/dialect/aten/arithmetic.hpp>
#include <graft/dialect/aten/compare.hpp>
#include <graft/dialect/aten/reduction.hpp>
#include <graft/dialect/aten/sequence.hpp>
#include <graft/dialect/aten/unary.hpp>
#include <graft/dialect/aten/view.hpp>
#include <graft/dialect/out_variant.hpp>

#include <doctest/doctest.h>

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

template <class Op>
out_conversion conversion(Op const& op, dtype argument, dtype natural, dtype written) {
    return conversion_of_out(*out_variant_of(op.info()), op.info(), argument, natural, written);
}

TEST_CASE("out conversion: sums are computed in the dtype that is written, whatever that is") {
    CHECK(conversion(aten::sum.dim_IntList, dtype::f16, dtype::f16, dtype::f32).asked == dtype::f32);
    CHECK(conversion(aten::sum.dim_IntList, dtype::f32, dtype::f32, dtype::i32).asked == dtype::i32);
    CHECK(conversion(aten::sum.dim_IntList, dtype::i8, dtype::i64, dtype::i64).asked == dtype::undefined);
    CHECK(conversion(aten::linspace.default_, dtype::undefined, dtype::f32, dtype::i16).asked == dtype::i16);
    CHECK(conversion(aten::add.Tensor, dtype::f16, dtype::f16, dtype::f32).asked == dtype::undefined);
}

TEST_CASE("out conversion: a variance is one of converted numbers") {
    CHECK(conversion(aten::var.correction, dtype::f32, dtype::f32, dtype::f64).operand == dtype::f64);
    CHECK(conversion(aten::var.correction, dtype::f32, dtype::f32, dtype::f32).operand == dtype::undefined);
    CHECK(conversion(aten::mean.dim, dtype::f32, dtype::f32, dtype::f64).operand == dtype::undefined);
}

TEST_CASE("out conversion: a logarithm of sums is one of converted numbers where what is written is wider") {
    CHECK(conversion(aten::logsumexp, dtype::f32, dtype::f32, dtype::f64).operand == dtype::f64);
    CHECK(conversion(aten::logsumexp, dtype::f32, dtype::f32, dtype::f16).operand == dtype::undefined);
    CHECK(conversion(aten::logsumexp, dtype::i32, dtype::f32, dtype::f32).operand == dtype::undefined);
    CHECK(writes_result(aten::logsumexp.default_.info(), dtype::f32, dtype::f16));
    CHECK(writes_result(aten::logsumexp.default_.info(), dtype::f32, dtype::c64));
    CHECK(!writes_result(aten::logsumexp.default_.info(), dtype::f32, dtype::i64));
}

} // namespace
