#include <graft/dialect/promotion.hpp>

#include <doctest/doctest.h>

#include "../transform/decompositions/agreement.hpp"

namespace {

using namespace graft;
using detail::kernel_tensor;

TEST_CASE("promotion: tensors decide before those of no dimensions, and these before numbers") {
    kernel_tensor const half = tensor::zeros({2}, dtype::f16), real = tensor::zeros({}, dtype::f64),
                        byte = tensor::zeros({3}, dtype::i8);
    call<kernel_tensor> const c(aten::arange.default_.info());
    composition_world<kernel_tensor> world;
    composing<kernel_tensor> const k(c, world);
    CHECK(detail::promoted(k, half, real) == dtype::f16);
    CHECK(detail::promoted(k, byte, half) == dtype::f16);
    CHECK(detail::promoted(k, byte, scalar(300)) == dtype::i8);
    CHECK(detail::promoted(k, scalar(2.5), byte) == dtype::f32);
    CHECK(detail::promoted(k, scalar(true), scalar(1)) == dtype::i64);
}

TEST_CASE("promotion: a tensor that has the dtype is itself") {
    call<kernel_tensor> const c(aten::arange.default_.info());
    composition_world<kernel_tensor> world;
    composing<kernel_tensor> const k(c, world);
    kernel_tensor const x = tensor::full({2}, dtype::i32, 7);
    CHECK(detail::converted(k, x, dtype::i32).shares_storage(x));
    CHECK(detail::converted(k, x, dtype::f32).data<float>()[1] == 7);
    CHECK(detail::number_tensor(k, scalar(3), dtype::u8).item().to<int>() == 3);
    CHECK(detail::times(k, x, argument<kernel_tensor>(1)).shares_storage(x));
    CHECK(detail::times(k, x, argument<kernel_tensor>(3)).data<std::int32_t>()[1] == 21);
}

TEST_CASE("promotion: a factor is a number of the dtype, or as it is if only a run tells it") {
    call<kernel_tensor> c(aten::rsub.Tensor.info());
    composition_world<kernel_tensor> world;
    composing<kernel_tensor> const k(c, world);
    c.set("alpha", argument<kernel_tensor>(2.0));
    CHECK(detail::factor_of(k, "alpha", dtype::i32).to_number() == scalar(2));
    c.set("alpha", argument<kernel_tensor>(1));
    CHECK(detail::is_one(detail::factor_of(k, "alpha", dtype::f32)));
    c.set("alpha", argument<kernel_tensor>(sym_int(symbol("s0"))));
    CHECK(detail::factor_of(k, "alpha", dtype::i32).is_unknown_number());
    CHECK_FALSE(detail::is_one(detail::factor_of(k, "alpha", dtype::i32)));
}

} // namespace
