#include <graft/library/linalg/factorizations.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/out_variant.hpp>
#include <graft/schema/infer.hpp>

#include "../../ir/refusal.hpp"

#include <string>

namespace {

using namespace graft;
using namespace graft_test;

tensor_spec of(dtype d, vec<sym_int> sizes) { return detail::new_tensor(tensor_spec{}, d, std::move(sizes)); }

template <class Op>
std::string shapes(Op const&, tensor_spec const& t) {
    call<tensor_spec> c(Op::info());
    c.set(0, t);
    std::string text;
    for (value_spec const& item : infer(c).items)
        text += std::string(fx_name(item.tensor.dtype)) + detail::shape_text(item.tensor.sizes) + ' ';
    return text;
}

TEST_CASE("linalg factorizations: sizes, also symbolic ones") {
    tensor_spec const tall = of(dtype::c64, {2, 4, 3});
    CHECK(shapes(aten::linalg_qr.default_, tall) == "c64[2, 4, 3] c64[2, 3, 3] ");
    CHECK(shapes(aten::linalg_lu_factor_ex.default_, tall) == "c64[2, 4, 3] i32[2, 3] i32[2] ");
    tensor_spec const square = of(dtype::f64, {symbol("s0"), 3, 3});
    CHECK(shapes(aten::_linalg_slogdet.default_, square) == "f64[s0] f64[s0] f64[s0, 3, 3] i32[s0, 3] ");
    CHECK(shapes(aten::_linalg_slogdet.default_, of(dtype::c64, {3, 3})) == "c64[] f32[] c64[3, 3] i32[3] ");
}

TEST_CASE("linalg factorizations: what PyTorch does not take either") {
    CHECK(refusal([] {
              static_cast<void>(shapes(aten::linalg_inv_ex.default_, of(dtype::f32, {2, 3})));
          }) == "aten::linalg_inv_ex: 'A' must be square matrices, not [2, 3]");
    CHECK(refusal([] { static_cast<void>(shapes(aten::linalg_inv_ex.default_, of(dtype::f32, {3}))); }) ==
          "aten::linalg_inv_ex: 'A' must have at least 2 dimensions, not 1");
    CHECK(refusal([] {
              static_cast<void>(shapes(aten::geqrf.default_, of(dtype::i64, {2, 2})));
          }) == "aten::geqrf: 'self' must be of float32, float64, complex64 or complex128, not torch.int64");
}

TEST_CASE("linalg factorizations: names of out-variants") {
    CHECK(out_variant_schema(aten::linalg_cholesky_ex.default_.info()) ==
          "aten::linalg_cholesky_ex.L(Tensor self, *, bool upper=False, bool check_errors=False, Tensor(a!) L, "
          "Tensor(b!) info) -> (Tensor(a!) L, Tensor(b!) info)");
}

} // namespace
