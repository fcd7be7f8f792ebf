#include <graft/kernel/base/operand.hpp>

#include <doctest/doctest.h>

using namespace graft;

namespace {

template <class T>
T first(kernel::operand o) {
    return *reinterpret_cast<T const*>(o.data());
}

} // namespace

TEST_CASE("operand: a tensor is itself, of low weight if it has no dimensions") {
    tensor const a = tensor::full({2, 3}, dtype::f16, 1), zero_dim = tensor::full({}, dtype::i32, 7);
    kernel::operand const o = a;
    CHECK(o.dtype() == dtype::f16);
    CHECK(o.sizes().size() == 2);
    CHECK(o.strides()[0] == 3);
    CHECK_FALSE(o.is_number());
    CHECK(o.promotion().kind == operand_kind::tensor);
    CHECK(kernel::operand(zero_dim).promotion().kind == operand_kind::zero_dim);
    CHECK(first<std::int32_t>(zero_dim) == 7);
}

TEST_CASE("operand: a number keeps its kind, value and lowest weight, also in a copy") {
    CHECK(kernel::operand(2).dtype() == dtype::i64);
    CHECK(kernel::operand(2.5f).dtype() == dtype::f64);
    CHECK(kernel::operand(true).dtype() == dtype::boolean);
    CHECK(first<std::int64_t>(-2) == -2);
    CHECK(first<double>(2.5) == 2.5);
    CHECK(first<bool>(true));
    CHECK(first<std::int64_t>(scalar(9)) == 9);
    kernel::operand const o = 3, copied = o;
    CHECK(first<std::int64_t>(copied) == 3);
    CHECK(copied.is_number());
    CHECK(copied.sizes().empty());
    CHECK(copied.promotion().kind == operand_kind::scalar);
}

TEST_CASE("operand: a number is rounded to the 16 bits of a dtype, and nothing else is") {
    CHECK(first<double>(kernel::operand(0.1).rounded(dtype::f16)) == static_cast<double>(half(0.1f)));
    CHECK(first<double>(kernel::operand(257).rounded(dtype::bf16)) == 256);
    CHECK(first<double>(kernel::operand(0.1).rounded(dtype::f32)) == 0.1);
    CHECK(first<std::int64_t>(kernel::operand(2049).rounded(dtype::i16)) == 2049);
    CHECK(first<bool>(kernel::operand(true).rounded(dtype::f16)));
    tensor const t = tensor::full({}, dtype::f32, 0.1f);
    CHECK(first<float>(kernel::operand(t).rounded(dtype::f16)) == 0.1f);
}

TEST_CASE("operand: the number in a tensor without dimensions is not rounded to 16 bits") {
    tensor const t = tensor::full({}, dtype::f32, 0.1f), whole = tensor::full({}, dtype::i64, 3);
    CHECK(kernel::operand(t).exact(dtype::f16).is_number());
    CHECK(first<double>(kernel::operand(t).exact(dtype::f16)) == static_cast<double>(0.1f));
    CHECK_FALSE(kernel::operand(t).exact(dtype::f32).is_number());
    CHECK(first<std::int64_t>(kernel::operand(whole).exact(dtype::bf16)) == 3);
    tensor const large = tensor::full({}, dtype::i32, 70000), small = tensor::full({}, dtype::f16, 0.1f);
    CHECK(kernel::operand(large).exact(dtype::f16).is_number());
    CHECK(first<std::int64_t>(kernel::operand(large).exact(dtype::f16)) == 70000);
    CHECK(first<double>(kernel::operand(small).exact(dtype::bf16)) == static_cast<double>(half(0.1f)));
    CHECK_FALSE(kernel::operand(small).exact(dtype::f16).is_number());
}
