#include <graft/library/linalg/spectra.hpp>

#include <doctest/doctest.h>

#include <graft/schema/infer.hpp>

#include "../../ir/refusal.hpp"

#include <string>
#include <string_view>

namespace {

using namespace graft;
using namespace graft_test;

tensor_spec of(dtype d, vec<sym_int> sizes) { return detail::new_tensor(tensor_spec{}, d, std::move(sizes)); }

std::string shapes(call<tensor_spec> const& c) {
    std::string text;
    for (value_spec const& item : infer(c).items)
        text += std::string(fx_name(item.tensor.dtype)) + detail::shape_text(item.tensor.sizes) + ' ';
    return text;
}

TEST_CASE("linalg spectra: full and reduced vectors, or none") {
    tensor_spec const tall = of(dtype::c64, {2, 4, 3});
    call<tensor_spec> c(aten::_linalg_svd.default_.info());
    c.set(0, tall);
    CHECK(shapes(c) == "c64[2, 4, 3] f32[2, 3] c64[2, 3, 3] ");
    c.set("full_matrices", true);
    CHECK(shapes(c) == "c64[2, 4, 4] f32[2, 3] c64[2, 3, 3] ");
    c.set("compute_uv", false);
    CHECK(shapes(c) == "c64[0] f32[2, 3] c64[0] ");
}

TEST_CASE("linalg spectra: eigenvalues of symmetric matrices are real, others complex") {
    tensor_spec const square = of(dtype::f64, {3, 3});
    call<tensor_spec> symmetric(aten::_linalg_eigh.default_.info()), any(aten::linalg_eig.default_.info());
    symmetric.set(0, square);
    any.set(0, square);
    CHECK(shapes(symmetric) == "f64[3] f64[3, 3] ");
    CHECK(shapes(any) == "c128[3] c128[3, 3] ");
    symmetric.set("UPLO", std::string_view("both"));
    CHECK(refusal([&] { static_cast<void>(infer(symmetric)); }) ==
          "aten::_linalg_eigh: 'UPLO' is 'both', not 'L' or 'U'");
}

} // namespace
