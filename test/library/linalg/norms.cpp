#include <graft/library/linalg/norms.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/meta/result.hpp>
#include <graft/library/linalg/factorization_kernels.hpp>
#include <graft/library/linalg/spectrum_kernels.hpp>
#include <graft/runtime/eager.hpp>
#include <graft/runtime/kernels.hpp>
#include <graft/schema/infer.hpp>

#include "../../ir/refusal.hpp"
#include "../../runtime/tensors.hpp"

#include <complex>

#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

TEST_CASE("linalg norms: sizes, and orders that there are not") {
    tensor_spec const x = detail::new_tensor(tensor_spec{}, dtype::c64, {symbol("s0"), 4, 3});
    call<tensor_spec> norm(aten::linalg_matrix_norm.default_.info());
    norm.set(0, x).set("ord", 2).set("keepdim", true);
    value_spec const kept = infer(norm);
    CHECK(detail::shape_text(kept.tensor.sizes) == "[s0, 1, 1]");
    CHECK(bool{kept.tensor.dtype == dtype::f32});
    norm.set("ord", 3);
    CHECK(refusal([&] { static_cast<void>(infer(norm)); }) ==
          "aten::linalg_matrix_norm: 'ord' of a matrix is one of 1, 2, inf and their negatives");
    tensor_spec const no_rows = detail::new_tensor(tensor_spec{}, dtype::f32, {0, 3}),
                      no_columns = detail::new_tensor(tensor_spec{}, dtype::f32, {3, 0});
    norm.set(0, no_rows).set("ord", 1);
    CHECK(detail::shape_text(infer(norm).tensor.sizes) == "[1, 1]");
    norm.set(0, no_columns);
    CHECK(detail::shape_text(infer(norm).tensor.sizes) == "[1, 1]");
    norm.set("ord", -1);
    CHECK(refusal([&] { static_cast<void>(infer(norm)); }).find("no elements to reduce") != std::string::npos);
    call<tensor_spec> inverse(aten::linalg_pinv.default_.info());
    inverse.set(0, x).set("rcond", 0.1);
    CHECK(detail::shape_text(infer(inverse).tensor.sizes) == "[s0, 3, 4]");
    tensor_spec const any = detail::new_tensor(tensor_spec{}, dtype::f32, {symbol("s0"), symbol("s1")});
    call<tensor_spec> rank(aten::linalg_matrix_rank.atol_rtol_tensor.info());
    rank.set(0, any);
    CHECK(infer(rank).tensor.sizes.empty());
}

TEST_CASE("linalg norms: the condition of a matrix without elements is 0") {
    tensor const none = tensor::empty({2, 0, 0}, dtype::f32), no_rows = tensor::empty({2, 0, 3}, dtype::c64);
    CHECK(show(aten::linalg_cond(none)) == "f32[2]: 0 0");
    CHECK(show(aten::linalg_cond(no_rows, -2)) == "f32[2]: 0 0");
    CHECK(show(aten::linalg_cond(none, -1)) == "f32[2]: 0 0");
    CHECK(show(aten::linalg_cond.p_str(none, "fro")) == "f32[2]: 0 0");
    CHECK(show(aten::linalg_cond.p_str(none, "nuc")) == "f32[2]: 0 0");
    CHECK(refusal([&] { static_cast<void>(aten::linalg_cond(none, 0)); }) ==
          "aten::linalg_cond: 'p' is one of 1, 2, inf and their negatives");
}

TEST_CASE("linalg norms: sums of powers") {
    tensor const x = f32({2, 2}, {1, -2, 3, 0.5});
    CHECK(show(aten::linalg__powsum(x)) == "f32[]: 14.25");
    CHECK(show(aten::linalg__powsum(x, 3, vec<std::int64_t>{1}, true)) == "f32[2, 1]: 9 27.125");
    CHECK(show(aten::linalg__powsum(aten::to.dtype(x, dtype::f16), 0)) == "f16[]: 4");
    // 22.42, which no number of 16 bits is nearer to.
    CHECK(show(aten::linalg__powsum(aten::to.dtype(x, dtype::bf16), 2.5)) == "bf16[]: 22.375");
    tensor const complex = make<std::complex<float>>({2}, {{3, 4}, {0, 1}});
    CHECK(show(aten::linalg__powsum(complex, 3)) == "f32[]: 126");
    CHECK(refusal([] { static_cast<void>(aten::linalg__powsum(i64({1}, {1}))); }) ==
          "aten::linalg__powsum: 'self' has no floating-point numbers");
}

} // namespace
