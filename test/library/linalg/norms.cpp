#include <graft/library/linalg/norms.hpp>

#include <doctest/doctest.h>

#include <graft/dialect/meta/result.hpp>
#include <graft/schema/infer.hpp>

#include "../../ir/refusal.hpp"

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
}

} // namespace
